import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { dateLocales, type Language } from '@kiosk/domain/locale'
import type { Place, ShelfIssue } from '@kiosk/domain/reading/shelf-endpoints'
import { text, type Values, type Words } from '@kiosk/languages/words'
import { builtAssets } from '../document/built-assets.ts'
import { documentOf } from '../document/document.ts'
import { embeddedJson, html, type Markup } from '../document/markup.ts'
import { keepsReading, type Visitor } from '../document/visitor.ts'

export type ShelfGiven = { visitor: Visitor; siteName: string; words: Words; token: string }
export type T = (key: string, values?: Values) => string

export const rooms = { shelf: '', bookmarks: 'bookmarks', history: 'history', archive: 'archive' } as const
export type Room = keyof typeof rooms
export const roomAddress = (room: Room, rest = '') => `/reader${rooms[room] && `/${rooms[room]}`}${rest && `/${rest}`}`

export const wordsOf =
  ({ words, visitor }: Pick<ShelfGiven, 'words' | 'visitor'>): T =>
  (key, values = {}) =>
    text(words, key, values, visitor.language)

/** A room of the shelf: its name, the ways to the others, what stands in it. */
export function roomDocument(given: ShelfGiven & { room: Room; title: string; body: Markup; status?: number }): Response {
  const { siteName, room, title, words, visitor, token } = given
  const t = wordsOf(given)
  return documentOf({
    ...given,
    assets: builtAssets('shelf'),
    withScript: true,
    body: html`<main class="my-shelf"><p class="house"><a href="${addressOf('home')}">${siteName}</a> <a href="${addressOf('catalogue')}">${t('READER.TO_CATALOGUE')}</a></p>
<h1>${title}</h1>
<nav class="rooms" aria-label="${t('SHELF.ROOMS')}"><ul>
${roomLink('shelf', t('SHELF.TITLE'), room)}${roomLink('bookmarks', t('SHELF.BOOKMARKS'), room)}${roomLink('history', t('SHELF.HISTORY'), room)}</ul></nav>
${given.body}</main>
<script type="application/json" id="shelf-data">${embeddedJson({ words, language: visitor.language, token, account: true, keeps: keepsReading(visitor), shared: visitor.shared })}</script>`,
  })
}

function roomLink(room: Room, name: string, current: Room): Markup {
  return html`<li><a href="${roomAddress(room)}"${room === current && html` aria-current="page"`}>${name}</a></li>`
}

/** Covers keep their proportions and their place while they load. */
export function cover({ coverURL, coverWidth, coverHeight }: ShelfIssue): Markup {
  return html`<img src="${coverURL}" alt="" loading="lazy" width="${coverWidth}" height="${coverHeight}">`
}

/** A card that leads into an issue, to where its reader is. */
export function issueCard(
  issue: ShelfIssue,
  given: { t: T; place?: Place; mark?: string; line?: string; extra?: Markup },
): Markup {
  const { t, place, mark, line, extra } = given
  const address = readerAddress('/reader', issue.uid, { page: place?.page, article: place?.article ?? undefined })
  const where = place && t('SHELF.PAGE_OF', { page: place.page, count: issue.pageCount })
  return html`<li data-take-along="${issue.uid}"><a href="${address}">${cover(issue)}
${mark && html`<span class="mark">${mark}</span>`}<strong>${issue.titleLine}</strong><small>${issue.detailLine}</small>
${line && html`<small>${line}</small>`}${
  place && html`<small>${where}</small><progress max="${issue.pageCount}" value="${place.page}" aria-label="${where}"></progress>`
}</a>${extra}</li>`
}

/** An empty place says what will lie there, and leads to where it comes from. */
export function emptyPlace(words: string, t: T): Markup {
  return html`<p class="empty">${words}</p><p><a class="quiet" href="${addressOf('catalogue')}">${t('SHELF.LOOK_AROUND')}</a></p>`
}

/** One button that changes something: a form of its own, for browsers without script too. */
export function button(action: string, fields: Record<string, string>, label: string, style = 'quiet'): Markup {
  return html`<form method="post" action="${action}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="${style}">${label}</button></form>`
}

export function day(language: Language, moment: string): string {
  return new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' }).format(new Date(moment))
}

/** Day and hour: what tells devices of one name apart. */
export function moment(language: Language, at: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Vienna' } as const
  return new Intl.DateTimeFormat(dateLocales[language], options).format(new Date(at))
}
