import { addressOf } from '@kiosk/domain/addresses'
import { shelfWords } from '@kiosk/languages/shelf'
import { text, type Words, wordsIn } from '@kiosk/languages/words'
import { builtAssets } from './built-assets.ts'
import { documentOf } from './document.ts'
import { embeddedJson, html } from './markup.ts'
import { keepsReading, type Visitor } from './visitor.ts'

type Given = { visitor: Visitor; siteName: string; words: Words }

/** An issue that is not there (404), or that can't be opened for now (503): what happened, what is kept, a way on. */
export function wayOnDocument(given: Given & { status: 404 | 503; retry: string | null }): Response {
  return documentAbout(given.status === 404 ? 'READER.NOT_FOUND' : 'READER.BROKEN', given)
}

/** A page of one's own shelf that can't be had for now: nobody is sent to the login, nothing is called missing. */
export function roomUnavailableDocument(given: Given & { retry: string }): Response {
  const words = wordsIn(given.visitor.language, [shelfWords])
  return documentAbout('SHELF.UNAVAILABLE', { ...given, words: { ...given.words, ...words }, status: 503 })
}

/** Seconds after which a browser or a crawler may ask again. */
const RETRY_AFTER_SECONDS = 5

function documentAbout(key: string, given: Given & { status: 404 | 503; retry: string | null }): Response {
  const t = (each: string) => text(given.words, each)
  const answer = documentOf({
    ...given,
    title: t(key),
    assets: builtAssets('shelf'),
    withScript: false,
    body: html`<main class="way-on">${house(given.siteName)}<h1>${t(key)}</h1><p>${t(`${key}_TEXT`)}</p>
<p class="ways">${given.retry && html`<a class="go" href="${given.retry}">${t('READER.TRY_AGAIN')}</a>`}
<a class="${given.retry ? 'other' : 'go'}" href="${addressOf('catalogue')}">${t('READER.TO_CATALOGUE')}</a></p></main>`,
  })
  if (given.status === 503) answer.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  return answer
}

const house = (siteName: string) => html`<p class="house"><a href="${addressOf('home')}">${siteName}</a></p>`

/** Where the installed reader starts: what was read last (the browser knows) and the way to the newsstand. */
export function shelfDocument(given: Given & { token: string }): Response {
  const words = { ...given.words, ...wordsIn(given.visitor.language, [shelfWords]) }
  const t = (key: string) => text(words, key)
  return documentOf({
    ...given,
    title: t('READER.SHELF'),
    assets: builtAssets('shelf'),
    withScript: true,
    body: html`<main class="shelf">${house(given.siteName)}<h1>${t('READER.SHELF')}</h1>
<p id="shelf-text">${t('READER.SHELF_EMPTY')}</p>
<ul id="shelf" class="shelf-issues"></ul>
<div id="downloads"></div>
<p class="ways"><a class="go" href="${addressOf('catalogue')}">${t('READER.TO_CATALOGUE')}</a></p>
<p>${t('SHELF.LOGIN_TEXT')} <a href="${addressOf('login', { redirect: '/reader' })}">${t('SHELF.LOGIN')}</a></p></main>
<script type="application/json" id="shelf-data">${embeddedJson({ words: given.words, language: given.visitor.language, token: given.token, account: false, keeps: keepsReading(given.visitor), shared: given.visitor.shared })}</script>`,
  })
}
