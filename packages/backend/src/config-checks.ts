import { missingLegal, type Operator, sampleValues } from '@kiosk/domain/operator'
import type { CdnSettings } from './adapters/cdn/settings.ts'
import type { BucketSettings } from './adapters/storage/s3-bucket.ts'

/** Public: it distinguishes our clients from other scripts and is not a secret. */
export const DEVELOPMENT_TOKEN = 'read-it-web-development'

/** Addresses of other programs; undefined = not used. */
type Connections = {
  databaseUrl: string | undefined
  poolerUrl: string | undefined
  readUrl: string | undefined
  smtpUrl: string | undefined
  apiUrl: string | undefined
  drawUrl: string | undefined
  tracing: { url: string } | undefined
  cdn: CdnSettings | null
}

/** Passwords of compose.yaml, of images of other programs, and of their manuals. */
const KNOWN_PASSWORDS =
  /^(?:kiosk|read-?it|postgres|pass(?:word|wd)?|secret|change-?me|admin|root|minioadmin|demonstration|test|\d{1,8})$/i

/**
 * Rejects a server that others can reach while ENVIRONMENT is unset: a development server shows all e-mails and has accounts
 * with a known password. @returns what to set, or null
 */
export function missingEnvironment({ PUBLIC_URL, HOST }: { PUBLIC_URL?: string | undefined; HOST: string }): string | null {
  const reached = [
    PUBLIC_URL?.startsWith('https:') ? `PUBLIC_URL is ${PUBLIC_URL}` : '',
    /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(HOST) ? '' : `HOST is ${HOST}`,
  ].filter(Boolean)
  if (reached.length === 0) return null
  return `ENVIRONMENT: set it to production, staging or development. Without it this would be a development server, with e-mails and demonstration accounts open to everybody, although ${reached.join(' and ')}.`
}

/**
 * Rejects a development server at a public https address: its readers could use accounts with a known password and pay with a
 * sandbox. @returns what to set, or null
 */
export function publicDevelopment({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }): string | null {
  if (!PUBLIC_URL?.startsWith('https:') || isOwnName(new URL(PUBLIC_URL).hostname)) return null
  return `ENVIRONMENT: development is not for ${PUBLIC_URL}, where others would use demonstration accounts with a known password and a payment sandbox. Set production, or staging for a server to try out.`
}

/** Whether a host name always means the machine that resolves it. */
function isOwnName(host: string): boolean {
  return /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host)
}

/**
 * Whether an origin is an http:// page of a developer's machine. Apps in a web view have `https://localhost` or
 * `capacitor://localhost`.
 */
function isPlainLoopback(origin: string): boolean {
  return /^http:\/\/(localhost|[\w-]+\.localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(origin)
}

/** Returns missing settings and development values of a production server, each as a line for the operator. */
export function missingInProduction(
  config: Connections & {
    token: string
    operator: Operator
    demo: boolean
    bucket: BucketSettings | null
    trustedProxies: readonly string[]
  },
  variables: { PUBLIC_URL?: string | undefined; ALLOW_PLAIN_CONNECTIONS: boolean },
  nodeOptions: { NODE_TLS_REJECT_UNAUTHORIZED?: string | undefined },
): string[] {
  return [
    variables.PUBLIC_URL?.startsWith('https://') ? '' : 'PUBLIC_URL: set the https:// address of the kiosk',
    config.token === DEVELOPMENT_TOKEN ? 'API_TOKEN: set your own token' : '',
    config.smtpUrl ? '' : 'SMTP_URL: set the mail server that takes your e-mails',
    config.operator.demonstration
      ? 'operator.json: copy it, set OPERATOR_FILE to the copy, and fill in your own values, with "demonstration": false'
      : '',
    ...byPart(missingLegal(config.operator)).map((line) => `operator.json: empty, although required by law: ${line}`),
    ...byPart(sampleValues(config.operator)).map((line) => `operator.json: samples of the demonstration: ${line}`),
    config.operator.appOrigins.some(isPlainLoopback)
      ? 'operator.json: appOrigins allows calls from pages of http://localhost; apps use https or their own scheme'
      : '',
    ...databaseAddresses(config)
      .filter(([, url]) => hasKnownPassword(url))
      .map(([name]) => `${name}: its password is publicly known; give the database user another one`),
    config.bucket &&
    'secretAccessKey' in config.bucket &&
    isKnownPassword(config.bucket.secretAccessKey, config.bucket.accessKeyId)
      ? 'S3_SECRET_ACCESS_KEY: this key is publicly known; create another one'
      : '',
    // Anybody who connects could claim any client address, and no limit would hold.
    config.trustedProxies.some((range) => range.endsWith('/0'))
      ? 'TRUSTED_PROXIES: name the addresses of your proxies; every address is in this range'
      : '',
    nodeOptions.NODE_TLS_REJECT_UNAUTHORIZED === '0'
      ? 'NODE_TLS_REJECT_UNAUTHORIZED: remove it; with 0, certificates of other machines are not checked (use NODE_EXTRA_CA_CERTS for your own authorities)'
      : '',
    config.demo ? 'DEMO: the demonstration newsstand does not belong in production' : '',
    ...(variables.ALLOW_PLAIN_CONNECTIONS ? [] : plainConnections(config)),
  ].filter(Boolean)
}

/** Returns a line for each part of `operator.json` that names its values: "company (vatId, mail)", "quotes (entry 1, entry 2)". */
function byPart(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name.split('.')[0]!)].map(([part, all]) => {
    const inner = all.map((name) => valueIn(name.slice(part.length + 1))).filter(Boolean)
    return inner.length > 0 ? `${part} (${[...new Set(inner)].join(', ')})` : part
  })
}

