import { createHash } from 'node:crypto'
import { randomNumbers } from '@kiosk/domain/random-numbers'
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { cleanArticle } from '../article-html.ts'
import type { EpubArticle, EpubFigure, EpubIssue } from './epub-issue.ts'
import { EPUB_VERSION, epubParts } from './epub-parts.ts'
import { zip } from './zip.ts'

const jpeg = async () => Buffer.from('picture')
const article = (values: Partial<EpubArticle> = {}): EpubArticle => ({
  headline: 'Luchse',
  byline: 'Ida Moos',
  kicker: '',
  deck: '',
  firstPage: 3,
  language: 'de',
  html: '<p>Im Wald.</p>',
  figures: [],
  isReadByMachine: false,
  ...values,
})
const issue = (values: Partial<EpubIssue> = {}): EpubIssue => ({
  address: 'https://kiosk.example/magazines/issues/bergblick-7',
  title: 'Bergblick',
  detail: 'Nr. 7 · 1. November 2026',
  language: 'de',
  publisher: 'Felsenverlag',
  issn: '1234-5679',
  date: '2026-11-01',
  modified: new Date('2026-11-02T03:04:05.678Z'),
  hasAllText: true,
  outline: [],
  articles: [article()],
  cover: { width: 1240, height: 1754, jpeg },
  ...values,
})

async function packed(given: EpubIssue): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zip(epubParts(given))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Returns the files of an EPUB by path; those that are XML are parsed, so that an error in one of them fails the test. */
async function files(given: EpubIssue): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [path, bytes] of Object.entries(unzipSync(await packed(given)))) {
    const text = Buffer.from(bytes).toString('utf8')
    found.set(path.replace('EPUB/', ''), text)
    if (/\.(xhtml|opf|xml)$/.test(path)) parse(path, text)
  }
  return found
}

/** @throws Error of the first mistake, and of an id that occurs twice */
function parse(path: string, text: string): void {
  const parser = new SaxesParser({ xmlns: true, fileName: path })
  const ids = new Set<string>()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ attributes }) => {
    const id = attributes.id?.value
    if (id !== undefined && ids.has(id)) throw new Error(`${path} has the id ${id} twice`)
    if (id !== undefined) ids.add(id)
  })
  parser.write(text).close()
}

test('an archive begins with its type, uncompressed, and the same issue gives the same bytes', async () => {
  const archive = await packed(issue())
  expect(archive.subarray(30, 58).toString('latin1')).toBe('mimetypeapplication/epub+zip')
  // Method, and no extra field.
  expect([archive.readUInt16LE(8), archive.readUInt16LE(28)]).toEqual([0, 0])
  expect(archive.equals(await packed(issue()))).toBe(true)
})

test('an issue gives other files only with another EPUB_VERSION', async () => {
  const hash = createHash('sha256')
  const html = '<h2>Wald</h2><p>Ein <em>Luchs</em>.</p><ul><li>eins</li></ul><blockquote>zwei</blockquote>'
  const given = issue({ articles: [article({ html, figures: [picture({})] }), article()], hasAllText: false })
  for (const { path, contents } of epubParts(given)) hash.update(path).update(await contents())
  // If this fails, increase EPUB_VERSION: interrupted earlier downloads would be continued with these files.
  expect([EPUB_VERSION, hash.digest('hex').slice(0, 16)]).toEqual([5, 'ab25e6ff3cff4e59'])
})

test('files are made one at a time, when they are asked for', async () => {
  const made: string[] = []
  const part = (path: string) => ({
    path,
    contents: () => {
      made.push(path)
      return Buffer.from(path)
    },
  })
  const chunks = zip(['a', 'b', 'c'].map(part))
  await chunks.next()
  expect(made).toEqual(['a'])
  await chunks.next()
  await chunks.next()
  expect(made).toEqual(['a', 'b'])
  await chunks.return(undefined)
  expect(made).toEqual(['a', 'b'])
})

