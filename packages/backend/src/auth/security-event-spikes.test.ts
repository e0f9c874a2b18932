import { API_BASE } from '@kiosk/contract/route'
import { securityEventKinds } from '@kiosk/domain/accounts/security-event-kinds'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { forgetJobs, waitingEmails } from '../jobs/testing/jobs.ts'
import { within } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { detectSpikes, SPIKE_THRESHOLDS, type SpikeKind } from './security-event-spikes.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const start = new Date('2025-03-01T12:00:00Z')
let now = start
const { connection, api } = await openTestApi({ requestsPerMinute: 20 })
afterEach(() => {
  lines.length = 0
})

const detect = () => detectSpikes({ db: connection.db, log, now: () => now })
const add = (kind: SpikeKind, count: number, at = now) =>
  connection.db
    .insertInto('security_events')
    .values(Array.from({ length: count }, (_, each) => ({ kind, at, network_hash: `network-${each % 3}` })))
    .execute()

test.each(Object.entries(SPIKE_THRESHOLDS) as [SpikeKind, number][])(
  '%s: %i within an hour count as a spike, one less does not',
  async (kind, threshold) => {
    now = new Date(now.getTime() + DAY_MS)
    await add(kind, threshold - 1)
    await add(kind, threshold, new Date(now.getTime() - 2 * HOUR_MS))
    expect(await detect()).toEqual([])
    await add(kind, 1)
    expect(await detect()).toMatchObject([{ kind, events: threshold }])
    expect(lines).toMatchObject([{ event: 'security.storm', kind, events: threshold }])
    expect(JSON.stringify(lines)).not.toMatch(/\d+\.\d+\.\d+\.\d+|@/)
  },
)

test('reports a spike once across all servers and again after six hours', async () => {
  now = new Date(now.getTime() + DAY_MS)
  await forgetJobs(connection.db)
  await add('voucher.rejected', 80)
  const found = await Promise.all([detect(), detect(), detect()])
  expect(found.flat()).toMatchObject([{ events: 80, networks: 3, mostOfOneNetwork: 27 }])
  expect(await waitingEmails(connection.db)).toEqual([{ letter: 'security-storm', eventId: expect.any(Number) }])
  await add('voucher.rejected', 80)
  expect(await detect()).toEqual([])
  expect(await waitingEmails(connection.db)).toHaveLength(1)
  now = new Date(now.getTime() + 6.5 * HOUR_MS)
  await add('voucher.rejected', 80)
  expect(await detect()).toHaveLength(1)
  expect(await waitingEmails(connection.db)).toHaveLength(2)
})

test('accepts every declared event kind in the database', async () => {
  for (const kind of Object.keys(securityEventKinds))
    await connection.db
      .insertInto('security_events')
      .values({ kind, at: new Date('2020-01-01') })
      .execute()
})

test('records a reached limit once a minute per network', async () => {
  const flood = (address: string) => Promise.all(Array.from({ length: 60 }, () => api.ask('region', { address })))
  const statuses = [...(await flood('198.51.100.1')), ...(await flood('198.51.100.2'))].map(({ status }) => status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(60)
  const reached = () =>
    connection.db
      .selectFrom('security_events')
      .selectAll()
      .where('kind', '=', 'limit.reached')
      .where('at', '>', new Date(Date.now() - 60_000))
      .execute()
  await within(5000, async () => (await reached()).length === 2)
  const rows = await reached()
  expect(new Set(rows.map(({ network_hash }) => network_hash)).size).toBe(2)
  expect(rows[0]!.details).toEqual({ route: `${API_BASE}region` })
  expect(JSON.stringify(rows)).not.toContain('198.51.100')
})
