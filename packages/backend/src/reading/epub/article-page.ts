import { escapeXml } from '@kiosk/domain/escape-xml'
import { placePictures } from '@kiosk/domain/reading/place-pictures'
import { type ArticleBlock, type ArticleTable, articleBlocks, type TableCell } from './article-blocks.ts'
import { linkedNotes } from './article-notes.ts'
import type { EpubArticle, EpubFigure } from './epub-issue.ts'
import { languageAttributes, xhtmlPage } from './xhtml-page.ts'
import { xmlLine } from './xml-line.ts'

/** The words that a page needs, in the language of the issue. */
export type Say = (key: string, values?: Record<string, string | number>) => string

type Placed = {
  headline: string
  /** The printed page that begins here; null = its page began earlier. */
  page: number | null
  /** Paths of the pictures, in their order. */
  paths: readonly string[]
  /** Language of the words of `say`. */
  spoken: string
}

/** Returns an article as a page of an EPUB. */
export function articlePage(article: EpubArticle, { headline, page, paths, spoken }: Placed, say: Say): string {
  const { byline, kicker, figures } = article
  const blocks = linkedNotes(articleBlocks(article.html))
  const notes = blocks.filter(({ note }) => note !== undefined)
  const groups = groupsOf(blocks.filter((block) => !notes.includes(block)))
  const written = groups.map((group) => ({
    text: group.map(({ text }) => text).join(' '),
    isCaption: isCaption(group),
    items: group[0]!.list > 0 ? group.length : 1,
  }))
  const pictures = figures.map((figure, at) => ({ ...figure, path: paths[at]! }))
  const { lead, before, captions, deck } = placePictures(written, { pictures, deck: article.deck })
  const parts = [...groups, null].flatMap((group, at) => [
    ...(before.get(at) ?? []).map((figure) => figureOf(figure, say)),
    ...(group && at !== deck && !captions.has(at) ? [groupOf(group)] : []),
  ])
  const line = (name: string, inline: string) => (inline ? [`<p class="${name}">${inline}</p>`] : [])
  const own = spoken === article.language ? '' : ` ${languageAttributes(spoken)}`
  const head = [
    ...line('kicker', xmlLine(kicker)),
    `<h1 id="headline">${xmlLine(headline)}</h1>`,
    ...line('deck', deck === null ? '' : groups[deck]!.map(({ inline }) => inline).join(' ')),
    ...line('byline', xmlLine(byline)),
    ...(article.isReadByMachine ? [`<p class="note"${own}>${xmlLine(say('EPUB.READ_BY_MACHINE'))}</p>`] : []),
  ]
  return xhtmlPage({
    title: headline,
    language: article.language,
    type: null,
    body: `${page === null ? '' : pageBreak(page, say)}<section epub:type="chapter" role="doc-chapter" aria-labelledby="headline">
<header>
${head.join('\n')}
</header>
${[...(lead ? [figureOf(lead, say)] : []), ...parts, ...(notes.length > 0 ? [notesOf(notes, own, say)] : [])].join('\n')}
</section>`,
  })
}

/** Where a printed page begins. */
export function pageBreak(page: number, say: Say): string {
  const label = escapeXml(say('EPUB.PAGE', { page }))
  return `<div epub:type="pagebreak" role="doc-pagebreak" id="page-${page}" aria-label="${label}" title="${label}"></div>\n`
}

/** A paragraph that is wholly in italics. */
function isCaption(group: readonly ArticleBlock[]): boolean {
  const [{ tag, inline }] = group as [ArticleBlock]
  return group.length === 1 && tag === 'p' && /^<em>(?:(?!<\/em>).)*<\/em>$/s.test(inline)
}

