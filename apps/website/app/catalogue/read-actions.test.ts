import type { DeviceKind } from '@kiosk/domain/device-kind'
import { expect, test } from 'vitest'
import { readActions, storeFor } from './read-actions.ts'

const shown = (state: Parameters<typeof readActions>[0]) =>
  readActions(state, '/reader/issues/u1').map(({ words, href }) => `${words} ${href}`)

test('an anonymous visitor may read for free or register', () => {
  expect(shown('anonymous')).toEqual(['ISSUE.READ_FOR_FREE /reader/issues/u1', 'ISSUE.REGISTER /user/register'])
})

test('a free reader may read for free or look at subscriptions', () => {
  expect(shown('free')).toEqual(['ISSUE.READ_FOR_FREE /reader/issues/u1', 'ISSUE.SUBSCRIPTION /user/subscription/pub'])
})

test('paying readers and those with a promo just read', () => {
  for (const state of ['magz', 'premium', 'promo'] as const) expect(shown(state)).toEqual(['ISSUE.READ_NOW /reader/issues/u1'])
})

test('only mobile browsers are led to a store, each to its own', () => {
  expect(['android', 'ios', 'desktop', 'crawler'].map((device) => storeFor(device as DeviceKind))).toEqual([
    'google',
    'apple',
    null,
    null,
  ])
})
