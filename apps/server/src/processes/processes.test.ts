import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { freePort } from '@kiosk/backend/free-port'
import { within } from '@kiosk/backend/testing/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOKEN } from '../testing/start-server.ts'

// A server of two processes that share a port, whose requests, jobs and figures continue while its processes are killed.

const METRICS_TOKEN = 'token-of-the-metrics'
const KILLS = Number(process.env.WORKER_KILLS ?? 1)
const KILL_EVERY_MS = 1_000
const CLIENTS = 4
const HANGS_AFTER_MS = 10_000
const MEMORY_LIMIT = '--max-old-space-size=761'
/** On a machine that runs other tests, too. */
const SETTLED_MS = 30_000

let connection: Connection
let folder: string
let server: ChildProcess
let port: number
let written = ''

function start(...args: string[]): ChildProcess {
  const env = {
    ...process.env,
    PORT: String(port),
    WORKERS: '2',
    DATA_DIR: folder,
    DATABASE_URL: connection.url,
    PAYMENTS: 'none',
    DEMO: 'false',
    API_TOKEN: TOKEN,
    METRICS_TOKEN,
    LOG_LEVEL: 'warn',
    REQUESTS_PER_MINUTE: '1000000',
  }
  const file = fileURLToPath(new URL('../testing/processes-starter.ts', import.meta.url))
  const child = fork(file, args, { env, execArgv: [MEMORY_LIMIT, '--no-deprecation'], silent: true })
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data) => {
      written += String(data)
    })
  return child
}

beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'processes-'))
  // The same port for all processes of a place, even if none listens for a moment.
  port = await freePort()
  server = start()
  const [message] = (await Promise.race([once(server, 'message'), once(server, 'exit')])) as [{ port?: number }]
  if (message?.port !== port) throw new Error(`the server has ended: ${written}`)
})
afterAll(async () => {
  server.kill('SIGKILL')
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the processes of the server; the first of them runs the jobs, unless it was killed. */
function processes(): number[] {
  return readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

const isRunning = (pid: number) => readdirSync('/proc').includes(String(pid))

/** Sends a request on a connection of its own, which may lead to any process. Status 0: no answer. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  form?: URLSearchParams,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: form ? 'POST' : 'GET',
      agent: new Agent(),
      timeout: HANGS_AFTER_MS,
      headers: { 'x-api-token': TOKEN, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
    }
    const failed = () => resolve({ status: 0, text: '' })
    const sent = request(options, async (response) => {
      let text = ''
      try {
        for await (const part of response) text += part
        resolve({ status: response.statusCode ?? 0, text })
      } catch {
        failed()
      }
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', failed)
    sent.end(form?.toString())
  })
}

async function figure(name: string): Promise<number> {
  const { text } = await ask('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

test('both processes answer on one port, and each shows the figures of both', async () => {
  const asked = 12
  for (let times = 0; times < asked; times++) expect((await ask('/api/v8/titles')).status).toBe(200)
  const answered = 'kiosk_request_seconds_count\\{program="api",status="2xx"\\}'
  // Several scrapes, which any of them answers.
  for (let times = 0; times < 4; times++) expect(await figure(answered)).toBe(asked)
  expect(await figure('kiosk_processes')).toBe(2)
  expect(await figure('kiosk_database_up')).toBe(1)
  expect(await figure('kiosk_process_restarts_total')).toBe(0)
  expect((await ask('/readyz')).status).toBe(200)
})

test('each process has the limits of memory of the server', () => {
  for (const pid of processes()) {
    const options = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    expect(options).toContain(MEMORY_LIMIT)
    expect(options).not.toContain('--no-deprecation')
  }
})

test('nothing that was acknowledged is lost or doubled while one process after the other is killed', async () => {
  const acknowledged: string[] = []
  let done = false
  let asked = 0
  let unanswered = 0
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!done) {
      const number = ++asked
      // E-mails to one slow host would wait for half a minute.
      const email = `reader@host-${number}.example.org`
      const form = new URLSearchParams({ email, password: `Lesehalle-${number}` })
      const address = `198.51.${number >> 8}.${number % 256}`
      const { status } = await ask('/api/v8/user/registration/newuser', { 'x-forwarded-for': address }, form)
      if (status === 200) acknowledged.push(email)
      else unanswered++
      if (status !== 200) await pause(10)
    }
  })
  for (let kill = 0; kill < KILLS; kill++) {
    const before = acknowledged.length
    await within(SETTLED_MS, async () => acknowledged.length > before && processes().length === 2)
    // The process that has run longest; at first that is the one that runs the jobs.
    process.kill(processes()[0]!, 'SIGKILL')
    await pause(KILL_EVERY_MS)
  }
  const killedAt = Date.now() - KILL_EVERY_MS
  await within(SETTLED_MS, async () => (await figure('kiosk_processes')) === 2)
  const recoveryMs = Date.now() - killedAt
  done = true
  await Promise.all(clients)
  if (KILLS > 1) console.info({ kills: KILLS, asked, acknowledged: acknowledged.length, unanswered, recoveryMs })
  const { rows } = await sql<{
    email: string
    count: number
  }>`select email, count(*) as count from accounts group by email`.execute(connection.db)
  expect(rows.filter(({ count }) => count > 1)).toEqual([])
  const known = new Set(rows.map(({ email }) => email))
  expect(acknowledged.filter((email) => !known.has(email))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(KILLS)
  expect(await figure('kiosk_process_restarts_total')).toBe(KILLS)
  // The process that runs the jobs was killed, too. Each account gets its e-mail, including those that were not acknowledged.
  const mails = async () => (await readdir(join(folder, 'mail'))).filter((each) => each.endsWith('.eml')).length
  await expect.poll(mails, { timeout: SETTLED_MS }).toBe(rows.length)
})

test('SIGTERM ends all processes', async () => {
  const all = processes()
  expect(all).toHaveLength(2)
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  expect(all.filter(isRunning)).toEqual([])
})

test('if a process cannot start, the server ends', async () => {
  const module = join(folder, 'ends.mjs')
  await writeFile(module, 'process.exit(78)')
  expect(await once(start(module), 'exit')).toEqual([1, null])
  expect(written).toContain('A process of the server could not start; see above.')
})
