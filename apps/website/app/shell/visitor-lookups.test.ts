import { describe, expect, it } from 'vitest'
import { visitorFrom } from '../testing/website.ts'
import { promoUntil, stateOf } from './visitor-lookups.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const named = (more: object) => ({ ...visitorFrom('AT'), firstname: 'Mara', ...more })
const promo = (expiryDate: string) => ({ promoCode: { title: 'x', expiryDate, expiryDateString: '' } })

describe('a reader is', () => {
  it.each([
    ['anonymous', visitorFrom('AT', promo('2999-01-01T00:00:00'))],
    ['free', named({ subscription: { id: 1, paymentRequired: false } })],
    ['magz', named({ subscription: { id: 6, paymentRequired: true } })],
    ['premium', named({ subscription: { id: 9, paymentRequired: true } })],
    ['premium', named({ subscription: { id: 9, paymentRequired: true }, ...promo('2999-01-01T00:00:00') })],
    ['promo', named(promo('2026-05-01T12:00:01'))],
    ['free', named(promo('2026-05-01T12:00:00'))],
    ['free', named(promo('2026-05-01T13:30:00+02:00'))],
  ] as const)('%s by user data', (state, user) => {
    expect(stateOf(user, now)).toBe(state)
  })
})

it.each([
  ['de-DE', '1. Januar 2099'],
  ['en-GB', '1 January 2099'],
  ['fr-FR', '1er janvier 2099'],
] as const)('a promo without its own text ends on its day, formatted in %s', (locale, day) => {
  const { promoCode } = promo('2099-01-01T10:00:00')
  expect(promoUntil(promoCode, locale)).toBe(day)
  expect(promoUntil({ ...promoCode, expiryDateString: 'bald' }, locale)).toBe('bald')
})
