import { cdnsOf } from '@kiosk/backend/adapters/cdn/settings'
import { countryOf } from '@kiosk/backend/adapters/geoip/country-of-address'
import { checkWalletPlans } from '@kiosk/backend/billing/wallets/plans'
import type { Config } from '@kiosk/backend/config'
import type { Connection } from '@kiosk/backend/db/connect'
import { readDatabaseFigures } from '@kiosk/backend/monitoring/database-figures'
import { createGateLimits } from './gate/gate-limits.ts'
import { createRenderBudget } from './gate/render-budget.ts'
import { createRequestGate } from './gate/request-gate.ts'
import { createAccessLog } from './http/access-log.ts'
import type { Closing } from './http/departure.ts'
import { listen } from './http/listen.ts'
import { createVisitorOf } from './http/visitor.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { createLog } from './monitoring/log.ts'
import { createMeasurements } from './monitoring/measurements.ts'
import { createMetrics, type OtherProcesses } from './monitoring/metrics.ts'
import { beginRequestSpan, startTracing } from './monitoring/tracing.ts'
import { openPageCaches } from './pages/page-caches.ts'
import { type Bundles, createPrograms } from './programs.ts'
import { openServices } from './services.ts'
import { version } from './version.ts'

export type Kiosk = { port: number; close(closing?: Closing): Promise<void> }

/** What one of several processes of a server does. */
type ProcessOptions = {
  /** Whether it is the first one, which runs jobs, if the server has that role, and purges CDNs. Default: yes. */
  runsJobs?: boolean
  otherProcesses?: OtherProcesses
}

/**
 * Starts everything on one port, with an open database connection.
 * @param website its bundles; in development with Vite's own files
 */
export async function openKiosk(
  config: Config,
  connection: Connection,
  website: Bundles & { development?: Parameters<typeof listen>[0]['development'] },
  { runsJobs = true, otherProcesses }: ProcessOptions = {},
): Promise<Kiosk> {
  const { roles, publicUrl } = config
  const measurements = createMeasurements()
  const log = createLog(config.logLevel, measurements)
  const tracing = config.tracing && (await startTracing(config.tracing, { version, log }))
  const services = openServices(config, connection, { measurements, log })
  const { context, replica } = services
  const { ctx } = context
  const cdns = cdnsOf(config.cdn)
  const pageCaches = openPageCaches(config, connection, {
    ctx,
    purged: runsJobs ? cdns : [],
    isOneOfSeveral: otherProcesses !== undefined,
    log,
  })
  const { pages, readerPages, answers, dictionaries, cdn } = pageCaches
  const isWorker = runsJobs && roles.has('worker')
  const jobs = isWorker ? await startJobs(config, connection, { ctx, cdns, measurements, log }) : undefined

  await ctx.catalogueCache.ready
  await context.refresh()
  // A backup recognises the newsstand by it, even if nobody has visited it yet.
  await ctx.secret()
  pageCaches.start()
  let stopping = false
  const state = { areJobsStalled: () => jobs?.areStalled() ?? false, isStopping: () => stopping }
  const metrics = createMetrics(config.metricsToken, measurements, {
    areJobsStalled: state.areJobsStalled,
    otherProcesses,
    roles,
    pages,
    readerPages,
    readerAnswers: answers,
    renderQueue: ctx.renderQueue,
    pools: { ...services.pools, ...(jobs && { jobs: jobs.pool }) },
    dataFolder: config.dataDir,
    replica,
    databaseFigures: () => readDatabaseFigures(services.figuresDb),
  })
  const served = createPrograms(config, website, { services, pageCaches, metrics, state })
  const close = async () => {
    await pageCaches.close()
    await jobs?.close()
    await served.close()
    await services.close()
    await tracing?.close()
  }
  const { trustedProxies, countryHeader } = config
  const visitorOf = createVisitorOf({ trustedProxies, countryHeader, countryOf })
  const isDevelopment = config.environment === 'development'
  const server = await listen(
    {
      ...served.programs,
      gate: createRequestGate({ publicUrl, allowedHosts: config.allowedHosts, development: isDevelopment }, roles.has('web')),
      hsts: publicUrl.startsWith('https:'),
      pages,
      answers,
      cdn,
      dictionaries,
      budget: createRenderBudget({ requestsPerMinute: config.requestsPerMinute }),
      visitorOf,
      onRejected: createGateLimits(ctx, visitorOf),
      beginTrace: tracing && beginRequestSpan,
      accessLog: config.accessLog ? createAccessLog(log, (request) => visitorOf(request).country) : undefined,
      log,
      development: website.development,
    },
    { port: config.port, host: config.host },
  ).catch(async (error: unknown) => {
    await close()
    throw error
  })
  // A wrong plan at the wallet is logged when the server starts, not when the first reader opens a cart.
  void checkWalletPlans(ctx).catch((error: unknown) =>
    log.error({ err: error, event: 'wallet.plans-not-loaded' }, 'plans of the wallet could not be loaded'),
  )
  if (!website.development && roles.has('web'))
    void dictionaries
      .make(served.samplePage)
      .catch((error: unknown) =>
        log.error({ event: 'dictionaries.not-made', err: error }, 'pages are sent without a compression dictionary'),
      )
  return {
    port: server.port,
    async close(closing) {
      stopping = true
      log.info({ event: 'server.draining', pauseMs: closing?.pauseMs ?? 0 }, 'the server answers pending requests and stops')
      await server.close(closing)
      await close()
    },
  }
}
