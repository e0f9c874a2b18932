import { afterOf } from '@kiosk/domain/addresses'
import { expect, test } from 'vitest'
import { selectionOf, shelfAddress } from './shelf.ts'

test('only well-formed filters reach the API', () => {
  expect(selectionOf(new URLSearchParams('subscription=5'))).toEqual({ subscription: 5 })
  expect(selectionOf(new URLSearchParams('subscription=0&category=../x&magazine=A%20B'))).toEqual({})
  expect(selectionOf(new URLSearchParams('subscription=5;drop'))).toEqual({})
})

test('the next page starts where nextUrl says, in an address that keeps the filter', () => {
  const after = afterOf('/api/v8/issues/all?after=2026-11-20_7&limit=20')
  expect(after).toBe('2026-11-20_7')
  expect(afterOf(undefined)).toBeNull()
  expect(shelfAddress({ subscription: 5 }, after)).toBe('/magazines?subscription=5&after=2026-11-20_7')
  expect(shelfAddress({})).toBe('/magazines')
})
