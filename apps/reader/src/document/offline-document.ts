import type { Words } from '@kiosk/languages/words'
import type { OfflineData } from '../shell/reader-data.ts'
import { builtAssets } from './built-assets.ts'
import { documentOf } from './document.ts'
import { embeddedJson, html } from './markup.ts'
import type { Visitor } from './visitor.ts'

/** What the worker keeps, and shows when the house can't be reached: the reader without an issue. It holds nothing of anybody. */
export function offlineDocument({
  visitor,
  siteName,
  words,
  token,
}: {
  visitor: Visitor
  siteName: string
  words: Words
  token: string
}): Response {
  const data: OfflineData = { siteName, words, token, language: visitor.language, theme: visitor.theme }
  return documentOf({
    visitor,
    siteName,
    title: siteName,
    assets: builtAssets('issue'),
    withScript: true,
    body: html`<div id="reader"></div>
<script type="application/json" id="offline-data">${embeddedJson(data)}</script>`,
  })
}
