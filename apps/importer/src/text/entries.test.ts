import { expect, test } from 'vitest'
import { line, PAGE } from '../page-model/testing/printed-lines.ts'
import { paragraphs } from './paragraphs.ts'
import { setLines } from './set-line.ts'

/** Lines 12 points apart; a text that begins with spaces is indented by 5 points for each. */
const set = (texts: readonly string[], page = 1) =>
  setLines(
    texts.map((text, index) => line(text.trim(), 40 + 5 * (text.length - text.trimStart().length), 100 + index * 12)),
    page,
    PAGE.height,
  )
const textsOf = (...pages: string[][]) =>
  paragraphs(
    pages.flatMap((texts, index) => set(texts, index + 1)),
    10,
  ).map(({ text }) => text)

const BOOKS = [
  'Auer, M. (2019). Gärten am',
  '   Fluss. www.example.org/1',
  'Lind, I. (2020). Brücken.',
  '   Graz: Verlag am Tor',
  'Moser, K. (2021). Wege. www.example.org/2',
  'Rain, O. (2021). Häfen an',
  '   der See',
  'Steg, J. (2022). Züge in den',
  '   Bergen. Eine Reise',
  '   in Bildern. www.example.org/3',
]

test('the entries of a bibliography begin where their first lines hang out, whatever ends the entry before', () => {
  expect(textsOf(BOOKS)).toEqual([
    'Auer, M. (2019). Gärten am Fluss. www.example.org/1',
    'Lind, I. (2020). Brücken. Graz: Verlag am Tor',
    'Moser, K. (2021). Wege. www.example.org/2',
    'Rain, O. (2021). Häfen an der See',
    'Steg, J. (2022). Züge in den Bergen. Eine Reise in Bildern. www.example.org/3',
  ])
})

test('a first line that ends with the initial of a name does not end with a sentence', () => {
  const books = ['Auer, M., Lind, I., Moser, K.', '   (2019). Gärten.', 'Lind, I., Auer, M. & Rain, O.', '   (2020). Brücken.']
  expect(textsOf([...books, 'Rain, O. (2021). Häfen an', '   der See.'])).toEqual([
    'Auer, M., Lind, I., Moser, K. (2019). Gärten.',
    'Lind, I., Auer, M. & Rain, O. (2020). Brücken.',
    'Rain, O. (2021). Häfen an der See.',
  ])
})

test('a first line that fills the column goes on, also behind the end of a sentence', () => {
  const books = (more: string) => [
    `Auer, M. ${more}(2019).`,
    '   Gärten am Fluss, Graz',
    `Lind, I. ${more}(2020).`,
    '   Wege, Wien',
    `Moser, K. ${more}(2021).`,
    '   Häfen an der See',
  ]
  expect(textsOf(books('und andere '))).toHaveLength(3)
  const text = 'Dieser lange Text geht über die ganze Zeile und'
  expect(textsOf([text, ...books('')])).not.toContain('Lind, I. (2020). Wege, Wien')
})

test('an entry goes on on the next page', () => {
  expect(textsOf(BOOKS.slice(0, 9), [...BOOKS.slice(9), 'Wald, E. (2023). Seen am', '   Tor.'])).toEqual([
    'Auer, M. (2019). Gärten am Fluss. www.example.org/1',
    'Lind, I. (2020). Brücken. Graz: Verlag am Tor',
    'Moser, K. (2021). Wege. www.example.org/2',
    'Rain, O. (2021). Häfen an der See',
    'Steg, J. (2022). Züge in den Bergen. Eine Reise in Bildern. www.example.org/3',
    'Wald, E. (2023). Seen am Tor.',
  ])
})

test('numbers in brackets that follow each other begin entries; those of a sentence do not', () => {
  expect(textsOf(['[0] www.example.org/a', '[1] www.example.org/b', 'and-more', '[2] www.example.org/c'])).toEqual([
    '[0] www.example.org/a',
    '[1] www.example.org/b and-more',
    '[2] www.example.org/c',
  ])
  expect(textsOf(['Das sagen auch andere', '[4] in ihren Büchern und', '[7] auf ihren Reisen.'])).toHaveLength(1)
})

test.each([
  ['paragraphs with indented first lines', ['   Die Stube ist', 'warm.', '   Der Ofen', 'brennt.', '   Es schneit', 'heute.'], 3],
  [
    'lines beside a drop cap',
    ['D er Zug steht', '   am Ufer und', '   wartet auf die', 'Reisenden aus der', 'Stadt am Meer.'],
    1,
  ],
])('%s are no entries', (_, texts, count) => expect(textsOf(texts)).toHaveLength(count))

test('three lines below each other that say what they are about are a card, each with the lines that go on in it', () => {
  expect(
    textsOf([
      'über diesen Text',
      'Autorin: Ida Lind',
      'Kontakt: ida@example.org',
      'Fotos: Jo Steg',
      'und Mara Auer',
      'Lizenz: frei',
    ]),
  ).toEqual(['über diesen Text', 'Autorin: Ida Lind', 'Kontakt: ida@example.org', 'Fotos: Jo Steg und Mara Auer', 'Lizenz: frei'])
  expect(textsOf(['Sie fragte den', 'Bauern: Wohin', 'denn jetzt', 'Heute: noch'])).toHaveLength(1)
})
