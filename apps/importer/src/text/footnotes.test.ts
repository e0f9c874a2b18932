import { expect, test } from 'vitest'
import { eachNote, footnotesApart, withMarkApart } from './footnotes.ts'
import type { Word } from './line.ts'
import { markAtStart } from './note-marks.ts'
import type { SetLine } from './set-line.ts'

const BODY = 10

function line(text: string, y: number, size = BODY, at: { page?: number; x?: number } = {}): SetLine {
  const { page = 1, x = 0.1 } = at
  const words = text
    .split(' ')
    .map((word, place) => [word, x + place * 0.02, y, 0.02, 0.01] as [string, number, number, number, number])
  return { line: { words, joins: false }, page, box: { x, y, width: 0.35, height: 0.01 }, size }
}
const texts = (lines: SetLine[]) => lines.map(({ line: { words } }) => words.map(([word]) => word).join(' '))

test('small print with a number at the foot of a page is a footnote, not text', () => {
  const { text, notes } = footnotesApart(
    [
      line('Im Tal liegt', 0.3),
      line('noch Schnee.', 0.6),
      line('1 Gemeint ist das Inntal,', 0.8, 8),
      line('nicht das Zillertal.', 0.82, 8),
    ],
    BODY,
  )
  expect(texts(text)).toEqual(['Im Tal liegt', 'noch Schnee.'])
  expect(eachNote(notes).map(texts)).toEqual([['1 Gemeint ist das Inntal,', 'nicht das Zillertal.']])
})

test('a footnote may begin with the asterisk of mathematics, which some programs print', () => {
  const { text, notes } = footnotesApart([line('Im Tal liegt', 0.3), line('∗Gemeint ist das Inntal.', 0.8, 8)], BODY)
  expect([texts(text), texts(notes)]).toEqual([['Im Tal liegt'], ['∗Gemeint ist das Inntal.']])
})

test('a footnote may continue at the foot of the next page', () => {
  const { text, notes } = footnotesApart(
    [
      line('Eins.', 0.5),
      line('3 Eine lange', 0.85, 8),
      line('Zwei.', 0.5, BODY, { page: 2 }),
      line('Anmerkung dazu.', 0.85, 8, { page: 2 }),
    ],
    BODY,
  )
  expect(texts(text)).toEqual(['Eins.', 'Zwei.'])
  expect(eachNote(notes).map(texts)).toEqual([['3 Eine lange', 'Anmerkung dazu.']])
})

test('small print above the text, in another column or without a number stays in place', () => {
  const caption = [line('2 Hütten im Herbst', 0.4, 8), line('Der Weg führt weiter.', 0.5)]
  expect(footnotesApart(caption, BODY).notes).toEqual([])
  const besides = [line('1 Zur Quelle', 0.8, 8), line('Daneben geht der Text weiter.', 0.9, BODY, { x: 0.55 })]
  expect(texts(footnotesApart(besides, BODY).notes)).toEqual(['1 Zur Quelle'])
  const imprint = [line('Der Text.', 0.5), line('Gedruckt in Hall', 0.9, 8)]
  expect(footnotesApart(imprint, BODY).notes).toEqual([])
})

test('the number of a note may be printed apart from its text', () => {
  const apart = line('2', 0.8, 7, { x: 0.08 })
  const lines = [
    line('Der Text.', 0.5),
    line('1 Zur Quelle.', 0.77, 8),
    { ...apart, box: { ...apart.box, width: 0.01 } },
    line('Vgl. Moos.', 0.802, 8),
    line('30', 0.84, 8),
    line('Tage später.', 0.88, 8),
  ]
  expect(eachNote(footnotesApart(lines, BODY).notes).map(texts)).toEqual([
    ['1 Zur Quelle.'],
    ['2', 'Vgl. Moos.', '30', 'Tage später.'],
  ])
  expect(footnotesApart([lines[0]!, ...lines.slice(2, 4)], BODY).notes.map(({ line }) => line.words[0]![0])).toEqual([
    '2',
    'Vgl.',
  ])
})

test('a note whose number touches the year that it begins with is one, if it has the next number', () => {
  const notes = (...printed: string[]) => eachNote(printed.map((text, index) => line(text, 0.8 + index * 0.02, 8))).map(texts)
  expect(notes('32 Zum Beispiel im Tal.', '331973 als „Blatt“ gegründet.', '342017 folgte mehr.', '1999 kam niemand.')).toEqual([
    ['32 Zum Beispiel im Tal.'],
    ['331973 als „Blatt“ gegründet.'],
    ['342017 folgte mehr.', '1999 kam niemand.'],
  ])
  expect(notes('32 Zum Beispiel kamen', '401973 Menschen.')).toEqual([['32 Zum Beispiel kamen', '401973 Menschen.']])
  expect(markAtStart('331973 als')).toBe('33')
})

test('the mark of a note and its first word are two words, also where nothing is between them', () => {
  const words = (text: string) => withMarkApart([line(text, 0.8, 8)])[0]!.line.words
  for (const [printed, apart] of [
    ['1Gemeint ist', ['1', 'Gemeint', 'ist']],
    ['331973 als', ['33', '1973', 'als']],
    ['1 Gemeint', ['1', 'Gemeint']],
    ['1999 kam', ['1999', 'kam']],
  ] as const)
    expect(words(printed).map(([word]) => word)).toEqual(apart)
  const [mark, first] = words('14https://www.example.org/') as [Word, Word]
  expect(mark[1] + mark[3]).toBeCloseTo(first[1])
  expect(first[1] + first[3]).toBeCloseTo(0.12)
})
