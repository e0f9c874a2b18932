import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bucketFrom, fileVariables } from '@kiosk/api/outside/files/file-settings'
import type { BucketSettings } from '@kiosk/api/outside/files/s3-bucket'
import type { IdentityProviders } from '@kiosk/api/outside/identity/identity-provider'
import { identityProvidersFrom, identityVariables } from '@kiosk/api/outside/identity/identity-settings'
import { type PaymentSettings, paymentSettingsFrom, paymentVariables } from '@kiosk/api/outside/payments/payment-settings'
import { missingLegal, Operator } from '@kiosk/domain/operator'
import { z } from 'zod'
import { plainConnections } from './plain-connections.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Public by nature: it tells our own clients from strangers' scripts, it protects no secret. */
const DEVELOPMENT_TOKEN = 'read-it-web-development'

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALLOWED_HOSTS: z.string().default(''),
  DATA_DIR: z.string().default(`${root}data`),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  API_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALLOW_PLAIN_CONNECTIONS: z.stringbool().default(false),
  WEBAPP_URL: z.string().default('/reader'),
  COUNTRY_HEADER: z.string().toLowerCase().optional(),
  TRUSTED_PROXIES: z.string().default('127.0.0.0/8,::1/128'),
  API_TOKEN: z.string().min(8).default(DEVELOPMENT_TOKEN),
  ENVIRONMENT: z.enum(['development', 'staging', 'production']).optional(),
  DEV_SYSTEM: z.stringbool().default(false),
  DEMO: z.stringbool().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OPERATOR_FILE: z.string().default(`${root}operator.json`),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  NEUTRAL_ANSWERS: z.stringbool().default(false),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).optional(),
  PAGE_PICTURES_MB: z.coerce.number().int().min(1).optional(),
})

export type Settings = {
  port: number
  host: string
  /** Base of every absolute address, without a slash at the end. */
  publicUrl: string
  /** Names besides that of `publicUrl` that the server answers to. */
  allowedHosts: string[]
  dataDir: string
  databaseUrl: string | undefined
  /** Where files lie; null = under `dataDir`. */
  bucket: BucketSettings | null
  /** Unset: the API is called in this process. */
  apiUrl: string | undefined
  webapp: string
  countryHeader: string | undefined
  trustedProxies: string[]
  token: string
  environment: 'development' | 'staging' | 'production'
  devSystem: boolean
  /** Fill an empty database with the demonstration newsstand. */
  demo: boolean
  metricsToken: string | undefined
  operator: Operator
  logLevel: string
  requestsPerMinute: number | undefined
  /** What pictures of pages drawn on demand may weigh together. Bytes. */
  drawnPicturesBytes: number | undefined
  /** Unset: mails are kept under `dataDir`/mail. */
  smtpUrl: string | undefined
  neutralAnswers: boolean
  /** Other ways in that are set up: Facebook, Sign in with Apple. */
  identity: IdentityProviders
  /** Who takes the money. */
  payments: PaymentSettings
}

/** Says which setting is wrong or missing, in the operator's words; the program stops with exit code 78. */
export class WrongSetting extends Error {}

