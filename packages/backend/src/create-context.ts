import { pino } from 'pino'
import { VARIES_BY_HEADERS } from './adapters/cdn/settings.ts'
import { mailboxMailer } from './adapters/mail/mailbox-mailer.ts'
import type { Mailer } from './adapters/mail/port.ts'
import { smtpMailer } from './adapters/mail/smtp-mailer.ts'
import type { PaymentProviders } from './adapters/payments/port.ts'
import { paymentProviders } from './adapters/payments/settings.ts'
import type { Push } from './adapters/push/port.ts'
import { pushKeys } from './adapters/push/vapid-keys.ts'
import { webPush } from './adapters/push/web-push.ts'
import type { Files } from './adapters/storage/port.ts'
import { filesAt } from './adapters/storage/settings.ts'
import { appSecret } from './app-secret.ts'
import { createRateLimits, noRateLimits } from './auth/rate-limits.ts'
import { CatalogueCache } from './catalogue/catalogue-cache.ts'
import type { Config } from './config.ts'
import { missingFeatures } from './config-checks.ts'
import { refreshOperator } from './content/published-values.ts'
import type { AppContext } from './context.ts'
import { connect, type Database, open, poolOf } from './db/connect.ts'
import { REQUEST_LIMITS } from './db/connections.ts'
import { VIEW_CONNECTIONS } from './db/pool-sizes.ts'
import type { Replica } from './db/replica.ts'
import { errorInLog } from './error-in-log.ts'
import { SENDERS } from './newsletters/send-newsletter.ts'
import { createRenderQueue } from './reading/render-queue.ts'
import { createRenderedImages } from './reading/rendered-images.ts'
import { DEFAULT_EMAIL_RATES } from './settings/settings.ts'

const RENDERED_IMAGES_BYTES = 20 * 1024 ** 3

/** The settings that a context needs. */
export type ContextConfig = Pick<
  Config,
  | 'operator'
  | 'webapp'
  | 'publicUrl'
  | 'environment'
  | 'neutralAnswers'
  | 'identity'
  | 'dataDir'
  | 'bucket'
  | 'smtpUrl'
  | 'logLevel'
  | 'payments'
  | 'renderedImagesBytes'
> & {
  /** A CDN is in front of the servers. Default: none. */
  cdn?: Config['cdn']
  /** Default: none. */
  frakturTitles?: Config['frakturTitles']
  /** Default: none. */
  countryHeader?: Config['countryHeader']
}

/** Connections of a context, and services that replace the configured ones. */
export type ContextOptions = {
  db: Database
  /** The same database through other connections, for calls without an account; default: `db`. */
  publicDb?: Database
  /** The same through connections that may wait longer, for slow work; default: `db`. */
  workDb?: Database
  /** A replica of the database, for requests; default: none. */
  replica?: Replica | undefined
  /** URL for a direct connection that listens for changes; default: that of `db`. */
  databaseUrl?: string
  files?: Files
  mailer?: Mailer
  push?: Push
  payments?: PaymentProviders
  log?: AppContext['log']
  now?: AppContext['now']
  renderPage?: AppContext['renderPage']
  renderCover?: AppContext['renderCover']
  pdfImporter?: AppContext['pdfImporter']
  scanReader?: AppContext['scanReader']
}

export type OpenContext = {
  ctx: AppContext
  /** For calls without an account, which are answered even while those of accounts wait for a lock. */
  publicCtx: AppContext
  /** For support views: its connections cannot write, and it counts no attempts (ADR-0220). */
  viewCtx: AppContext
  /** Reads what an owner has changed at the desk. Later changes are noticed by notification. */
  refresh(): Promise<boolean>
  /** Closes what the context has opened; connections and services that were passed in stay open. */
  close(): Promise<void>
}

/** Tells a replica of each change of the catalogue once: not again when the cache has loaded it, and not of repetitions. */
function noteChanges(catalogueCache: CatalogueCache, replica: Replica): void {
  let notedAt = 0
  catalogueCache.onChange(({ at, isRoutine }, reloads) => {
    if (isRoutine || (!reloads && at <= notedAt)) return
    notedAt = at
    replica.noteChange()
  })
}

