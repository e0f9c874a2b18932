import fc from 'fast-check'
import { expect, test } from 'vitest'
import { line, PAGE } from '../page-model/testing/printed-lines.ts'
import { captionsApart } from './captions.ts'
import { linkedHtml } from './paragraph-links.ts'
import { htmlOf, paragraphs } from './paragraphs.ts'
import { setLines } from './set-line.ts'

const FEST = 'https://example.org/fest'
/** Words between < and > are linked to the address; the signs are not printed. */
function htmlFrom(...texts: string[]): string {
  const linked = new Set<string>()
  let isIn = false
  const lines = texts.map((text, row) => {
    const words = text.split(' ').map((word, at) => {
      isIn ||= word.startsWith('<')
      if (isIn) linked.add(`${row} ${at}`)
      if (word.endsWith('>')) isIn = false
      return word.replace(/[<>]/g, '')
    })
    return { ...line(words.join(' '), 40, 100 + row * 12), joins: /\p{L}-$/u.test(text) }
  })
  const set = setLines(lines, 1, PAGE.height)
  return htmlOf(
    paragraphs(set, 10, (each) => each.line.words.map((_, at) => (linked.has(`${set.indexOf(each)} ${at}`) ? FEST : null))),
  )
}
const fest = (words: string) => `<a href="${FEST}">${words}</a>`

test('words of a link in the file are linked, over lines and hyphens, without punctuation around them', () => {
  expect(htmlFrom('Mehr <hier>.')).toBe(`<p>Mehr ${fest('hier')}.</p>`)
  expect(htmlFrom('Wir gehen („zum <großen', 'Fest> am See“)')).toBe(`<p>Wir gehen („zum ${fest('großen Fest')} am See“)</p>`)
  expect(htmlFrom('Das <Sommer-', 'fest> am See')).toBe(`<p>Das ${fest('Sommerfest')} am See</p>`)
  expect(htmlFrom('• <Fest> & Feier', '• <(Markt)>')).toBe(
    `<ul><li>${fest('Fest')} &amp; Feier</li>\n<li>(${fest('Markt')})</li></ul>`,
  )
})

test('a link over a whole column is dropped', () => {
  expect(htmlFrom(`<${'Wort '.repeat(80)}Wort>`)).not.toContain('<a')
})

test('written addresses are linked where nothing else can be meant', () => {
  expect(htmlFrom('Karten bei www.example.org, mehr unter', 'https://example.org/a_(b).')).toBe(
    '<p>Karten bei <a href="https://www.example.org/">www.example.org</a>, mehr unter <a href="https://example.org/a_(b)">https://example.org/a_(b)</a>.</p>',
  )
  // Over two lines.
  expect(htmlFrom('[7]https://example.org/karten/', '2016/mai.html und mehr')).toContain(
    '<a href="https://example.org/karten/2016/mai.html">https://example.org/karten/2016/mai.html</a> und',
  )
  // It may continue in the next line.
  expect(htmlFrom('Karten bei https://example.org/karten/', '2016/', 'karten und am See')).not.toContain('<a')
  expect(htmlFrom('Karten bei https://example.org/', 'karten und am See')).not.toContain('<a')
  expect(htmlFrom('Karten bei example.org und post@example.org')).not.toContain('<a')
})

test('a sentence around a caption keeps its links', () => {
  const part = (text: string, links?: { at: number; text: string; href: string }[]) => ({
    text,
    size: 10,
    heading: false,
    page: 1,
    ...(links && { links }),
  })
  const caption = { ...part('Der See'), caption: true as const }
  const before = part('Wir gehen zum', [{ at: 10, text: 'zum', href: FEST }])
  const after = part('großen Fest.', [{ at: 7, text: 'Fest', href: FEST }])
  expect(htmlOf(captionsApart([before, caption, after], 10))).toBe(
    `<p>Wir gehen ${fest('zum')} großen ${fest('Fest')}.</p>\n<p><em>Der See</em></p>`,
  )
})

test('a link over a whole item of a list is that of its words', () => {
  expect(htmlFrom('<• Brot>', '• <Käse>')).toBe(`<ul><li>${fest('Brot')}</li>\n<li>${fest('Käse')}</li></ul>`)
  expect(htmlFrom('<1. Kochen>', '2. Essen')).toBe(`<ol><li>${fest('Kochen')}</li>\n<li>Essen</li></ol>`)
})

test('a link over dots that fill a line is found in a moment', () => {
  const began = performance.now()
  const dots = '.'.repeat(50_000)
  expect(htmlFrom(`<Seite${dots}7>`)).toBe(`<p>Seite${dots}7</p>`)
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('a link whose words are elsewhere now is left out', () => {
  expect(linkedHtml('Ein Fest', [{ at: 0, text: 'Fest', href: FEST }])).toBe('Ein Fest')
})

test('links never change the words', () => {
  const word = fc.constantFrom('Fest', 'Som-', 'mer', 'a', '(am', 'See)', '„Ja“,', '&', '-', 'www.example.org.', '😀', 'E', 'N')
  const text = fc.array(fc.tuple(word, fc.constantFrom('', '', '<', '<>', '>')), { minLength: 1, maxLength: 8 })
  const plain = (html: string) => html.replace(/<\/?a(?: [^>]*)?>/g, '')
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (rows) => {
      const printed = (mark: boolean) =>
        rows.map((row) =>
          row.map(([each, at]) => (mark && at.includes('<') ? '<' : '') + each + (mark && at.includes('>') ? '>' : '')).join(' '),
        )
      expect(plain(htmlFrom(...printed(true)))).toBe(plain(htmlFrom(...printed(false))))
    }),
    { numRuns: 300 },
  )
})

test('the mark of a note follows its word without a space', () => {
  const links = [
    { at: 10, text: '1', href: '#note=1' },
    { at: 17, text: 'hier', href: FEST },
  ]
  expect(linkedHtml('Am Abend. 1 Mehr hier', links)).toBe(`Am Abend.<a href="#note=1">1</a> Mehr ${fest('hier')}`)
})
