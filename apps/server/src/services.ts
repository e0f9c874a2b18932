import { paymentProviders } from '@kiosk/backend/adapters/payments/settings'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import type { Config } from '@kiosk/backend/config'
import { configuredMailer, createContext } from '@kiosk/backend/create-context'
import { type Connection, type Database, poolOf } from '@kiosk/backend/db/connect'
import { hasTimeLimit } from '@kiosk/backend/db/pooler'
import { createPageRenderer, renderCover } from '@kiosk/importer/page-renderer'
import { createProcessImporter } from '@kiosk/importer/process/process-importer'
import { createScanReader } from '@kiosk/importer/scans/scan-reader'
import type { Logger } from 'pino'
import { createDrawing, drawnElsewhere } from './drawing.ts'
import {
  measuredFiles,
  measuredMailer,
  measuredPayments,
  measuredRenderCover,
  measuredRenderPage,
} from './monitoring/measured-services.ts'
import type { Measurements } from './monitoring/measurements.ts'
import { openServingDatabase } from './serving-database.ts'

/** Processes that render pages, if only one process asks them. */
const RENDERING_PROCESSES = 2

export type Services = ReturnType<typeof openServices>

/** Opens what handlers, pages and jobs of a process work with: connections, files, mail, payments and the processes that read PDFs. */
export function openServices(
  config: Config,
  connection: Connection,
  { measurements, log }: { measurements: Measurements; log: Logger },
) {
  const { poolerUrl, readUrl, bucket, dataDir, drawUrl, tesseract } = config
  const serving = openServingDatabase(connection.url, { prepares: config.preparesStatements, poolerUrl, readUrl, log })
  const pageRenderer = createPageRenderer({ processes: config.workers > 1 ? 1 : RENDERING_PROCESSES })
  const pdfImporter = openPdfImporter(config, connection.url, log)
  const scanReader = tesseract === null ? undefined : createScanReader({ program: tesseract })
  const mailer = configuredMailer(config)
  const files = measuredFiles(filesAt(bucket, dataDir), measurements)
  const secret = () => context.ctx.secret()
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
    renderPage: drawUrl ? drawnElsewhere(drawUrl, secret, log) : renderPage,
    renderCover: measuredRenderCover(renderCover, measurements),
    pdfImporter,
    scanReader,
    log,
  })
  if (poolerUrl) void warnWithoutTimeLimits(serving.accounts.db, log)
  return {
    context,
    /** Renders pages for other servers; undefined: this one does not. */
    draw: config.roles.has('draw') ? createDrawing(renderPage, secret) : undefined,
    replica: serving.replica,
    /** Connections for the checks of health and for metrics. */
    newestMigration: serving.health,
    figuresDb: serving.figures.db,
    /** Pools of database connections by their names. */
    pools: {
      accounts: poolOf(serving.accounts.db).pool,
      everybody: poolOf(serving.everybody.db).pool,
      views: poolOf(context.viewCtx.db).pool,
      work: poolOf(connection.db).pool,
      ...(serving.reads && { replica: poolOf(serving.reads.db).pool }),
    },
    async close() {
      await context.close()
      await mailer.close()
      await pageRenderer.close()
      await pdfImporter.close()
      await scanReader?.close()
      await serving.close()
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
  // Requests report it if the pooler does not answer.
  if (await hasTimeLimit(db).catch(() => true)) return
  log.warn({ event: 'database.pooler-without-limits' }, 'the connections of the pooler at DATABASE_URL have no time limits')
}
