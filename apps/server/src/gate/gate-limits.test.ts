import type { IncomingMessage } from 'node:http'
import { detectSpikes, SPIKE_THRESHOLDS } from '@kiosk/backend/auth/security-event-spikes'
import { within } from '@kiosk/backend/testing/api'
import { openTestApi } from '@kiosk/backend/testing/open-test-api'
import { HOUR_MS } from '@kiosk/domain/time'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listen } from '../http/listen.ts'
import { PageCache } from '../pages/page-cache.ts'
import type { GateCode } from './gate-error.ts'
import { createGateLimits } from './gate-limits.ts'
import { createRequestGate } from './request-gate.ts'

const { connection, api } = await openTestApi()
const visitorOf = ({ headers }: IncomingMessage) => ({ address: String(headers['x-address']), country: 'AT' })
const onRejected = createGateLimits(api.ctx, visitorOf)
let server: { port: number; close(): Promise<void> }
beforeAll(async () => {
  const answer = async () => new Response('answered')
  const gate = createRequestGate({ publicUrl: 'http://127.0.0.1', allowedHosts: [], development: true })
  const programs = {
    api: answer,
    reader: answer,
    desk: answer,
    website: answer,
    service: answer,
    files: [],
    pages: new PageCache(),
    gate,
  }
  const log = { error: () => {}, info: () => {} }
  server = await listen({ ...programs, visitorOf, onRejected, log }, { port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())
let start = new Date('2026-11-22T12:00:00Z').getTime()
/** Minutes are counted by the clock that nobody can set. */
const steady = performance.now.bind(performance)
let passedMs = 0
vi.spyOn(performance, 'now').mockImplementation(() => steady() + passedMs)
beforeEach(() => {
  start += 2 * HOUR_MS
  passedMs += 2 * HOUR_MS
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => vi.useRealTimers())

const recorded = () =>
  connection.db
    .selectFrom('security_events')
    .select(['network_hash', 'details'])
    .where('kind', '=', 'limit.reached')
    .orderBy('id')
    .execute()
const settled = async (count: number) => {
  await within(2_000, async () => (await recorded()).length >= count)
  return recorded()
}
const reject = (address: string, code: GateCode = 'busy') =>
  onRejected(code, { headers: { 'x-address': address, 'user-agent': 'curl/8' } } as unknown as IncomingMessage)

test('repeated violations of a limit by one network are one event a minute; single ones and malformed requests are not recorded', async () => {
  const tooLong = (address: string) =>
    fetch(`http://127.0.0.1:${server.port}/faq?${'x'.repeat(9_000)}`, { headers: { 'x-address': address } })
  for (let count = 0; count < 9; count++) expect((await tooLong('192.0.2.1')).status).toBe(414)
  for (let count = 0; count < 30; count++) reject('192.0.2.2', 'wrong_method')
  expect(await recorded()).toEqual([])
  for (let count = 0; count < 20; count++) await tooLong('192.0.2.1')
  for (let count = 0; count < 20; count++) reject('192.0.2.1', 'busy')
  expect(await settled(1)).toEqual([
    { network_hash: expect.stringMatching(/^[\w-]{22}$/), details: { limit: 'address_too_long' } },
  ])
  vi.setSystemTime(start - HOUR_MS)
  passedMs += 61_000
  for (let count = 0; count < 20; count++) reject('192.0.2.1', 'busy')
  expect((await settled(2)).map(({ details }) => details)).toEqual([{ limit: 'address_too_long' }, { limit: 'busy' }])
})

test('neither many networks of one /48 nor many addresses fill the table', async () => {
  const before = (await recorded()).length
  for (let network = 0; network < 200; network++)
    for (let count = 0; count < 10; count++) reject(`2001:db8:7:${network.toString(16)}::1`)
  expect(await settled(before + 1)).toHaveLength(before + 1)
  for (let line = 0; line < 300; line++) for (let count = 0; count < 10; count++) reject(`198.51.${line % 250}.${line}`)
  await settled(before + 60)
  expect(await recorded()).toHaveLength(before + 60)
})

test('the events raise a storm', async () => {
  const before = (await recorded()).length
  for (let line = 0; line < 60; line++) for (let count = 0; count < 10; count++) reject(`203.0.113.${line}`)
  await settled(before + SPIKE_THRESHOLDS['limit.reached'])
  expect(await detectSpikes(api.ctx)).toMatchObject([{ kind: 'limit.reached', events: 60, networks: 60 }])
  const storms = connection.db.selectFrom('security_events').select('details').where('kind', '=', 'storm.detected')
  expect(await storms.execute()).toMatchObject([{ details: { kind: 'limit.reached' } }])
})
