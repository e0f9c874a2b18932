import { readFileSync } from 'node:fs'
import { Operator } from '@kiosk/domain/operator'
import { SECOND_MS } from '@kiosk/domain/time'
import type { z } from 'zod'
import { type CdnSettings, cdnFrom, cdnVariables } from './adapters/cdn/settings.ts'
import type { IdentityProviders } from './adapters/oidc/port.ts'
import { identityProvidersFrom, identityVariables } from './adapters/oidc/settings.ts'
import { type PaymentSettings, paymentSettingsFrom, paymentVariables } from './adapters/payments/settings.ts'
import { platformVariables } from './adapters/storage/role-keys.ts'
import type { BucketSettings } from './adapters/storage/s3-bucket.ts'
import { bucketFrom, fileVariables, publicFileVariables } from './adapters/storage/settings.ts'
import { missingEnvironment, missingInProduction, publicDevelopment } from './config-checks.ts'
import { headerIn, listIn } from './setting.ts'
import {
  BackupEnvironment,
  DRAIN_SECONDS,
  type EmailRates,
  Environment,
  type Role,
  root,
  settingGroups,
} from './settings/settings.ts'

// The only file that reads the environment of the server, the worker and the commands (architecture.test.ts).

type Variables = Record<string, string | undefined>

export { root }

/** Where the spans of traces are sent, by OTLP over HTTP. */
export type TracingSettings = {
  url: string
  /** Sent with each request, for example a token. */
  headers: Record<string, string>
  /** Name of this service. */
  service: string
  /** Part of all traces that is recorded: 0 to 1. */
  share: number
}

/** The settings of one instance, as docs/settings.md explains them. */
export type Config = {
  port: number
  host: string
  /** Base of every absolute URL, without a slash at the end. */
  publicUrl: string
  /** Accepted host names in addition to that of `publicUrl`. */
  allowedHosts: string[]
  /** Folder of all state: embedded database, files, e-mails of development. */
  dataDir: string
  /** Name of the disk of `dataDir` in alarms. Unset: machine and folder. */
  diskName: string | undefined
  roles: ReadonlySet<Role>
  /** Address of the servers that render pages; unset: this server renders them. */
  drawUrl: string | undefined
  /** Processes that serve the port. */
  workers: number
  /** A direct connection to the database. Unset: the embedded one under `dataDir`. */
  databaseUrl: string | undefined
  /** The same database through a pooler that assigns connections by transaction, for requests. Unset: there is none. */
  poolerUrl: string | undefined
  /** A streaming replica of the database, for reads. Unset: there is none. */
  readUrl: string | undefined
  /** Frequent statements are planned once per connection. A pooler in between may not allow it. */
  preparesStatements: boolean
  /** Bucket of the files; null = stored under `dataDir`. */
  bucket: BucketSettings | null
  /** Unset: the API is called in this process. */
  apiUrl: string | undefined
  /** Base of the reader's addresses. */
  webapp: string
  /** Request header with the visitor's country, set by a CDN. */
  countryHeader: string | undefined
  /** CIDRs whose `X-Forwarded-For` and country header are trusted. */
  trustedProxies: string[]
  /** Expected in `X-Api-Token` (ADR-0170). */
  token: string
  environment: 'development' | 'staging' | 'production'
  /** Shows the environment label in production too. */
  devSystem: boolean
  /** Fills an empty database with the demonstration newsstand. */
  demo: boolean
  /** Bearer token of /metrics and of the details of /health; unset: this machine only. */
  metricsToken: string | undefined
  operator: Operator
  logLevel: string
  /** Writes a line to the log for each request. */
  accessLog: boolean
  /** Where spans are sent; undefined = they are not recorded. */
  tracing: TracingSettings | undefined
  /** Reads per address and minute; unset: the default limit. */
  requestsPerMinute: number | undefined
  /** Total size of page images rendered on demand. Bytes; unset: the default. */
  renderedImagesBytes: number | undefined
  /** Program that reads the text of scans, by name or path; null = none is used. */
  tesseract: string | null
  /** Path of the ONNX file of a layout model; null = none is used. */
  layoutModel: string | null
  /** Keys of titles that are printed in Fraktur. */
  frakturTitles: string[]
  /** Time between SIGTERM and the end of listening. Meanwhile, /readyz tells a load balancer to send no more requests. */
  drainMs: number
  /** Unset: e-mails are written to `dataDir`/mail. */
  smtpUrl: string | undefined
  emailRates: EmailRates
  /** Share of one core used to read issues again that an earlier version has read, 0 to 100; 0 = never. */
  rebuildCorePercent: number
  /** Registration, recovery and unsubscribing answer the same for known and unknown addresses (ADR-0171). */
  neutralAnswers: boolean
  /** Configured identity providers: Facebook, Sign in with Apple. */
  identity: IdentityProviders
  payments: PaymentSettings
  /** The shared cache in front of the servers; null = none. */
  cdn: CdnSettings | null
}

