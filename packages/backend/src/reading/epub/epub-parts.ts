import { escapeXml } from '@kiosk/domain/escape-xml'
import { FALLBACK_LANGUAGE, isLanguage } from '@kiosk/domain/locale'
import { languageTag, textDirection } from '@kiosk/domain/text-direction'
import { epubMessages } from '@kiosk/i18n/messages/epub'
import { t } from '@kiosk/i18n/translate'
import { type Accessibility, accessibilityOf } from './accessibility.ts'
import { articlePage, pageBreak, type Say } from './article-page.ts'
import type { EpubArticle, EpubIssue } from './epub-issue.ts'
import { sectionsOf } from './sections.ts'
import { languageAttributes, xhtmlPage } from './xhtml-page.ts'
import { xmlLine } from './xml-line.ts'
import type { ZipPart } from './zip.ts'

/**
 * Increased when the same issue gives different files than before, so that a download resumed later does not combine parts of two
 * versions.
 */
export const EPUB_VERSION = 5

/** A file of the publication. `page`: the printed page that begins in it. */
type Item = {
  id: string
  path: string
  type: string
  properties?: string
  isRead?: boolean
  contents: ZipPart['contents']
}
/** An article with its file. `page`: the printed page that begins with it; null = its page began earlier. */
type Chapter = { article: EpubArticle; headline: string; firstPage: number; path: string; page: number | null; figures: string[] }

