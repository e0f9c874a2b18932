import { run, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOfAppRole } from './app-role.ts'
import { type Connection, open, poolOf } from './connect.ts'
import { createClient } from './connections.ts'
import { testDatabase } from './testing/database.ts'

let owner: Connection
let app: Connection
let url: string
let mayCreateRoles: boolean
beforeAll(async () => {
  owner = await testDatabase({ isOwner: true })
  const client = createClient({ url: owner.url, name: 'owner' })
  await client.connect()
  const { rows } = await client.query('select rolsuper as super from pg_roles where rolname = current_user')
  mayCreateRoles = rows[0].super
  if (mayCreateRoles) {
    url = await urlOfAppRole(client, owner.url)
    expect(await urlOfAppRole(client, owner.url)).toBe(url)
    app = open(url, 3)
  }
  await client.end()
})
afterAll(async () => {
  await app?.close()
  await owner.close()
})

// On the operator's own server, the operator chooses the role in DATABASE_URL.
test('the application role reads and writes every table', async ({ skip }) => {
  skip(!mayCreateRoles)
  const { rows } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(app.db)
  expect(rows.length).toBeGreaterThan(60)
  for (const { name } of rows) await sql`select from ${sql.raw(name)} limit 1`.execute(app.db)
  await app.db.insertInto('titles').values({ key: 'a', name: 'A', kind: 'magazine', language: 'de' }).execute()
  await app.db.updateTable('titles').set({ name: 'B' }).execute()
  expect(await app.db.deleteFrom('titles').returning('name').execute()).toEqual([{ name: 'B' }])
})

test('the application role works on jobs', async ({ skip }) => {
  skip(!mayCreateRoles)
  await sql`select graphile_worker.add_job('greet', '{}')`.execute(app.db)
  const done: string[] = []
  const taskList = { greet: async () => void done.push('greeted') }
  // The library does not wait for its own connections to close, and the database is dropped next.
  const { pool: pgPool } = poolOf(app.db)
  await runOnce({ pgPool, noHandleSignals: true, taskList })
  expect(done).toEqual(['greeted'])
  const runner = await run({ pgPool, noHandleSignals: true, taskList, crontab: '* * * * * greet' })
  await runner.stop()
})

test.each([
  'create table extra (id int)',
  'alter table accounts add column extra int',
  'drop table accounts',
  'truncate accounts',
  'alter table security_events disable trigger all',
  "copy (select 1) to program 'true'",
  "select pg_read_file('postgresql.conf')",
  'create role another superuser',
  "alter system set log_statement = 'all'",
])('it may not: %s', async (statement) => {
  if (!mayCreateRoles) return
  await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/permission denied|must be owner|superuser/)
})
