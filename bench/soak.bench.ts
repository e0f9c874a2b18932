// An hour of modest use with faults in between: does anything grow, is anything lost, and do the published alerts fire when they
// should, and only then? `npm run bench soak -- --minutes 60`. A shorter run has shorter faults, which raise no alerts.
// Needs Debian's prometheus for the alerts.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '@kiosk/backend/free-port'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import type { TestServer } from '@kiosk/server/testing/start-server'
import { sql } from 'kysely'
import { MODEST, Readers } from './faults/readers.ts'
import { emailsSent, openWorld, type World } from './faults/world.ts'
import { installedIn } from './installed-server.ts'
import { type Caused, compareAlerts, hasPrometheus, type Prometheus, startPrometheus } from './prometheus.ts'
import type { Row } from './row.ts'
import { figureOf, lastLevelOf, ofProcesses, type Sample, slopeOf } from './soak/figures.ts'

const SAMPLE_EVERY_MS = 30 * SECOND_MS
const RECOVERED_WITHIN_MS = 15 * SECOND_MS
const GIVE_UP_AFTER_MS = 2 * MINUTE_MS
const EMAILS_WITHIN_MS = MINUTE_MS
/** Figures of this time after the start of a process, and after a fault, say nothing about growth. */
const WARM_UP_MINUTES = 6
const CALM_AFTER_MINUTES = 1
const METRICS_TOKEN = 'token-of-the-metrics'
const MB = 1024 ** 2

type Fault = Pick<Caused, 'what' | 'raises' | 'mayRaise'> & {
  /** When it begins, and how long it lasts, in an hour. */
  minute: number
  minutes: number
  cause(parts: Parts): Promise<unknown>
  end(parts: Parts): Promise<unknown>
  /** Each second meanwhile. */
  meanwhile?(parts: Parts): Promise<unknown>
}
type Parts = { world: World; second: TestServer; startSecond(): Promise<void> }

const nothing = async () => {}
const FAULTS: Fault[] = [
  // First, so that the server that replaces the killed one is watched for most of the hour.
  {
    ...{ what: 'one of two servers killed', minute: 7, minutes: 4, raises: ['ServerDown'], mayRaise: [] },
    cause: async ({ second }) => second.process.kill('SIGKILL'),
    end: ({ startSecond }) => startSecond(),
  },
  {
    ...{
      what: 'database connections cut each second',
      minute: 14,
      minutes: 1,
      raises: [],
      mayRaise: ['ErrorsLogged', 'ServerErrors'],
    },
    cause: nothing,
    meanwhile: ({ world }) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(world.connection.db),
    end: nothing,
  },
  {
    ...{ what: 'mail server gone', minute: 18, minutes: 13, raises: ['MailServerFailing'], mayRaise: ['ErrorsLogged'] },
    cause: async ({ world }) => world.mail.takeDown(),
    end: async ({ world }) => world.mail.restore(),
  },
  {
    ...{ what: 'file storage frozen', minute: 34, minutes: 8, raises: ['StorageFailing', 'ServerErrors'] },
    mayRaise: ['SlowAnswers', 'ErrorsLogged'],
    cause: async ({ world }) => world.storage.freeze(),
    end: async ({ world }) => world.storage.restore(),
  },
  {
    ...{ what: 'database stopped', minute: 45, minutes: 3, raises: ['DatabaseAway', 'ServerErrors'] },
    mayRaise: ['SlowAnswers', 'ErrorsLogged', 'JobsStalled', 'ConnectionsExhausted'],
    cause: ({ world }) => world.database.stop(),
    end: ({ world }) => world.database.start(),
  },
]

/** A figure that must not grow; what is written to the database grows with use and has a limit for each write. */
type Watched = {
  what: string
  unit: string
  perHour: number
  samples: Sample[]
  /** For a server that was started later: the level of the same figure in the server that ran for the whole time. */
  levelOfFirst?: number | undefined
}
/** `pid` of the server; `began` is when its first sample was taken. */
type Series = Watched & { pid: number | null; began: number; figure: string }

