import { expect, test } from 'vitest'
import { cheapestPriceOf } from './cheapest-price.ts'

const plan = { specialOffer: false, specialOfferPrice: null, specialOfferLength: null }
const free = { ...plan, subscriptionId: 1, shortNameDefault: 'FREE', normalPrice: 0 } as const
const magz = { ...plan, subscriptionId: 10, shortNameDefault: 'MAGZ', normalPrice: 990 } as const
const premium = { ...plan, subscriptionId: 2, shortNameDefault: 'PREMIUM', normalPrice: 1490 } as const

test('is that of the cheapest paid plan, in the currency of the region', () => {
  expect(cheapestPriceOf([free, premium, magz], 'EUR')).toEqual({ regular: '9,90\u00a0€', charges: null, reduced: null })
  expect(cheapestPriceOf([premium], 'CHF')).toEqual({ regular: 'CHF\u00a014.90', charges: null, reduced: null })
})

test('returns how many charges an offer reduces, and to how much', () => {
  const offer = { ...magz, specialOffer: true, specialOfferPrice: 299, specialOfferLength: 90 }
  expect(cheapestPriceOf([offer], 'EUR')).toEqual({ regular: '9,90\u00a0€', charges: 3, reduced: '2,99\u00a0€' })
})

test('is that of the cheapest plan that includes a title', () => {
  expect(cheapestPriceOf([free, premium, magz], 'EUR', [1, 2])).toMatchObject({ regular: '14,90\u00a0€' })
  expect(cheapestPriceOf([free, premium, magz], 'EUR', [1])).toBeNull()
})

test('is null where nothing is sold', () => {
  expect(cheapestPriceOf([free], 'EUR')).toBeNull()
  expect(cheapestPriceOf([{ ...magz, methods: [] }], 'EUR')).toBeNull()
})
