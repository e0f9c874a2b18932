import { API_BASE } from '@kiosk/contract/route'
import { afterOf } from '@kiosk/domain/addresses'
import { expect, test } from 'vitest'
import { selectionOf, shelfAddress } from './issue-cards.ts'

test('passes only well-formed filters to the API', () => {
  expect(selectionOf(new URLSearchParams('subscription=5'))).toEqual({ subscription: 5 })
  expect(selectionOf(new URLSearchParams('subscription=0&category=../x&magazine=A%20B'))).toEqual({})
  expect(selectionOf(new URLSearchParams('subscription=5;drop'))).toEqual({})
})

test('takes the next page from nextUrl and keeps the filter in the URL', () => {
  const after = afterOf(`${API_BASE}issues/all?after=2026-11-20_7&limit=20`)
  expect(after).toBe('2026-11-20_7')
  expect(afterOf(undefined)).toBeNull()
  expect(shelfAddress({ subscription: 5 }, after)).toBe('/magazines?subscription=5&after=2026-11-20_7')
  expect(shelfAddress({})).toBe('/magazines')
})
