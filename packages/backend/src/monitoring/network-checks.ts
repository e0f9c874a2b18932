import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { DAY_MS, SECOND_MS } from '@kiosk/domain/time'
import { greetMailServer } from '../adapters/mail/greet-mail-server.ts'
import type { Files } from '../adapters/storage/port.ts'
import { CERTIFICATE_WARNING_DAYS, certificateExpiry } from '../certificate-check.ts'
import type { Config } from '../config.ts'
import { count } from '../format-count.ts'
import { type Check, type Finding, failing, messageOf, ok, skipped, warning } from './checks.ts'

/** Records of a name; an empty list if there are none. */
export type Dns = { txt(name: string): Promise<string[]>; mx(name: string): Promise<string[]> }

const TIMEOUT_MS = 10 * SECOND_MS
const DNS_TIMEOUT_MS = 3 * SECOND_MS
const CERTIFICATE_ERROR_DAYS = 7
/** An HTTP date has whole seconds, and the answer takes some time. */
const CLOCK_WARNING_MS = 5 * SECOND_MS

/** Looks up names at the DNS servers of this machine. */
function systemDns(): Dns {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  return {
    txt: async (name) => (await resolver.resolveTxt(name).catch(noneFound)).map((parts) => parts.join('')),
    mx: async (name) => (await resolver.resolveMx(name).catch(noneFound)).map(({ exchange }) => exchange),
  }
}

/** A name without such records is a result; a failed lookup is an error. */
function noneFound(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENODATA' || error.code === 'ENOTFOUND') return []
  throw error
}

type Settings = Pick<Config, 'publicUrl' | 'smtpUrl' | 'operator' | 'environment'>

/** Returns the checks of everything that this machine reaches over the network. */
export function networkChecks(config: Settings, files: Files, dns: Dns = systemDns(), now = () => new Date()): Check[] {
  const domain = config.operator.mail.from.split('@').at(-1)!
  return [
    { name: 'website', run: () => checkWebsite(config) },
    { name: 'certificate', run: () => checkCertificate(config, now()) },
    { name: 'files', run: () => checkFiles(files) },
    { name: 'mail server', run: () => checkMailServer(config) },
    {
      name: 'sender domain',
      run: async () => (config.smtpUrl ? checkSender(domain, dns) : skipped('no e-mails are sent from here')),
    },
  ]
}

