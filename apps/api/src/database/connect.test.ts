import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, migrate } from './connect.ts'
import { testDatabase } from './test-database.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('migrations run twice at once change nothing the second time', async () => {
  await Promise.all([migrate(connection.url), migrate(connection.url)])
  expect(await connection.db.selectFrom('titles').selectAll().execute()).toEqual([])
})

test('a word is found without its umlaut and its accent', async () => {
  const { rows } = await connection.db.executeQuery<{ plain: string }>({
    ...(await import('kysely')).CompiledQuery.raw("select plain('Frühstück à Genève') as plain"),
  })
  expect(rows[0]?.plain).toBe('fruhstuck a geneve')
})
