import type { ClientInfo } from '@kiosk/backend/http/api'
import { lookAsReader } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { isViewable, VIEW_PATH } from '@kiosk/domain/accounts/support-view'
import { formatClock } from '@kiosk/domain/date-format'
import { isLanguage, type Language, preferredLanguage } from '@kiosk/domain/locale'
import { headersOfVariant } from '@kiosk/domain/page-variant'
import type { lookAsReader as declared } from '@kiosk/domain/staff/view-endpoints'
import { supportMessages } from '@kiosk/i18n/messages/support'
import { messagesIn, t as translate, type Values } from '@kiosk/i18n/translate'
import { html, raw } from 'hono/html'
import type { z } from 'zod'
import type { Program } from '../program.ts'
import { callDesk, lookOnlyHeaders, type PagesForStaff } from './pages-for-staff.ts'

type View = z.output<(typeof declared)['output']>

const HEADERS = lookOnlyHeaders({ framedBy: "'none'", referrer: 'no-referrer' })
const STYLE = `.support-view{position:sticky;inset-block-start:0;z-index:1000;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:center;padding:.6rem 1rem;background:#7a1f0d;color:#fff;font:1rem/1.5 Arial,sans-serif}.support-view a{color:#fff}html{scroll-padding-block-start:4rem}@media (width<40rem){.support-view{position:static}}`
const NOTE_STYLE =
  ':root{color-scheme:light dark;background:light-dark(#faf7f2,#171411);color:light-dark(#1c1a17,#f2ebdf);font:1.0625rem/1.5 Arial,sans-serif}body{margin:0}main{max-width:42rem;margin:15vh auto;padding:0 1rem}main a{color:light-dark(#ab2a12,#ff8d72)}'

/**
 * Serves the website as a reader sees it to a member of staff, while the reader allows it (ADR-0220). It is below the address of
 * the desk, whose cookie it needs; cookies and the session of a reader in this browser take no part. Only pages of a list are
 * shown, only GET is answered, the API rejects every call that is not declared for views, and its connections cannot write.
 */
export function createSupportView({ desk, apiFor, website, publicUrl }: PagesForStaff): Program {
  return async (request, visitor) => {
    const { pathname, search } = new URL(request.url)
    const [, id, path = '/'] = /^\/desk\/view\/(\d{1,15})(\/.*)?$/.exec(pathname) ?? []
    if (request.method !== 'GET' && request.method !== 'HEAD') return answerOf('', 405)
    if (!id) return answerOf('', 404)
    const looked = await lookedAt(id, request, visitor)
    if (looked.status === 401) return redirectTo(`/desk/readers/${id}`)
    if (!looked.ok) return answerOf(overPage(preferredLanguage(request.headers.get('accept-language')), id), looked.status)
    const view = (await looked.json()) as View
    const address = Object.assign(new URL(publicUrl), { pathname: path, search })
    if (!isViewable(address.pathname)) return answerOf(hiddenPage(view, id), 403)
    const api = apiFor({ address: visitor.address, country: view.country, counted: false, support: { grantId: view.grantId } })
    const page = await website(new Request(address, { headers: headersOf(view) }), api)
    const to = page.headers.get('location')
    if (to !== null) return redirectTo(addressInView(new URL(to, publicUrl), id, publicUrl) ?? `${VIEW_PATH}${id}/`)
    // The data of a page, which its scripts would load: the code below does not make it harmless.
    if (!page.headers.get('content-type')?.startsWith('text/html')) return answerOf(hiddenPage(view, id), 403)
    return answerOf(lookOnly((await page.text()).replaceAll(`href="${publicUrl}/`, 'href="/'), view, id), page.status)
  }

  function lookedAt(id: string, request: Request, visitor: ClientInfo): Promise<Response> {
    const address = new URL(apiAddress(lookAsReader, { id }), publicUrl)
    return callDesk(desk, address, request, visitor, { method: lookAsReader.method })
  }
}

function headersOf({ country, language }: View): [string, string][] {
  const consent = { answered: true, social: false, ads: null }
  return headersOfVariant({ country, language, languageChosen: true, theme: 'light', consent, device: 'desktop' })
}

/** Returns the address in the view of a page of our own website; null for other origins. */
function addressInView({ origin, pathname, search, hash }: URL, id: string, publicUrl: string): string | null {
  return origin === new URL(publicUrl).origin ? VIEW_PATH + id + pathname + search + hash : null
}

/** The beginning of a page with its link to the content, which stays first. */
const BEGIN = /<body[^>]*>(?:\s*<a\b[^>]*\shref="#content"[^>]*>[^<]*<\/a>)?/
const LINK = /(<a\b[^>]*\shref=")\/(?!\/)/g
const CONTROL = /<(button|input|select|textarea)\b/g
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g

/** Adds a note whose account the page shows, makes its links stay in the view, and disables its controls. */
function lookOnly(page: string, view: View, id: string): string {
  return page
    .replace(SCRIPT, '')
    .replace(LINK, `$1${VIEW_PATH}${id}/`)
    .replace(CONTROL, '<$1 disabled')
    .replace('</head>', () => `<style>${STYLE}</style></head>`)
    .replace(BEGIN, (begin) => begin + barOf(view, id))
}

const textIn =
  (language: Language) =>
  (key: string, values: Values = {}) =>
    translate(messagesIn(language, [supportMessages]), `SUPPORT.${key}`, values, language)

function barOf({ email, endsAt, staffLanguage }: View, id: string): string {
  const t = textIn(staffLanguage)
  const time = formatClock(staffLanguage, endsAt)
  return String(
    html`<aside class="support-view" lang="${staffLanguage}" aria-label="${t('VIEW_LABEL')}"><strong>${t('VIEW_OF', { email })}</strong> <span>${t('VIEW_UNTIL', { time })}</span> <a href="/desk/readers/${id}">${t('VIEW_BACK')}</a></aside>`,
  )
}

function hiddenPage(view: View, id: string): string {
  const t = textIn(view.staffLanguage)
  const link = { href: `${VIEW_PATH}${id}/`, label: t('VIEW_HOME') }
  return notePage(view.staffLanguage, { title: t('VIEW_HIDDEN'), text: t('VIEW_HIDDEN_TEXT'), link }).replace(
    BEGIN,
    (begin) => begin + barOf(view, id),
  )
}

function overPage(language: Language, id: string): string {
  const t = textIn(isLanguage(language) ? language : 'de')
  const link = { href: `/desk/readers/${id}`, label: t('VIEW_BACK') }
  return notePage(language, { title: t('VIEW_OVER'), text: t('VIEW_OVER_TEXT'), link })
}

type Note = { title: string; text: string; link: { href: string; label: string } }

function notePage(language: Language, { title, text, link }: Note): string {
  return String(html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${raw(STYLE + NOTE_STYLE)}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="${link.href}">${link.label}</a></p></main></body></html>
`)
}

function answerOf(page: string, status: number): Response {
  return new Response(page, { status, headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } })
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, location } })
}
