import { afterOf, readerAddress } from '@kiosk/domain/addresses'
import type { Archive, Bookmark, History } from '@kiosk/domain/reading/shelf-endpoints'
import { html } from '../document/markup.ts'
import { button, cover, day, emptyPlace, issueCard, roomAddress, roomDocument, type ShelfGiven, wordsOf } from './shelf-parts.ts'

export function bookmarksDocument(given: ShelfGiven & { bookmarks: readonly Bookmark[] }): Response {
  const t = wordsOf(given)
  const { language } = given.visitor
  const items = given.bookmarks.map(({ id, issue, page, article, headline, note, at }) => {
    const address = readerAddress('/reader', issue.uid, { page, article: article ?? undefined })
    return html`<li><a href="${address}" tabindex="-1" aria-hidden="true">${cover(issue)}</a><div><h2><a href="${address}">${headline || `${issue.titleLine}, ${t('READER.PAGE', { page })}`}</a></h2>
<p>${headline && `${issue.titleLine} · `}${issue.detailLine}${headline && ` · ${t('READER.PAGE', { page })}`}<small class="line">${t('SHELF.MARKED_ON', { day: day(language, at) })}</small></p>
<details${note && html` open`}><summary>${t(note ? 'SHELF.NOTE' : 'SHELF.ADD_NOTE')}</summary>
<form method="post" action="/reader/bookmarks" class="note"><input type="hidden" name="id" value="${id}">
<textarea id="note-${id}" aria-label="${t('SHELF.BOOKMARK_NOTE')}" name="note" rows="2" maxlength="2000">${note}</textarea>
<button class="other">${t('SHELF.SAVE_NOTE')}</button></form></details>
${button('/reader/bookmarks', { remove: String(id) }, t('SHELF.REMOVE_BOOKMARK'))}</div></li>`
  })
  return roomDocument({
    ...given,
    room: 'bookmarks',
    title: t('SHELF.BOOKMARKS'),
    body: items.length ? html`<ul class="shelf-list">${items}</ul>` : emptyPlace(t('SHELF.BOOKMARKS_EMPTY'), t),
  })
}

/** `sure`: the question before everything is erased. */
export function historyDocument(given: ShelfGiven & { history: History; sure: boolean }): Response {
  const t = wordsOf(given)
  const { language } = given.visitor
  const { entries, nextUrl } = given.history
  const after = afterOf(nextUrl)
  const items = entries.map(({ issue, place }) => {
    const address = readerAddress('/reader', issue.uid, { page: place.page })
    return html`<li><a href="${address}" tabindex="-1" aria-hidden="true">${cover(issue)}</a><div><h2><a href="${address}">${issue.titleLine}</a></h2>
<p>${issue.detailLine}<small class="line">${t('SHELF.PAGE_OF', { page: place.page, count: issue.pageCount })} · ${t('SHELF.LAST_READ', { day: day(language, place.at) })}</small></p>
${button('/reader/history', { erase: issue.uid }, t('SHELF.ERASE'))}</div></li>`
  })
  const question = html`<div class="question" role="alert"><p>${t('SHELF.ERASE_SURE')}</p>${button('/reader/history', { erase: 'all' }, t('SHELF.YES_ERASE'), 'go')}
<a href="${roomAddress('history')}">${t('SHELF.NO')}</a></div>`
  return roomDocument({
    ...given,
    room: 'history',
    title: t('SHELF.HISTORY'),
    body: items.length
      ? html`<p>${t('SHELF.HISTORY_TEXT')}</p>
${given.sure ? question : html`<p><a class="quiet" href="${roomAddress('history')}?erase=all">${t('SHELF.ERASE_ALL')}</a></p>`}
<ul class="shelf-list">${items}</ul>${after && html`<p><a href="${roomAddress('history')}?after=${encodeURIComponent(after)}">${t('SHELF.MORE')}</a></p>`}`
      : emptyPlace(t('SHELF.HISTORY_EMPTY'), t),
  })
}

export function archiveDocument(given: ShelfGiven & { archive: Archive; magazineKey: string }): Response {
  const t = wordsOf(given)
  const { name, issues, nextUrl } = given.archive
  const after = afterOf(nextUrl)
  return roomDocument({
    ...given,
    room: 'archive',
    title: name,
    body: html`<p>${t('SHELF.ARCHIVE_OF', { name })}</p><ul class="shelf-issues">${issues.map((issue) => issueCard(issue, { t }))}</ul>
${after && html`<p><a href="${roomAddress('archive', given.magazineKey)}?after=${encodeURIComponent(after)}">${t('SHELF.MORE')}</a></p>`}`,
  })
}