const CONTAINER = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`
/**
 * Styles are few, because reading programs have their own typefaces, sizes, margins and colours, which readers choose. Colours
 * are those of the text or greys that are visible on light and dark. No letter-spacing and no italics: Arabic has neither.
 */
const STYLE = `:root { color-scheme: light dark; }
body { max-width: 36em; margin: 1em auto; padding: 0 1em; line-height: 1.5; hyphens: auto; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; text-align: start; text-wrap: balance; hyphens: manual; break-after: avoid; break-inside: avoid; }
h1 { margin: 0.5em 0 0.4em; font-size: 1.75em; }
h2 { margin: 1.5em 0 0.3em; font-size: 1.2em; }
h3 { margin: 1.25em 0 0.25em; font-size: 1em; }
p { margin: 0; orphans: 2; widows: 2; }
p + p { text-indent: 1.25em; }
header { margin: 1.5em 0; padding-bottom: 1em; border-bottom: 1px solid #888; }
header p { text-indent: 0; hyphens: manual; }
.kicker { font-size: 0.875em; font-weight: bold; }
.deck { margin: 0.6em 0; font-size: 1.125em; line-height: 1.4; text-wrap: pretty; }
.byline, .note { margin-top: 0.75em; font-size: 0.875em; }
figure { margin: 1.5em 0; break-inside: avoid; }
img { display: block; max-width: 100%; max-height: 90vh; width: auto; height: auto; }
figcaption, .caption { margin-top: 0.5em; font-size: 0.875em; line-height: 1.4; text-indent: 0; hyphens: manual; }
.caption { margin-bottom: 1em; }
figcaption small { font-size: inherit; }
blockquote { margin: 1.25em 0; padding-inline-start: 1em; border-inline-start: 3px solid #888; }
ul, ol { margin: 0.75em 0; padding-inline-start: 1.5em; }
li { margin: 0.25em 0; }
pre { margin: 1.25em 0; font-family: monospace; font-size: 0.875em; line-height: 1.4; white-space: pre-wrap; hyphens: manual; }
table { margin: 1.25em 0; border-collapse: collapse; font-size: 0.875em; line-height: 1.4; hyphens: manual; }
caption { margin-bottom: 0.4em; font-weight: bold; text-align: start; }
th, td { padding: 0.2em 0.6em 0.2em 0; border-bottom: 1px solid #888; text-align: start; vertical-align: top; }
[role="doc-noteref"] { vertical-align: super; font-size: 0.75em; line-height: 1; }
[role="doc-endnotes"] { margin-top: 2em; border-top: 1px solid #888; font-size: 0.875em; }
[role="doc-endnotes"] ol, nav ol { padding: 0; list-style: none; }
nav ol ol { padding-inline-start: 1em; }
nav li { margin: 0.6em 0; }
nav a { color: inherit; text-decoration: none; }
nav span { font-weight: bold; }
.cover { margin: 0; padding: 0; text-align: center; }
.cover img { max-height: 100vh; margin: 0 auto; }
section[role="doc-colophon"] p { margin: 0.75em 0; text-indent: 0; }
`

/**
 * Returns the files of an issue as EPUB 3.3, in the order of the archive. Each file is made when its turn comes, and the same
 * issue gives the same files.
 */
export function epubParts(issue: EpubIssue): ZipPart[] {
  const [spoken] = languageTag(issue.language).split('-')
  const language = isLanguage(spoken) ? spoken : FALLBACK_LANGUAGE
  const say: Say = (key, values) => t(epubMessages[language], key, values, language)
  const chapters = chaptersOf(issue, say)
  const begun = [
    ...(issue.cover ? [{ page: 1, path: 'cover.xhtml' }] : []),
    ...chapters.flatMap(({ page, path }) => (page === null ? [] : [{ page, path }])),
  ]
  const accessibility = accessibilityOf(issue, begun.length > 0)
  const summary = accessibility.summary.map((key) => say(key)).join(' ')
  const name = `${issue.title}, ${issue.detail}`
  const page = (title: string, type: string | null, body: string) => () =>
    Buffer.from(xhtmlPage({ title, language: issue.language, type, body }))
  const items: Item[] = [
    ...coverItems(issue, { page: (body) => page(say('EPUB.COVER'), 'cover', body), name, say }),
    {
      id: 'nav',
      path: 'nav.xhtml',
      type: 'application/xhtml+xml',
      properties: 'nav',
      isRead: true,
      contents: page(say('EPUB.CONTENTS'), null, navigation(issue, { chapters, begun, say })),
    },
    ...chapters.flatMap(({ article, path, figures, ...placed }, at): Item[] => [
      {
        id: `article-${at + 1}`,
        path,
        type: 'application/xhtml+xml',
        isRead: true,
        contents: () => Buffer.from(articlePage(article, { ...placed, paths: figures, spoken: language }, say)),
      },
      ...figures.map((file, index) => ({
        id: file.replace('.jpg', ''),
        path: file,
        type: 'image/jpeg',
        contents: article.figures[index]!.jpeg,
      })),
    ]),
    {
      id: 'about',
      path: 'about.xhtml',
      type: 'application/xhtml+xml',
      isRead: true,
      contents: page(say('EPUB.ABOUT'), null, about(issue, { name, summary, say })),
    },
    { id: 'style', path: 'style.css', type: 'text/css', contents: () => Buffer.from(STYLE) },
  ]
  const file = (path: string, contents: string): ZipPart => ({ path, contents: () => Buffer.from(contents) })
  return [
    { ...file('mimetype', 'application/epub+zip'), isStored: true },
    file('META-INF/container.xml', CONTAINER),
    file('EPUB/package.opf', packageDocument(issue, { items, name, accessibility, summary, language, say })),
    ...items.map(({ path, contents, type }) => ({ path: `EPUB/${path}`, contents, isStored: type === 'image/jpeg' })),
  ]
}

/** A printed page begins with the first article on it; where the next page begins within an article is unknown. */
function chaptersOf({ articles, cover }: EpubIssue, say: Say): Chapter[] {
  const begun = new Set<number>(cover ? [1] : [])
  return articles.map((article, at) => {
    const { firstPage, figures } = article
    const page = begun.has(firstPage) ? null : firstPage
    begun.add(firstPage)
    return {
      article,
      firstPage,
      page,
      headline: xmlLine(article.headline) === '' ? say('EPUB.UNTITLED', { page: firstPage }) : article.headline,
      path: `article-${at + 1}.xhtml`,
      figures: figures.map((_, index) => `picture-${at + 1}-${index + 1}.jpg`),
    }
  })
}

function coverItems(
  { cover }: EpubIssue,
  { page, name, say }: { page: (body: string) => Item['contents']; name: string; say: Say },
): Item[] {
  if (!cover) return []
  const { width, height, jpeg } = cover
  const alt = xmlLine(say('EPUB.COVER_ALT', { title: name }))
  const body = `${pageBreak(1, say)}<img src="cover.jpg" alt="${alt}" role="doc-cover" width="${width}" height="${height}"/>`
  return [
    { id: 'cover', path: 'cover.xhtml', type: 'application/xhtml+xml', isRead: true, contents: page(body) },
    { id: 'cover-image', path: 'cover.jpg', type: 'image/jpeg', properties: 'cover-image', contents: jpeg },
  ]
}

type Named = { chapters: readonly Chapter[]; begun: readonly { page: number; path: string }[]; say: Say }

/** Navigation: contents by section, the list of printed pages, and where the text begins. */
function navigation(issue: EpubIssue, { chapters, begun, say }: Named): string {
  const link = (path: string, words: string, language = issue.language) =>
    `<li><a href="${path}"${language === issue.language ? '' : ` ${languageAttributes(language)}`}>${xmlLine(words)}</a></li>`
  const listed = sectionsOf(chapters, issue.outline).flatMap(({ headline, articles }) => {
    const links = articles.map(({ path, headline: words, article }) => link(path, words, article.language))
    if (headline === null || xmlLine(headline) === '') return links
    return [`<li><span>${xmlLine(headline)}</span>\n<ol>\n${links.join('\n')}\n</ol></li>`]
  })
  const pages = begun.map(({ page, path }) => `<li><a href="${path}#page-${page}">${page}</a></li>`)
  const landmark = (type: string, path: string, words: string) =>
    `<li><a epub:type="${type}" href="${path}">${xmlLine(words)}</a></li>`
  const landmarks = [
    ...(issue.cover ? [landmark('cover', 'cover.xhtml', say('EPUB.COVER'))] : []),
    landmark('toc', 'nav.xhtml#contents', say('EPUB.CONTENTS')),
    landmark('bodymatter', chapters[0]!.path, chapters[0]!.headline),
  ]
  return `<nav epub:type="toc" role="doc-toc" id="contents" aria-labelledby="contents-heading">
<h1 id="contents-heading">${xmlLine(say('EPUB.CONTENTS'))}</h1>
<ol>
${listed.join('\n')}
${link('about.xhtml', say('EPUB.ABOUT'))}
</ol>
</nav>
${
  pages.length > 0
    ? `<nav epub:type="page-list" role="doc-pagelist" aria-labelledby="pages-heading" hidden="hidden">
<h2 id="pages-heading">${xmlLine(say('EPUB.PAGE_LIST'))}</h2>
<ol>
${pages.join('\n')}
</ol>
</nav>
`
    : ''
}<nav epub:type="landmarks" aria-labelledby="landmarks-heading" hidden="hidden">
<h2 id="landmarks-heading">${xmlLine(say('EPUB.LANDMARKS'))}</h2>
<ol>
${landmarks.join('\n')}
</ol>
</nav>`
}

function about(
  { publisher, issn, address }: EpubIssue,
  { name, summary, say }: { name: string; summary: string; say: Say },
): string {
  const lines = [name, publisher, issn && `ISSN ${issn}`, summary, say('EPUB.PERSONAL')].filter((line) => line)
  return `<section epub:type="colophon" role="doc-colophon" aria-labelledby="headline">
<h1 id="headline">${xmlLine(say('EPUB.ABOUT'))}</h1>
${lines.map((line) => `<p>${xmlLine(line!)}</p>`).join('\n')}
<p><a href="${escapeXml(address)}">${escapeXml(address)}</a></p>
</section>`
}

type Described = {
  items: readonly Item[]
  name: string
  accessibility: Accessibility
  summary: string
  /** Language of `summary`. */
  language: string
  say: Say
}

function packageDocument(issue: EpubIssue, { items, name, accessibility, summary, language, say }: Described): string {
  const meta = (property: string, value: string, attributes = '') =>
    `<meta property="${property}"${attributes}>${xmlLine(value)}</meta>`
  const { accessMode, accessModeSufficient, accessibilityFeature, accessibilityHazard } = accessibility
  const schema = { accessMode, accessModeSufficient, accessibilityFeature, accessibilityHazard }
  const facts = Object.entries(schema).flatMap(([key, values]) => values.map((value) => meta(`schema:${key}`, value)))
  const hasPages = accessibilityFeature.includes('pageBreakMarkers')
  const tag = languageTag(issue.language)
  const tags = new Set([tag, ...issue.articles.map(({ language }) => languageTag(language))])
  const direction = textDirection(issue.language)
  const manifest = items.map(
    ({ id, path, type, properties }) =>
      `<item id="${id}" href="${path}" media-type="${type}"${properties ? ` properties="${properties}"` : ''}/>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${tag}" dir="${direction}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escapeXml(issue.address)}</dc:identifier>
<dc:title>${xmlLine(name)}</dc:title>
${[...tags].map((each) => `<dc:language>${each}</dc:language>`).join('\n')}
<dc:date>${escapeXml(issue.date)}</dc:date>
${issue.publisher.trim() ? `<dc:publisher>${xmlLine(issue.publisher)}</dc:publisher>\n` : ''}${
  hasPages
    ? `<dc:source id="print">${xmlLine(say('EPUB.PRINTED', { title: name }))}</dc:source>\n<meta refines="#print" property="source-of">pagination</meta>\n`
    : ''
}<meta property="belongs-to-collection" id="periodical">${xmlLine(issue.title)}</meta>
<meta refines="#periodical" property="collection-type">series</meta>
${issue.issn ? `<meta refines="#periodical" property="dcterms:identifier">urn:issn:${escapeXml(issue.issn)}</meta>\n` : ''}${meta('dcterms:modified', moment(issue.modified))}
${facts.join('\n')}
${meta('schema:accessibilitySummary', summary, ` xml:lang="${language}"`)}
</metadata>
<manifest>
${manifest.join('\n')}
</manifest>
<spine page-progression-direction="${direction}">
${items
  .filter(({ isRead }) => isRead)
  .map(({ id }) => `<itemref idref="${id}"/>`)
  .join('\n')}
</spine>
</package>
`
}

/** Seconds, as EPUB requires. */
const moment = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