test('every file of the manifest is there, and those that are read are in their order', async () => {
  const given = issue({ articles: [article(), article({ headline: 'Wölfe', firstPage: 5 })] })
  const found = await files(given)
  const document = found.get('package.opf')!
  const paths = [...document.matchAll(/<item id="[^"]+" href="([^"]+)"/g)].map(([, path]) => path!)
  expect(paths.every((path) => found.has(path))).toBe(true)
  expect([...found.keys()].sort()).toEqual([...paths, 'META-INF/container.xml', 'mimetype', 'package.opf'].sort())
  expect([...document.matchAll(/<itemref idref="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'cover',
    'nav',
    'article-1',
    'article-2',
    'about',
  ])
  expect(document).toContain('<meta property="dcterms:modified">2026-11-02T03:04:05Z</meta>')
  expect(document).toContain('<dc:identifier id="id">https://kiosk.example/magazines/issues/bergblick-7</dc:identifier>')
})

test('the list of pages names those that begin with an article, and each target is there', async () => {
  const pages = [3, 3, 5, 1, 4]
  const found = await files(issue({ articles: pages.map((firstPage) => article({ firstPage })) }))
  const list = /<nav epub:type="page-list"[\s\S]*?<\/nav>/.exec(found.get('nav.xhtml')!)![0]
  const targets = [...list.matchAll(/href="([^#]+)#(page-\d+)">(\d+)</g)].map(([, path, id, page]) => ({ path, id, page }))
  expect(targets.map(({ page }) => page)).toEqual(['1', '3', '5', '4'])
  for (const { path, id } of targets) expect(found.get(path!)).toContain(`id="${id}"`)
  expect(found.get('article-2.xhtml')).not.toContain('pagebreak')
})

test('contents are divided by the sections of the outline', async () => {
  const outline = [
    { headline: 'Editorial', page: 2, level: 1 },
    { headline: 'Natur', page: 3, level: 1 },
    { headline: 'Luchse', page: 4, level: 2 },
    { headline: 'Bären', page: 6, level: 2 },
    { headline: 'Impressum', page: 8, level: 1 },
  ]
  const articles = [
    ['Editorial', 2],
    ['Luchse', 4],
    ['Kasten', 5],
    ['Bären', 6],
    ['Impressum', 8],
  ].map(([headline, firstPage]) => article({ headline: String(headline), firstPage: Number(firstPage) }))
  const nav = (await files(issue({ outline, articles }))).get('nav.xhtml')!
  const [contents] = /<nav epub:type="toc"[\s\S]*?<\/nav>/.exec(nav)!
  expect(
    contents
      .replace(/<h1[\s\S]*?<\/h1>/, '')
      .replace(/<(?!\/?ol|\/?li)[^>]*>/g, '')
      .replace(/\s+/g, ''),
  ).toBe(
    '<ol><li>Editorial</li><li>Natur<ol><li>Luchse</li><li>Kasten</li><li>Bären</li></ol></li><li>Impressum</li><li>ÜberdieseAusgabe</li></ol>',
  )
})

const picture = (values: Partial<EpubFigure>): EpubFigure => ({
  width: 600,
  height: 400,
  caption: '',
  credit: '',
  alternative: null,
  after: 0,
  jpeg,
  ...values,
})
const facts = (document: string, name: string) =>
  [...document.matchAll(new RegExp(`<meta property="schema:${name}"[^>]*>([^<]*)<`, 'g'))].map(([, value]) => value)

test.each([
  ['no pictures', [], ['textual'], ['textual'], false, /Bilder der Ausgabe sind nicht enthalten/],
  [
    'described pictures',
    [picture({ alternative: { text: 'Ein Luchs', isCaption: false } })],
    ['textual', 'visual'],
    ['textual'],
    true,
    /^((?!Bilder).)*$/,
  ],
  [
    'pictures with captions',
    [picture({ caption: 'Luchs', alternative: { text: 'Luchs', isCaption: true } }), picture({})],
    ['textual', 'visual'],
    ['textual,visual'],
    false,
    /nur durch ihre Bildunterschriften/,
  ],
])('with %s, says of accessibility what is true', async (_, figures, modes, sufficient, isDescribed, summary) => {
  const found = await files(issue({ articles: [article({ figures })] }))
  const document = found.get('package.opf')!
  expect(facts(document, 'accessMode')).toEqual(modes)
  expect(facts(document, 'accessModeSufficient')).toEqual(sufficient)
  expect(facts(document, 'accessibilityFeature').includes('alternativeText')).toBe(isDescribed)
  expect(facts(document, 'accessibilityFeature')).not.toContain('readingOrder')
  expect(facts(document, 'accessibilitySummary')[0]).toMatch(summary)
  expect(facts(document, 'accessibilitySummary')[0]).toMatch(/Ein Programm hat den Text/)
})

test('the style sheet has nothing that EPUB forbids', async () => {
  expect((await files(issue())).get('style.css')).not.toMatch(/\b(?:direction|unicode-bidi)\s*:/)
})

test('says which articles a program has read from pictures, in the language of the issue', async () => {
  const scanned = article({ isReadByMachine: true, language: 'en' })
  const found = await files(issue({ articles: [article(), scanned] }))
  expect(found.get('article-1.xhtml')).not.toContain('aus dem Bild der Seite erkannt')
  expect(found.get('article-2.xhtml')).toMatch(
    /<p class="note" lang="de" xml:lang="de" dir="ltr">[^<]*aus dem Bild der Seite erkannt/,
  )
  const summaryOf = (path: Map<string, string>) => facts(path.get('package.opf')!, 'accessibilitySummary')[0]
  expect(summaryOf(found)).toContain('aus Bildern der Seiten erkannt')
  expect(summaryOf(await files(issue()))).not.toContain('aus Bildern der Seiten erkannt')
})

test('says that pages lack text, and claims no list of pages that there is not', async () => {
  const partial = (await files(issue({ hasAllText: false }))).get('package.opf')!
  expect(facts(partial, 'accessibilitySummary')[0]).toContain('Einige Seiten sind Bilder ohne Text')
  expect(facts(partial, 'accessibilityFeature')).toContain('pageNavigation')
  expect(partial).toContain('property="source-of">pagination<')
})

test('pictures are where they were printed, with caption and credit, and the caption is not repeated', async () => {
  const html = '<p>Eins.</p><p><em>Ein Luchs im Schnee Foto: Lind</em></p><p>Zwei.</p><p>Drei.</p>'
  const figures = [
    picture({ caption: 'Zuerst', alternative: { text: 'Zuerst', isCaption: true } }),
    picture({ caption: 'Ein Luchs im Schnee', credit: 'Foto: Lind', after: 1 }),
    picture({ after: 9 }),
  ]
  const page = (await files(issue({ articles: [article({ html, figures })] }))).get('article-1.xhtml')!
  const order = [
    ...page.replace(/<\/?(?:span|small)[^>]*>/g, '').matchAll(/picture-1-\d|Eins|Zwei|Drei|Ein Luchs im Schnee Foto: Lind/g),
  ].map(([each]) => each)
  expect(order).toEqual(['picture-1-1', 'Eins', 'picture-1-2', 'Ein Luchs im Schnee Foto: Lind', 'Zwei', 'Drei', 'picture-1-3'])
  expect(page).toContain('alt="Bild. Aus der Bildunterschrift: Zuerst"')
  expect(page).toContain('alt="Bild zum Artikel, ohne Beschreibung"')
  // Screen readers get a caption that serves as the description only once.
  expect(page).toContain('<span aria-hidden="true">Zuerst</span>')
  expect(page).toContain('<span>Ein Luchs im Schnee</span>')
})

test('the line above the headline and what introduces an article are at its head, once', async () => {
  const html = '<p>Warum der <em>Luchs</em> zurück ist</p><ul><li>eins</li><li>zwei</li></ul><p>Drei.</p>'
  const given = { kicker: 'Natur & Wald', deck: 'Warum der Luchs zurück  ist', html }
  const head = async (values: Partial<EpubArticle>) => {
    const page = (await files(issue({ articles: [article({ ...given, ...values })] }))).get('article-1.xhtml')!
    return /<header>\n([\s\S]*)\n<\/header>\n([^\n]*)/.exec(page)!.slice(1)
  }
  expect(await head({})).toEqual([
    `<p class="kicker">Natur &amp; Wald</p>
<h1 id="headline">Luchse</h1>
<p class="deck">Warum der <em>Luchs</em> zurück ist</p>
<p class="byline">Ida Moos</p>`,
    '<ul>',
  ])
  // A corrected text no longer begins with the deck.
  expect((await head({ deck: 'Warum er fort ist', byline: '', kicker: ' ' }))[0]).toBe('<h1 id="headline">Luchse</h1>')
  // A list counts as one block, as in the article view.
  const page = (await files(issue({ articles: [article({ ...given, figures: [picture({}), picture({ after: 2 })] })] }))).get(
    'article-1.xhtml',
  )!
  expect(page).toMatch(/<\/ul>\n<figure>\n<img src="picture-1-2.jpg"[\s\S]*Drei/)
})

test('lists, quotations and headings are kept, whatever they are nested in', async () => {
  const html = `<h3>Zwischen</h3><ul><li><p>eins</p></li><li>zwei <strong>fett</strong></li></ul><ol><li>drei</li></ol>
    <blockquote><p>vier</p><p>fünf</p></blockquote>lose<li>ohne Liste</li><em>schräg<p>im Absatz</p></em><p></p><h2> </h2>`
  const page = (await files(issue({ articles: [article({ html: cleanArticle(html) })] }))).get('article-1.xhtml')!
  const [, body] = /Ida Moos<\/p>\n<\/header>\n([\s\S]*)\n<\/section>/.exec(page)!
  expect(body).toBe(`<h2>Zwischen</h2>
<ul>
<li>eins</li>
<li>zwei <strong>fett</strong></li>
</ul>
<ol>
<li>drei</li>
</ol>
<blockquote>
<p>vier</p>
<p>fünf</p>
</blockquote>
<p>lose</p>
<p>ohne Liste</p>
<p class="caption"><em>schräg</em></p>
<p class="caption"><em>im Absatz</em></p>`)
})

test('program code keeps its line breaks and spaces', async () => {
  const html = '<p>Davor</p><pre>if (a &lt; 2) {\n  b()\n\n}</pre><p>Danach</p>'
  const page = (await files(issue({ articles: [article({ html: cleanArticle(html) })] }))).get('article-1.xhtml')!
  expect(page).toContain('<p>Davor</p>\n<pre dir="ltr">if (a &lt; 2) {\n  b()\n\n}</pre>\n<p>Danach</p>')
})

test('the lines of a poem stay lines', async () => {
  const html = '<p><br>Die Lampe brennt<br>am <em>Tor,<br>ich</em> geh<br></p><table><tr><td>a<br>b</td></tr></table>'
  const page = (await files(issue({ articles: [article({ html: cleanArticle(html) })] }))).get('article-1.xhtml')!
  expect(page).toContain('<p>Die Lampe brennt<br/>\nam <em>Tor,<br/>\nich</em> geh</p>\n')
  expect(page).toContain('<td>a<br/>\nb</td>')
})

test('tables have their captions and heads, and rows of one length, whatever is nested in their cells', async () => {
  const html = `<table><caption>Gäste &amp; <em>Nächte</em></caption><thead><tr><th scope="col">Ort</th><th scope="col">Juni</th><th scope="col"> </th></tr></thead>
    <tbody><tr><th scope="row">Wien</th><td><p>12</p><ul><li>x</li></ul></td></tr><tr></tr></tbody></table><table></table>
    <table><caption>allein</caption></table><table>lose<tr><td><strong>a<table><tr><td>b</td></tr></table></strong></td></tr></table>`
  const page = (await files(issue({ articles: [article({ html: cleanArticle(html) })] }))).get('article-1.xhtml')!
  const [, body] = /Ida Moos<\/p>\n<\/header>\n([\s\S]*)\n<\/section>/.exec(page)!
  expect(body).toBe(`<table>
<caption>Gäste &amp; <em>Nächte</em></caption>
<thead>
<tr><th scope="col">Ort</th><th scope="col">Juni</th><td></td></tr>
</thead>
<tbody>
<tr><th scope="row">Wien</th><td>12 x</td><td></td></tr>
</tbody>
</table>
<p>allein</p>
<table>
<tbody>
<tr><td><strong>a</strong></td></tr>
<tr><td><strong>b</strong></td></tr>
</tbody>
</table>
<p>lose</p>`)

  const twoCaptions = '<p><em><table><caption>eins </caption><caption>zwei</caption><tr><td>a</td></tr></table></em></p>'
  const other = (await files(issue({ articles: [article({ html: cleanArticle(twoCaptions) })] }))).get('article-1.xhtml')!
  expect(other).toContain('<caption><em>eins </em><em>zwei</em></caption>')
})

test('a table with one long row and many short ones is not filled up to billions of cells', async () => {
  const [columns, rows] = [30_000, 30_000]
  const html = `<table><tr>${'<td>a</td>'.repeat(columns)}</tr>${'<tr><td>b</td></tr>'.repeat(rows)}</table>`
  const page = (await files(issue({ articles: [article({ html: cleanArticle(html) })] }))).get('article-1.xhtml')!
  expect(page.match(/<td>a<\/td>/g)).toHaveLength(columns)
  expect(page.match(/<td>b<\/td>/g)).toHaveLength(rows)
  expect(page.match(/<td>/g)).toHaveLength(columns + rows)
})

test('notes are at the end, and lead to the text and back; what leads nowhere is text', async () => {
  const html = `<p>Der Luchs<a href="#note=1">1</a> und<a href="#note=1">1</a> der Wolf<a href="#note=7">7</a></p>
    <p><a href="#noteref=1">1</a> Vgl. <a href="https://example.org/">Moos</a>.</p><table><tr><td>Bär<a href="#note=2">*</a></td></tr></table>
    <p><a href="#noteref=2">*</a> Geändert.</p><p><a href="#noteref=3">3</a> Ohne Stelle.</p><p>Ende <a href="#noteref=1">1</a></p>`
  const page = (await files(issue({ articles: [article({ html: cleanArticle(html) })] }))).get('article-1.xhtml')!
  const [, body] = /Ida Moos<\/p>\n<\/header>\n([\s\S]*)\n<\/section>/.exec(page)!
  const reference = (note: number, mark: string, id = '') =>
    `<a epub:type="noteref" role="doc-noteref" href="#note-${note}"${id}>${mark}</a>`
  expect(body).toBe(`<p>Der Luchs${reference(1, '1', ' id="noteref-1"')} und${reference(1, '1')} der Wolf7</p>
<table>
<tbody>
<tr><td>Bär${reference(2, '*', ' id="noteref-2"')}</td></tr>
</tbody>
</table>
<p>Ende 1</p>
<section epub:type="endnotes" role="doc-endnotes" aria-labelledby="notes">
<h2 id="notes">Anmerkungen</h2>
<ol>
<li id="note-1"><a role="doc-backlink" href="#noteref-1">1</a> Vgl. <a href="https://example.org/">Moos</a>.</li>
<li id="note-2"><a role="doc-backlink" href="#noteref-2">*</a> Geändert.</li>
<li id="note-3">3 Ohne Stelle.</li>
</ol>
</section>`)
})

test('links to the web are kept, and those to pages are text, because a page may be in another file or in none', async () => {
  const html = `<p>Zum <a href="https://example.org/?a=1&amp;b=2">Fest <em>am</em></a> <em>See <a href="mailto:post@example.org">hier</a></em></p>
    <ul><li><a href="#page=3">Seite 3</a></li><li><a href="javascript:x">x</a> <a href="https://example.org/"> </a>y</li></ul>`
  const page = (await files(issue({ articles: [article({ html: cleanArticle(html) })] }))).get('article-1.xhtml')!
  const [, body] = /<\/header>\n([\s\S]*)\n<\/section>/.exec(page)!
  expect(
    body,
  ).toBe(`<p>Zum <a href="https://example.org/?a=1&amp;b=2">Fest <em>am</em></a> <em>See <a href="mailto:post@example.org">hier</a></em></p>
<ul>
<li>Seite 3</li>
<li>x  y</li>
</ul>`)
})

test('languages are those of issue and article, and Arabic is written from right to left', async () => {
  const found = await files(issue({ language: 'ar', articles: [article({ language: 'ar' }), article({ language: 'en-GB' })] }))
  expect(found.get('article-1.xhtml')).toContain('lang="ar" xml:lang="ar" dir="rtl"')
  expect(found.get('article-2.xhtml')).toContain('lang="en-GB" xml:lang="en-GB" dir="ltr"')
  expect(found.get('package.opf')).toContain('page-progression-direction="rtl"')
  expect(found.get('package.opf')?.match(/<dc:language>[^<]*/g)).toEqual(['<dc:language>ar', '<dc:language>en-GB'])
  expect(found.get('nav.xhtml')).toContain('<a href="article-1.xhtml">')
  expect(found.get('nav.xhtml')).toContain('<a href="article-2.xhtml" lang="en-GB" xml:lang="en-GB" dir="ltr">')
  expect(found.get('package.opf')).toContain('<meta property="schema:accessibilitySummary" xml:lang="en">')
})

/** Characters that occur in texts of PDFs or that attackers might use. */
const ODD = [
  ...'\0\u0001\u0008\u000b\u001f\u007f\u0085\u009f\ufffe\uffff\ufdd0\u2028\u200f\u202e\t\r\n ',
  '\ud800',
  '\udfff',
  '𝔘',
  ']]>',
  '<!--',
  '-->',
  '<?xml?>',
  '<![CDATA[',
  '&nbsp;',
  '&#0;',
  '&amp',
  '"',
  "'",
  '<script>alert(1)</script>',
  '</title>',
  '<p>',
  '</em>',
  '<em>',
  '<strong>',
  '</strong>',
  '<li>',
  '<ul>',
  '</ol>',
  '<h2>',
  '<h3>',
  '</blockquote>',
  '<blockquote>',
  '<table>',
  '</table>',
  '<caption>',
  '<thead>',
  '<tr>',
  '<th scope="row">',
  '<td>',
  '</td>',
  '<a href="#note=1">',
  '<a href="#noteref=1">',
  '<p><a href="#noteref=1">1</a>',
  '</a>',
  'Wort',
  '{page}',
  '$&',
  '../../etc/passwd',
]

test('whatever texts contain, every file is well-formed', async () => {
  const random = randomNumbers(7)
  const text = () => Array.from({ length: Math.floor(random() * 12) }, () => ODD[Math.floor(random() * ODD.length)]!).join('')
  for (let round = 0; round < 150; round++) {
    const figure = () => picture({ caption: text(), credit: text(), alternative: { text: text(), isCaption: random() < 0.5 } })
    const articles = Array.from({ length: 3 }, () =>
      article({
        headline: text(),
        byline: text(),
        kicker: text(),
        deck: text(),
        language: text(),
        html: cleanArticle(text() + text() + text()),
        firstPage: 1 + Math.floor(random() * 3),
        figures: random() < 0.5 ? [figure(), figure()] : [],
      }),
    )
    const outline = [1, 2, 1].map((level) => ({ headline: text(), page: 1 + Math.floor(random() * 3), level }))
    const words = { title: text(), detail: text(), publisher: text(), language: text(), issn: text() }
    const found = await files(
      issue({ ...words, outline, articles, address: `https://kiosk.example/${encodeURIComponent('a b')}` }),
    )
    for (const [path, contents] of found) expect(contents, path).not.toMatch(/<script/)
  }
})
