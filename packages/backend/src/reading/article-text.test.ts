import { escapeHtml } from '@kiosk/domain/escape-html'
import { SECOND_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorTime } from '../testing/processor-time.ts'
import { cleanArticle } from './article-html.ts'
import { htmlOfText, textOfArticle } from './article-text.ts'

test('an article is text with signs for headings, quotations, lists and emphasis', () => {
  const html =
    '<h2>Zur Lage</h2><p>Der <em>Luchs</em> &amp; der <strong>Wolf</strong>.</p><blockquote>Sie sind da.</blockquote><ul><li>eins</li><li>zwei</li></ul><ol><li>drei</li></ol><h3>Ende</h3>'
  const text = textOfArticle(html)
  expect(text).toBe('## Zur Lage\n\nDer *Luchs* & der **Wolf**.\n\n> Sie sind da.\n\n- eins\n- zwei\n\n1. drei\n\n### Ende')
})

test.each([
  '<p>Der <em>Luchs</em> &amp; der <strong>Wolf</strong>.</p>',
  '<h2>Zur Lage</h2><p>Text</p><h3>Mehr</h3><p>Text</p>',
  '<blockquote>Sie sind da.</blockquote><ul><li>eins</li><li>zwei</li></ul><p>Ende</p>',
  '<ol><li>eins</li><li>zwei</li></ol>',
  '<p>- ja, sagte sie</p><p>2. Liga</p><p># 3, ## 4</p><p>## 5</p><p>&gt; 6</p>',
  '<p>5 * 3 * 2 \\ 1, **fett** und C:\\*</p>',
  '<p>&lt;b&gt;kein Tag&lt;/b&gt;</p>',
  '<p>Zum <a href="https://example.org/a_(b)?x=1&amp;y=*" rel="noopener nofollow">Fest <em>[am] See</em></a> (bald)</p>',
  '<p><a href="#page=3">Seite 3</a> und [kein](Link)</p>',
  '<p>Der Luchs<a href="#note=1">1</a></p><p><a href="#noteref=1">1</a> Vgl. Moos.</p><p>*<a href="#noteref=2">*</a> | x</p>',
  '<table><caption>Nächte *</caption><thead><tr><th scope="col">Ort</th><td></td></tr></thead><tbody><tr><th scope="row">Wien | Graz</th><td><em>12</em></td></tr></tbody></table><p>Ende</p>',
  '<table><tbody><tr><th scope="row">Wien</th><td>- 12</td></tr><tr><th scope="row">Graz</th><td></td></tr></tbody></table>',
  '<table><tbody><tr><td>\\ a</td><td>## b</td></tr></tbody></table>',
  '<p>| kein | Tisch |</p>',
  '<p>Davor</p><pre>if (a &lt; *b*) {\n  # c\n\n\n  [d](e) | \\\\\n}</pre><pre>  f</pre><p>Danach</p>',
  '<p>```</p><p>``` a</p>',
  '<p>Die Lampe brennt<br>\n<em>am Tor,<br>\nich</em> geh</p><p>Ende</p>',
  '<p>a\\<br>\n- b<br>\n<br>\n## c \\\\<br>\n```<br>\nd<br>\n```</p>',
  '<ul><li>Ida Lind<br>\n1. Am Tor</li><li>zwei</li></ul><h2>Zur<br>\nLage</h2>',
  '',
])('nothing changes that nobody edits: %s', (html) => {
  expect(htmlOfText(textOfArticle(html))).toBe(html)
})

test('program code is between fences, whatever is in it', () => {
  expect(textOfArticle('<p>a</p><pre>b\n\n  c</pre><p>d</p>')).toBe('a\n\n```\nb\n\n  c\n```\n\nd')
  expect(htmlOfText(textOfArticle('<pre>a\n```\nb</pre>'))).toBe('<pre>a\n``` \nb</pre>')
  expect(htmlOfText('```\nnie zu Ende')).toBe('<p>``` nie zu Ende</p>')
})

test('a break of a line is a backslash at its end', () => {
  expect(textOfArticle('<p>eins<br>zwei<br></p><table><tr><td>a<br>b</td></tr></table>')).toBe('eins\\\nzwei\n\n| a b |')
  expect(htmlOfText('eins  \\\n  zwei \n drei\\')).toBe('<p>eins  <br>\nzwei drei\\</p>')
})

test('a table is a line for each row', () => {
  const html =
    '<table><caption>Gäste</caption><thead><tr><th scope="col">Ort</th><th scope="col">Juni</th></tr></thead><tbody><tr><th scope="row">Wien</th><td>12</td></tr></tbody></table><p>Text</p>'
  expect(textOfArticle(html)).toBe('|= Gäste\n| Ort | Juni |\n| === | --- |\n| Wien | 12 |\n\nText')
  // Missing cells at the end of a row and nesting within a cell are not errors.
  expect(htmlOfText('|a|b|\n|c')).toBe('<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr></tbody></table>')
  expect(textOfArticle('<table><tr><td><p>eins</p><p>zwei</p></td><td><ul><li>drei</li></ul></td></tr></table>')).toBe(
    '| eins zwei | drei |',
  )
})

