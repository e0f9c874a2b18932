import fc from 'fast-check'
import { expect, test } from 'vitest'
import { line, PAGE } from '../page-model/testing/printed-lines.ts'
import type { Line } from './line.ts'
import { listItems } from './list-items.ts'
import { htmlOf, paragraphs } from './paragraphs.ts'
import { setLines } from './set-line.ts'

/** Lines 12 points apart; a text that begins with spaces is indented by 5 points for each. */
const set = (...texts: string[]): Line[] =>
  texts.map((text, index) => line(text.trim(), 40 + 5 * (text.length - text.trimStart().length), 100 + index * 12))
const htmlFrom = (...texts: string[]) => htmlOf(paragraphs(setLines(set(...texts), 1, PAGE.height), 10))

test('lines that begin with a bullet are items, with the lines that hang below them', () => {
  expect(
    htmlFrom(
      'Was im Rucksack ist',
      '• Brot und Käse.',
      '  Auch Äpfel.',
      '• ein Messer',
      '• eine Karte des',
      '  Waldes',
      'Danach gehen wir los.',
    ),
  ).toBe(
    [
      '<p>Was im Rucksack ist</p>',
      '<ul><li>Brot und Käse. Auch Äpfel.</li>',
      '<li>ein Messer</li>',
      '<li>eine Karte des Waldes</li></ul>',
      '<p>Danach gehen wir los.</p>',
    ].join('\n'),
  )
})

test('items whose lines do not hang go on as paragraphs do', () => {
  expect(htmlFrom('▪ Brot und', 'Käse', '▪ ein Messer.', 'Wir gehen.')).toBe(
    '<ul><li>Brot und Käse</li>\n<li>ein Messer. Wir gehen.</li></ul>',
  )
})

test('a last item without a full stop does not take the next paragraph along', () => {
  expect(htmlFrom('• Brot', '• Käse', '• ein Messer', 'Wir gehen gleich nach dem', 'Essen los.')).toBe(
    ['<ul><li>Brot</li>', '<li>Käse</li>', '<li>ein Messer</li></ul>', '<p>Wir gehen gleich nach dem Essen los.</p>'].join('\n'),
  )
  expect(htmlFrom('• Brot', '• ein Messer für den Käse und', 'Salz.')).toBe(
    '<ul><li>Brot</li>\n<li>ein Messer für den Käse und Salz.</li></ul>',
  )
})

test('dashes begin items behind which other lines hang, or short ones without sentences, further right than the text', () => {
  expect(htmlFrom('Es fehlt:', '– Brot und', '  Käse.', '– ein Messer.', 'Wir gehen.')).toBe(
    ['<p>Es fehlt:</p>', '<ul><li>Brot und Käse.</li>', '<li>ein Messer.</li></ul>', '<p>Wir gehen.</p>'].join('\n'),
  )
  expect(htmlFrom('Dies alles fehlt uns noch:', '  – Brot', '  – Käse', '  – ein Messer', 'Wir gehen gleich los.')).toBe(
    [
      '<p>Dies alles fehlt uns noch:</p>',
      '<ul><li>Brot</li>',
      '<li>Käse</li>',
      '<li>ein Messer</li></ul>',
      '<p>Wir gehen gleich los.</p>',
    ].join('\n'),
  )
  expect(htmlFrom('Sie sagte:', '  – Komm', '  – Nein!', '  – Doch', 'Dann ging er.')).not.toContain('<li>')
  expect(htmlFrom('Sie sagte:', '  – Gehst du jetzt', 'nach Hause?', '  – Nein.')).not.toContain('<li>')
})

test('one bullet is not a list, and lines with dashes are not: what somebody says begins with one, too', () => {
  expect(htmlFrom('• Brot und Käse')).toBe('<p>• Brot und Käse</p>')
  expect(htmlFrom('– Gehst du schon?', '– Noch nicht.')).not.toContain('<li>')
})

test('numbers from 1 on are a list if its lines hang behind them', () => {
  expect(htmlFrom('1. Den Teig', '  rühren.', '2. Backen.', '3) Essen.')).toBe(
    '<ol><li>Den Teig rühren.</li>\n<li>Backen.</li>\n<li>Essen.</li></ol>',
  )
})

test.each([
  [['Sie kamen am', '1. Mai und gingen am', '2. Juni nach langer', 'Wanderung heim.']],
  [['3. Den Teig rühren.', '4. Backen.']],
  [['1. Den Teig rühren.', '3. Backen.']],
])('other numbers are words of the text: %j', (texts) => {
  expect(htmlFrom(...texts)).not.toContain('<li>')
})

test('a paragraph between two items does not change their numbers', () => {
  const parts = paragraphs(setLines(set('1. Kochen', '2. Essen', '3. Spülen'), 1, PAGE.height), 10)
  const caption = { text: 'Der Topf', size: 8, heading: false, page: 1, caption: true as const }
  expect(htmlOf(parts.toSpliced(2, 0, caption))).toBe(
    '<ol><li>Kochen</li>\n<li>Essen</li></ol>\n<p><em>Der Topf</em></p>\n<p>3. Spülen</p>',
  )
})

