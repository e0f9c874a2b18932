// The newsstand whose alerts are caused: real parts (bench/faults/world.ts), one server for requests and one for jobs, a
// streaming replica, a payment provider, and Prometheus with a quicker form of the published rules.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '@kiosk/backend/config'
import { startReplica } from '@kiosk/backend/db/testing/replica'
import { freePort } from '@kiosk/backend/free-port'
import { type TestServer, TOKEN } from '@kiosk/server/testing/start-server'
import { sql } from 'kysely'
import { tcpProxy } from '../faults/tcp-proxy.ts'
import { openWorld, type World } from '../faults/world.ts'
import { installedIn } from '../installed-server.ts'
import { type Prometheus, startPrometheus } from '../prometheus.ts'
import { placeSubscribers, startSandbox } from '../subscribers.ts'
import { type Quickness, quickRules } from './quick-rules.ts'

export const QUICKNESS: Quickness = { factor: 60, mostWaiting: 20, leastRange: 4, mostRange: 60 }
const STEP_SECONDS = 1
/** Prometheus reads the list of servers again every five seconds. */
const FORGOTTEN_WITHIN_MS = 20_000
const METRICS_TOKEN = 'token-of-the-metrics'

/** The payment methods of these subscribers are declined; see `SUBSCRIBERS_OF` in causes.ts. */
export const DECLINED = { from: 1, to: 16 }
const SUBSCRIBERS = 120
/** More than the 2 GB that the rule asks for. Only the used part takes memory. */
const DISK = '2200M'

type Proxy = Awaited<ReturnType<typeof tcpProxy>>

export type Newsstand = {
  world: World
  prometheus: Prometheus
  /** In front of the database for jobs, the replica and the payment provider. */
  direct: Proxy
  replica: Proxy
  provider: Proxy
  /** Address of the payment provider itself. */
  sandbox: { url: string; key: string }
  /** With the roles web and draw, and with the role worker; stopped and started again at their addresses. */
  web: Server
  worker: Server
  /** The DATA_DIR of the worker, if it is a disk of its own; otherwise null. */
  disk: string | null
  /** Runs `npm run kiosk -- …` with the settings of the servers. */
  kiosk(...args: string[]): Promise<{ code: number | null; text: string }>
  /** What a server answers to a request with the token of the metrics; null without an answer. */
  ask(server: Server, path: string): Promise<{ status: number; text: string } | null>
  close(): Promise<void>
}

