// An hour of modest use with faults in between: does anything grow, is anything lost, and do the published alerts fire when, and
// only when, they should? `npm run bench soak -- --minutes 60`. A shorter run has shorter faults, which raise no alerts.
// `--calm 15` begins with this many minutes without faults; all faults take place in the remaining time.
// Needs Debian's prometheus for the alerts.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
import { figureOf, levelAt, ofProcesses, type Sample, slopeOf } from './soak/figures.ts'

const SAMPLE_EVERY_MS = 30 * SECOND_MS
const RECOVERED_WITHIN_MS = 15 * SECOND_MS
const GIVE_UP_AFTER_MS = 2 * MINUTE_MS
const EMAILS_WITHIN_MS = MINUTE_MS
/** Figures within this time after the start of a process or after a fault say nothing about growth. */
const WARM_UP_MINUTES = 6
const CALM_AFTER_MINUTES = 1
const METRICS_TOKEN = 'token-of-the-metrics'
const MEMORY = 'memory (RSS)'
const MB = 1024 ** 2

type Fault = Pick<Caused, 'what' | 'raises' | 'mayRaise'> & {
  /** When it begins, and how long it lasts, in a run of an hour. */
  minute: number
  minutes: number
  cause(parts: Parts): Promise<unknown>
  end(parts: Parts): Promise<unknown>
  /** Called each second meanwhile. */
  meanwhile?(parts: Parts): Promise<unknown>
}
type Parts = { world: World; second: TestServer; startSecond(): Promise<void> }

const nothing = async () => {}
const FAULTS: Fault[] = [
  // First, so that the server that replaces the killed one is observed for most of the hour.
  {
    what: 'one of two servers killed',
    minute: 7,
    minutes: 4,
    raises: ['ServerDown'],
    mayRaise: [],
    cause: async ({ second }) => second.process.kill('SIGKILL'),
    end: ({ startSecond }) => startSecond(),
  },
  {
    what: 'database connections cut each second',
    minute: 14,
    minutes: 1,
    raises: [],
    mayRaise: ['ErrorsLogged', 'ServerErrors'],
    cause: nothing,
    meanwhile: ({ world }) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(world.connection.db),
    end: nothing,
  },
  {
    what: 'mail server gone',
    minute: 18,
    minutes: 13,
    raises: ['MailServerFailing'],
    mayRaise: ['ErrorsLogged'],
    cause: async ({ world }) => world.mail.takeDown(),
    end: async ({ world }) => world.mail.restore(),
  },
  {
    what: 'file storage frozen',
    minute: 34,
    minutes: 8,
    raises: ['StorageFailing', 'ServerErrors'],
    mayRaise: ['SlowAnswers', 'ErrorsLogged'],
    cause: async ({ world }) => world.storage.freeze(),
    end: async ({ world }) => world.storage.restore(),
  },
  {
    what: 'database stopped',
    minute: 45,
    minutes: 3,
    raises: ['DatabaseAway', 'ServerErrors'],
    mayRaise: ['SlowAnswers', 'ErrorsLogged', 'JobsStalled', 'ConnectionsExhausted'],
    cause: ({ world }) => world.database.stop(),
    end: ({ world }) => world.database.start(),
  },
]

/** A figure that must not grow. What is written to the database grows with use, so its limit is per write. */
type Series = {
  what: string
  figure: string
  unit: string
  perHour: number
  /** Without faults, including the warm-up. */
  samples: Sample[]
  /** When the first sample was taken, milliseconds since 1970. */
  began: number
}

