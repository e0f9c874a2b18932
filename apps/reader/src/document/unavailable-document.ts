import { addressOf } from '@kiosk/domain/addresses'
import { type Messages, t as translate } from '@kiosk/i18n/translate'
import { builtAssets } from './built-assets.ts'
import { documentOf } from './document.ts'
import { html } from './markup.ts'
import { supportBar } from './support-bar.ts'
import type { Visitor } from './visitor.ts'

type Options = { visitor: Visitor; siteName: string; words: Messages; supportUntil: string | null }

/** `retryAfter`: for browsers and crawlers. */
export type Unavailable = { status: 404 | 503; retryAfter: string | null }

/**
 * Returns a page for an issue that does not exist (404) or is temporarily unavailable (503): a headline, an explanation and
 * links.
 */
export function unavailableDocument(options: Options & { unavailable: Unavailable; retry: string }): Response {
  const { status, retryAfter } = options.unavailable
  const retry = status === 503 ? options.retry : null
  const key = status === 404 ? 'READER.NOT_FOUND' : 'READER.BROKEN'
  const t = (each: string) => translate(options.words, each)
  const answer = documentOf({
    ...options,
    status,
    title: t(key),
    assets: builtAssets('issue'),
    withScript: false,
    body: html`${options.supportUntil && supportBar(options.visitor.language, options.supportUntil)}<main class="way-on">${siteHeader(options.siteName)}<h1>${t(key)}</h1><p>${t(`${key}_TEXT`)}</p>
<p class="ways">${retry && html`<a class="go" href="${retry}">${t('READER.TRY_AGAIN')}</a>`}
<a class="${retry ? 'other' : 'go'}" href="${addressOf('catalogue')}">${t('READER.TO_CATALOGUE')}</a></p></main>`,
  })
  if (retryAfter !== null) answer.headers.set('retry-after', retryAfter)
  return answer
}

const siteHeader = (siteName: string) => html`<p class="site-name"><a href="${addressOf('home')}">${siteName}</a></p>`
