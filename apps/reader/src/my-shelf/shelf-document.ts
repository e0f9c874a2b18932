import type { Shelf } from '@kiosk/domain/reading/shelf-endpoints'
import { html, type Markup } from '../document/markup.ts'
import { button, emptyPlace, issueCard, roomAddress, roomDocument, type ShelfGiven, type T, wordsOf } from './shelf-parts.ts'

/** My shelf: where one left off, one's magazines, what might please, and what lies on this device. */
export function myShelfDocument(given: ShelfGiven & { shelf: Shelf }): Response {
  const { shelf } = given
  const t = wordsOf(given)
  return roomDocument({
    ...given,
    room: 'shelf',
    title: t('SHELF.TITLE'),
    body: html`${row(
      t('SHELF.CONTINUE'),
      emptyPlace(t('SHELF.CONTINUE_EMPTY'), t),
      shelf.continueReading.map(({ issue, place }) => issueCard(issue, { t, place })),
    )}
${row(
  t('SHELF.FAVOURITES'),
  emptyPlace(t('SHELF.FAVOURITES_EMPTY'), t),
  shelf.favourites.map(({ issue, fresh, name }) =>
    issueCard(issue, {
      t,
      ...(fresh && { mark: t('SHELF.NEW') }),
      extra: html`<a class="archive" href="${roomAddress('archive', issue.magazineKey)}" aria-label="${t('SHELF.ARCHIVE')} – ${t('SHELF.ARCHIVE_OF', { name })}">${t('SHELF.ARCHIVE')}</a>`,
    }),
  ),
)}
<div id="push"${shelf.favourites.length > 0 && html` data-offered`}></div>
${forYou(shelf.recommendations, t)}
<div id="downloads"></div>`,
  })
}

function row(title: string, empty: Markup, cards: Markup[]): Markup {
  return html`<section><h2>${title}</h2>${cards.length ? html`<ul class="shelf-row">${cards}</ul>` : empty}</section>`
}

function forYou({ on, issues }: Shelf['recommendations'], t: T): Markup {
  const cards = issues.map(({ issue, because }) => issueCard(issue, { t, line: t('SHELF.BECAUSE', { name: because }) }))
  const empty = html`<p class="empty">${t(on ? 'SHELF.FOR_YOU_EMPTY' : 'SHELF.FOR_YOU_OFF')}</p>`
  return html`${row(t('SHELF.FOR_YOU'), empty, cards)}
${button('/reader/recommendations', { on: String(!on) }, t(on ? 'SHELF.SWITCH_OFF' : 'SHELF.SWITCH_ON'))}`
}