test('a row of lines only is no end of the head, and what is typed has one such end', () => {
  const html =
    '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>---</td><td>===</td></tr><tr><td>\\---</td><td>\\=</td></tr></tbody></table>'
  expect(htmlOfText(textOfArticle(html))).toBe(html)
  expect(htmlOfText('|a|\n|---|\n|b|\n|---|')).toBe(
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr><tr><td>---</td></tr></tbody></table>',
  )
})

test('whatever the cells of a table say, they say it after editing, too', () => {
  const words = fc.oneof(
    fc.constantFrom('---', '===', '\\---', '', '|', '= a', '|= a'),
    fc.string({ unit: fc.constantFrom(...'a1-=|\\*[]()#.<>&" '), maxLength: 8 }).map((text) => text.replace(/ +/g, ' ').trim()),
  )
  const tables = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.boolean())
    .chain(([columns, namesColumns, namesRows]) =>
      fc
        .array(fc.array(words, { minLength: columns, maxLength: columns }), { minLength: 2, maxLength: 4 })
        .map(([head, ...body]) => {
          const row = (cells: string[]) => `<tr>${cells.join('')}</tr>`
          const cell = (text: string) => `<td>${escapeHtml(text)}</td>`
          const headCell = (text: string) => (text === '' ? '<td></td>' : `<th scope="col">${escapeHtml(text)}</th>`)
          const rowHead = (text: string) => `<th scope="row">${escapeHtml(text)}</th>`
          const rows = body.map((cells) => row(cells.map((text, at) => (namesRows && at === 0 ? rowHead(text) : cell(text)))))
          const columnHeads = namesColumns ? `<thead>${row(head!.map(headCell))}</thead>` : ''
          return `<table>${columnHeads}<tbody>${rows.join('')}</tbody></table>`
        }),
    )
  fc.assert(fc.property(tables, (html) => htmlOfText(textOfArticle(html)) === cleanArticle(html)))
})

test('text in a table outside of its cells is before it, and text after it is a paragraph', () => {
  expect(textOfArticle('<table>foo<tr><td>a</td><td>1</td></tr></table>bar')).toBe('foo\n\n| a | 1 |\n\nbar')
})

test('a table in a cell is text of the cell', () => {
  const inner = '<table><caption>C</caption><thead><tr><th>d</th></tr></thead><tbody><tr><td>Foo</td></tr></tbody></table>'
  expect(
    textOfArticle(`<table><tr><td><p>a</p>b${inner}e</td><td>Bar</td></tr><tr><td>b</td><td>c</td></tr></table><p>Ende</p>`),
  ).toBe('| a b C d Foo e | Bar |\n| b | c |\n\nEnde')
  expect(textOfArticle('<table><table><tr><td>a</td><td>b</td></tr></table><tr><td>c</td></tr></table>d')).toBe(
    'a b\n\n| c |\n\nd',
  )
})

test('what is typed is cleaned', () => {
  expect(htmlOfText('<script>alert(1)</script>\r\n\r\n\r\nZeile\nnoch eine')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p><p>Zeile noch eine</p>',
  )
  expect(textOfArticle('<p onclick="x">Text<script>alert(1)</script></p>')).toBe('Text')
  expect(htmlOfText('**offen')).toBe('<p>**offen</p>')
})

test('a table with one long row and many short ones is not filled up to billions of cells, and none of its own is lost', () => {
  const [columns, rows] = [60_000, 60_000]
  const html = `<table><tbody><tr>${'<td>a</td>'.repeat(columns)}</tr>${'<tr><td>b</td></tr>'.repeat(rows)}</tbody></table>`
  const text = textOfArticle(html)
  expect(text.length).toBeLessThan(2 * html.length)
  expect(text.match(/b/g)).toHaveLength(rows)
  const again = htmlOfText(text)
  expect(again.length).toBeLessThan(2 * html.length)
  expect(again.match(/<td>a</g)).toHaveLength(columns)
  expect(again.match(/<td>b</g)).toHaveLength(rows)
})

test('a table has more rows than a call may have arguments', () => {
  const rows = 150_000
  expect(htmlOfText('| a |\n'.repeat(rows)).match(/<tr>/g)).toHaveLength(rows)
})

test('a long gap in program code is read in linear time', async () => {
  const code = `a${' '.repeat(200_000)}b`
  expect(await processorTime(() => textOfArticle(`<pre>\n${code} \n</pre>`))).toBeLessThan(SECOND_MS)
  expect(textOfArticle(`<pre>\n${code} \n</pre>`)).toBe(`\`\`\`\n${code}\n\`\`\``)
})

test('marks of emphasis without an end are read in linear time', async () => {
  const marks = '*a '.repeat(150_000)
  expect(await processorTime(() => htmlOfText(marks))).toBeLessThan(10_000)
  expect(htmlOfText('*a *b* **c **d**')).toBe('<p>*a <em>b</em> **c <strong>d</strong></p>')
})