/** A server that is stopped and started again. */
export type Server = {
  origin: string
  running(): TestServer | undefined
  /** Everything that it has written, including what it wrote before a restart. */
  written(): string
  start(): Promise<void>
  /** @param signal after SIGTERM it is not asked for its figures any more, as after a planned stop */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Starts everything in a folder, which the caller removes after closing it. */
export async function openNewsstand(folder: string): Promise<Newsstand> {
  const world = await openWorld(folder, { startServer: installedIn() })
  const closing: (() => unknown)[] = [() => world.close()]
  try {
    return await furnish(world, folder, closing)
  } catch (error) {
    await closeAll(closing)
    throw error
  }
}

async function closeAll(closing: (() => unknown)[]): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

async function furnish(world: World, folder: string, closing: (() => unknown)[]): Promise<Newsstand> {
  const databasePort = Number(new URL(world.url).port)
  const replicaServer = await startReplica({ url: world.database.url, dataDir: folder })
  closing.push(() => replicaServer.stop())
  const isDeclined = (nth: number) => nth >= DECLINED.from && nth <= DECLINED.to
  const sandbox = await startSandbox(folder, SUBSCRIBERS, (nth) => (isDeclined(nth) ? 'insufficient-funds' : 'succeeds'))
  closing.push(() => sandbox.stop())
  await placeSubscribers(world.url, SUBSCRIBERS, (await inDays(world, 30))!)
  const [direct, replica, provider] = await Promise.all(
    [databasePort, Number(new URL(replicaServer.url).port), Number(new URL(sandbox.found.url).port)].map(tcpProxy),
  )
  closing.push(() => Promise.all([direct, replica, provider].map((each) => each!.close())))
  const through = (url: string, { port }: Proxy) => Object.assign(new URL(url), { port: String(port) }).href
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const isOwnDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'kiosk-alerts', disk]).status === 0
  if (isOwnDisk) closing.push(() => spawnSync('umount', ['--lazy', disk]))
  const settings = {
    METRICS_TOKEN,
    PAYMENTS: 'sandbox',
    SANDBOX_PAYMENTS_URL: through(sandbox.found.url, provider!).replace(/\/$/, ''),
    SANDBOX_PAYMENTS_KEY: sandbox.found.key,
    SANDBOX_PAYMENTS_SECRET: sandbox.found.webhookSecret,
    DATABASE_DIRECT_URL: through(world.url, direct!),
    DATABASE_READ_URL: through(`${replicaServer.url}/kiosk`, replica!),
  }
  const rules = join(folder, 'rules.json')
  writeFileSync(rules, quickRules(readFileSync(`${root}ops/alerts.yaml`, 'utf8'), QUICKNESS))
  const shown = new Set<string>()
  const prometheus = await startPrometheus(folder, [], METRICS_TOKEN, { stepSeconds: STEP_SECONDS, rules })
  closing.push(() => prometheus.close())
  const server = async (settings: Record<string, string>): Promise<Server> => {
    const port = String(await freePort())
    const target = `127.0.0.1:${port}`
    let running: TestServer | undefined
    let before = ''
    const show = (isShown: boolean) => {
      if (isShown) shown.add(target)
      else shown.delete(target)
      prometheus.setTargets([...shown])
    }
    return {
      origin: `http://${target}`,
      running: () => running,
      written: () => before + (running?.written() ?? ''),
      async start() {
        running = await world.startServer({ PORT: port, ...settings })
        show(true)
      },
      async stop(signal) {
        if (!running) return
        if (signal === 'SIGTERM') {
          show(false)
          const isKnown = async () => (await prometheus.query(`up{instance="${target}"}`)).length > 0
          await until(async () => !(await isKnown()), FORGOTTEN_WITHIN_MS, `Prometheus without ${target}`)
        }
        const ended = once(running.process, 'exit')
        running.process.kill(signal)
        await ended
        before += running.written()
        running = undefined
      },
    }
  }
  const web = await server({ ...settings, ROLES: 'web,draw', ACCESS_LOG: 'true' })
  const worker = await server({ ...settings, ROLES: 'worker', ...(isOwnDisk && { DATA_DIR: disk }) })
  await Promise.all([web.start(), worker.start()])
  return {
    world,
    prometheus,
    direct: direct!,
    replica: replica!,
    provider: provider!,
    sandbox: sandbox.found,
    web,
    worker,
    disk: isOwnDisk ? disk : null,
    async kiosk(...args) {
      const own = { DATABASE_URL: world.url, DATA_DIR: isOwnDisk ? disk : folder, ENVIRONMENT: 'staging', LOG_LEVEL: 'silent' }
      const env = { ...process.env, ...world.settings, ...settings, ...own, API_TOKEN: TOKEN }
      const child = spawn(process.execPath, [`${root}apps/operator/src/kiosk.ts`, ...args], { cwd: root, env })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data) => {
          text += String(data)
        })
      const [code] = (await once(child, 'exit')) as [number | null]
      return { code, text }
    },
    async ask({ origin }, path) {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const response = await fetch(origin + path, { headers, signal: AbortSignal.timeout(5_000) }).catch(() => null)
      return response && { status: response.status, text: await response.text() }
    },
    close: () => closeAll(closing),
  }
}

async function inDays({ connection: { db } }: World, days: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() + make_interval(days => ${days}) as at`.execute(db)
  return rows[0]!.at
}

/** Waits until something holds. @throws after `milliseconds` */
export async function until(holds: () => Promise<boolean> | boolean, milliseconds: number, what: string): Promise<void> {
  for (const end = Date.now() + milliseconds; !(await holds()); await pause(100))
    if (Date.now() > end) throw new Error(`${what}: not within ${milliseconds / 1000} s`)
}
