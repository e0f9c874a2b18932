import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lines, paragraphs, placedWords } from './page-text.ts'

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const word = fc.tuple(fc.stringMatching(/^[a-z]{1,12}$/), fraction, fraction, fraction, fraction)
const lines = fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { maxLength: 30 })

describe('words over the picture', () => {
  test('every word is there once, in the order of the page', () => {
    fc.assert(
      fc.property(lines, (lines) => {
        expect(placedWords(lines).map((word) => word.text.trim())).toEqual(lines.flat().map(([text]) => text))
      }),
    )
  })
  test('a word reaches to the next one of its line, so that a selection has no holes', () => {
    const [first, second] = placedWords([
      [
        ['Guten', 0.1, 0.2, 0.08, 0.01],
        ['Morgen', 0.2, 0.198, 0.1, 0.014],
      ],
    ])
    expect(first).toMatchObject({ text: 'Guten ', x: 0.1, width: 0.1, endsLine: false })
    expect(second).toMatchObject({ text: 'Morgen', x: 0.2, width: 0.1, endsLine: true })
    expect(first!.y).toBe(second!.y)
    expect(first!.height).toBeCloseTo(0.014)
  })
  test('a word across a gutter does not reach over the empty space', () => {
    const [first] = placedWords([
      [
        ['a', 0.1, 0.2, 0.02, 0.01],
        ['b', 0.7, 0.2, 0.02, 0.01],
      ],
    ])
    expect(first!.width).toBe(0.02)
  })
})

describe('text for the ear', () => {
  const line = (text: string, y: number, height = 0.01, x = 0.1): Lines[number] =>
    text.split(' ').map((word, index) => [word, x + index * 0.05, y, 0.04, height] as const)
  test('lines become paragraphs, divided words become whole', () => {
    expect(
      paragraphs([
        line('Der Hafen', 0.1, 0.03),
        line('Am Morgen liegt das Was-', 0.2),
        line('ser still im Becken.', 0.212),
        line('Dann kommen die Boote.', 0.25),
      ]),
    ).toEqual(['Der Hafen', 'Am Morgen liegt das Wasser still im Becken.', 'Dann kommen die Boote.'])
  })
  test('a word divided between columns is made whole, a dash before a capital stays', () => {
    expect(paragraphs([line('bis zum Was-', 0.9), line('ser hin', 0.1, 0.01, 0.5)])).toEqual(['bis zum Wasser hin'])
    expect(paragraphs([line('Ost-', 0.1), line('West', 0.112)])).toEqual(['Ost- West'])
  })
  test('words set with space between their letters are words', () => {
    expect(paragraphs([line('A S T R O N O M I E', 0.1), line('8 a b', 0.5)])).toEqual(['ASTRONOMIE', '8 a b'])
    expect(paragraphs([line('I m H e f t', 0.1)])).toEqual(['Im Heft'])
  })
  test('no letter is lost', () => {
    const letters = (text: string) => text.replace(/[^a-z]/g, '')
    fc.assert(
      fc.property(lines, (lines) => {
        expect(letters(paragraphs(lines).join(''))).toBe(
          letters(
            lines
              .flat()
              .map(([text]) => text)
              .join(''),
          ),
        )
      }),
    )
  })
})