export async function run(args: string[]): Promise<{ rows: Row[] }> {
  const { values } = parseArgs({ args, options: { minutes: { type: 'string', default: '60' } } })
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-soak-'))
  chmodSync(folder, 0o755)
  const world = await openWorld(folder, installedIn())
  try {
    return { rows: await soak(world, folder, Number(values.minutes) / 60) }
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param scale hours */
async function soak(world: World, folder: string, scale: number): Promise<Row[]> {
  const [one, other] = [String(await freePort()), String(await freePort())]
  const start = (PORT: string) => world.startServer({ PORT, METRICS_TOKEN, DRAIN_SECONDS: '5' })
  const first = await start(one)
  const parts: Parts = {
    world,
    second: await start(other),
    async startSecond() {
      parts.second = await start(other)
    },
  }
  const targets = [`127.0.0.1:${one}`, `127.0.0.1:${other}`]
  const prometheus = hasPrometheus() ? await startPrometheus(folder, targets, METRICS_TOKEN) : null
  const readers = new Readers(world, MODEST)
  const sampling = startSampling(world, folder)
  const began = Date.now()
  const at = (minute: number) => began + minute * scale * MINUTE_MS
  const until = (moment: number) => pause(Math.max(0, moment - Date.now()))
  const cpu = await cpuSeconds(first)
  const rows: Row[] = []
  const caused: Caused[] = []
  let writes = 0
  try {
    for (const fault of FAULTS) {
      await until(at(fault.minute))
      rows.push(rowOfCalm(`until ${fault.minute} min`, readers.takeCounts()))
      const from = Date.now()
      await fault.cause(parts)
      while (Date.now() < at(fault.minute + fault.minutes)) {
        await fault.meanwhile?.(parts)
        await pause(SECOND_MS)
      }
      await fault.end(parts)
      caused.push({ ...fault, from, until: Date.now() })
      const { row, acknowledged } = await recover(fault.what, world, readers)
      report(row)
      rows.push(row)
      writes += acknowledged
    }
    await until(at(60))
    rows.push(rowOfCalm('after the last fault', readers.takeCounts()))
    const used = ((await cpuSeconds(first)) - cpu) / ((Date.now() - began) / SECOND_MS)
    rows.push({
      what: 'load: processor time of the first server',
      value: `${(used * 100).toFixed(0)} % of a core`,
      budget: '–',
      met: true,
    })
    const isCalm = (moment: number) =>
      !caused.some((each) => moment >= each.from && moment <= each.until + CALM_AFTER_MINUTES * scale * MINUTE_MS)
    const watched = sampling.series().map(({ began, ...each }) => ({
      ...each,
      samples: each.samples.filter((sample) => isCalm(sample.at) && sample.at >= began + WARM_UP_MINUTES * scale * MINUTE_MS),
    }))
    const firstOf = (figure: string) => watched.find((each) => each.figure === figure)
    const withLevels = watched.map((each) => {
      const oldest = firstOf(each.figure)
      return oldest && oldest !== each ? { ...each, levelOfFirst: slopeOf(oldest.samples)?.mean } : each
    })
    rows.push(...withLevels.map(rowOfGrowth), await rowOfDisk(world, sampling.databaseBytes, writes))
    rows.push(...(await rowsOfAlerts(prometheus, caused, began, scale)))
    return rows
  } finally {
    sampling.stop()
    await readers.stop()
    await prometheus?.close()
  }
}

/** The run is long: what is known is printed at once. */
function report({ what, value }: Row): void {
  console.log(`  ${new Date().toISOString().slice(11, 19)} ${what}: ${value}`)
}

function rowOfCalm(when: string, { answered, failed, wrong }: ReturnType<Readers['takeCounts']>): Row {
  return {
    what: `requests that failed while nothing was wrong, ${when}, of ${answered}${wrong.length > 0 ? ` (${wrong.slice(0, 3).join(', ')})` : ''}`,
    value: String(failed + wrong.length),
    budget: '0',
    met: failed + wrong.length === 0,
  }
}

/** Waits until all is well, and counts what was lost. */
async function recover(what: string, world: World, readers: Readers): Promise<{ row: Row; acknowledged: number }> {
  const ended = Date.now()
  while (!(await readers.allIsWell()) && Date.now() - ended < GIVE_UP_AFTER_MS) await pause(100)
  const recovered = Date.now() - ended
  const { answered, failed, wrong } = readers.takeCounts()
  await readers.pause()
  await emailsSent(world, EMAILS_WITHIN_MS)
  const { acknowledged, lost, doubled, repeated } = await readers.takeLosses()
  world.mails.length = 0
  readers.takeCounts()
  readers.resume()
  const others = wrong.length > 0 ? `, ${wrong.length} with another status (${[...new Set(wrong)].slice(0, 3).join(', ')})` : ''
  return {
    acknowledged,
    row: {
      what: `${what}: ${answered} requests, ${failed} of them failed${others}; ${acknowledged} acknowledged writes since the last fault`,
      value: `lost ${lost.length}, doubled ${doubled.length}, ${repeated} e-mails repeated with their Message-ID, well after ${(recovered / SECOND_MS).toFixed(1)} s`,
      budget: `lost 0, doubled 0, well after ${RECOVERED_WITHIN_MS / SECOND_MS} s`,
      met: lost.length + doubled.length + wrong.length === 0 && recovered <= RECOVERED_WITHIN_MS,
    },
  }
}

/**
 * Takes the figures of all processes every half minute. A server that was started again has figures of its own, one that has ended has
 * none.
 */
function startSampling(world: World, folder: string) {
  const watched = new Map<string, Series>()
  let databaseBytes = 0
  let stopped = false
  const note = (figure: string, unit: string, perHour: number, value: number | null, server?: { name: string; pid: number }) => {
    if (value === null) return
    const what = server ? `${server.name}: ${figure}` : figure
    const series = watched.get(what) ?? { what, figure, unit, perHour, pid: server?.pid ?? null, began: Date.now(), samples: [] }
    series.samples.push({ at: Date.now(), value })
    watched.set(what, series)
  }
  const names = new Map<number, string>()
  async function sample(): Promise<void> {
    for (const server of world.servers) {
      const pid = server.process.pid!
      const name = names.get(pid) ?? `server ${names.size + 1}`
      names.set(pid, name)
      const text = await metricsOf(server)
      if (text === null) continue
      const megabytes = (figure: string) => {
        const bytes = figureOf(text, figure)
        return bytes === null ? null : bytes / MB
      }
      note('memory (RSS)', 'MB', 20, megabytes('process_resident_memory_bytes'), { name, pid })
      note('heap in use', 'MB', 10, megabytes('nodejs_heap_size_used_bytes'), { name, pid })
      note('file descriptors', '', 5, figureOf(text, 'process_open_fds'), { name, pid })
      note('database connections', '', 3, figureOf(text, 'kiosk_database_connections', /state="(used|idle)"/), { name, pid })
    }
    const pid = world.database.pid()
    if (pid === undefined) return
    const { memory, files, count } = ofProcesses(pid)
    note('PostgreSQL: memory of its processes alone', 'MB', 20, memory / MB)
    note('PostgreSQL: file descriptors', '', 50, files)
    note('PostgreSQL: processes', '', 3, count)
    note('folders of the servers: disk', 'MB', 5, sizeOf(folder, /^server-/) / MB)
    databaseBytes ||= await bytesOf(world)
  }
  const sampling = (async () => {
    while (!stopped) {
      await sample().catch(() => {})
      await pause(SAMPLE_EVERY_MS, undefined, { ref: false })
    }
  })()
  sampling.catch(() => {})
  return {
    series: () =>
      [...watched.values()].filter(({ pid }) => pid === null || world.servers.some((each) => each.process.pid === pid)),
    get databaseBytes() {
      return databaseBytes
    },
    stop() {
      stopped = true
    },
  }
}

async function metricsOf({ origin }: TestServer): Promise<string | null> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const response = await fetch(`${origin}/metrics`, { headers, signal: AbortSignal.timeout(10_000) }).catch(() => null)
  return response?.ok ? response.text() : null
}

/** Seconds of processor time that a server has used. */
async function cpuSeconds(server: TestServer): Promise<number> {
  return figureOf((await metricsOf(server)) ?? '', 'process_cpu_seconds_total') ?? 0
}

/** Bytes of the files in folders with these names. */
function sizeOf(folder: string, names: RegExp): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => names.test(path))
    .reduce((sum, path) => {
      const stat = statSync(join(folder, path), { throwIfNoEntry: false })
      return sum + (stat?.isFile() ? stat.size : 0)
    }, 0)
}

