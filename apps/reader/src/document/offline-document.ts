import type { Messages } from '@kiosk/i18n/translate'
import type { OfflineData } from '../shell/reader-data.ts'
import { builtAssets } from './built-assets.ts'
import { documentOf } from './document.ts'
import { embeddedJson, html } from './markup.ts'
import type { Visitor } from './visitor.ts'

/**
 * Returns the document that the service worker caches and shows offline: the reader without an issue and without personal
 * data.
 */
export function offlineDocument({
  visitor,
  siteName,
  words,
  token,
}: {
  visitor: Visitor
  siteName: string
  words: Messages
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
