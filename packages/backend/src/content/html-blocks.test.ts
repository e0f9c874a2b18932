import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { blocksOf } from './html-blocks.ts'
import { documentKeys } from './read-document.ts'
import { shippedDocument } from './shipped-documents.ts'

const blocks = (html: string) => blocksOf(html, 'https://kiosk.example')

test('splits a text into headings, paragraphs and lists without markup', () => {
  expect(
    blocks(
      '<h2>Eins &amp; zwei</h2><p>Ein <strong>fetter</strong> Satz,<br>zwei\n Zeilen.</p><ul><li>a</li><li><em>b</em></li></ul><ol><li>x</li><li><p>y</p></li></ol><blockquote>Zitat</blockquote><h3>Drei</h3>Rest',
    ),
  ).toEqual([
    { kind: 'heading', text: 'Eins & zwei' },
    { kind: 'paragraph', text: 'Ein fetter Satz,\nzwei Zeilen.' },
    { kind: 'item', marker: '•', text: 'a' },
    { kind: 'item', marker: '•', text: 'b' },
    { kind: 'item', marker: '1.', text: 'x' },
    { kind: 'item', marker: '2.', text: 'y' },
    { kind: 'quote', text: 'Zitat' },
    { kind: 'subheading', text: 'Drei' },
    { kind: 'paragraph', text: 'Rest' },
  ])
})

test('prints a link’s address after it, unless the link text is the address', () => {
  const words = (html: string) => blocks(`<p>${html}</p>`)[0]!.text
  expect(words('<a href="/withdraw#instructions">Belehrung</a>!')).toBe(
    'Belehrung (https://kiosk.example/withdraw#instructions)!',
  )
  expect(words('<a href="https://a.example/">dort</a>')).toBe('dort (https://a.example/)')
  expect(words('<a href="mailto:a@example.org">a@example.org</a>')).toBe('a@example.org')
  expect(words('<a href="mailto:a@example.org">schreiben</a>')).toBe('schreiben (a@example.org)')
  expect(words('<a href="#unten">unten</a>')).toBe('unten')
})

test('prints table rows as lines with separated cells', () => {
  const html = '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
  expect(blocks(html).map(({ text }) => text)).toEqual(['A · B', '1 · 2'])
})

test('loses no word of any shipped text', () => {
  for (const key of documentKeys)
    for (const language of languages) {
      const { html } = shippedDocument(key, language)
      const words = (options: string) => options.replace(/\s+/g, '')
      const plain = html
        .replace(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
      const withoutLinks = html.replace(/<a [^>]*>|<\/a>/g, '')
      expect(
        words(
          blocks(withoutLinks)
            .map((each) => each.text)
            .join(''),
        ),
      ).toBe(words(plain))
    }
})
