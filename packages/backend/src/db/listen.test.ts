import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { within } from '../testing/api.ts'
import type { Connection } from './connect.ts'
import { listenTo } from './listen.ts'
import { testDatabase } from './testing/database.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('reconnects after a lost connection and reports missed notifications', async () => {
  let notifications = 0
  let last: string | null = ''
  const listener = listenTo(connection.url, 'news', (payload) => {
    notifications++
    last = payload
  })
  await listener.ready
  const before = notifications
  await sql`notify news`.execute(connection.db)
  await within(2000, async () => notifications > before)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen news'`.execute(connection.db)
  const lost = notifications
  await within(5000, async () => notifications > lost)
  expect(last).toBeNull()
  const again = notifications
  await sql`select pg_notify('news', 'what happened')`.execute(connection.db)
  await within(2000, async () => notifications > again)
  expect(last).toBe('what happened')
  await listener.close()
})

test('closes its connection, also while the database is unavailable', async () => {
  const listener = listenTo(connection.url, 'silence', () => {})
  await listener.ready
  await listener.close()
  const { rows } = await sql`select 1 from pg_stat_activity where application_name = 'listen silence'`.execute(connection.db)
  expect(rows).toEqual([])
  const unconnected = listenTo('postgres://nobody@127.0.0.1:1/none', 'silence', () => {})
  await unconnected.close()
})