/** For an entry of a list, returns only its number. */
function valueIn(name: string): string {
  const [, list = '', at] = /^(?:(.+)\.)?(\d+)(?:\.|$)/.exec(name) ?? []
  return at === undefined ? name : [list, `entry ${Number(at) + 1}`].filter(Boolean).join(' ')
}

function isKnownPassword(password: string, user: string): boolean {
  return password === user || KNOWN_PASSWORDS.test(password)
}

function hasKnownPassword(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return password !== '' && isKnownPassword(decodeURIComponent(password), decodeURIComponent(username))
}

/** Returns the addresses of the database by the names of their settings. */
function databaseAddresses(urls: Pick<Connections, 'databaseUrl' | 'poolerUrl' | 'readUrl'>): [string, string][] {
  const { databaseUrl, poolerUrl, readUrl } = urls
  const direct = poolerUrl && databaseUrl
  const addresses = { DATABASE_URL: poolerUrl ?? databaseUrl, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: readUrl }
  return Object.entries(addresses).flatMap(([name, url]) => (url ? [[name, url]] : []))
}

/** Features that are off when an optional setting is missing; each has a text for the desk. */
export type MissingFeature = 'payments' | 'mail' | 'bounces'

/**
 * Returns the features that readers or staff rely on and that are silently off. Development has a sandbox and a mailbox of its
 * own, and a demonstration sells and sends nothing. Optional features are not listed: PayPal, Google Play, debits, identity
 * providers, exports for bookkeeping. Keys for push messages are created automatically.
 */
export function missingFeatures(
  { environment, operator, smtpUrl }: { environment: string; operator: Operator; smtpUrl: string | undefined },
  payments: Record<'card' | 'wallet' | 'store', unknown>,
): MissingFeature[] {
  if (environment === 'development' || operator.demonstration) return []
  const isMissing: Record<MissingFeature, boolean> = {
    payments: !payments.card && !payments.wallet && !payments.store,
    mail: !smtpUrl,
    bounces: !operator.mail.bounces,
  }
  return (Object.keys(isMissing) as MissingFeature[]).filter((each) => isMissing[each])
}

/** Returns connections that leave this machine without encryption, each as a line for the operator. */
function plainConnections({ smtpUrl, apiUrl, drawUrl, tracing, cdn, ...database }: Connections): string[] {
  const purgeUrls = cdn?.kind === 'varnish' ? cdn.purgeUrls : []
  return [
    ...databaseAddresses(database)
      .filter(([, url]) => isPlainDatabase(url))
      .map(([name]) => `${name}: add "sslmode=verify-full"`),
    smtpUrl?.startsWith('smtp:') && !isLocal(smtpUrl) && option(smtpUrl, 'requireTLS') !== 'true'
      ? 'SMTP_URL: use smtps:// or add "requireTLS=true"'
      : '',
    isPlainHttp(apiUrl) ? 'API_URL: use https://' : '',
    isPlainHttp(drawUrl) ? 'DRAW_URL: use https://' : '',
    isPlainHttp(tracing?.url) ? 'OTEL_EXPORTER_OTLP_ENDPOINT: use https://' : '',
    purgeUrls.some((each) => isPlainHttp(each)) ? 'CDN_PURGE_URLS: use https://' : '',
  ].filter(Boolean)
}

function isPlainHttp(url = ''): boolean {
  return URL.parse(url)?.protocol === 'http:' && !isLocal(url)
}

function isPlainDatabase(url: string): boolean {
  return !isLocal(url) && !/^(require|verify-ca|verify-full)$/.test(option(url, 'sslmode'))
}

/** Whether a URL is a loopback address or a Unix socket. */
function isLocal(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return host === '' || host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function option(url: string, name: string): string {
  return URL.parse(url)?.searchParams.get(name) ?? ''
}