/** Reads and checks the environment variables of the operating contract. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success)
    throw new WrongSetting(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  if (!read.data.ENVIRONMENT) demandEnvironment(read.data)
  const its = { ...read.data, ENVIRONMENT: read.data.ENVIRONMENT ?? ('development' as const) }
  const publicUrl = (its.PUBLIC_URL ?? `http://localhost:${its.PORT}`).replace(/\/$/, '')
  const { providers, wrong } = identityProvidersFrom(only(identityVariables, given), its.ENVIRONMENT === 'production')
  const house = { environment: its.ENVIRONMENT, publicUrl, port: its.PORT }
  const money = paymentSettingsFrom(only(paymentVariables, given), house)
  const storage = bucketFrom(only(fileVariables, given), its.ENVIRONMENT === 'production')
  wrong.push(...money.wrong, ...storage.wrong)
  if (wrong.length) throw new WrongSetting(wrong.join('\n'))
  const settings: Settings = {
    port: its.PORT,
    host: its.HOST,
    publicUrl,
    allowedHosts: listIn(its.ALLOWED_HOSTS),
    dataDir: its.DATA_DIR,
    databaseUrl: its.DATABASE_URL,
    bucket: storage.bucket,
    apiUrl: its.API_URL?.replace(/\/$/, ''),
    webapp: its.WEBAPP_URL,
    countryHeader: its.COUNTRY_HEADER,
    trustedProxies: listIn(its.TRUSTED_PROXIES),
    token: its.API_TOKEN,
    environment: its.ENVIRONMENT,
    devSystem: its.DEV_SYSTEM,
    demo: its.DEMO ?? its.ENVIRONMENT === 'development',
    metricsToken: its.METRICS_TOKEN,
    operator: readOperator(its.OPERATOR_FILE),
    logLevel: its.LOG_LEVEL,
    requestsPerMinute: its.REQUESTS_PER_MINUTE,
    drawnPicturesBytes: its.PAGE_PICTURES_MB && its.PAGE_PICTURES_MB * 1024 ** 2,
    smtpUrl: its.SMTP_URL,
    neutralAnswers: its.NEUTRAL_ANSWERS,
    identity: providers,
    payments: money.payments,
  }
  if (settings.environment === 'production') refuseDevelopment(settings, its.PUBLIC_URL, its.ALLOW_PLAIN_CONNECTIONS)
  return settings
}

function listIn(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

function only(names: readonly string[], given: Record<string, string | undefined>) {
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}

function readOperator(file: string): Operator {
  const read = Operator.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new WrongSetting(`${file}:\n${wrong.join('\n')}`)
}

/**
 * Development opens doors (mails for all to read, readers with a known password): it is not what a server gets that others
 * reach just because nothing was set.
 */
function demandEnvironment({ PUBLIC_URL, HOST }: { PUBLIC_URL?: string | undefined; HOST: string }): void {
  const reached = [
    PUBLIC_URL?.startsWith('https:') ? `PUBLIC_URL is ${PUBLIC_URL}` : '',
    /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(HOST) ? '' : `HOST is ${HOST}`,
  ].filter(Boolean)
  if (reached.length === 0) return
  throw new WrongSetting(
    `ENVIRONMENT: set it to production, staging or development. Without it this would be a development server, with mails and demonstration accounts open to everybody, although ${reached.join(' and ')}.`,
  )
}

/** A page of a developer's machine. Apps in a web view are at `https://localhost` or `capacitor://localhost`. */
function isPlainLoopback(origin: string): boolean {
  return /^http:\/\/(localhost|[\w-]+\.localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(origin)
}

function refuseDevelopment(settings: Settings, publicUrl: string | undefined, allowPlain: boolean): void {
  const missing = [
    publicUrl?.startsWith('https://') ? '' : 'PUBLIC_URL: set the https:// address of the kiosk',
    settings.token === DEVELOPMENT_TOKEN ? 'API_TOKEN: set a token of your own' : '',
    ...missingLegal(settings.operator).map((name) => `operator.json: ${name} is empty, and the law asks for it`),
    settings.operator.demonstration ? 'operator.json: fill in your own values and set "demonstration": false' : '',
    settings.smtpUrl ? '' : 'SMTP_URL: set the mail server that takes your mails',
    settings.operator.appOrigins.some(isPlainLoopback)
      ? 'operator.json: appOrigins lets pages of http://localhost call; apps use https, or a scheme of their own'
      : '',
    settings.demo ? 'DEMO: the demonstration newsstand does not belong in production' : '',
    ...(allowPlain ? [] : plainConnections(settings)),
  ].filter(Boolean)
  if (missing.length) throw new WrongSetting(`ENVIRONMENT=production refuses to start:\n${missing.join('\n')}`)
}
