import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { within } from '../test-api.ts'
import type { Connection } from './connect.ts'
import { hear } from './notifications.ts'
import { testDatabase } from './test-database.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('a lost connection is made again, and what was missed is said', async () => {
  let heard = 0
  const ear = hear(connection.url, 'news', () => heard++)
  await ear.ready
  const before = heard
  await sql`notify news`.execute(connection.db)
  await within(2000, async () => heard > before)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hear news'`.execute(connection.db)
  const lost = heard
  await within(5000, async () => heard > lost)
  const again = heard
  await sql`notify news`.execute(connection.db)
  await within(2000, async () => heard > again)
  await ear.close()
})

test('closing ends its connection, also while the database is away', async () => {
  const ear = hear(connection.url, 'silence', () => {})
  await ear.ready
  await ear.close()
  const { rows } = await sql`select 1 from pg_stat_activity where application_name = 'hear silence'`.execute(connection.db)
  expect(rows).toEqual([])
  const deaf = hear('postgres://nobody@127.0.0.1:1/none', 'silence', () => {})
  await deaf.close()
})
