import fc from 'fast-check'
import { expect, test } from 'vitest'
import { promoCodeOf } from './promo-code.ts'

test('capitals, small letters and blanks around make no difference', () => {
  for (const typed of ['LESEZEIT', 'lesezeit', ' LeseZeit\n']) expect(promoCodeOf(typed)).toBe('LESEZEIT')
})

test.each(['', 'AB', 'A'.repeat(41), 'LESE ZEIT', 'LE\u017fEZEIT', 'LESEZE\u0131T', 'LESEZEIT\u200b', 'Straße', '%'])(
  '%j is no code',
  (typed) => {
    expect(promoCodeOf(typed)).toBeNull()
  },
)

test('what comes out of anything typed is a code that stays itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 45 }), (typed) => {
      const code = promoCodeOf(typed)
      if (code === null) return
      expect(code).toMatch(/^[A-Z0-9-]{3,40}$/)
      expect(promoCodeOf(code.toLowerCase())).toBe(code)
    }),
  )
})