async function bytesOf({ connection }: World): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(connection.db)
  return Number(rows[0]!.bytes)
}

const LAST_LEVEL_MS = 10 * MINUTE_MS
/** How far a server that was started later may be above the level of the first one: one process is never quite like another. */
const LEVEL_TOLERANCE = 1.1

/**
 * A figure grows if its slope is above its limit by more than chance explains. A server that was started later has less time to
 * warm up, and runs the same program as the first one, which shows growth over the whole time: it grows if it also exceeds the
 * level of the first one.
 */
function rowOfGrowth({ what, unit, perHour, samples, levelOfFirst }: Watched): Row {
  const slope = slopeOf(samples)
  const budget = `≤ +${perHour} ${unit}`.trim()
  if (!slope) return { what, value: `${samples.length} samples in calm times, too few`, budget: `${budget} an hour`, met: false }
  const sign = slope.perHour < 0 ? '−' : '+'
  const level = levelOfFirst === undefined ? null : lastLevelOf(samples, LAST_LEVEL_MS)
  const against = level === null ? '' : `, at the end ${level.toFixed(0)}, the first server ${levelOfFirst!.toFixed(0)}`
  return {
    what: `${what}, ${samples.length} samples in calm times, on average ${slope.mean.toFixed(0)} ${unit}`.trim() + against,
    value: `${sign}${Math.abs(slope.perHour).toFixed(1)} ± ${(2 * slope.error).toFixed(1)} ${unit}`.trim(),
    budget: `${budget} an hour${level === null ? '' : `, or ≤ ${LEVEL_TOLERANCE} × the first server`}`,
    met: slope.perHour - 2 * slope.error <= perHour || (level !== null && level <= levelOfFirst! * LEVEL_TOLERANCE),
  }
}

