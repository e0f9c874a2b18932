import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Connection, open } from './connect.ts'
import { type ConnectionLimits, createClient, createPool, MIGRATION_LIMITS } from './connections.ts'
import { migrate } from './migrate.ts'
import { testDatabase } from './testing/database.ts'
import { isUnavailable } from './unavailable.ts'

const LIMITS: ConnectionLimits = {
  acquireMs: 300,
  statementMs: 600,
  lockMs: 300,
  idleInTransactionMs: 500,
  silenceMs: 1_000,
}

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase({ isOwner: true })
})
afterAll(() => connection.close())

const failure = (requested: Promise<unknown>) =>
  requested.then(
    () => null,
    (error: Error) => error,
  )

test('a test queries its database through a Unix socket, if the server has one, and connects to the same one through TCP', async () => {
  const wayTo = async ({ db }: Connection) => {
    const found = sql`select inet_client_addr() is not null as is_tcp, current_database() as name`
    return (await found.execute(db)).rows
  }
  const tcp = open(connection.url, 1)
  const name = new URL(connection.url).pathname.slice(1)
  expect(await wayTo(connection)).toEqual([{ is_tcp: inject('databaseSocket') === undefined, name }])
  expect(await wayTo(tcp)).toEqual([{ is_tcp: true, name }])
  await tcp.close()
})

test('applies the configured lock, statement and connection timeouts and works afterwards', async () => {
  const bounded = open(connection.url, 2, LIMITS)
  const holder = createClient({ url: connection.url, name: 'holder' })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table accounts')
  const locked = await failure(bounded.db.selectFrom('accounts').select('id').execute())
  expect(locked).toMatchObject({ code: '55P03' })
  const slow = await failure(sql`select pg_sleep(5)`.execute(bounded.db))
  expect(slow).toMatchObject({ code: '57014' })
  const all = await Promise.all(Array.from({ length: 8 }, () => failure(sql`select pg_sleep(0.5)`.execute(bounded.db))))
  expect(all.filter((each) => each !== null).length).toBeGreaterThanOrEqual(4)
  expect(all.every((each) => each === null || isUnavailable(each))).toBe(true)
  await holder.end()
  expect(await bounded.db.selectFrom('accounts').select('id').execute()).toEqual([])
  await bounded.close()
})

test('an idle transaction loses its connection and its locks', async () => {
  const bounded = open(connection.url, 2, LIMITS)
  const forgotten = await failure(
    bounded.db.transaction().execute(async (trx) => {
      await sql`lock table accounts`.execute(trx)
      await new Promise((resolve) => setTimeout(resolve, 900))
      await sql`select 1`.execute(trx)
    }),
  )
  expect(forgotten && isUnavailable(forgotten)).toBe(true)
  expect(await bounded.db.selectFrom('accounts').select('id').execute()).toEqual([])
  await bounded.close()
})

test('a connection closed during a query fails only that query', async () => {
  const pool = createPool({ url: connection.url, name: 'to be ended', connections: 2, limits: LIMITS })
  const client = await pool.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  await sql`select pg_terminate_backend(${rows[0].pid})`.execute(connection.db)
  // Without a listener on a client in use, its loss would be an uncaught exception in this test.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isUnavailable(await failure(client.query('select 1')))).toBe(true)
  client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('idle time of a pooled connection does not count against the next query', async () => {
  const pool = createPool({ url: connection.url, name: 'idle', connections: 1, limits: LIMITS })
  await pool.query('select 1')
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  await pause(LIMITS.silenceMs * 0.7)
  const client = await pool.connect()
  await pause(LIMITS.silenceMs * 0.6)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
  await pool.end()
})

test('gives up an unresponsive server and reconnects when it answers again', async () => {
  const { hostname, port } = new URL(connection.url)
  const sockets: Socket[] = []
  let silent = false
  const between = createServer((inner) => {
    const outer = connectTo(Number(port), hostname)
    sockets.push(inner, outer)
    inner.on('data', (bytes) => silent || outer.write(bytes))
    outer.on('data', (bytes) => silent || inner.write(bytes))
    for (const each of [inner, outer]) each.on('error', () => {})
    inner.on('close', () => outer.destroy())
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const through = new URL(connection.url)
  through.port = String((between.address() as AddressInfo).port)
  const pool = createPool({ url: through.href, name: 'cut off', connections: 2, limits: LIMITS })
  await pool.query('select 1')
  // This also holds for a connection that was idle for longer than the server may be silent.
  for (const idleMs of [0, LIMITS.silenceMs * 1.2]) {
    await new Promise((resolve) => setTimeout(resolve, idleMs))
    silent = true
    const started = Date.now()
    expect(await failure(pool.query('select 1'))).toMatchObject({ code: 'ETIMEDOUT' })
    expect(Date.now() - started).toBeLessThan(5_000)
    silent = false
    expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  }
  await pool.end()
  for (const each of sockets) each.destroy()
  between.close()
})

test('a migration waits for a table in use without blocking its readers', async () => {
  const fresh = await testDatabase({ isOwner: true })
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(join(folder, '999-one-more.sql'), 'alter table accounts add column one_more integer')
  const dump = createClient({ url: fresh.url, name: 'dump' })
  await dump.connect()
  await dump.query('begin')
  await dump.query('select count(*) from accounts')
  const migrating = migrate(fresh.url, pathToFileURL(`${folder}/`))
  const readAccounts = () => sql<{ one_more?: null }>`select * from accounts`.execute(fresh.db)
  let longest = 0
  for (const ends = Date.now() + 4_000; Date.now() < ends; ) {
    const started = Date.now()
    await readAccounts()
    longest = Math.max(longest, Date.now() - started)
  }
  // The migration has repeatedly waited for the table and given up.
  expect(longest).toBeGreaterThan(500)
  expect(longest).toBeLessThan(MIGRATION_LIMITS.lockMs + 1_500)
  await dump.query('commit')
  await dump.end()
  await migrating
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'accounts' and column_name = 'one_more'`.execute(fresh.db)
  expect(rows).toEqual([{ name: 'one_more' }])
  await fresh.close()
  await rm(folder, { recursive: true })
})
