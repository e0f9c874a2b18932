import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Contents } from '@kiosk/domain/reading/endpoints'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { textDirection } from '@kiosk/domain/text-direction'
import { type Messages, t as translate } from '@kiosk/i18n/translate'
import { PHONE } from '../list/first-view.ts'
import { imageAddress } from '../pages/image-address.ts'
import { spreadsOf } from '../pages/spreads.ts'
import { pageOfArticle } from '../shell/known-article.ts'
import type { AddressedPlace } from '../shell/place-in-address.ts'
import type { ReaderData } from '../shell/reader-data.ts'
import { builtAssets } from './built-assets.ts'
import { documentOf } from './document.ts'
import { embeddedJson, html, type Markup } from './markup.ts'
import { supportBar } from './support-bar.ts'
import type { Visitor } from './visitor.ts'

/** Number of open pages shown without JavaScript; the plain view has the rest. */
const PAGES_WITHOUT_SCRIPT = 4

/**
 * Returns the document of an issue, which preloads the image of its first page. `place` comes from the address; without it,
 * a place stored in the browser hides the first image until the script shows its own.
 */
export function issueDocument(options: {
  data: ReaderData
  visitor: Visitor
  place: AddressedPlace
  imagesFrom?: string | undefined
}): Response {
  const { data, visitor, place } = options
  const { contents, access } = data
  const first = firstPages(
    contents,
    Math.min(place.page ?? pageOfArticle(contents, place.article) ?? data.place?.page ?? 1, access.pagesOpen),
  )
  const addressed = place.page !== null || place.article !== null
  const listed = !addressed && contents.articles.length > 0
  // A phone does not load the front page of a newspaper that it shows as a list.
  const later = listed && contents.kind === 'newspaper'
  return documentOf({
    visitor,
    imagesFrom: options.imagesFrom,
    siteName: data.siteName,
    title: [contents.titleLine, contents.detailLine].filter(Boolean).join(' '),
    assets: builtAssets('issue'),
    withScript: true,
    frames: data.partner ? [new URL(data.partner.address).origin] : [],
    style: firstStyle(first),
    ...(addressed
      ? {}
      : {
          earlyScript:
            hidesUnlessFirst(contents.uid, data.owner, first[0]?.number ?? 1) + (listed ? hidesForList(contents.kind) : ''),
        }),
    head: html`${first[0] && preload(first[0], data, later)}`,
    body: html`${data.account && supportBar(data.language, data.supportUntil)}<div id="reader"><main class="first-pages" aria-busy="true">
<h1 class="unseen">${contents.titleLine} ${contents.detailLine}</h1>
${first.map((page, index) => firstImage(page, index, data, later))}
</main></div>
${withoutScript(data)}
<script type="application/json" id="reader-data">${embeddedJson(data)}</script>`,
  })
}

type Page = Contents['pages'][number]

/** Returns the requested page and then the other page of its spread, which wide screens show beside it. */
function firstPages(contents: Contents, number: number): (Page & { beside: 'before' | 'after' | null })[] {
  const spread = spreadsOf(contents.pages, 'spread').find((pages) => pages.includes(number)) ?? []
  return [number, ...spread.filter((page) => page !== number)].flatMap((each) => {
    const page = contents.pages.find((page) => page.number === each)
    return page ? [{ ...page, beside: each === number ? null : each < number ? ('before' as const) : ('after' as const) }] : []
  })
}

const preload = (page: Page, { contents, access }: ReaderData, later: boolean): Markup =>
  html`<link rel="preload" as="image"${later && html` media="not all and ${PHONE}"`} fetchpriority="high" href="${imageAddress(contents.uid, page.number, READING_WIDTH_PIXELS, access.signature)}">`

