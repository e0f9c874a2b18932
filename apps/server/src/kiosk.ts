import { readFileSync } from 'node:fs'
import { ReaderChanges } from '@kiosk/backend/accounts/reader-changes'
import { cdnsOf } from '@kiosk/backend/adapters/cdn/settings'
import { countryOf } from '@kiosk/backend/adapters/geoip/country-of-address'
import { paymentProviders } from '@kiosk/backend/adapters/payments/settings'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { appSecret } from '@kiosk/backend/app-secret'
import { checkWalletPlans } from '@kiosk/backend/billing/wallets/plans'
import type { NoticedChange } from '@kiosk/backend/catalogue/catalogue-change'
import { createPurges } from '@kiosk/backend/catalogue/purge-cdn'
import { prepareReadingDays } from '@kiosk/backend/catalogue/reading-days'
import { type Config, root } from '@kiosk/backend/config'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import { configuredMailer, createContext, mailFolder } from '@kiosk/backend/create-context'
import { type Connection, type Database, poolOf } from '@kiosk/backend/db/connect'
import { hasTimeLimit } from '@kiosk/backend/db/pooler'
import { createHttpApi } from '@kiosk/backend/http/api'
import { createDeskApi } from '@kiosk/backend/http/desk-api'
import { startWorker } from '@kiosk/backend/jobs/worker'
import { readDatabaseFigures } from '@kiosk/backend/monitoring/database-figures'
import { identityProviderNames } from '@kiosk/domain/accounts/identity-providers'
import { dayInUtc } from '@kiosk/domain/day'
import { partnerConsent } from '@kiosk/domain/page-variant'
import { createPageRenderer, renderCover } from '@kiosk/importer/page-renderer'
import { createProcessImporter } from '@kiosk/importer/process/process-importer'
import { createScanReader } from '@kiosk/importer/scans/scan-reader'
import * as reader from '@kiosk/reader/server'
import type { Logger } from 'pino'
import { createAccessLog } from './access-log.ts'
import { type ApiFetch, createApiCalls, createApiProgram } from './api-calls.ts'
import { createCdnHeaders } from './cdn-headers.ts'
import { createDeskProgram } from './desk-program.ts'
import { developmentMailbox } from './development-mailbox.ts'
import { PageDictionaries } from './dictionary/page-dictionaries.ts'
import { createDrawing, drawnElsewhere } from './drawing.ts'
import { createGateLimits } from './gate/gate-limits.ts'
import { isFromThisMachine } from './gate/local-peer.ts'
import { createRenderBudget } from './gate/render-budget.ts'
import { createRequestGate } from './gate/request-gate.ts'
import { jobQueues } from './job-handlers.ts'
import { type Kept, KeptPages } from './kept-pages.ts'
import { type Closing, listen } from './listen.ts'
import { createLog } from './monitoring/log.ts'
import {
  measuredFiles,
  measuredJobs,
  measuredMailer,
  measuredPayments,
  measuredRenderCover,
  measuredRenderPage,
} from './monitoring/measured-services.ts'
import { createMeasurements } from './monitoring/measurements.ts'
import { createMetrics, type OtherProcesses } from './monitoring/metrics.ts'
import { beginRequestSpan, startTracing } from './monitoring/tracing.ts'
import { PageCache } from './page-cache.ts'
import type { PagesBundle } from './pages-bundle.ts'
import type { Program } from './program.ts'
import { ReaderAnswers } from './reader-answers.ts'
import { createServiceProgram } from './service-program.ts'
import { openServingDatabase } from './serving-database.ts'
import { staticFiles } from './static-files.ts'
import { createVisitorOf } from './visitor.ts'
import { createWebsiteProgram } from './website-program.ts'

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
/** With `API_URL`, another process serves the API and learns of changes later: pages rendered before that may be outdated. */
const API_CATCHES_UP_MS = [500, 1_000, 5_000]

