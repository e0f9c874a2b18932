import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CannotStart } from '../startup-error.ts'
import { type Connection, connect } from './connect.ts'
import { createClient } from './connections.ts'
import { migrate } from './migrate.ts'
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

test('a newer version migrates an embedded database that no other program uses, and refuses one in use', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-update-'))
  /** Undoes a migration, as if the previous version had created the database. */
  async function undoMigration(ownerUrl: string): Promise<void> {
    const owner = createClient({ url: ownerUrl, name: 'owner' })
    await owner.connect()
    await owner.query(`alter table migrations drop column needs; delete from migrations where name like '263-%'`)
    await owner.end()
  }
  const before = await connect({ dataDir })
  await undoMigration(before.ownerUrl)
  await before.close()
  const updated = await connect({ dataDir })
  try {
    expect(await updated.db.selectFrom('migrations').select('needs').where('name', 'like', '263-%').execute()).toEqual([
      { needs: null },
    ])
    await undoMigration(updated.ownerUrl)
    const refusal = await connect({ dataDir }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CannotStart)
    expect((refusal as Error).message).toMatch(/^The database is older than this version: .* kiosk -- migrate.*$/)
  } finally {
    await updated.close()
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
