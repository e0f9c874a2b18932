// The processes that the walk runs against, all with one simulated clock.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@kiosk/backend/free-port'
import { DAY_MS } from '@kiosk/domain/time'
import pg from 'pg'
import { changeableClock } from '../changeable-clock.ts'
import type { CommandAnswer } from './command-host.ts'

const ROOT = join(import.meta.dirname, '../..')
/** One in this many commands runs in a separate process, as for an operator. */
const OWN_PROCESS_EVERY_STEPS = 50
/** Every process reads the clock's file once per second of its time; after CLOCK_SEEN_MS all have the new time. */
const CLOCK_CACHE_SECONDS = 0
const CLOCK_SEEN_MS = 1_150
const READY_WITHIN_MS = 120_000
/** Every rule for price rises that `operator.json` may have, each in at least one market. */
const PRICE_RISE = {
  at: { rule: 'consent', withoutConsent: 'keep' },
  de: { rule: 'consent', withoutConsent: 'end' },
  ch: { rule: 'object' },
  lu: { rule: 'object' },
}

export type World = Awaited<ReturnType<typeof openWorld>>
type Server = { port: number; child: ChildProcess | null }

/**
 * Starts PostgreSQL, the sandbox and two servers on an empty database. Each is detached, so that Ctrl-C ends the walk alone.
 * @param folder data, logs and the clock; must be empty
 * @throws Error if libfaketime is not installed
 */