/** A setting is wrong or missing; the message names it for the operator. Programs stop with exit code 78. */
export class ConfigError extends Error {
  readonly code = 'WRONG_SETTING'
}

/**
 * Reads the settings of a server.
 * @throws ConfigError, also for development values in production and for a public server without ENVIRONMENT
 */
export function readConfig(environment: Variables = process.env): Config {
  const variables = parse(Environment, environment)
  const { ENVIRONMENT } = variables
  const isDevelopment = ENVIRONMENT === 'development'
  const unsafe = ENVIRONMENT ? isDevelopment && publicDevelopment(variables) : missingEnvironment(variables)
  if (unsafe) throw new ConfigError(unsafe)
  const config = configFrom(variables, environment)
  const missing = config.environment === 'production' ? missingInProduction(config, variables, environment) : []
  if (missing.length > 0)
    throw new ConfigError(
      `ENVIRONMENT=production cannot start; see "First start" in docs/operating.md. Missing or wrong:\n${missing.join('\n')}`,
    )
  return config
}

/**
 * Reads the settings of a command: the same values, without the checks for a public server; the default log level is warnings.
 * @throws ConfigError
 */
export function readCommandConfig(environment: Variables = process.env): Config {
  return configFrom(parse(Environment, { ...environment, LOG_LEVEL: environment.LOG_LEVEL || 'warn' }), environment)
}

/** Reads the location of this instance's data, for commands that neither send nor charge anything. @throws ConfigError */
export function readDataConfig(environment: Variables = process.env): Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'> {
  const variables = parse(
    Environment.pick({ DATA_DIR: true, DATABASE_URL: true, DATABASE_DIRECT_URL: true, ENVIRONMENT: true }),
    environment,
  )
  const { bucket, wrong } = bucketIn(environment, variables.ENVIRONMENT === 'production')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return { dataDir: variables.DATA_DIR, databaseUrl: databaseUrlsIn(variables).databaseUrl, bucket }
}

/** Reads the path of the layout model, for commands that read PDFs; null: none is set. @throws ConfigError */
export function readLayoutModel(environment: Variables = process.env): string | null {
  return parse(Environment.pick({ LAYOUT_MODEL: true }), environment).LAYOUT_MODEL || null
}

function tracingIn(variables: z.output<typeof Environment>): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = variables
  if (!endpoint) return undefined
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(listIn(headers).map((each) => headerIn(each)!)),
    service: variables.OTEL_SERVICE_NAME,
    share: variables.OTEL_TRACES_SAMPLER_ARG,
  }
}

function rolesIn(variables: z.output<typeof Environment>): Pick<Config, 'roles' | 'drawUrl'> {
  const roles = new Set(variables.ROLES)
  if (roles.has('web') && !roles.has('draw') && !variables.DRAW_URL)
    throw new ConfigError('ROLES: without draw, set DRAW_URL to the address of the servers that have this role')
  if (!roles.has('web') && variables.WORKERS > 1)
    throw new ConfigError('WORKERS: only for servers with the role web; start several others')
  return { roles, drawUrl: roles.has('draw') ? undefined : variables.DRAW_URL?.replace(/\/$/, '') }
}

/** Returns where the database is. `DATABASE_URL` is the address of a pooler only if there is a direct one, too. */
function databaseUrlsIn(variables: {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
}): Pick<Config, 'databaseUrl' | 'poolerUrl' | 'readUrl'> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: readUrl } = variables
  if (direct && !url) throw new ConfigError('DATABASE_DIRECT_URL: set DATABASE_URL, too, or only that one')
  if (readUrl && !url) throw new ConfigError('DATABASE_READ_URL: set DATABASE_URL, too: the embedded database has no replica')
  return { databaseUrl: direct ?? url, poolerUrl: direct && direct !== url ? url : undefined, readUrl }
}

type BackupConfig = {
  /** Where backups are: a bucket, or a folder. */
  bucket: BucketSettings | null
  folder: string
  /** age public keys that backups are encrypted for. */
  recipients: string[]
}

/** Reads where backups are and whom they are encrypted for. @throws ConfigError */
export function readBackupConfig(environment: Variables = process.env): BackupConfig {
  const { BACKUP_DIR: folder, BACKUP_RECIPIENTS: recipients } = parse(BackupEnvironment, environment)
  const { bucket, wrong } = bucketFrom(
    Object.fromEntries(fileVariables.map((name) => [name, environment[`BACKUP_${name}`] || undefined])),
    environment.ENVIRONMENT === 'production',
    only(platformVariables, environment),
  )
  if (wrong.length > 0) throw new ConfigError(wrong.map((line) => line.replace(/^S3_/, 'BACKUP_$&')).join('\n'))
  if (!bucket === !folder) throw new ConfigError('BACKUP_DIR: set this folder, or BACKUP_S3_BUCKET_URL and its keys')
  return { bucket, folder: folder ?? '', recipients }
}