test('an item goes on at the head of the next page, as far right as its last line', () => {
  const before = setLines(
    set('1. Den Teig lange', '  und mit', '2. Die Form aus dem', '  Schrank', '  holen und'),
    1,
    PAGE.height,
  )
  const page = (...texts: string[]) => [...before, ...setLines(set(...texts), 2, PAGE.height)]
  expect(htmlOf(paragraphs(page('  mit Butter', '  fetten.', '3. Backen.'), 10))).toBe(
    [
      '<ol><li>Den Teig lange und mit</li>',
      '<li>Die Form aus dem Schrank holen und mit Butter fetten.</li>',
      '<li>Backen.</li></ol>',
    ].join('\n'),
  )
  expect(htmlOf(paragraphs(page('Dann wird gegessen.'), 10))).toContain('holen und</li></ol>\n<p>Dann wird')
})

test('lines behind the mark of an item within an item go on in it', () => {
  expect(
    htmlFrom('1. Den Teig', '   rühren: a. von Hand', '   b. langsam und', '      dann mit dem', '      Löffel.', '2. Backen.'),
  ).toBe('<ol><li>Den Teig rühren: a. von Hand b. langsam und dann mit dem Löffel.</li>\n<li>Backen.</li></ol>')
  expect(htmlFrom('1. Den Teig', '   rühren.', '         Danach wird', '2. Backen.')).not.toContain('rühren. Danach')
})

test('the rest of a line behind a wide gap is a part of its item', () => {
  const bulleted = set('Brot und', 'Käse,', 'ein Messer', 'mit Griff,', 'Salz')
  const lines = bulleted.map((each) => ({ ...each, words: [...each.words] }))
  lines.splice(3, 0, line('(lang', 200, 124))
  const found = setLines(lines, 1, PAGE.height).map((each, index) => ({
    ...each,
    ...([0, 2, 5].includes(index) && { bullet: true as const }),
  }))
  expect(htmlOf(paragraphs(found, 10))).toBe(
    '<ul><li>Brot und Käse,</li>\n<li>ein Messer (lang mit Griff,</li>\n<li>Salz</li></ul>',
  )
})

test('an item behind a paragraph that interrupts its list is one, and a bullet by itself is not', () => {
  const list = ['• Brot und', '  Käse', '• ein Messer für', '  das Brot.']
  const last = ['Das reicht nicht immer.', '• Salz für', '  die Eier.', 'Dann gehen wir los.']
  expect(htmlFrom(...list, ...last)).toContain(
    '<p>Das reicht nicht immer.</p>\n<ul><li>Salz für die Eier.</li></ul>\n<p>Dann gehen',
  )
  expect(htmlFrom(...last)).not.toContain('<li>')
  expect(htmlFrom(...list, ...last.map((text) => text.replace('•', '▪')))).not.toContain('<li>Salz')
})

test('a list ends where numbers begin', () => {
  expect(htmlFrom('• Brot', '• Käse.', '1. Kochen', '2. Essen')).toBe(
    '<ul><li>Brot</li>\n<li>Käse.</li></ul>\n<ol><li>Kochen</li>\n<li>Essen</li></ol>',
  )
})

test('lists lose no word and repeat none, whatever their items begin with', () => {
  const word = fc.constantFrom('Brot', 'Käse', 'und', 'Messer.', 'Karte', 'Wald', '2025', 'am', 'Ufer', 'www.example.org')
  const start = fc.constantFrom('', '  ', '• ', '•', '▪ ', '1. ', '2. ', '3) ', '– ', '  • ', '12. ')
  const printed = fc.tuple(start, fc.array(word, { minLength: 1, maxLength: 5 })).map(([mark, words]) => mark + words.join(' '))
  const wordsOf = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort()
  fc.assert(
    fc.property(fc.array(printed, { minLength: 1, maxLength: 12 }), (texts) => {
      // The number of an item is what its list shows.
      const shown = htmlFrom(...texts)
        .replace(/<ol>[\s\S]*?<\/ol>/g, (list) => {
          let number = 0
          return list.replace(/<li>/g, () => `${++number}. `)
        })
        .replace(/<[^>]*>/g, ' ')
      expect(wordsOf(shown)).toEqual(wordsOf(texts.join(' ')))
    }),
    { numRuns: 500 },
  )
})

test('a list has more items than a call may have arguments', () => {
  const count = 150_000
  const [first] = setLines(set('• Seil'), 1, PAGE.height)
  const items = listItems(
    Array.from({ length: count }, () => first!),
    () => false,
  )
  expect(items).toHaveLength(count)
})

test('an article has more headings than a call may have arguments', () => {
  const count = 150_000
  const heading = { text: 'Seil', size: 10, heading: true, page: 1 }
  expect(htmlOf(Array.from({ length: count }, () => heading)).match(/<h2>/g)).toHaveLength(count)
})
