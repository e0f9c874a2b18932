import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect, migrate } from './connect.ts'
import { createClient } from './connections.ts'
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

test('a migration that fails stops the embedded server, so that the program ends', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-migration-'))
  try {
    const { ownerUrl, close } = await connect({ dataDir })
    const owner = createClient({ url: ownerUrl, name: 'owner' })
    await owner.connect()
    await owner.query(`delete from migrations where name = '155-staff.sql'`)
    await owner.end()
    await close()
    await expect(connect({ dataDir })).rejects.toThrow('already exists')
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a start without missing migrations does not wait for a transaction that enqueues jobs', async () => {
  await connection.db.transaction().execute(async (trx) => {
    await sql`select graphile_worker.add_job('housekeeping')`.execute(trx)
    await migrate(connection.url)
  })
})

test('finds a word without its umlaut or accent', async () => {
  const { rows } = await connection.db.executeQuery<{ plain: string }>({
    ...(await import('kysely')).CompiledQuery.raw("select plain('Frühstück à Genève') as plain"),
  })
  expect(rows[0]?.plain).toBe('fruhstuck a geneve')
})
