import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { addressOf } from '@kiosk/domain/addresses'
import { shelfWords } from '@kiosk/languages/shelf'
import { text, type Words, wordsIn } from '@kiosk/languages/words'
import { builtAssets } from './built-assets.ts'
import { documentOf } from './document.ts'
import { embeddedJson, html } from './markup.ts'
import type { Visitor } from './visitor.ts'

type Given = { visitor: Visitor; siteName: string; words: Words }

/** An issue that is not there (404), or that can't be opened for now (503): what happened, what is kept, a way on. */
export function wayOnDocument(given: Given & { status: 404 | 503; retry: string | null }): Response {
  const t = (key: string) => text(given.words, key)
  const kind = given.status === 404 ? 'NOT_FOUND' : 'BROKEN'
  return documentOf({
    ...given,
    title: t(`READER.${kind}`),
    assets: builtAssets('shelf'),
    withScript: false,
    body: html`<main class="way-on">${house(given.siteName)}<h1>${t(`READER.${kind}`)}</h1><p>${t(`READER.${kind}_TEXT`)}</p>
<p class="ways">${given.retry && html`<a class="go" href="${given.retry}">${t('READER.TRY_AGAIN')}</a>`}
<a class="${given.retry ? 'other' : 'go'}" href="${addressOf('catalogue')}">${t('READER.TO_CATALOGUE')}</a></p></main>`,
  })
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
<script type="application/json" id="shelf-data">${embeddedJson({ words: given.words, language: given.visitor.language, token: given.token, account: bringsSession(given.visitor.cookie) })}</script>`,
  })
}
