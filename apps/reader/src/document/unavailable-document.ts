import { addressOf } from '@kiosk/domain/addresses'
import { type Messages, t as translate } from '@kiosk/i18n/translate'
import { builtAssets } from './built-assets.ts'
import { documentOf } from './document.ts'
import { html } from './markup.ts'
import { supportBar } from './support-bar.ts'
import type { Visitor } from './visitor.ts'

type Options = { visitor: Visitor; siteName: string; words: Messages; supportUntil: string | null }

/** Retry-After for browsers and crawlers. */
const RETRY_AFTER_SECONDS = 5

/**
 * Returns a page for an issue that does not exist (404) or is temporarily unavailable (503): a headline, an explanation and
 * links.
 */
export function unavailableDocument(options: Options & { status: 404 | 503; retry: string | null }): Response {
  const key = options.status === 404 ? 'READER.NOT_FOUND' : 'READER.BROKEN'
  const t = (each: string) => translate(options.words, each)
  const answer = documentOf({
    ...options,
    title: t(key),
    assets: builtAssets('issue'),
    withScript: false,
    body: html`${options.supportUntil && supportBar(options.visitor.language, options.supportUntil)}<main class="way-on">${siteHeader(options.siteName)}<h1>${t(key)}</h1><p>${t(`${key}_TEXT`)}</p>
<p class="ways">${options.retry && html`<a class="go" href="${options.retry}">${t('READER.TRY_AGAIN')}</a>`}
<a class="${options.retry ? 'other' : 'go'}" href="${addressOf('catalogue')}">${t('READER.TO_CATALOGUE')}</a></p></main>`,
  })
  if (options.status === 503) answer.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  return answer
}

const siteHeader = (siteName: string) => html`<p class="site-name"><a href="${addressOf('home')}">${siteName}</a></p>`