async function checkWebsite({ publicUrl }: Settings): Promise<Finding[]> {
  const sent = Date.now()
  let response: Response
  try {
    response = await fetch(`${publicUrl}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
  } catch (error) {
    return [
      failing(`${publicUrl} cannot be reached from here: ${messageOf(error)}`, 'Is the server running, and PUBLIC_URL right?'),
    ]
  }
  const received = Date.now()
  const { status = '' } = (await response.json().catch(() => ({}))) as { status?: string }
  const date = Date.parse(response.headers.get('date') ?? '')
  const off = Number.isNaN(date) ? 0 : Math.max(0, Math.abs(date + SECOND_MS / 2 - (sent + received) / 2) - (received - sent) / 2)
  const found: Finding[] = []
  if (status === 'jobs stalled') found.push(failing('jobs are stalled', 'See docs/runbook/jobs-stalled.md.'))
  else if (status !== 'ready')
    found.push(
      failing(`${publicUrl}/health answered ${response.status} ${status}`.trim(), 'See the log of the server and of the proxy.'),
    )
  if (off > CLOCK_WARNING_MS)
    found.push(
      warning(`its clock differs from this one by ${count(Math.round(off / SECOND_MS), 'second')}`, 'Let NTP set both clocks.'),
    )
  return found.length > 0 ? found : [ok(`${publicUrl} is ready`)]
}

async function checkCertificate({ publicUrl, environment }: Settings, now: Date): Promise<Finding> {
  const website = new URL(publicUrl)
  const { protocol, host } = website
  if (protocol !== 'https:')
    return environment === 'production'
      ? failing('PUBLIC_URL is not https', 'Set its https address.')
      : skipped('PUBLIC_URL is not https')
  let expires: Date
  try {
    expires = await certificateExpiry(website)
  } catch (error) {
    return warning(
      `the certificate of ${host} could not be read: ${messageOf(error)}`,
      'Run this where that address can be reached.',
    )
  }
  const days = Math.floor((expires.getTime() - now.getTime()) / DAY_MS)
  const says = `the certificate of ${host} is valid for ${count(days, 'day')}, until ${expires.toISOString()}`
  const todo = 'Renew it; most are renewed 30 days before they expire.'
  if (days < CERTIFICATE_ERROR_DAYS) return failing(says, todo)
  return days < CERTIFICATE_WARNING_DAYS ? warning(says, todo) : ok(says)
}

/** One small file is written, read and removed. */
async function checkFiles(files: Files): Promise<Finding> {
  const name = `doctor/${randomBytes(8).toString('hex')}.txt`
  const contents = randomBytes(64)
  await files.write(name, contents)
  try {
    const read = await files.read(name)
    if (!read?.equals(contents))
      return failing('a file was not read as it was written', 'Check the storage; several servers need a shared one.')
  } finally {
    await files.remove(name)
  }
  if ((await files.read(name)) !== null) return failing('a removed file is still there', 'Allow this key to delete objects.')
  return ok('a file was written, read and removed')
}

async function checkMailServer({ smtpUrl, publicUrl, environment }: Settings): Promise<Finding[]> {
  if (!smtpUrl) {
    if (environment !== 'production') return [skipped('SMTP_URL is not set: e-mails are shown at /dev/mail')]
    return [failing('SMTP_URL is not set', 'Set the mail server that takes your e-mails.')]
  }
  const { hostname, username } = new URL(smtpUrl)
  try {
    const greeting = await greetMailServer(smtpUrl, { name: new URL(publicUrl).hostname, signsIn: true, timeoutMs: TIMEOUT_MS })
    const { isEncrypted, isSignedIn, offersSignIn } = greeting
    const found: Finding[] = []
    const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
    if (!isEncrypted && !isLocal)
      found.push(failing(`${hostname} takes e-mails without encryption`, 'Use smtps:// or "requireTLS=true" in SMTP_URL.'))
    if (!username && offersSignIn)
      found.push(
        warning(
          `${hostname} offers sign-in, and SMTP_URL has no user`,
          'Add user and password unless this machine may send without.',
        ),
      )
    const how = [isEncrypted ? 'encrypted' : 'not encrypted', isSignedIn ? 'signed in' : 'without sign-in']
    return found.length > 0 ? found : [ok(`${hostname} answers, ${how.join(', ')}; nothing was sent`)]
  } catch (error) {
    const { responseCode } = error as { responseCode?: number }
    const todo = responseCode === 535 ? 'Check user and password in SMTP_URL.' : 'Check SMTP_URL, firewall and certificate.'
    return [failing(`${hostname}: ${messageOf(error)}`, todo)]
  }
}

/** The DNS of the sender's domain decides whether other mail servers accept it. */
async function checkSender(domain: string, dns: Dns): Promise<Finding[]> {
  const [texts, policies, exchanges] = await Promise.all([dns.txt(domain), dns.txt(`_dmarc.${domain}`), dns.mx(domain)])
  const spf = texts.filter((each) => /^v=spf1( |$)/i.test(each))
  const dmarc = policies.filter((each) => /^v=DMARC1\s*;/i.test(each))
  const [policy] = dmarc.map((each) => /;\s*p=(\w+)/i.exec(each)?.[1]?.toLowerCase() ?? '')
  const found: Finding[] = []
  if (spf.length === 0)
    found.push(failing(`${domain} has no SPF record`, 'Publish "v=spf1 … -all" with the servers that send for it.'))
  else if (spf.length > 1) found.push(failing(`${domain} has ${spf.length} SPF records, so none counts`, 'Keep one.'))
  else if (/\s\+?all\b/i.test(spf[0]!))
    found.push(failing(`the SPF record of ${domain} lets everybody send`, 'End it with -all or ~all.'))
  else found.push(ok(`SPF of ${domain}: ${spf[0]}`))
  if (dmarc.length !== 1)
    found.push(
      failing(`${domain} has ${dmarc.length} DMARC records`, `Publish one at _dmarc.${domain}; large mail providers ask for it.`),
    )
  else if (policy === 'none')
    found.push(warning(`DMARC of ${domain} only reports (p=none)`, 'Use p=quarantine or p=reject once the reports are clean.'))
  else found.push(ok(`DMARC of ${domain}: p=${policy}`))
  if (exchanges.length === 0)
    found.push(
      warning(`${domain} has no MX record`, 'Replies and returned e-mails do not arrive: let the domain receive e-mails.'),
    )
  else found.push(ok(`MX of ${domain}: ${exchanges.join(', ')}`))
  found.push(skipped('DKIM: only the mail server knows its selector; look for dkim=pass in an e-mail that arrived'))
  return found
}
