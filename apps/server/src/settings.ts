import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bucketFrom, fileVariables } from '@kiosk/api/outside/files/file-settings'
import type { BucketSettings } from '@kiosk/api/outside/files/s3-bucket'
import type { IdentityProviders } from '@kiosk/api/outside/identity/identity-provider'
import { identityProvidersFrom, identityVariables } from '@kiosk/api/outside/identity/identity-settings'
import { type PaymentSettings, paymentSettingsFrom, paymentVariables } from '@kiosk/api/outside/payments/payment-settings'
import { Operator } from '@kiosk/domain/operator'
import { z } from 'zod'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Public by nature: it tells our own clients from strangers' scripts, it protects no secret. */
const DEVELOPMENT_TOKEN = 'read-it-web-development'

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default(`${root}data`),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  API_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEBAPP_URL: z.string().default('/reader'),
  COUNTRY_HEADER: z.string().toLowerCase().optional(),
  TRUSTED_PROXIES: z.string().default('127.0.0.0/8,::1/128'),
  API_TOKEN: z.string().min(8).default(DEVELOPMENT_TOKEN),
  ENVIRONMENT: z.enum(['development', 'staging', 'production']).default('development'),
  DEV_SYSTEM: z.stringbool().default(false),
  DEMO: z.stringbool().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OPERATOR_FILE: z.string().default(`${root}operator.json`),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  NEUTRAL_ANSWERS: z.stringbool().default(false),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).optional(),
})

export type Settings = {
  port: number
  host: string
  /** Base of every absolute address, without a slash at the end. */
  publicUrl: string
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
  const its = read.data
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
    dataDir: its.DATA_DIR,
    databaseUrl: its.DATABASE_URL,
    bucket: storage.bucket,
    apiUrl: its.API_URL?.replace(/\/$/, ''),
    webapp: its.WEBAPP_URL,
    countryHeader: its.COUNTRY_HEADER,
    trustedProxies: its.TRUSTED_PROXIES.split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    token: its.API_TOKEN,
    environment: its.ENVIRONMENT,
    devSystem: its.DEV_SYSTEM,
    demo: its.DEMO ?? its.ENVIRONMENT === 'development',
    metricsToken: its.METRICS_TOKEN,
    operator: readOperator(its.OPERATOR_FILE),
    logLevel: its.LOG_LEVEL,
    requestsPerMinute: its.REQUESTS_PER_MINUTE,
    smtpUrl: its.SMTP_URL,
    neutralAnswers: its.NEUTRAL_ANSWERS,
    identity: providers,
    payments: money.payments,
  }
  if (settings.environment === 'production') refuseDevelopment(settings, its.PUBLIC_URL)
  return settings
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

function refuseDevelopment(settings: Settings, publicUrl: string | undefined): void {
  const missing = [
    publicUrl?.startsWith('https://') ? '' : 'PUBLIC_URL: set the https:// address of the kiosk',
    settings.token === DEVELOPMENT_TOKEN ? 'API_TOKEN: set a token of your own' : '',
    settings.operator.demonstration ? 'operator.json: fill in your own values and set "demonstration": false' : '',
    settings.smtpUrl ? '' : 'SMTP_URL: set the mail server that takes your mails',
    settings.demo ? 'DEMO: the demonstration newsstand does not belong in production' : '',
  ].filter(Boolean)
  if (missing.length) throw new WrongSetting(`ENVIRONMENT=production refuses to start:\n${missing.join('\n')}`)
}
