import { type ArticleBlock, articleBlocks } from './article-blocks.ts'
import type { EpubArticle, EpubFigure } from './epub-issue.ts'
import { xhtmlPage } from './xhtml-page.ts'
import { xml, xmlLine } from './xml.ts'

/** The words that a page needs, in the language of the issue. */
export type Say = (key: string, values?: Record<string, string | number>) => string

type Placed = {
  headline: string
  /** The printed page that begins here; null = it began before. */
  page: number | null
  /** Paths of the pictures, in their order. */
  paths: readonly string[]
}

/** Returns an article as a page of an EPUB. */
export function articlePage(article: EpubArticle, { headline, page, paths }: Placed, say: Say): string {
  const { byline, figures = [] } = article
  const blocks = articleBlocks(article.html)
  const captions = captionsOf(blocks, figures)
  const shown = blocks.filter((_, at) => !captions.has(at))
  const texts = shown.filter((block) => !isCaption(block))
  // Behind so many blocks of text: a caption without its picture stays with the text before it.
  const figuresAt = (passed: number, isLast: boolean) =>
    figures
      .map((figure, at) => ({ figure, at }))
      .filter(({ figure, at }) => at > 0 && (figure.after === passed || (isLast && figure.after > passed)))
      .map(({ figure, at }) => figureOf(figure, paths[at]!, say))
  let passed = 0
  const parts = [...figuresAt(0, texts.length === 0)]
  for (const group of groupsOf(shown)) {
    parts.push(groupOf(group))
    for (const block of group) if (!isCaption(block)) parts.push(...figuresAt(++passed, passed === texts.length))
  }
  return xhtmlPage({
    title: headline,
    language: article.language,
    type: null,
    body: `${page === null ? '' : pageBreak(page, say)}<section epub:type="chapter" role="doc-chapter" aria-labelledby="headline">
<h1 id="headline">${xmlLine(headline)}</h1>
${byline.trim() ? `<p class="byline">${xmlLine(byline)}</p>\n` : ''}${figures[0] ? `${figureOf(figures[0], paths[0]!, say)}\n` : ''}${parts.join('\n')}
</section>`,
  })
}

/** Where a printed page begins. */
export function pageBreak(page: number, say: Say): string {
  const label = xml(say('EPUB.PAGE', { page }))
  return `<div epub:type="pagebreak" role="doc-pagebreak" id="page-${page}" aria-label="${label}" title="${label}"></div>\n`
}

/** A paragraph that is wholly in italics. */
function isCaption({ tag, inline }: ArticleBlock): boolean {
  return tag === 'p' && /^<em>(?:(?!<\/em>).)*<\/em>$/s.test(inline)
}

/** Returns the places of captions that are shown with their pictures. */
function captionsOf(blocks: readonly ArticleBlock[], figures: readonly EpubFigure[]): Set<number> {
  const found = new Set<number>()
  for (const { caption, credit } of figures) {
    const printed = xmlLine(caption || credit)
    const at = blocks.findIndex(
      (block, index) => !found.has(index) && isCaption(block) && block.inline.replace(/<[^>]*>/g, '').startsWith(printed),
    )
    if (printed && at >= 0) found.add(at)
  }
  return found
}

function figureOf({ width, height, caption, credit, alternative }: EpubFigure, path: string, say: Say): string {
  const known = alternative && (alternative.isCaption ? say('EPUB.PICTURE_ALT', { caption: alternative.text }) : alternative.text)
  const printed = [caption, credit].filter((text) => text.trim()).map(xmlLine)
  const below = printed.length > 0 ? `<figcaption>${printed.join(' ')}</figcaption>` : ''
  const alt = xmlLine(known ?? say('EPUB.PICTURE'))
  return `<figure><img src="${xml(path)}" alt="${alt}" width="${width}" height="${height}"/>${below}</figure>`
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

/** No level of headings is left out: without a second level before it, the third is the second. */
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

function groupOf(group: readonly ArticleBlock[]): string {
  const [first] = group as [ArticleBlock]
  const inside = group
    .map((block) => `<${block.tag}${isCaption(block) ? ' class="caption"' : ''}>${block.inline}</${block.tag}>`)
    .join('\n')
  const list = first.list > 0 ? (first.isOrdered ? 'ol' : 'ul') : null
  const listed = list ? `<${list}>\n${inside}\n</${list}>` : inside
  return first.isQuoted ? `<blockquote>\n${listed}\n</blockquote>` : listed
}
