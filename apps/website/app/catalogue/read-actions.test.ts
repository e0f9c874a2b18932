import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import type { DeviceKind } from '@kiosk/domain/device-kind'
import { expect, test } from 'vitest'
import { readActions, storeFor } from './read-actions.ts'

type State = Parameters<typeof readActions>[0]
const READER = '/reader/issues/u1'
const BACK = encodeURIComponent(READER)
const shown = (state: State, opens: Issue['opens'], webapp = '/reader') =>
  readActions(state, { uid: 'u1', opens }, { readerHref: `${webapp}/issues/u1`, webapp }).map(
    ({ words, href }) => `${words} ${href}`,
  )

test('offers anonymous visitors free reading and registration', () => {
  expect(shown('anonymous', 'first')).toEqual([
    'ISSUE.READ_FOR_FREE /reader/issues/u1',
    `ISSUE.REGISTER /user/register?redirect=${BACK}`,
  ])
})

test('offers free readers reading and subscriptions', () => {
  expect(shown('free', 'all')).toEqual([
    'ISSUE.READ_FOR_FREE /reader/issues/u1',
    `ISSUE.SUBSCRIPTION /user/subscription/pub?redirect=${BACK}`,
  ])
})

test('offers subscribers and promo readers reading only', () => {
  for (const state of ['magz', 'premium', 'promo'] as const) {
    expect(shown(state, 'all')).toEqual(['ISSUE.READ_NOW /reader/issues/u1'])
  }
})

test.each(['anonymous', 'free', 'promo'] as const)('never calls an issue free whose front page alone is open (%s)', (state) => {
  expect(shown(state, 'one')).toEqual([
    `ISSUE.READ_WITH_SUBSCRIPTION /user/subscription/pub?redirect=${BACK}`,
    'ISSUE.SEE_FRONT_PAGE /reader/issues/u1?p=1',
  ])
})

test('leads back to the page of the issue if the reader is on another site', () => {
  expect(shown('anonymous', 'first', 'https://read.example')[1]).toBe(
    `ISSUE.REGISTER /user/register?redirect=${encodeURIComponent('/magazines/issues/u1')}`,
  )
})

test('offers a store to mobile browsers only, each its own', () => {
  expect(['android', 'ios', 'desktop', 'crawler'].map((device) => storeFor(device as DeviceKind))).toEqual([
    'google',
    'apple',
    null,
    null,
  ])
})