export async function run(args: string[]): Promise<{ rows: Row[] }> {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({ args, options: { minutes: text('60'), calm: text('0'), samples: text('') } })
  const calmMinutes = Number(values.calm)
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-soak-'))
  chmodSync(folder, 0o755)
  const world = await openWorld(folder, { startServer: installedIn() })
  try {
    const scale = (Number(values.minutes) - calmMinutes) / 60
    return { rows: await soak(world, folder, { scale, calmMinutes, samplesFile: values.samples || null }) }
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param options `scale`: hours that an hour of `FAULTS` takes; `calmMinutes`: before that; `samplesFile`: CSV of all samples, null =
 * not written
 */
async function soak(
  world: World,
  folder: string,
  options: { scale: number; calmMinutes: number; samplesFile: string | null },
): Promise<Row[]> {
  const { scale, calmMinutes, samplesFile } = options
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
  const at = (minute: number) => began + (calmMinutes + minute * scale) * MINUTE_MS
  const until = (moment: number) => pause(Math.max(0, moment - Date.now()))
  const cpu = await cpuSeconds(first)
  const rows: Row[] = []
  const caused: Caused[] = []
  let writes = 0
  try {
    for (const fault of FAULTS) {
      await until(at(fault.minute))
      rows.push(rowOfCalm(`until ${((at(fault.minute) - began) / MINUTE_MS).toFixed(0)} min`, readers.takeCounts()))
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
    const watched = sampling.series().map((each) => ({ ...each, samples: each.samples.filter(({ at }) => isCalm(at)) }))
    const firstOf = (figure: string) => watched.find((each) => each.figure === figure)
    rows.push(...watched.map((each) => rowOfGrowth(each, firstOf(each.figure)!)))
    rows.push(await rowOfDisk(world, sampling.databaseBytes, writes))
    rows.push(...(await rowsOfAlerts(prometheus, caused, began, scale)))
    return rows
  } finally {
    sampling.stop()
    if (samplesFile) writeFileSync(samplesFile, csvOf(sampling.series(), began))
    await readers.stop()
    await prometheus?.close()
  }
}

/** Returns all samples, including those taken during a fault. */
function csvOf(series: readonly Series[], began: number): string {
  const lines = series.flatMap(({ what, unit, samples }) =>
    samples.map(({ at, value, pid }) => [((at - began) / MINUTE_MS).toFixed(2), what, pid ?? '', value.toFixed(2), unit].join()),
  )
  return ['minute,what,pid,value,unit', ...lines, ''].join('\n')
}

/** The run is long, so results are printed as soon as they are known. */
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

/** Takes the figures of all processes every half minute. A restarted server has figures of its own. */
function startSampling(world: World, folder: string) {
  const watched = new Map<string, Series>()
  let databaseBytes = 0
  let stopped = false
  const note = (figure: string, unit: string, perHour: number, value: number | null, server?: string, pid?: number) => {
    if (value === null) return
    const what = server ? `${server}: ${figure}` : figure
    const series = watched.get(what) ?? { what, figure, unit, perHour, began: Date.now(), samples: [] }
    series.samples.push({ at: Date.now(), value, ...(pid !== undefined && { pid }) })
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
      note(MEMORY, 'MB', 20, megabytes('process_resident_memory_bytes'), name)
      note('heap in use', 'MB', 10, megabytes('nodejs_heap_size_used_bytes'), name)
      note('file descriptors', '', 5, figureOf(text, 'process_open_fds'), name)
      note('database connections', '', 3, figureOf(text, 'kiosk_database_connections', /state="(used|idle)"/), name)
    }
    const pid = world.database.pid()
    if (pid === undefined) return
    const { memory, files, count } = ofProcesses(pid, (WARM_UP_MINUTES * MINUTE_MS) / SECOND_MS)
    for (const [each, bytes] of memory)
      note('PostgreSQL: memory that a process has alone', 'MB', 0.25, bytes / MB, undefined, each)
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
    series: () => [...watched.values()],
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

/**
 * How far a server may be above the level of the first one at the same age. Of the memory, 50 of 320 MB are what V8 keeps or gives
 * back, depending on what a server has met (ADR-0381).
 */
const LEVEL_TOLERANCE = { memory: 1.2, others: 1.1 }

/**
 * A figure grows if its slope after the warm-up is above its limit by more than chance explains. Each process is judged from its own
 * start: a server that was started later, or has ended earlier, warms up for most of its time, as the first one did, which shows
 * growth over the whole time. It grows if it also exceeds the level that the first one had at the same age.
 */
function rowOfGrowth({ what, figure, unit, perHour, samples, began }: Series, first: Series): Row {
  const slope = slopeOf(samples.filter(({ at }) => at >= began + WARM_UP_MINUTES * MINUTE_MS))
  const budget = `≤ +${perHour} ${unit}`.trim()
  const isFirst = first.what === what
  const { own, other } = isFirst ? { own: null, other: null } : levelAt({ samples, began }, first)
  const tolerance = figure === MEMORY ? LEVEL_TOLERANCE.memory : LEVEL_TOLERANCE.others
  const isLevel = own !== null && other !== null && own <= other * tolerance
  const against =
    own !== null && other !== null ? `, at last ${own.toFixed(0)}, the first server at this age ${other.toFixed(0)}` : ''
  const sign = slope && slope.perHour < 0 ? '−' : '+'
  const digits = perHour < 1 ? 2 : 1
  const mean = slope ? `, on average ${slope.mean.toFixed(digits - 1)} ${unit}`.trimEnd() : ''
  return {
    what: `${what}, ${samples.length} samples in calm times${mean}${against}`,
    value: slope
      ? `${sign}${Math.abs(slope.perHour).toFixed(digits)} ± ${(2 * slope.error).toFixed(digits)} ${unit}`.trim()
      : 'too few samples after the warm-up for a slope',
    budget: `${budget} an hour${isFirst ? '' : `, or ≤ ${tolerance} × the first server at the same age`}`,
    met: (slope !== null && slope.perHour - 2 * slope.error <= perHour) || isLevel,
  }
}

const BYTES_PER_WRITE = 10_000
/** Rules wait for up to ten minutes before they fire. */
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