/** Total size of the pages for signed-in readers. */
const READER_PAGES_BYTES = 32 * 1024 * 1024

/** Processes that render pages, if only one process asks them. */
const RENDERING_PROCESSES = 2

export type Kiosk = { port: number; close(closing?: Closing): Promise<void> }

/** What one of several processes of a server does. */
export type ProcessOptions = {
  /** Whether it is the first one, which runs jobs, if the server has that role, and purges CDNs. Default: yes. */
  runsJobs?: boolean
  otherProcesses?: OtherProcesses
}

/**
 * Starts everything on one port, with an open database connection.
 * @param website the built bundles; in development those that Vite serves, with Vite's own files
 */
export async function openKiosk(
  config: Config,
  connection: Connection,
  website: {
    bundle: () => Promise<PagesBundle>
    /** Default: the built desk. */
    desk?: () => Promise<PagesBundle>
    development?: Parameters<typeof listen>[0]['development']
  },
  { runsJobs = true, otherProcesses }: ProcessOptions = {},
): Promise<Kiosk> {
  const measurements = createMeasurements()
  const log = createLog(config.logLevel, measurements)
  const pageRenderer = createPageRenderer({ processes: config.workers > 1 ? 1 : RENDERING_PROCESSES })
  const { poolerUrl, readUrl } = config
  const tracing = config.tracing && (await startTracing(config.tracing, { version, log }))
  const serving = openServingDatabase(connection.url, { prepares: config.preparesStatements, poolerUrl, readUrl, log })
  const { bucket, dataDir } = config
  const pdfImporter = openPdfImporter(config, connection.url, log)
  const scanReader = config.tesseract === null ? undefined : createScanReader({ program: config.tesseract })
  const mailer = configuredMailer(config)
  const files = measuredFiles(filesAt(bucket, dataDir), measurements)
  const secret = appSecret(serving.everybody.db)
  const renderPage = measuredRenderPage(
    async (pdf, ...how) => pageRenderer.renderPage(await files.path(pdf), ...how),
    measurements,
  )
  const context = createContext(config, {
    db: serving.accounts.db,
    publicDb: serving.everybody.db,
    workDb: connection.db,
    replica: serving.replica,
    databaseUrl: connection.url,
    files,
    mailer: measuredMailer(mailer, measurements),
    payments: measuredPayments(paymentProviders(config.payments), measurements),
    renderPage: config.drawUrl ? drawnElsewhere(config.drawUrl, secret, log) : renderPage,
    renderCover: measuredRenderCover(renderCover, measurements),
    pdfImporter,
    scanReader,
    log,
  })
  const { ctx } = context
  const api = createHttpApi(context, config)
  const deskApi = createDeskApi(ctx)
  const { apiUrl, token } = config
  const apiFor = createApiCalls(api, ctx.secret, config)
  const dictionaries = new PageDictionaries()
  const cdn = createCdnHeaders(config.cdn?.kind ?? null)
  const pages = new PageCache({ dictionaries, cdn, partner: partnerConsent(config.operator.advertisingPartner) })
  const cdns = cdnsOf(config.cdn)
  const purges = createPurges({
    cdns: runsJobs ? cdns : [],
    db: connection.db,
    log,
    isOneOfSeveral: otherProcesses !== undefined,
  })
  const readerPages = new KeptPages<Kept, unknown>({ mostBytes: READER_PAGES_BYTES })
  // Another process looks up the sessions of its calls by itself.
  const readerChanges = apiUrl || !config.roles.has('web') ? undefined : new ReaderChanges(connection.url)
  const answers = readerChanges && new ReaderAnswers({ changes: readerChanges, pages: readerPages })
  const forgetPages = (change: NoticedChange) => {
    for (const each of [pages, readerPages]) {
      if (change.onlyAdds) each.outdate(change)
      else each.forget()
    }
    purges.note(change)
  }
  let hasStarted = false
  // Before anything is awaited: the first notification says that changes may have been missed.
  ctx.catalogueCache.onChange((change, reloads) => {
    // A page rendered before the catalogue is loaded again shows the old one: rendering it again waits for that.
    if (!reloads || !change.onlyAdds || apiUrl) forgetPages(change)
    // At the start, no page of before is kept.
    if (apiUrl && hasStarted) for (const delay of API_CATCHES_UP_MS) setTimeout(forgetPages, delay, change).unref()
  })
  const loadDesk = website.desk ?? (async () => (await import(`${root}apps/desk/build/server/index.js`)) as PagesBundle)
  const { roles } = config
  const isWorker = runsJobs && roles.has('worker')
  const draw = roles.has('draw') ? createDrawing(renderPage, secret) : undefined
  const jobs = isWorker
    ? await startWorker({
        databaseUrl: connection.url,
        log,
        queues: measuredJobs(
          jobQueues(
            { ...ctx, db: connection.db },
            {
              ownerUrl: connection.ownerUrl,
              cdns,
              emailRates: config.emailRates,
              rebuildCorePercent: config.rebuildCorePercent,
            },
          ),
          measurements,
        ),
      })
    : undefined
  const areJobsStalled = () => jobs?.areStalled() ?? false
  // Before the first reading of this version; later ones are created ahead by the job.
  if (isWorker)
    await prepareReadingDays(connection.db, dayInUtc(new Date())).catch((error: unknown) =>
      log.warn({ event: 'readings.days-not-created', err: error }, 'partitions of readings could not be created'),
    )

  const { operator, publicUrl, webapp, environment, devSystem } = config
  // Only this folder, if the host has other buckets, too.
  const imagesFrom = bucket?.publicUrl && new URL(bucket.publicUrl).href.replace(/\/*$/, '/')
  await ctx.catalogueCache.ready
  await context.refresh()
  // A backup recognises the newsstand by it, also one that nobody has visited yet.
  await ctx.secret()
  hasStarted = true
  const measured = createMetrics(config.metricsToken, measurements, {
    areJobsStalled,
    otherProcesses,
    roles,
    pages,
    readerPages,
    readerAnswers: answers,
    renderQueue: ctx.renderQueue,
    pools: {
      accounts: poolOf(serving.accounts.db).pool,
      everybody: poolOf(serving.everybody.db).pool,
      views: poolOf(context.viewCtx.db).pool,
      work: poolOf(connection.db).pool,
      ...(serving.reads && { replica: poolOf(serving.reads.db).pool }),
      ...(jobs && { jobs: jobs.pool }),
    },
    dataFolder: dataDir,
    replica: serving.replica,
    databaseFigures: () => readDatabaseFigures(serving.figures.db),
  })
  const visitorOf = createVisitorOf({ trustedProxies: config.trustedProxies, countryHeader: config.countryHeader, countryOf })
  const closeRest = async () => {
    answers?.close()
    await readerChanges?.close()
    await purges.close()
    await jobs?.close()
    await api.close()
    await context.close()
    await mailer.close()
    await pageRenderer.close()
    await pdfImporter.close()
    await scanReader?.close()
    await serving.close()
    await tracing?.close()
  }
  // What the server of the API has configured is not known here: as if it had all.
  const identity = apiUrl ? Object.fromEntries(identityProviderNames.map((name) => [name, true])) : config.identity
  const pageOptions = { operator, identity, environment: { name: environment, devSystem }, webapp, publicUrl, shippedDocument }
  const readerPart = { token, assets: reader.shelfAssets }
  const pagesForStaff = {
    desk: deskApi,
    apiFor,
    publicUrl,
    website: async (request: Request, calls: ApiFetch) =>
      (await website.bundle()).handle(request, { ...pageOptions, api: calls }),
  }
  let stopping = false
  const server = await listen(
    {
      api: measured.program('api', createApiProgram(api, ctx.secret)),
      reader: measured.program('reader', (request, visitor) =>
        reader.handle(request, { api: apiFor(visitor), operator, token, publicUrl, imagesFrom }),
      ),
      website: measured.program(
        'website',
        createWebsiteProgram({
          bundle: website.bundle,
          pageOptions: { ...pageOptions, reader: readerPart },
          apiFor,
          isApiElsewhere: Boolean(apiUrl),
          readerPages,
          answers,
        }),
      ),
      desk: measured.program('desk', createDeskProgram(pagesForStaff, { bundle: loadDesk, operator })),
      service: createServiceProgram({
        draw,
        metrics: measured,
        newestMigration: serving.health,
        areJobsStalled,
        isStopping: () => stopping,
        details: () => ({
          version,
          environment,
          ...(serving.replica && { replica: serving.replica.state().why ?? 'used' }),
        }),
      }),
      files: [
        staticFiles(`${root}apps/website/build/client`, '/'),
        staticFiles(`${root}apps/reader/build/client`, '/reader/'),
        staticFiles(`${root}apps/desk/build/client`, '/desk/'),
        dictionaries.files,
      ],
      gate: createRequestGate(
        { publicUrl, allowedHosts: config.allowedHosts, development: config.environment === 'development' },
        roles.has('web'),
      ),
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
      mailbox:
        config.environment === 'development' && !config.smtpUrl
          ? forThisMachine(developmentMailbox(mailFolder(config)))
          : undefined,
    },
    { port: config.port, host: config.host },
  ).catch(async (error: unknown) => {
    await closeRest()
    throw error
  })
  if (poolerUrl) void warnWithoutTimeLimits(serving.accounts.db, log)
  // A wrong plan at the wallet is logged when the server starts, not when the first reader opens a cart.
  void checkWalletPlans(ctx).catch((error: unknown) =>
    log.error({ err: error, event: 'wallet.plans-not-loaded' }, 'plans of the wallet could not be loaded'),
  )
  if (!website.development && roles.has('web'))
    void dictionaries
      .make(async (path, headers, sampleApi) => {
        const { handle } = await website.bundle()
        return handle(new Request(publicUrl + path, { headers }), { ...pageOptions, api: sampleApi, reader: readerPart })
      })
      .catch((error: unknown) =>
        log.error({ event: 'dictionaries.not-made', err: error }, 'pages are sent without a compression dictionary'),
      )
  return {
    port: server.port,
    async close(closing) {
      stopping = true
      log.info({ event: 'server.draining', pauseMs: closing?.pauseMs ?? 0 }, 'the server answers pending requests and stops')
      await server.close(closing)
      await closeRest()
    },
  }
}

/** Creates the importer of uploaded PDFs, which logs what it cannot see of a page. */
function openPdfImporter({ bucket, dataDir, layoutModel }: Config, databaseUrl: string, log: Logger) {
  return createProcessImporter({ databaseUrl, bucket, dataDir, layoutModel }, undefined, (found) => {
    const { problem } = found
    if (found.event === 'layout.unavailable')
      log.warn({ event: 'layout.unavailable', problem }, 'pages are read without the layout model')
    else {
      const { file, page } = found
      log.warn({ event: 'layout.page-failed', problem, file, page }, 'the layout model failed on a page')
    }
  })
}

async function warnWithoutTimeLimits(db: Database, log: Logger): Promise<void> {
  // Requests tell that the pooler does not answer.
  if (await hasTimeLimit(db).catch(() => true)) return
  log.warn({ event: 'database.pooler-without-limits' }, 'the connections of the pooler at DATABASE_URL have no time limits')
}

/** Limits the mailbox to this machine, because e-mails contain links that sign in. */
function forThisMachine(mailbox: (request: Request) => Promise<Response>): Program {
  return async (request, visitor) =>
    isFromThisMachine(request, visitor)
      ? mailbox(request)
      : new Response('Not found: e-mails are shown on this machine only.\n', { status: 404 })
}
