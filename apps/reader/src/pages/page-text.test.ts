import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lines, paragraphs, placedWords } from './page-text.ts'

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const word = fc.tuple(fc.stringMatching(/^[a-z]{1,12}$/), fraction, fraction, fraction, fraction)
const lines = fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { maxLength: 30 })

describe('words over the picture', () => {
  test('contains every word once, in page order', () => {
    fc.assert(
      fc.property(lines, (lines) => {
        expect(placedWords(lines).map((word) => word.text.trim())).toEqual(lines.flat().map(([text]) => text))
      }),
    )
  })
  test('a word extends to the next one on its line, so that a selection has no gaps', () => {
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
  test('a word before a gutter does not extend across it', () => {
    const [first] = placedWords([
      [
        ['a', 0.1, 0.2, 0.02, 0.01],
        ['b', 0.7, 0.2, 0.02, 0.01],
      ],
    ])
    expect(first!.width).toBe(0.02)
  })
})

describe('text to read aloud', () => {
  const line = (text: string, y: number, height = 0.01, x = 0.1): Lines[number] =>
    text.split(' ').map((word, index) => [word, x + index * 0.05, y, 0.04, height] as const)
  test('joins lines into paragraphs and hyphenated words into whole ones', () => {
    expect(
      paragraphs([
        line('Der Hafen', 0.1, 0.03),
        line('Am Morgen liegt das Was-', 0.2),
        line('ser still im Becken.', 0.212),
        line('Dann kommen die Boote.', 0.25),
      ]),
    ).toEqual(['Der Hafen', 'Am Morgen liegt das Wasser still im Becken.', 'Dann kommen die Boote.'])
  })
  test('joins a word split between columns, and keeps a hyphen before a capital', () => {
    expect(paragraphs([line('bis zum Was-', 0.9), line('ser hin', 0.1, 0.01, 0.5)])).toEqual(['bis zum Wasser hin'])
    expect(paragraphs([line('Ost-', 0.1), line('West', 0.112)])).toEqual(['Ost- West'])
  })
  test('joins letterspaced words', () => {
    expect(paragraphs([line('A S T R O N O M I E', 0.1), line('8 a b', 0.5)])).toEqual(['ASTRONOMIE', '8 a b'])
    expect(paragraphs([line('I m H e f t', 0.1)])).toEqual(['Im Heft'])
  })
  test('loses no letter', () => {
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
