import { readerAddress } from '@kiosk/domain/addresses'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeInAddress } from './place-in-address.ts'

test('parses the page and article of an address it has built', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), fc.option(fc.nat()), (page, article) => {
      const address = readerAddress('/reader', 'abc', { page, article: article ?? undefined })
      expect(placeInAddress(new URL(address, 'http://x.invalid').search)).toEqual({
        page,
        article: article === null ? null : String(article),
      })
    }),
  )
})

test('pages and articles of an address that are no numbers from 1 on are ignored', () => {
  expect(placeInAddress('?p=-1&a=x')).toEqual({ page: null, article: null })
  expect(placeInAddress('?p=0&a=1e3')).toEqual({ page: null, article: null })
  expect(placeInAddress('?p=1.5')).toEqual({ page: null, article: null })
})
