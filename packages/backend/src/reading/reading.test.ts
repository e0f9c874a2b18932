import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltIssue, createIssue } from '../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../db/connect.ts'
import { asOwner, testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'

let connection: Connection
let api: TestApi
let issue: BuiltIssue
let now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  connection = await testDatabase()
  issue = await createIssue(connection.db, { pages: ['1', '2', '3'] })
  api = await testApi(connection, { now: () => now })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})
beforeEach(async () => {
  await connection.db.deleteFrom('readings').execute()
})

const read = (page: number, requested = {}) =>
  api.ask(`issuecontent/${issue.uid}/reading`, { form: { page: String(page) }, ...requested })
const events = () => connection.db.selectFrom('readings').selectAll().orderBy('day').execute()

test('stores an opened issue once per day, with the farthest page', async () => {
  expect((await read(1)).status).toBe(204)
  await read(3)
  await read(2)
  expect(await events()).toMatchObject([{ issue_id: issue.id, title_id: issue.title_id, page: 3 }])
})

test('separates readers for one day, by a value that cannot be traced back to them', async () => {
  const headers = { 'user-agent': 'Browser 1' }
  await read(1, { headers })
  await read(1, { headers, address: '198.51.100.99' })
  now = new Date('2026-11-22T12:00:00Z')
  await read(1, { headers })
  const readers = (await events()).map(({ reader }) => reader)
  expect(new Set(readers).size).toBe(3)
  expect(JSON.stringify(readers)).not.toMatch(/203|Browser/)
})

test.each([
  ['an IPv4 address', '203.0.113.50', '203.0.113.50'],
  ['a line with many IPv6 networks', '2001:db8:9:1100::1', '2001:db8:9:22ff::1'],
])('%s counts as one reader per day, whatever the user agent', async (_, one, other) => {
  await read(1, { address: one, headers: { 'user-agent': 'Browser 1' } })
  await read(2, { address: other, headers: { 'user-agent': 'Browser 2' } })
  await api.ask('reader/events', {
    form: {
      issue: issue.uid,
      events: JSON.stringify([{ page: 3, seconds: 4, at: now.toISOString() }]),
    },
    address: one,
    headers: { 'user-agent': 'Browser 3' },
  })
  expect(await events()).toMatchObject([{ issue_id: issue.id, page: 3 }])
})

test('counts a page beyond the last as the last', async () => {
  await read(99)
  expect(await events()).toMatchObject([{ page: 3 }])
  expect((await read(0)).status).toBe(400)
})

test('reading continues when the event cannot be stored', async () => {
  await asOwner(connection.db, 'alter table readings rename to gone')
  expect((await read(1)).status).toBe(204)
  await asOwner(connection.db, 'alter table gone rename to readings')
})

test('sets no cookie', async () => {
  expect((await read(1)).headers.get('set-cookie')).toBeNull()
})
