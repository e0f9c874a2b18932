import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinSpacedLetters } from './spaced-letters.ts'

test.each([
  ['V E R K E H R Die neue Strecke', 'VERKEHR Die neue Strecke'],
  ['Seite 4 K Ü C H E', 'Seite 4 KÜCHE'],
  ['B A H N: Verspätung', 'BAHN: Verspätung'],
  ['I m H e f t', 'Im Heft'],
])('%s is joined', (text, joined) => expect(joinSpacedLetters(text)).toBe(joined))

test.each([
  'A und B',
  'z. B. am See',
  'J. R. R. Tolkien',
  'J R R Tolkien',
  'Vitamin A B C',
  'Plan A, B, C und D',
  'A B C-D E F',
  '8 a b',
])('%s stays as it is', (text) => expect(joinSpacedLetters(text)).toBe(text))

test('text with at most three single letters in a row never changes', () => {
  const word = fc.constantFrom('und', 'Haus', 'z.', 'B.', 'Ö1', '2026', 'là')
  const letters = fc.array(fc.constantFrom('A', 'b', 'Ü', 'x'), { minLength: 0, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(fc.tuple(letters, word), { maxLength: 8 }), (parts) => {
      const text = parts.map(([single, ordinary]) => [...single, ordinary].join(' ')).join(' ')
      expect(joinSpacedLetters(text)).toBe(text)
    }),
  )
})
