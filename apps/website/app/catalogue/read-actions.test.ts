import type { DeviceKind } from '@kiosk/domain/device-kind'
import { expect, test } from 'vitest'
import { readActions, storeFor } from './read-actions.ts'

const shown = (state: Parameters<typeof readActions>[0]) =>
  readActions(state, '/reader/issues/u1').map(({ words, href }) => `${words} ${href}`)

test('offers anonymous visitors free reading and registration', () => {
  expect(shown('anonymous')).toEqual(['ISSUE.READ_FOR_FREE /reader/issues/u1', 'ISSUE.REGISTER /user/register'])
})

test('offers free readers reading and subscriptions', () => {
  expect(shown('free')).toEqual(['ISSUE.READ_FOR_FREE /reader/issues/u1', 'ISSUE.SUBSCRIPTION /user/subscription/pub'])
})

test('offers subscribers and promo readers reading only', () => {
  for (const state of ['magz', 'premium', 'promo'] as const) expect(shown(state)).toEqual(['ISSUE.READ_NOW /reader/issues/u1'])
})

test('offers a store to mobile browsers only, each its own', () => {
  expect(['android', 'ios', 'desktop', 'crawler'].map((device) => storeFor(device as DeviceKind))).toEqual([
    'google',
    'apple',
    null,
    null,
  ])
})
