import fc from 'fast-check'
import { expect, test } from 'vitest'
import { promoCodeOf } from './promo-code.ts'

test('ignores case and surrounding blanks', () => {
  for (const typed of ['LESEZEIT', 'lesezeit', ' LeseZeit\n']) expect(promoCodeOf(typed)).toBe('LESEZEIT')
})

test.each(['', 'AB', 'A'.repeat(41), 'LESE ZEIT', 'LE\u017fEZEIT', 'LESEZE\u0131T', 'LESEZEIT\u200b', 'Straße', '%'])(
  'rejects %j',
  (typed) => {
    expect(promoCodeOf(typed)).toBeNull()
  },
)

test('normalising a code twice gives the same code', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 45 }), (typed) => {
      const code = promoCodeOf(typed)
      if (code === null) return
      expect(code).toMatch(/^[A-Z0-9-]{3,40}$/)
      expect(promoCodeOf(code.toLowerCase())).toBe(code)
    }),
  )
})