const BYTES_PER_WRITE = 10_000
/** Rules wait for up to ten minutes until they fire. */
const LEAST_HOURS_FOR_ALERTS = 0.9

async function rowOfDisk(world: World, before: number, writes: number): Promise<Row> {
  const grown = (await bytesOf(world)) - before
  return {
    what: `the database has grown by ${(grown / MB).toFixed(1)} MB with ${writes} acknowledged writes`,
    value: `${(grown / writes).toFixed(0)} bytes for each`,
    budget: `≤ ${BYTES_PER_WRITE}`,
    met: grown / writes <= BYTES_PER_WRITE,
  }
}

async function rowsOfAlerts(prometheus: Prometheus | null, caused: Caused[], since: number, scale: number): Promise<Row[]> {
  const row = { what: 'alerts', budget: 'those of each fault, and no other' }
  if (!prometheus) return [{ ...row, value: 'not compared: prometheus is not installed', met: false }]
  if (scale < LEAST_HOURS_FOR_ALERTS) return [{ ...row, value: 'not compared: the faults are too short', met: false }]
  const { raised, unexplained } = compareAlerts(caused, await prometheus.firings(since))
  const minutes = (ms: number) => `${(ms / MINUTE_MS).toFixed(1)} min`
  return [
    ...raised
      .filter(({ after }) => after.length > 0)
      .map(({ what, after }) => ({
        what: `alerts of: ${what}`,
        value: after.map(({ alert, ms }) => (ms === null ? `${alert} did not fire` : `${alert} after ${minutes(ms)}`)).join(', '),
        budget: 'all fire',
        met: after.every(({ ms }) => ms !== null),
      })),
    {
      what: `alerts that no fault explains${unexplained.length > 0 ? `: ${unexplained.map(({ alert, from }) => `${alert} after ${minutes(from - since)}`).join(', ')}` : ''}`,
      value: String(unexplained.length),
      budget: '0',
      met: unexplained.length === 0,
    },
  ]
}
