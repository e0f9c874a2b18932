import { HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createIssue } from '../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi, within } from '../testing/api.ts'

let connection: Connection
let one: TestApi
let other: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  one = await testApi(connection, { requestsPerMinute: 40 })
  other = await testApi(connection, { requestsPerMinute: 40 })
})
afterAll(async () => {
  await one.close()
  await other.close()
  await connection.close()
})

test('limits a client that sends too many requests, with Retry-After, and no others', async () => {
  const mine = { address: '198.51.100.1' }
  const statuses: number[] = []
  for (let n = 0; n < 45; n++) statuses.push((await one.ask('region', mine)).status)
  expect(statuses.slice(0, 40)).toEqual(Array(40).fill(200))
  expect(statuses.slice(40)).toEqual(Array(5).fill(429))
  const rejected = await one.ask('region', mine)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await rejected.json()).code).toBe('too_many_requests')
  expect((await one.ask('region', { address: '198.51.100.2' })).status).toBe(200)
})

test('a page that nobody has opened yet gets half of the limit, so that it uses up nothing', async () => {
  const mine = { address: '198.51.100.21' }
  const ahead = { ...mine, headers: { 'sec-purpose': 'prefetch;prerender' } }
  const statuses: number[] = []
  for (let n = 0; n < 30; n++) statuses.push((await one.ask('region', ahead)).status)
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(10).fill(429)])
  for (let n = 0; n < 20; n++) expect((await one.ask('region', mine)).status).toBe(200)
  expect((await one.ask('region', mine)).status).toBe(429)
})

test('limits searches separately and more strictly', async () => {
  const mine = { address: '198.51.100.9' }
  const statuses: number[] = []
  for (let n = 0; n < 9; n++) statuses.push((await one.ask(`search?q=wort${n}`, mine)).status)
  expect(statuses).toEqual([...Array(8).fill(200), 429])
  expect((await one.ask('region', mine)).status).toBe(200)
})

test.each(['openapi.json', 'docs'])('counts requests for the description: %s', async (path) => {
  const mine = { address: path === 'docs' ? '198.51.100.11' : '198.51.100.12' }
  for (let n = 0; n < 40; n++) expect((await one.ask(path, mine)).status).toBe(200)
  expect((await one.ask(path, mine)).status).toBe(429)
})

test('counts unknown paths', async () => {
  const mine = { address: '198.51.100.3' }
  for (let n = 0; n < 40; n++) await one.ask('nope', mine)
  expect((await one.ask('nope', mine)).status).toBe(429)
})

test('shares the limit between two servers approximately', async () => {
  const mine = { address: '198.51.100.4' }
  const before = (await counts()).map(({ key }) => key)
  let admitted = 0
  for (let n = 0; n < 60; n++) {
    for (const server of [one, other]) if ((await server.ask('region', mine)).status === 200) admitted++
    // Each server reports every second read in the background, so up to one read per server may be missing.
    await vi.waitFor(async () => {
      const counted = (await counts()).filter(({ key }) => !before.includes(key)).reduce((sum, { points }) => sum + points, 0)
      expect(counted).toBeGreaterThanOrEqual(admitted - 2)
    }, 10_000)
  }
  expect(admitted).toBeGreaterThanOrEqual(38)
  expect(admitted).toBeLessThanOrEqual(48)
})

const counts = () => connection.db.selectFrom('rate_limits').select(['key', 'points']).execute()

test('limits writes separately and exactly across all servers', async () => {
  const { uid } = await createIssue(connection.db)
  const mine = { address: '198.51.100.5', form: { page: '1' } }
  const statuses: number[] = []
  for (let n = 0; n < 124; n++) statuses.push((await (n % 2 ? one : other).ask(`issuecontent/${uid}/reading`, mine)).status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(120)
  expect(statuses.slice(120)).toEqual([429, 429, 429, 429])
})

test('allows more writes where more reads are allowed', async () => {
  const { uid } = await createIssue(connection.db)
  const generous = await testApi(connection, { requestsPerMinute: 1_300 })
  const statuses: number[] = []
  for (let n = 0; n < 134; n++)
    statuses.push((await generous.ask(`issuecontent/${uid}/reading`, { address: '198.51.100.6', form: { page: '1' } })).status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(130)
  await generous.close()
})

test('stores addresses as hashes only', async () => {
  const rows = await connection.db.selectFrom('rate_limits').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('198.51')
})

test('counts that began while the clock was ahead end within a minute, unless an attempt is counting them', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const third = await testApi(connection, { requestsPerMinute: 40 })
  const ahead = Date.now() + HOUR_MS
  const rows = ['write:ahead', 'read:ahead', 'read:counted', 'login:longer'].map((key) => ({ key, points: 1_000, expire: ahead }))
  await connection.db.insertInto('rate_limits').values(rows).execute()
  const left = async () => {
    const found = await connection.db.selectFrom('rate_limits').select('key').where('expire', '=', ahead).orderBy('key').execute()
    return found.map(({ key }) => key).join()
  }
  await connection.db.transaction().execute(async (trx) => {
    await trx.selectFrom('rate_limits').select('key').where('key', '=', 'read:counted').forUpdate().execute()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    vi.useRealTimers()
    await within(5_000, async () => (await left()) === 'login:longer,read:counted')
  })
  await third.close()
})
