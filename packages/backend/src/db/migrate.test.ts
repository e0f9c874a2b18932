import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { CannotStart } from '../startup-error.ts'
import { connect } from './connect.ts'
import { migrate, readSchema, requireSchema, withClient } from './migrate.ts'
import { databaseWith, emptyDatabase, migratedDatabase } from './testing/database.ts'

const dropping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const drop of dropping.splice(0)) await drop()
})

async function use(creating: ReturnType<typeof emptyDatabase>): Promise<string> {
  const { url, drop } = await creating
  dropping.push(drop)
  return url
}
const run = (url: string, sql: string) => withClient(url, (client) => client.query(sql))
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(CannotStart)
  const { message } = error as Error
  expect(message).not.toContain('\n')
  return message
}
const isNotAsked = () => Promise.reject(new Error('a new database is always migrated'))

test('an empty database gets its tables, once, from programs that start at the same time', async () => {
  const url = await use(emptyDatabase())
  await Promise.all([requireSchema(url, isNotAsked), requireSchema(url, isNotAsked)])
  expect(await readSchema(url)).toEqual({ missing: [], tooNew: [], isNew: false })
})

test('a user who may not set the parameter of the books is refused with the statement that allows it, before any table exists', async () => {
  const url = await use(emptyDatabase())
  const user = `limited_${randomBytes(4).toString('hex')}`
  await run(url, `create role ${user} login password '${user}'`)
  const limited = Object.assign(new URL(url), { username: user, password: user }).href
  const statement = `grant set on parameter "kiosk.retention" to ${user};`
  expect(await refusal(requireSchema(limited, isNotAsked))).toContain(statement)
  expect(await readSchema(url)).toMatchObject({ isNew: true })
  await run(
    url,
    `${statement} alter schema public owner to ${user}; grant create on database ${new URL(url).pathname.slice(1)} to ${user}`,
  )
  await requireSchema(limited, isNotAsked)
  expect((await readSchema(url)).missing).toEqual([])
  await run(url, `drop owned by ${user}; drop role ${user}`)
})

test('a first start that was interrupted is continued', async () => {
  const url = await use(emptyDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(join(folder, '001-broken.sql'), 'create table nothing (id integer); select no_such_function()')
  await expect(migrate(url, pathToFileURL(`${folder}/`))).rejects.toThrow('no_such_function')
  rmSync(folder, { recursive: true })
  expect(await readSchema(url)).toMatchObject({ isNew: true })
  await requireSchema(url, isNotAsked)
  expect(await readSchema(url)).toEqual({ missing: [], tooNew: [], isNew: false })
})

test('a program refuses an older database with one line and leaves it as it is', async () => {
  const url = await use(databaseWith((name) => name < '262'))
  const before = await readSchema(url)
  expect(before.isNew).toBe(false)
  expect(before.missing.slice(0, 2)).toEqual(['262-attempts-given-up.sql', '263-programs-that-a-migration-needs.sql'])
  const expected =
    /^The database is older than this version: \d+ migrations are missing, from 262-attempts-given-up\.sql on\. Run "npm run kiosk -- migrate"/
  expect(await refusal(requireSchema(url, async () => false))).toMatch(expected)
  expect(await refusal(connect({ databaseUrl: url, dataDir: tmpdir() }))).toMatch(expected)
  expect(await readSchema(url)).toEqual(before)
  await requireSchema(url, async () => true)
  expect((await readSchema(url)).missing).toEqual([])
})

test('a program refuses a database whose migrations need a newer one, and works with one that was only extended', async () => {
  const url = await use(migratedDatabase())
  await run(url, `insert into migrations (name, needs) values ('900-extends.sql', null)`)
  await requireSchema(url, isNotAsked)
  await run(url, `insert into migrations (name, needs) values ('901-removes.sql', '262-attempts-given-up.sql')`)
  await requireSchema(url, isNotAsked)
  await run(url, `insert into migrations (name, needs) values ('902-removes.sql', '900-extends.sql')`)
  const expected = 'The database is newer than this version: it has 902-removes.sql.'
  expect(await refusal(requireSchema(url, isNotAsked))).toContain(expected)
  expect(await refusal(migrate(url))).toContain(expected)
})

test('a migration that says what it needs is recorded with it', async () => {
  const url = await use(migratedDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  writeFileSync(
    join(folder, '999-removes.sql'),
    '-- A reason.\n-- Needs programs with 263-programs-that-a-migration-needs.sql.\ndrop table saved_search_emails;\n',
  )
  await migrate(url, pathToFileURL(`${folder}/`))
  rmSync(folder, { recursive: true })
  const { rows } = await run(url, `select needs from migrations where name = '999-removes.sql'`)
  expect(rows).toEqual([{ needs: '263-programs-that-a-migration-needs.sql' }])
})

test('a program leaves the database of another one alone', async () => {
  const url = await use(emptyDatabase())
  await run(url, 'create table invoices_of_another_program (id integer)')
  expect(await refusal(requireSchema(url, isNotAsked))).toContain('has tables of another program')
})

test('the tables of the job queue are missing if they are older than its package', async () => {
  const url = await use(migratedDatabase())
  await run(url, 'delete from graphile_worker.migrations where id = (select max(id) from graphile_worker.migrations)')
  expect((await readSchema(url)).missing).toEqual(['tables of the job queue'])
})
