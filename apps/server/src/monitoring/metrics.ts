import { statfs } from 'node:fs/promises'
import type { Replica } from '@kiosk/backend/db/replica'
import { isEqualSecret } from '@kiosk/backend/is-equal-secret'
import { DATABASE_FIGURES, type DatabaseFigure } from '@kiosk/backend/monitoring/database-figures'
import type { RenderQueue } from '@kiosk/backend/reading/render-queue'
import type { Pool } from 'pg'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { GateError } from '../gate/gate-error.ts'
import type { KeptPages } from '../pages/kept-pages.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { ReaderAnswers } from '../pages/reader-answers.ts'
import type { Program } from '../program.ts'
import type { Measurements } from './measurements.ts'

/** What is read when the metrics are requested. */
export type Measured = {
  areJobsStalled(): boolean
  pages: Pick<PageCache, 'counts' | 'renderings'>
  readerPages: Pick<KeptPages<never, never>, 'counts' | 'renderings'>
  /** Undefined = answers to readers are not kept. */
  readerAnswers?: Pick<ReaderAnswers, 'counts'> | undefined
  renderQueue: Pick<RenderQueue, 'size'>
  /** Pools of database connections by their names. */
  pools: Record<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>>
  /** Undefined = there is none, and so no figures of it. */
  replica?: Pick<Replica, 'state' | 'counts'> | undefined
  /** Path of DATA_DIR. */
  dataFolder: string
  /** What this server does. */
  roles: ReadonlySet<string>
  /** Figures of the other processes of this server; undefined = there are none. */
  otherProcesses?: OtherProcesses | undefined
  /** @throws if the database does not answer */
  databaseFigures(): Promise<DatabaseFigure[]>
}

/** What one process of a server measures, as it is sent to another. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export type OtherProcesses = {
  /** Asks all others; one that does not answer is left out. */
  figures(): Promise<Figures[]>
  /** `read` answers the others. */
  answerWith(read: () => Promise<Figures>): void
}

/** Figures from the database are read again after this time, however many ask for them. */
const FIGURES_KEPT_MS = 5_000

/** Collects Prometheus metrics for `/metrics`, for requests with the token; without a configured token, none are returned. */
export function createMetrics(token: string | undefined, measurements: Measurements, measured: Measured) {
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'kiosk_request_seconds',
    help: 'Time to answer a request; pages that are answered from memory are counted by kiosk_shared_pages_total alone',
    labelNames: ['program', 'status'],
    buckets: [0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5],
    registers: [registry],
  })
  measureServer([registry], measured)
  measurePages([registry], measured)
  measureConnections([registry], measured)
  measureReplica([registry], measured)
  const database = measureDatabase([registry], measured)
  if (token) collectDefaultMetrics({ register: registry })

  const ofWholeServer = new Set(['kiosk_role', 'kiosk_data_folder_free_bytes', ...database.names])

  async function figuresOfProcess(): Promise<Figures> {
    const found = await Promise.all([registry.getMetricsAsJSON(), measurements.registry.getMetricsAsJSON()])
    // The average of all processes would hide that one of them is blocked.
    return found.flat().map((each) => (each.aggregator === 'average' ? { ...each, aggregator: 'max' as const } : each))
  }
  measured.otherProcesses?.answerWith(async () => (await figuresOfProcess()).filter(({ name }) => !ofWholeServer.has(name)))

  async function textOfAll(others: OtherProcesses): Promise<string> {
    const [own, ofOthers] = await Promise.all([figuresOfProcess(), others.figures()])
    return AggregatorRegistry.aggregate([own, ...ofOthers]).metrics()
  }

  function isKnown(request: Request): boolean {
    return token !== undefined && isEqualSecret(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '', token)
  }
  return {
    registry,
    /** Whether a request has the token of the metrics. */
    isKnown,
    program(name: string, program: Program): Program {
      if (!token) return program
      seconds.zero({ program: name, status: '5xx' })
      return async (request, visitor) => {
        const stop = seconds.startTimer({ program: name })
        try {
          const response = await program(request, visitor)
          stop({ status: `${Math.trunc(response.status / 100)}xx` })
          return response
        } catch (error) {
          stop({ status: error instanceof GateError ? '4xx' : '5xx' })
          throw error
        }
      }
    },
    async answer(request: Request): Promise<Response> {
      if (!isKnown(request)) return new Response('Not found', { status: 404 })
      await database.refresh()
      const texts = measured.otherProcesses
        ? [await textOfAll(measured.otherProcesses)]
        : await Promise.all([registry.metrics(), measurements.registry.metrics()])
      return new Response(texts.join('\n'), { headers: { 'content-type': registry.contentType } })
    },
  }
}

