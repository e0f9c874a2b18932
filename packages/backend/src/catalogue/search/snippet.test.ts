import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HIT_ENDS, HIT_STARTS, joinSpacedLetters, markHits } from './snippet.ts'

describe('letter-spaced words', () => {
  test.each([
    ['V E R K E H R Die neue Strecke', 'VERKEHR Die neue Strecke'],
    ['Seite 4 K Ü C H E', 'Seite 4 KÜCHE'],
    ['B A H N: Verspätung', 'BAHN: Verspätung'],
  ])('%s is joined', (text, joined) => expect(joinSpacedLetters(text)).toBe(joined))

  test.each([
    'A und B',
    'z. B. am See',
    'J. R. R. Tolkien',
    'J R R Tolkien',
    'Vitamin A B C',
    'Plan A, B, C und D',
    'A B C-D E F',
  ])('%s stays as it is', (text) => expect(joinSpacedLetters(text)).toBe(text))

  test('text with at most three single letters in a row never changes', () => {
    const word = fc.constantFrom('und', 'Haus', 'z.', 'B.', 'Ö1', '2026', 'à', 'y')
    const letters = fc.array(fc.constantFrom('A', 'B', 'Ü', 'X'), { minLength: 0, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, word), { maxLength: 8 }), (parts) => {
        const text = parts.map(([single, ordinary]) => [...single, ordinary].join(' ')).join(' ')
        expect(joinSpacedLetters(text)).toBe(text)
      }),
    )
  })

  test('is joined beside a hit, too', () => {
    expect(markHits(`V E R K E H R ${HIT_STARTS}Bahn${HIT_ENDS}`)).toBe('VERKEHR <mark>Bahn</mark>')
  })
})
