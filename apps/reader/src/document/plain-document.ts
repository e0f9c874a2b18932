import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { linkedNote, linkedNotePlace, linkedPage, noteLink, notePlace, safeLink } from '@kiosk/domain/reading/article-links'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { textDirection } from '@kiosk/domain/text-direction'
import { t } from '@kiosk/i18n/translate'
import sanitizeHtml from 'sanitize-html'
import { ARTICLE_TAGS } from '../article/article-tags.ts'
import { gateLinks, priceWords } from '../pages/gate-links.ts'
import { imageAddress } from '../pages/image-address.ts'
import { type Lines, paragraphs } from '../pages/page-text.ts'
import type { ReaderData } from '../shell/reader-data.ts'
import { builtAssets } from './built-assets.ts'
import { documentOf } from './document.ts'
import { articleList, plainAddress } from './issue-document.ts'
import { asMarkup, html, type Markup } from './markup.ts'
import { supportBar } from './support-bar.ts'
import type { Visitor } from './visitor.ts'

/** Number of pages per sheet of the plain view. */
export const PLAIN_PAGES = 4
type PlainArticle = { headline: string; byline: string; language: string; html: string; whole: boolean; firstPage: number }

/** Returns an issue without JavaScript: images and text of some consecutive pages, or one article. */
export function plainDocument(options: {
  data: ReaderData
  visitor: Visitor
  imagesFrom?: string | undefined
  from: number
  /** Text lines of the pages from `from` on; null if they could not be loaded. */
  lines: (Lines | null)[]
  article: PlainArticle | null
}): Response {
  const { data, visitor, article } = options
  const { contents } = data
  return documentOf({
    visitor,
    imagesFrom: options.imagesFrom,
    siteName: data.siteName,
    title: [contents.titleLine, contents.detailLine].filter(Boolean).join(' '),
    assets: builtAssets('issue'),
    withScript: false,
    body: html`${data.supportUntil && supportBar(data.language, data.supportUntil)}<main class="plain">
<h1 lang="${contents.language}">${contents.titleLine} <small>${contents.detailLine}</small></h1>
${ways(options)}
${article ? articleText(article, options) : pages(options)}
${!article && articleList(contents, data.words, data.language)}
</main>`,
  })
}

type Options = Parameters<typeof plainDocument>[0]
const words =
  ({ data }: Options) =>
  (key: string, values: Record<string, string | number> = {}) =>
    t(data.words, key, values, data.language)

function ways(options: Options): Markup {
  const { contents } = options.data
  const t = words(options)
  return html`<p><a href="${addressOf('issue', { id: contents.uid })}">${t('READER.BACK_TO_ISSUE')}</a> · <a href="${readerAddress('/reader', contents.uid, { page: options.from })}">${t('READER.PLAIN_FULL')}</a></p>`
}

function pages(options: Options): Markup {
  const { data, from, lines } = options
  const { contents, access } = data
  const t = words(options)
  const shown = contents.pages.filter(
    (page) => page.number >= from && page.number < from + PLAIN_PAGES && page.number <= access.pagesOpen,
  )
  const next = from + PLAIN_PAGES
  const gated = access.pagesOpen < contents.pages.length && next > access.pagesOpen
  return html`${shown.map((page) => {
    const texts = paragraphs(lines[page.number - from] ?? [])
    return html`<section><h2>${t('READER.PAGE', { page: page.number })}</h2>
<img src="${imageAddress(contents.uid, page.number, READING_WIDTH_PIXELS, access.signature)}" width="${READING_WIDTH_PIXELS}" height="${Math.round((READING_WIDTH_PIXELS * page.height) / page.width)}" alt="${t('READER.PAGE', { page: page.number })}">
<div lang="${contents.language}" dir="${textDirection(contents.language)}">${texts.map((each) => html`<p>${each}</p>`)}</div>
${texts.length === 0 && html`<p>${t('READER.PAGE_WITHOUT_TEXT')}</p>`}</section>`
  })}
${gated && gate(options)}
<p>${from > 1 && html`<a href="${plainAddress(contents.uid, Math.max(1, from - PLAIN_PAGES))}">${t('READER.PLAIN_PREVIOUS')}</a> `}${
    next <= access.pagesOpen && html`<a href="${plainAddress(contents.uid, next)}">${t('READER.PLAIN_NEXT')}</a>`
  }</p>`
}

function gate(options: Options): Markup {
  const t = words(options)
  const { data, article, from } = options
  const { access, contents } = data
  const subscribe = access.because === 'subscribe'
  const back = plainAddress(contents.uid, article?.firstPage ?? from)
  const ways = gateLinks(access.because, data.account, back)
  return html`<section><h2>${t(subscribe ? 'READER.GATE_SUBSCRIBE' : 'READER.GATE_REGISTER')}</h2>
<p>${t(subscribe ? 'READER.GATE_SUBSCRIBE_TEXT' : 'READER.GATE_REGISTER_TEXT')}</p>
<p>${ways.map(({ words, href }) => html`<a href="${href}">${t(words)}</a> `)}</p>
${subscribe && data.price && html`<p>${t(...priceWords(data.price))}</p>`}</section>`
}

function articleText(article: PlainArticle, options: Options): Markup {
  const t = words(options)
  const { contents } = options.data
  const attributesOf = linkAttributes(article.html, contents)
  const clean = sanitizeHtml(article.html, {
    allowedTags: [...ARTICLE_TAGS],
    allowedAttributes: { a: ['href', 'rel', 'id', 'role'], th: ['scope'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: attributesOf(href) }) },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && attribs.href === undefined ? 'excludeTag' : false),
  })
  return html`<article lang="${article.language}" dir="${textDirection(article.language)}"><h2>${article.headline}</h2>${article.byline && html`<p>${article.byline}</p>`}
${asMarkup(clean)}</article>
${!article.whole && gate(options)}
<p><a href="${plainAddress(contents.uid, article.firstPage)}">${t('READER.BACK_TO_PAGE')}</a></p>`
}

/**
 * Returns the function that gives a link its attributes. A link to a page of the issue leads to its plain view; there is no link
 * to a page that it lacks, or to an unsafe address. References to notes and notes lead to each other: the id of each is the
 * address of the other. As in the article view, they are text if the other is missing, for example in a preview.
 */
function linkAttributes(html: string, { uid, pages }: ReaderData['contents']): (href: string) => Record<string, string> {
  const addresses = new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address))
  const ids = new Set<string>()
  const noteAttributes = (href: string, other: string, role: string): Record<string, string> => {
    const id = other.slice(1)
    if (!addresses.has(other)) return {}
    if (!ids.has(id)) {
      ids.add(id)
      return { href, id, role }
    }
    // Several references may lead to one note, and only one link leads back.
    return role === 'doc-noteref' ? { href, role } : {}
  }
  return (href) => {
    const address = safeLink(href)
    if (address === null) return {}
    const [note, place] = [linkedNote(address), linkedNotePlace(address)]
    if (note !== null) return noteAttributes(address, notePlace(note), 'doc-noteref')
    if (place !== null) return noteAttributes(address, noteLink(place), 'doc-backlink')
    const page = linkedPage(address)
    if (page === null) return { href: address, rel: 'noopener noreferrer nofollow' }
    return page <= pages.length ? { href: plainAddress(uid, page) } : {}
  }
}