/** Returns the names of the settings that are in use. A backup lists them, because it does not contain their values. */
export function settingsInUse(environment: Variables = process.env): string[] {
  const known = settingGroups.flatMap(({ schema }) => Object.keys(schema.shape))
  return known.filter((name) => environment[name]).sort()
}

/**
 * Returns the environment of the server that a drill starts on restored data. It lacks every setting with which a server could
 * send e-mails or charge anybody.
 */
export function drillEnvironment(
  { dataDir, port }: Pick<Config, 'dataDir' | 'port'>,
  environment: Variables = process.env,
): Variables {
  return {
    ...only(['PATH', 'HOME', 'TMPDIR', 'OPERATOR_FILE'], environment),
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    ENVIRONMENT: 'staging',
    DEMO: 'false',
    LOG_LEVEL: 'error',
  }
}

/** Parses variables; an empty one counts as unset. */
function parse<S extends z.ZodType>(schema: S, environment: Variables): z.output<S> {
  const read = schema.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))
  if (read.success) return read.data
  throw new ConfigError(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}

function configFrom(variables: z.output<typeof Environment>, environment: Variables): Config {
  const { PORT: port, ENVIRONMENT = 'development' } = variables
  const isProduction = ENVIRONMENT === 'production'
  const publicUrl = (variables.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '')
  const identity = identityProvidersFrom(only(identityVariables, environment), isProduction)
  const payments = paymentSettingsFrom(only(paymentVariables, environment), { environment: ENVIRONMENT, publicUrl, port })
  const storage = bucketIn(environment, isProduction)
  const cdn = cdnFrom(only(cdnVariables, environment))
  const wrong = [...identity.wrong, ...payments.wrong, ...storage.wrong, ...cdn.wrong]
  if (storage.bucket?.publicUrl && cdn.cdn)
    wrong.push('S3_PUBLIC_URL: not with CDN, which gets images from the servers and keeps them')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return {
    port,
    host: variables.HOST,
    publicUrl,
    allowedHosts: listIn(variables.ALLOWED_HOSTS),
    dataDir: variables.DATA_DIR,
    diskName: variables.DISK_NAME,
    ...rolesIn(variables),
    workers: variables.WORKERS,
    ...databaseUrlsIn(variables),
    preparesStatements: variables.DATABASE_PREPARE ?? !variables.DATABASE_DIRECT_URL,
    bucket: storage.bucket,
    apiUrl: variables.API_URL?.replace(/\/$/, ''),
    webapp: variables.WEBAPP_URL,
    countryHeader: variables.COUNTRY_HEADER,
    trustedProxies: listIn(variables.TRUSTED_PROXIES),
    token: variables.API_TOKEN,
    environment: ENVIRONMENT,
    devSystem: variables.DEV_SYSTEM,
    demo: variables.DEMO ?? ENVIRONMENT === 'development',
    metricsToken: variables.METRICS_TOKEN,
    operator: readOperator(variables.OPERATOR_FILE),
    logLevel: variables.LOG_LEVEL,
    accessLog: variables.ACCESS_LOG,
    tracing: tracingIn(variables),
    requestsPerMinute: variables.REQUESTS_PER_MINUTE,
    renderedImagesBytes: variables.PAGE_PICTURES_MB && variables.PAGE_PICTURES_MB * 1024 ** 2,
    tesseract: variables.TESSERACT === 'off' ? null : variables.TESSERACT,
    layoutModel: variables.LAYOUT_MODEL || null,
    frakturTitles: variables.FRAKTUR_TITLES,
    drainMs: (variables.DRAIN_SECONDS ?? (ENVIRONMENT === 'development' ? 0 : DRAIN_SECONDS)) * SECOND_MS,
    smtpUrl: variables.SMTP_URL,
    emailRates: {
      atOnce: variables.EMAILS_AT_ONCE,
      bulkAtOnce: variables.BULK_EMAILS_AT_ONCE,
      bulkPerMinute: variables.BULK_EMAILS_PER_MINUTE ?? null,
    },
    rebuildCorePercent: variables.REBUILD_CORE_PERCENT,
    neutralAnswers: variables.NEUTRAL_ANSWERS,
    identity: identity.providers,
    payments: payments.payments,
    cdn: cdn.cdn,
  }
}

function only(names: readonly string[], environment: Variables): Variables {
  return Object.fromEntries(names.map((name) => [name, environment[name] || undefined]))
}

function bucketIn(environment: Variables, isProduction: boolean): ReturnType<typeof bucketFrom> {
  return bucketFrom(only(publicFileVariables, environment), isProduction, only(platformVariables, environment))
}

function readOperator(file: string): Operator {
  const read = Operator.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new ConfigError(`${file}:\n${wrong.join('\n')}`)
}
