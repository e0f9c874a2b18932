import { expect, test } from 'vitest'
import { gateWays } from './gate-ways.ts'

const BACK = '/reader/issues/u1?p=2'
const redirect = encodeURIComponent(BACK)

test.each([
  ['subscribe', '/user/subscription/pub'],
  ['register', '/user/register'],
] as const)('leads through %s or a login back to the page of the gate', (because, path) => {
  expect(gateWays(because, false, BACK).map(({ href }) => href)).toEqual([
    `${path}?redirect=${redirect}`,
    `/user/login?redirect=${redirect}`,
  ])
})

test('does not ask those who are signed in to sign in', () => {
  expect(gateWays('subscribe', true, BACK).map(({ words }) => words)).toEqual(['READER.GATE_SUBSCRIBE_GO'])
})