export async function openWorld(folder: string) {
  mkdirSync(folder, { recursive: true })
  const changeable = changeableClock(join(folder, 'clock'), CLOCK_CACHE_SECONDS)
  if (!changeable) throw new Error('The walk moves the clock with libfaketime: apt-get install faketime')
  const clock = changeable.settings
  /** How far the clock is ahead of the real one. Milliseconds. */
  let ahead = 0
  const path = { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, HOME: process.env.HOME ?? '' }
  const log = (name: string) => openSync(join(folder, `${name}.log`), 'a')

  const database = spawn(process.execPath, [join(import.meta.dirname, 'database.ts'), folder], {
    env: { ...path, ...clock },
    detached: true,
    stdio: ['ignore', 'pipe', log('database')],
  })
  const [line] = (await once(database.stdout!, 'data')) as [Buffer]
  const databaseUrl = line.toString().trim()
  const db = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  db.on('error', () => {})

  const [sandboxPort, ...ports] = [await freePort(), await freePort(), await freePort()]
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const key = randomBytes(16).toString('hex')
  const webhookSecret = randomBytes(16).toString('hex')
  const servers: Server[] = ports.map((port) => ({ port, child: null }))
  const publicUrl = `http://localhost:${ports[0]}`
  const operatorFile = join(folder, 'operator.json')
  /** Environment of servers and commands. */
  const settings = {
    ...path,
    ...clock,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    OPERATOR_FILE: operatorFile,
    PUBLIC_URL: publicUrl,
    ENVIRONMENT: 'development',
    DEMO: 'false',
    PAYMENTS: 'sandbox',
    SANDBOX_PAYMENTS_URL: sandboxUrl,
    SANDBOX_PAYMENTS_KEY: key,
    SANDBOX_PAYMENTS_SECRET: webhookSecret,
    COUNTRY_HEADER: 'x-country',
    REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  }
  const shipped = JSON.parse(readFileSync(join(ROOT, 'operator.json'), 'utf8'))
  writeFileSync(operatorFile, JSON.stringify({ ...shipped, priceRise: PRICE_RISE }))

  let sandbox: ChildProcess | null = null
  async function startSandbox(): Promise<void> {
    sandbox = spawn(process.execPath, [join(ROOT, 'apps/sandbox-payments/src/start.ts')], {
      env: {
        ...path,
        ...clock,
        ENVIRONMENT: 'development',
        PORT: String(sandboxPort),
        FILE: join(folder, 'provider.db'),
        KEY: key,
        WEBHOOK_SECRET: webhookSecret,
        WEBHOOK_URL: `http://127.0.0.1:${ports[0]}/api/v8/psp/webhook/sandbox`,
        SLOWNESS: '300',
      },
      detached: true,
      stdio: ['ignore', log('sandbox'), log('sandbox')],
    })
    await ready(`${sandboxUrl}/health`)
  }
  /** Servers that ended without being killed; they are restarted, as by a supervisor. */
  const ended: string[] = []
  async function startServer(server: Server): Promise<void> {
    const name = `server-${servers.indexOf(server)}`
    const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
      env: { ...settings, PORT: String(server.port), ALLOWED_HOSTS: 'localhost' },
      detached: true,
      stdio: ['ignore', log(name), log(name)],
    })
    server.child = child
    child.once('exit', (code) => {
      if (server.child !== child) return
      ended.push(`${name} ended by itself with ${code}; see ${name}.log`)
      startServer(server).catch((error: unknown) => ended.push(`${name}: ${error}`))
    })
    await ready(`http://localhost:${server.port}/health`)
  }
  const host = fork(join(import.meta.dirname, 'command-host.ts'), {
    env: settings,
    detached: true,
    stdio: ['ignore', log('host'), log('host'), 'ipc'],
  })
  const waiting = new Map<number, (response: CommandAnswer) => void>()
  host.on('message', (response: CommandAnswer) => {
    waiting.get(response.id)?.(response)
    waiting.delete(response.id)
  })
  host.on('exit', (code) => {
    for (const [id, resolve] of waiting) resolve({ id, code: code ?? 70, output: 'the process of the commands ended' })
  })
  let commands = 0
  async function stopServer(server: Server): Promise<void> {
    const { child } = server
    server.child = null
    await kill(child)
  }
  async function kill(child: ChildProcess | null): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  await startSandbox()
  await startServer(servers[0]!)
  await startServer(servers[1]!)

  return {
    folder,
    db,
    publicUrl,
    sandboxUrl,
    ended,
    ports,
    providerFile: join(folder, 'provider.db'),
    now: () => new Date(Date.now() + ahead),
    /** Advances the clock of all processes. */
    async later(days: number): Promise<void> {
      ahead += Math.round(days * DAY_MS)
      // A process that read an empty file would be back at the real time.
      changeable.setAhead(ahead)
      await pause(CLOCK_SEEN_MS)
    },
    /** Kills a server, as in a power failure, and restarts it. */
    async killServer(index: number): Promise<void> {
      await stopServer(servers[index]!)
      await startServer(servers[index]!)
    },
    async killSandbox(): Promise<void> {
      await kill(sandbox)
      await startSandbox()
    },
    /** Runs a command of the operator. @returns exit code and what it printed */
    async command(args: string[]): Promise<{ code: number | null; output: string }> {
      const id = ++commands
      if (id % OWN_PROCESS_EVERY_STEPS !== 0) {
        return new Promise((resolve) => {
          waiting.set(id, resolve)
          host.send({ id, args })
        })
      }
      const child = spawn(process.execPath, [join(ROOT, 'apps/operator/src/kiosk.ts'), ...args], {
        env: settings,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
      const [code] = (await once(child, 'exit')) as [number | null]
      return { code, output }
    },
    /** Calls the provider like the merchant, or like somebody using its dashboard. */
    provider: (method: string, path: string, body?: object) =>
      fetch(`${sandboxUrl}/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(body && { body: JSON.stringify(body) }),
      }),
    async close(): Promise<void> {
      for (const server of servers) await stopServer(server)
      await kill(sandbox)
      await kill(host)
      await db.end()
      database.kill('SIGTERM')
      await once(database, 'exit')
    },
  }
}

async function ready(url: string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await pause(100)) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
  }
  throw new Error(`${url} did not become ready`)
}
