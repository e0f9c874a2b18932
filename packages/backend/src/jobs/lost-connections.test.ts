import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount } from '../accounts/testing/accounts.ts'
import { type TestMailServer, testMailServer } from '../adapters/mail/testing/mail-server.ts'
import type { Connection } from '../db/connect.ts'
import { createClient } from '../db/connections.ts'
import { testDatabase } from '../db/testing/database.ts'
import { within } from '../testing/api.ts'
import { enqueue } from './enqueue.ts'
import { countJobs } from './queries.ts'

// The worker runs in its own process, because the failures tested here end processes.

let connection: Connection
let server: TestMailServer
let worker: ChildProcess
let output = ''

beforeAll(async () => {
  connection = await testDatabase()
})
beforeEach(async () => {
  server = await testMailServer()
  output = ''
})
afterEach(async () => {
  if (worker.kill('SIGKILL')) await once(worker, 'exit')
  await server.close()
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
})
afterAll(() => connection.close())

async function startWorker(databaseUrl: string): Promise<void> {
  const file = fileURLToPath(new URL('./testing/worker-process.ts', import.meta.url))
  worker = fork(file, [databaseUrl, server.url, 'never'], { execArgv: [], silent: true })
  for (const stream of [worker.stdout!, worker.stderr!]) stream.on('data', (data) => (output += String(data)))
  await once(worker, 'message')
}

function expectWorkerAlive(): void {
  expect(worker.exitCode ?? worker.signalCode, output.slice(-2_000)).toBe(null)
}

/** Adds verification e-mails for this many new accounts. */
async function addEmails(count: number): Promise<string[]> {
  const accounts = await Promise.all(Array.from({ length: count }, () => createAccount(connection.db, { verified_at: null })))
  for (const { id } of accounts) await enqueue(connection.db, 'letter', { letter: 'verification', accountId: id })
  return accounts.map(({ email }) => email)
}

/** Ends the worker's connections: all, or those with this name. */
const endConnections = (name?: string) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like ${name ?? 'jobs%'}`.execute(connection.db)

/** Makes failed jobs due at once; otherwise their delays would grow. */
const retryNow = () =>
  sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`.execute(connection.db)

async function expectAllSent(addresses: string[], milliseconds: number): Promise<void> {
  delete server.answers.recipient
  await within(milliseconds, async () => {
    await retryNow()
    return (await countJobs(connection.db)).length === 0
  })
  const sent = new Set(server.mails.map(({ to }) => to?.[0]?.address))
  expect([...sent].sort()).toEqual([...addresses].sort())
}

test('a failed LISTEN during a failed job write does not end the process', async () => {
  const proxy = await startProxy()
  server.answers.recipient = () => '450 4.2.1 try later'
  await startWorker(proxy.url)
  const addresses = await addEmails(1)
  await within(20_000, async () => proxy.failedWrites() > 0)
  // The shutdown after the failed write has released the listening connections, whose LISTEN is not answered yet.
  await pause(300)
  proxy.endListening()
  await pause(1_000)
  expectWorkerAlive()
  proxy.letThrough()
  await expectAllSent(addresses, 40_000)
  expectWorkerAlive()
  proxy.close()
})

test('continues after several failures to record failed jobs of one queue', async () => {
  server.answers.recipient = () => '450 4.2.1 try later'
  await startWorker(connection.url)
  const addresses = await addEmails(3)
  const locks = createClient({ url: connection.url, name: 'locks of the test' })
  await locks.connect()
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = 'jobs' and wait_event_type = 'Lock'`.execute(connection.db)
    return rows[0]!.count
  }
  // Jobs that fail at the same moment are recorded by one statement, which would be only one failure; so this repeats.
  await within(30_000, async () => {
    await retryNow()
    await locks.query('begin')
    const { rows } = await locks.query('select id from graphile_worker._private_jobs where locked_at is not null for update')
    for (const ends = Date.now() + 2_000; rows.length === 3 && Date.now() < ends; await pause(25))
      if ((await waiting()) >= 2) return true
    await locks.query('rollback')
    return false
  }).catch(async (error) => {
    await locks.end()
    throw error
  })
  await endConnections('jobs')
  await locks.end()
  await expectAllSent(addresses, 40_000)
  expectWorkerAlive()
})

test('continues within seconds when the database repeatedly closes all connections', async () => {
  server.answers.recipient = () => '450 4.2.1 try later'
  await startWorker(connection.url)
  const addresses = await addEmails(12)
  for (const ends = Date.now() + 15_000; Date.now() < ends; ) {
    await retryNow()
    await endConnections()
    await pause(20 + Math.random() * 300)
    expectWorkerAlive()
  }
  await expectAllSent(addresses, 40_000)
  expectWorkerAlive()
})

/** Starts a proxy to the database that does not forward LISTEN and ends connections that record a failed job. */
async function startProxy() {
  const { hostname, port } = new URL(connection.url)
  const pairs: { inner: Socket; outer: Socket; listens: boolean }[] = []
  let through = false
  let failedWrites = 0
  const proxy = createServer((inner) => {
    const pair = { inner, outer: connectTo(Number(port), hostname), listens: false }
    pairs.push(pair)
    inner.on('data', (bytes) => {
      if (!through && bytes.includes('LISTEN "jobs:insert"')) pair.listens = true
      // The statement that records a failed job.
      else if (!through && bytes.includes('last_error = ')) {
        failedWrites++
        inner.destroy()
      } else if (!pair.listens) pair.outer.write(bytes)
    })
    pair.outer.on('data', (bytes) => inner.write(bytes))
    for (const each of [inner, pair.outer]) each.on('error', () => {})
    inner.on('close', () => pair.outer.destroy())
    pair.outer.on('close', () => inner.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(connection.url)
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    failedWrites: () => failedWrites,
    endListening() {
      for (const { inner, listens } of pairs) if (listens) inner.destroy()
    },
    letThrough() {
      through = true
    },
    close() {
      for (const { inner } of pairs) inner.destroy()
      proxy.close()
    },
  }
}