function figureOf({ width, height, caption, credit, alternative, path }: EpubFigure & { path: string }, say: Say): string {
  const known = alternative && (alternative.isCaption ? say('EPUB.PICTURE_ALT', { caption: alternative.text }) : alternative.text)
  const alt = xmlLine(known ?? say('EPUB.PICTURE'))
  // Screen readers read a caption that serves as the description together with the picture, so it must not be read twice.
  const hidden = alternative?.isCaption ? ' aria-hidden="true"' : ''
  const printed = [
    ...(xmlLine(caption) ? [`<span${hidden}>${xmlLine(caption)}</span>`] : []),
    ...(xmlLine(credit) ? [`<small>${xmlLine(credit)}</small>`] : []),
  ].join(' ')
  const below = printed ? `\n<figcaption>${printed}</figcaption>` : ''
  return `<figure>\n<img src="${escapeXml(path)}" alt="${alt}" width="${width}" height="${height}"/>${below}\n</figure>`
}

/** Items of one list and paragraphs of one quotation belong together. */
function groupsOf(blocks: readonly ArticleBlock[]): ArticleBlock[][] {
  const groups: ArticleBlock[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)?.at(-1)
    const isNext = last && block.list === last.list && block.isQuoted === last.isQuoted && (block.list > 0 || block.isQuoted)
    if (isNext) groups.at(-1)!.push(block)
    else groups.push([block])
  }
  return rankedHeadings(groups)
}

/** Leaves out no level of headings: without a second level before it, the third becomes the second. */
function rankedHeadings(groups: ArticleBlock[][]): ArticleBlock[][] {
  let hasSecond = false
  return groups.map((group) =>
    group.map((block) => {
      const ranked: ArticleBlock = block.tag === 'h3' && !hasSecond ? { ...block, tag: 'h2' } : block
      hasSecond ||= ranked.tag === 'h2'
      return ranked
    }),
  )
}

/** How each kind of block is written; `groupOf` writes what surrounds it. */
const WRITTEN: Record<ArticleBlock['tag'], (block: ArticleBlock) => string> = {
  p: (block) => `<p${isCaption([block]) ? ' class="caption"' : ''}>${block.inline}</p>`,
  h2: ({ inline }) => `<h2>${inline}</h2>`,
  h3: ({ inline }) => `<h3>${inline}</h3>`,
  li: ({ inline }) => `<li>${inline}</li>`,
  pre: ({ inline }) => `<pre dir="ltr">${inline}</pre>`,
  table: ({ table }) => (table ? tableOf(table) : ''),
}

function tableOf({ caption, head, body }: ArticleTable): string {
  const rowsOf = (rows: readonly TableCell[][]) => rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`).join('\n')
  const parts = [
    ...(caption ? [`<caption>${caption.inline}</caption>`] : []),
    ...(head.length > 0 ? [`<thead>\n${rowsOf(head)}\n</thead>`] : []),
    ...(body.length > 0 ? [`<tbody>\n${rowsOf(body)}\n</tbody>`] : []),
  ]
  return `<table>\n${parts.join('\n')}\n</table>`
}

function cellOf({ inline, heads }: TableCell): string {
  if (heads === null || inline === '') return `<td>${inline}</td>`
  return `<th scope="${heads === 'row' ? 'row' : 'col'}">${inline}</th>`
}

/**
 * The notes of an article, each with its mark, which links back to where the text refers to it. `own`: the language of their
 * heading.
 */
function notesOf(notes: readonly ArticleBlock[], own: string, say: Say): string {
  const items = notes.map(({ inline, note }) => `<li id="note-${note}">${inline}</li>`).join('\n')
  return `<section epub:type="endnotes" role="doc-endnotes" aria-labelledby="notes">
<h2 id="notes"${own}>${xmlLine(say('EPUB.NOTES'))}</h2>
<ol>
${items}
</ol>
</section>`
}

function groupOf(group: readonly ArticleBlock[]): string {
  const [first] = group as [ArticleBlock]
  const inside = group.map((block) => WRITTEN[block.tag](block)).join('\n')
  const list = first.list > 0 ? (first.isOrdered ? 'ol' : 'ul') : null
  const listed = list ? `<${list}>\n${inside}\n</${list}>` : inside
  return first.isQuoted ? `<blockquote>\n${listed}\n</blockquote>` : listed
}