/** Returns the folder of e-mails that are written to files instead of being sent. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => `${dataDir}/mail`

/** Creates the context of HTTP, worker, commands and tests on a database that is connected already. */
export function createContext(config: ContextConfig, options: ContextOptions): OpenContext {
  const { db, publicDb = db, workDb = db, now = () => new Date() } = options
  const { operator, publicUrl } = config
  const log = (options.log ?? pino({ level: config.logLevel })).child({}, { serializers: { err: errorInLog } })
  const files = options.files ?? filesAt(config.bucket, config.dataDir)
  const mailer = options.mailer ?? configuredMailer(config)
  const push = options.push ?? webPush()
  const refresh = refreshOperator(publicDb, operator, log)
  const catalogueCache = new CatalogueCache(publicDb, log, options.databaseUrl ?? poolOf(db).url, refresh)
  if (options.replica) noteChanges(catalogueCache, options.replica)
  const secret = appSecret(publicDb)
  const views = open(poolOf(db).url, VIEW_CONNECTIONS, REQUEST_LIMITS, 'views', { readOnly: true })
  const keysOfPush = pushKeys(publicDb)
  const payments = options.payments ?? paymentProviders(config.payments)
  const ctx: AppContext = {
    db,
    replica: options.replica,
    files,
    operator,
    webapp: config.webapp,
    publicUrl,
    sharesPages: Boolean(config.cdn),
    cdnCountryHeader: config.cdn && VARIES_BY_HEADERS[config.cdn.kind] ? (config.countryHeader ?? null) : null,
    log,
    now,
    catalogueCache,
    mailer,
    push,
    pushSender: async () => ({ ...(await keysOfPush()), contact: `mailto:${operator.company.mail}` }),
    payments,
    rateLimits: createRateLimits({ db, secret, log }),
    identity: config.identity,
    neutralAnswers: config.neutralAnswers,
    environment: config.environment,
    missingFeatures: missingFeatures(config, payments),
    renderPage: options.renderPage,
    renderCover: options.renderCover,
    pdfImporter: options.pdfImporter,
    scanReader: options.scanReader,
    frakturTitles: config.frakturTitles ?? [],
    renderQueue: createRenderQueue({ db: workDb, files, log }),
    renderedImages: createRenderedImages({
      db: workDb,
      files,
      log,
      now,
      mostBytes: config.renderedImagesBytes ?? RENDERED_IMAGES_BYTES,
    }),
    secret,
  }
  return {
    ctx,
    publicCtx: { ...ctx, db: publicDb, rateLimits: createRateLimits({ db: publicDb, secret, log }) },
    viewCtx: { ...ctx, db: views.db, rateLimits: noRateLimits },
    refresh,
    async close() {
      await views.close()
      if (!options.mailer) await mailer.close()
      if (!options.push) await push.close()
      await catalogueCache.close()
    },
  }
}

/**
 * Connects to the database of the configuration and creates its context, for commands: one pool serves everything.
 * @param options `now` = another clock; `payments` = other providers
 */
export async function openContext(
  config: ContextConfig & Pick<Config, 'databaseUrl'>,
  options: Pick<ContextOptions, 'now' | 'payments'> = {},
): Promise<Pick<OpenContext, 'ctx' | 'close'>> {
  const { databaseUrl, dataDir } = config
  const connection = await connect({ databaseUrl, dataDir })
  const { ctx, refresh, close } = createContext(config, { db: connection.db, databaseUrl: connection.url, ...options })
  await refresh()
  return {
    ctx,
    async close() {
      await close()
      await connection.close()
    },
  }
}

/** Returns the mailer of the mail server; without one, e-mails are written to a folder, where development shows them. */
export function configuredMailer({
  smtpUrl,
  operator,
  publicUrl,
  dataDir,
  emailRates = DEFAULT_EMAIL_RATES,
}: ContextConfig & Partial<Pick<Config, 'emailRates'>>): Mailer {
  // Read for each e-mail: an owner may change both at the desk.
  const sender = {
    get name() {
      return operator.siteName
    },
    get address() {
      return operator.mail.from
    },
  }
  return smtpUrl
    ? smtpMailer(smtpUrl, sender, {
        name: new URL(publicUrl).hostname,
        connections: emailRates.atOnce + emailRates.bulkAtOnce + SENDERS,
      })
    : mailboxMailer(mailFolder({ dataDir }), sender)
}