/** What this server does, and what it has left of it. */
function measureServer(registers: Registry[], measured: Measured): void {
  new Gauge({
    name: 'kiosk_jobs_stalled',
    help: '1 if no worker of a job queue of this server has polled for a minute, else 0',
    registers,
    aggregator: 'max',
    collect() {
      this.set(measured.areJobsStalled() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'kiosk_image_renders',
    help: 'Images of pages and covers that wait to be rendered on this server, or are being rendered',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(measured.renderQueue.size())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'kiosk_role',
    help: '1 for each role of this server (ROLES)',
    labelNames: ['role'],
    registers,
    aggregator: 'max',
    collect() {
      for (const role of measured.roles) this.set({ role }, 1)
    },
  })
  new Gauge({
    name: 'kiosk_data_folder_free_bytes',
    help: 'Free space where DATA_DIR is',
    registers,
    aggregator: 'max',
    async collect() {
      const { bavail, bsize } = await statfs(measured.dataFolder)
      this.set(bavail * bsize)
    },
  })
}

function measurePages(registers: Registry[], measured: Measured): void {
  outcomes('kiosk_shared_pages_total', 'Requests for pages that are the same for many, by what answered them', measured.pages)
  outcomes(
    'kiosk_reader_pages_total',
    'Requests of signed-in readers for pages that are the same for all of one kind, by what answered them',
    measured.readerPages,
  )
  new Counter({
    name: 'kiosk_reader_answers_total',
    help: 'Requests of signed-in readers for pages that they got a moment ago, by whether they got the same bytes (same, changed)',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(measured.readerAnswers?.counts ?? {})) this.inc({ outcome }, count)
    },
  })

  function outcomes(name: string, help: string, { counts, renderings }: Measured['pages']): void {
    new Counter({
      name,
      help: `${help}; rendered: pages rendered, and of these renewed: for nobody in particular, single: not kept for others`,
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries({ ...counts, ...renderings })) this.inc({ outcome }, count)
      },
    })
  }
}

function measureConnections(registers: Registry[], measured: Measured): void {
  new Gauge({
    name: 'kiosk_database_connections',
    help: 'Connections of this server to the database by pool: used, idle, or limit (the most that there can be)',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, options }] of Object.entries(measured.pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'limit' }, options.max ?? 0)
      }
    },
  })
  new Gauge({
    name: 'kiosk_database_waiting',
    help: 'Queries that wait for a connection of a pool of this server',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(measured.pools)) this.set({ pool }, waitingCount)
    },
  })
}

function measureReplica(registers: Registry[], { replica }: Measured): void {
  new Gauge({
    name: 'kiosk_replica_used',
    help: '1 if searches and lists are read from the replica of the database (DATABASE_READ_URL), 0 if the primary answers them',
    registers,
    aggregator: 'min',
    collect() {
      if (replica) this.set(replica.state().why === null ? 1 : 0)
      else this.remove()
    },
  })
  new Gauge({
    name: 'kiosk_replica_lag_seconds',
    help: 'Age of the oldest change that the database replica lacks',
    registers,
    aggregator: 'max',
    collect() {
      const lag = replica?.state().lagSeconds
      if (lag === undefined) this.remove()
      else this.set(lag)
    },
  })
  new Counter({
    name: 'kiosk_replica_reads_total',
    help: 'Searches and lists by where they were read: on the replica, or on the primary because the replica was behind, failed or was away',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(replica?.counts ?? {})) this.inc({ outcome }, count)
    },
  })
}

/** Measures what is the same for all servers. `refresh` reads it again if it is too old; `names` are those of the metrics. */
function measureDatabase(registers: Registry[], measured: Measured): { refresh(): Promise<void>; names: string[] } {
  const isUp = new Gauge({ name: 'kiosk_database_up', help: '1 if the database answers, else 0', registers, aggregator: 'max' })
  const gauges = new Map(
    Object.entries(DATABASE_FIGURES).map(([name, { labels, help }]) => [
      name,
      new Gauge({ name, help, labelNames: [...labels], registers }),
    ]),
  )
  let reading: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  /** Without an answer of the database, its figures are left out instead of repeating old ones. */
  async function readFigures(): Promise<void> {
    const figures = await measured.databaseFigures().catch(() => null)
    for (const [name, gauge] of gauges) {
      gauge.reset()
      // A metric without labels would be 0 now.
      if (DATABASE_FIGURES[name as keyof typeof DATABASE_FIGURES].labels.length === 0) gauge.remove()
    }
    for (const { name, labels, value } of figures ?? []) gauges.get(name)!.set(labels, value)
    isUp.set(figures ? 1 : 0)
    readAt = figures ? performance.now() : readAt
    reading = undefined
  }

  return {
    async refresh() {
      if (performance.now() <= readAt + FIGURES_KEPT_MS) return
      reading ??= readFigures()
      await reading
    },
    names: ['kiosk_database_up', ...gauges.keys()],
  }
}
