import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@kiosk/backend/db/connections'
import { within } from '@kiosk/backend/testing/api'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Tests a server with its own embedded database, whose processes are killed one after the other.

let folder: string
let server: ChildProcess
let origin: string
let databaseUrl: string
let written = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', DEMO: 'false', REQUESTS_PER_MINUTE: '1000000' }
  server = fork(fileURLToPath(new URL('../testing/kiosk-process.ts', import.meta.url)), [], { env, execArgv: [], silent: true })
  for (const stream of [server.stdout!, server.stderr!])
    stream.on('data', (data) => {
      written += String(data)
    })
  const [started] = (await once(server, 'message')) as [{ port: number; databaseUrl: string }]
  origin = `http://127.0.0.1:${started.port}`
  databaseUrl = started.databaseUrl
})
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

const pidFile = () => join(folder, 'postgres/postmaster.pid')
const postmasterPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n', 1)[0])
const asksDatabase = async () => {
  const response = await fetch(`${origin}/api/v8/search?q=berg${Math.random()}`, {
    headers: { 'x-api-token': 'read-it-web-development' },
    signal: AbortSignal.timeout(12_000),
  })
  await response.text()
  return response.status
}
const isReady = async () => (await fetch(`${origin}/health`)).status === 200 && (await asksDatabase()) === 200

test('kill -9 of one database process: the server continues, and says what has happened', async () => {
  expect(await isReady()).toBe(true)
  const client = createClient({ url: databaseUrl, name: 'killer' })
  await client.connect()
  const { rows } = await client.query("select pid from pg_stat_activity where application_name = 'everybody' limit 1")
  process.kill(rows[0].pid, 'SIGKILL')
  await client.end().catch(() => {})
  await within(15_000, isReady)
  await within(10_000, async () => /has been started again\. Its log \S+ says: .* was terminated by signal 9/.test(written))
  expect(server.exitCode).toBe(null)
})

test('kill -9 of the whole database: it is restarted on its port, and requests get 503 meanwhile', async () => {
  const before = postmasterPid()
  process.kill(before, 'SIGKILL')
  const statuses = new Set<number>()
  await within(50_000, async () => {
    statuses.add(await asksDatabase())
    // The file is missing for a moment while the database starts.
    return existsSync(pidFile()) && postmasterPid() !== before && (await isReady())
  })
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  // The database is ready shortly before the server logs the restart.
  await within(10_000, async () => written.includes('The embedded database had ended. It has been started again.'))
  expect(server.exitCode).toBe(null)
})

test('a database that cannot be restarted ends the server, with one line and an exit code other than 0', async () => {
  appendFileSync(join(folder, 'postgres/postgresql.conf'), '\nno_such_setting = 1\n')
  written = ''
  process.kill(postmasterPid(), 'SIGKILL')
  const [code] = await once(server, 'exit')
  expect(code).toBe(1)
  expect(written).toContain('The embedded database has ended and could not be restarted')
  expect(written).not.toMatch(/^\s+at .*node:/m)
})