function firstImage(page: Page & { beside: 'before' | 'after' | null }, index: number, data: ReaderData, later: boolean): Markup {
  const { contents, access, words, language } = data
  if (page.number > access.pagesOpen) return html``
  return html`<img${page.beside && html` class="beside ${page.beside}" loading="lazy"`}${index === 0 && html` fetchpriority="high"`}${index === 0 && later && html` loading="lazy"`}
 data-page="${page.number}" src="${imageAddress(contents.uid, page.number, READING_WIDTH_PIXELS, access.signature)}"
 width="${READING_WIDTH_PIXELS}" height="${Math.round((READING_WIDTH_PIXELS * page.height) / page.width)}" alt="${translate(words, 'READER.PAGE', { page: page.number }, language)}">`
}

/** Returns style rules with the aspect ratios of the first pages, so that they are laid out as in the reader. */
function firstStyle(pages: Page[]): string {
  const ratios = pages.map((page) => page.width / page.height)
  const both = ratios.reduce((sum, ratio) => sum + ratio, 0)
  const rules = pages.map((page, index) => `[data-page="${page.number}"]{aspect-ratio:${ratios[index]!.toFixed(4)}}`)
  return `:root{--first:${(ratios[0] ?? 0.7).toFixed(4)};--first-spread:${(both || 0.7).toFixed(4)}}${rules.join('')}`
}

const hidesUnlessFirst = (uid: string, owner: string | null, page: number) =>
  `try{var k=JSON.parse(localStorage.getItem('reader.${owner === null ? '' : 'account-'}positions')||'[]').find(function(e){return e.uid===${JSON.stringify(uid)}&&e.owner===${JSON.stringify(owner)}});if(k&&k.page!==${page})document.documentElement.dataset.resuming=''}catch(e){}`

/** The same as `firstView`, before the first image is painted. */
const hidesForList = (kind: Contents['kind']) =>
  `try{if(((JSON.parse(localStorage.getItem('reader.preferences')||'{}')||{}).${kind}||(${kind === 'newspaper'}&&matchMedia('${PHONE}').matches?'articles':''))==='articles')document.documentElement.dataset.listing=''}catch(e){}`

function withoutScript({ contents, access, words, language }: ReaderData): Markup {
  const t = (key: string, values = {}) => translate(words, key, values, language)
  const open = contents.pages.slice(0, Math.min(access.pagesOpen, PAGES_WITHOUT_SCRIPT))
  return html`<noscript><div class="plain">
<p>${t('READER.NO_SCRIPT')}</p>
<p><a href="${plainAddress(contents.uid, 1)}">${t('READER.PLAIN')}</a> · <a href="${addressOf('issue', { id: contents.uid })}">${t('READER.BACK_TO_ISSUE')}</a></p>
${open.map(
  (
    page,
  ) => html`<figure><img loading="lazy" src="${imageAddress(contents.uid, page.number, READING_WIDTH_PIXELS, access.signature)}"
 width="${READING_WIDTH_PIXELS}" height="${Math.round((READING_WIDTH_PIXELS * page.height) / page.width)}" alt="${t('READER.PAGE', { page: page.number })}"><figcaption><a href="${plainAddress(contents.uid, page.number)}">${t('READER.PLAIN_TEXT', { page: page.number })}</a></figcaption></figure>`,
)}
${articleList(contents, words, language)}
</div></noscript>`
}

export const plainAddress = (uid: string, page: number) => `${readerAddress('/reader', uid, { page })}&plain=1`

export function articleList(contents: Contents, words: Messages, language: ReaderData['language']): Markup {
  if (!contents.articles.length) return html``
  return html`<h2>${translate(words, 'READER.ARTICLES', {}, language)}</h2>
<ul lang="${contents.language}" dir="${textDirection(contents.language)}">${contents.articles.map(
    (article) =>
      html`<li${article.language && html` lang="${article.language}" dir="${textDirection(article.language)}"`}><a href="${readerAddress('/reader', contents.uid, { page: article.firstPage, article: article.id })}&amp;plain=1">${article.headline}</a></li>`,
  )}</ul>`
}
