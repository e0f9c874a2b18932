import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, migrate } from './connect.ts'
import { testDatabase } from './testing/database.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('applies concurrent migrations once', async () => {
  await Promise.all([migrate(connection.url), migrate(connection.url)])
  expect(await connection.db.selectFrom('titles').selectAll().execute()).toEqual([])
})

test('a start without missing migrations does not wait for a transaction that enqueues jobs', async () => {
  await connection.db.transaction().execute(async (trx) => {
    await sql`select graphile_worker.add_job('housekeeping')`.execute(trx)
    await migrate(connection.url)
  })
}, 10_000)

test('finds a word without its umlaut or accent', async () => {
  const { rows } = await connection.db.executeQuery<{ plain: string }>({
    ...(await import('kysely')).CompiledQuery.raw("select plain('Frühstück à Genève') as plain"),
  })
  expect(rows[0]?.plain).toBe('fruhstuck a geneve')
})
