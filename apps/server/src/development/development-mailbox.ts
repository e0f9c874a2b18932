import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { html, raw } from 'hono/html'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { mailboxStyle } from './development-mailbox-style.ts'

/** Maximum number of e-mails in the list; older ones are not shown. */
const MOST_LISTED = 200
const BASE = '/dev/mail'

type StoredEmail = { id: string; at: Date; source: Buffer; email: Email }
type Markup = ReturnType<typeof html>

/**
 * Shows the e-mails stored in `folder`, for development: `/dev/mail` lists them, newest first (`?to=` for one address; JSON if
 * `Accept` requests it), `/dev/mail/{id}` shows one, `/dev/mail/{id}/html` is only its HTML, in a sandbox.
 */
export function developmentMailbox(folder: string): (request: Request) => Promise<Response> {
  // Tests ask for the list many times a second. A file is complete when it appears, and never changes.
  let times = new Map<string, number>()
  let parsed = new Map<string, StoredEmail>()
  /** Returns the newest e-mails, newest first. */
  async function newest(): Promise<StoredEmail[]> {
    const names = await readdir(folder).catch((): string[] => [])
    const ids = names.filter((name) => /^[^.].*\.eml$/.test(name)).map((name) => name.slice(0, -'.eml'.length))
    const timeOf = async (id: string) => times.get(id) ?? (await stat(`${folder}/${id}.eml`)).mtimeMs
    times = new Map(await Promise.all(ids.map(async (id) => [id, await timeOf(id)] as const)))
    const listed = [...times].sort(([, one], [, other]) => other - one).slice(0, MOST_LISTED)
    const found = await Promise.all(listed.map(([id]) => parsed.get(id) ?? mailOf(folder, id)))
    const mails = found.filter((each) => each !== null)
    parsed = new Map(mails.map((mail) => [mail.id, mail]))
    return mails
  }
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [id, part] = pathname.slice(BASE.length + 1).split('/')
    if (!id) {
      const to = searchParams.get('to')?.trim().toLowerCase() ?? ''
      const mails = (await newest()).filter(({ email }) => !to || namesOf(email.to).toLowerCase().includes(to))
      return request.headers.get('accept')?.startsWith('application/json') ? asJson(mails) : page('Mails', listOf(mails, to))
    }
    const stored = await mailOf(folder, id.replace('%40', '@'))
    if (!stored) return page('No such mail', html`<h1>There is no such mail</h1><p><a href="${BASE}">All mails</a></p>`, 404)
    if (part === 'html') return contentOf(stored.email)
    if (part === 'source') return plain(stored.source.toString('utf8'))
    return page(stored.email.subject ?? '', oneMail(stored, searchParams.get('width') === 'phone'))
  }
}

async function mailOf(folder: string, id: string): Promise<StoredEmail | null> {
  if (!/^[\w@-][\w.@-]*$/.test(id)) return null
  const file = `${folder}/${id}.eml`
  const source = await readFile(file).catch(() => null)
  if (!source) return null
  const { mtime } = await stat(file)
  return { id, at: mtime, source, email: await PostalMime.parse(source) }
}

function asJson(mails: StoredEmail[]): Response {
  const rows = mails.map(({ id, at, email }) => ({
    id,
    at: at.toISOString(),
    to: namesOf(email.to),
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
  }))
  return Response.json(rows, { headers: { 'cache-control': cacheControl('nothing') } })
}

function listOf(mails: StoredEmail[], to: string): Markup {
  return html`<h1>Mails</h1>
    <form><input type="search" name="to" value="${to}" placeholder="To …" aria-label="To" autocomplete="off"><button>Search</button></form>
    ${
      mails.length === 0
        ? html`<p class="empty">No mail${to ? ' to this address' : ''} yet. Register, and the first one lies here a moment later.</p>`
        : html`<ol>${mails.map(entryOf)}</ol>`
    }`
}

function entryOf({ id, at, email }: StoredEmail): Markup {
  return html`<li><a href="${addressOf(id)}">
    <span class="to">${namesOf(email.to)}</span>${time(at)}
    <strong>${email.subject}</strong>
    <span class="beginning">${beginningOf(email)}</span>
  </a></li>`
}

/** Returns the first words below the heading of an e-mail. */
function beginningOf({ text = '' }: Email): string {
  return text
    .replace(/^.*?\n=+\n/s, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 180)
}

function oneMail({ id, at, source, email }: StoredEmail, narrow: boolean): Markup {
  const end = /\r?\n\r?\n/.exec(source.toString('utf8'))?.index ?? source.length
  return html`<p class="back"><a href="${BASE}">All mails</a></p>
    <h1>${email.subject}</h1>
    <dl>
      <dt>From</dt><dd>${namesOf(email.from && [email.from])}</dd>
      <dt>To</dt><dd>${namesOf(email.to)}</dd>
      ${email.replyTo?.length ? html`<dt>Reply to</dt><dd>${namesOf(email.replyTo)}</dd>` : ''}
      <dt>Sent</dt><dd>${time(at)}</dd>
    </dl>
    <p class="widths">
      <a href="${addressOf(id)}" ${narrow ? '' : raw('aria-current="true"')}>Wide</a>
      <a href="${addressOf(id)}?width=phone" ${narrow ? raw('aria-current="true"') : ''}>Phone</a>
      <a href="${addressOf(id)}/source">Source</a>
    </p>
    <iframe class="${narrow ? 'phone' : ''}" src="${addressOf(id)}/html" title="The mail as HTML"
      sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
    <details><summary>As plain text</summary><pre>${email.text}</pre></details>
    <details><summary>Headers</summary><pre>${source.toString('utf8').slice(0, end)}</pre></details>`
}

/** Returns the HTML of an e-mail without scripts and forms; links replace the whole page. */
function contentOf({ html: content, text }: Email): Response {
  if (!content) return plain(text ?? '')
  const policy = [
    "default-src 'none'",
    'img-src http: https: data:',
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  ]
  const body = content.replace(/<head>/i, '<head><base target="_top">')
  return new Response(body, { headers: headersOf('text/html; charset=utf-8', policy.join('; ')) })
}

function plain(text: string): Response {
  return new Response(text, { headers: headersOf('text/plain; charset=utf-8', "default-src 'none'; frame-ancestors 'self'") })
}

const styleHash = createHash('sha256').update(mailboxStyle).digest('base64')

async function page(title: string, content: Markup, status = 200): Promise<Response> {
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  const document = await html`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
    <title>${title} · Mailbox</title><style>${raw(mailboxStyle)}</style></head>
    <body><main>${await content}</main></body></html>`
  return new Response(String(document), { status, headers: headersOf('text/html; charset=utf-8', policy) })
}

function headersOf(type: string, policy: string): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'cache-control': cacheControl('nothing'),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  }
}

function addressOf(id: string): string {
  return `${BASE}/${encodeURIComponent(id)}`
}

function namesOf(addresses: Address[] | undefined): string {
  return (addresses ?? [])
    .map(({ name, address }) => (name && name !== address ? `${name} <${address}>` : (address ?? '')))
    .join(', ')
}

function time(at: Date): Markup {
  const words = at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
  return html`<time datetime="${at.toISOString()}">${words}</time>`
}
