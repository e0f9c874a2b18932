import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readBackupConfig, readCommandConfig, readConfig, readDataConfig } from './config.ts'

test('without settings, it is a development server on port 3000 with the demonstration', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    environment: 'development',
    demo: true,
    webapp: '/reader',
    apiUrl: undefined,
  })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('a wrong setting is named', () => {
  expect(() => readConfig({ PORT: 'soon' })).toThrow(/PORT/)
  expect(() => readConfig({ ENVIRONMENT: 'live' })).toThrow(ConfigError)
  for (const wrong of ['loopback', '10.0.0.0/33', '10.0.0.0/8 fd00::/8', 'proxy.example.org'])
    expect(() => readConfig({ TRUSTED_PROXIES: wrong }), wrong).toThrow(/^TRUSTED_PROXIES: /)
})

test('headers for a collector are checked, and read without spaces around names', () => {
  const headersOf = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS }).tracing?.headers
  expect(headersOf('authorization = Bearer%20a=b , x-tenant=')).toEqual({ authorization: 'Bearer a=b', 'x-tenant': '' })
  for (const wrong of ['authorization', '=x', 'a b=c', 'a=%', 'a=%E0%A4%A', 'a=%0d%0ab: c', 'a%zz=b'])
    expect(() => headersOf(wrong), wrong).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS: /)
})

const wholeBucket = {
  S3_BUCKET_URL: 'https://storage.example/kiosk',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'AKID',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test('a bucket for the files is taken whole or not at all', () => {
  expect(readConfig({}).bucket).toBeNull()
  expect(readConfig(wholeBucket).bucket).toMatchObject({ url: 'https://storage.example/kiosk', region: 'eu-central-1' })
  expect(() => readConfig({ ...wholeBucket, S3_REGION: '' })).toThrow(/S3_REGION/)
  expect(readConfig({ S3_ROLE: 'false' }).bucket).toBeNull()
  expect(readBackupConfig({ BACKUP_S3_ROLE: 'false', BACKUP_DIR: '/backups' })).toMatchObject({
    bucket: null,
    folder: '/backups',
  })
})

test('what others can reach is no development server just because nothing was set', () => {
  const start = (more: Record<string, string>) => () => readConfig(more)
  expect(start({ PUBLIC_URL: 'https://kiosk.example.org' })).toThrow(/ENVIRONMENT.*https:\/\/kiosk\.example\.org/)
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5']) expect(start({ HOST }), HOST).toThrow(/ENVIRONMENT.*HOST is/)
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(start({ HOST }), HOST).not.toThrow()
  expect(start({ HOST: '0.0.0.0', PUBLIC_URL: 'https://kiosk.example.org', ENVIRONMENT: 'staging' })).not.toThrow()
})

test('a development server is not for a public https address', () => {
  const start = (PUBLIC_URL: string) => () => readConfig({ PUBLIC_URL, ENVIRONMENT: 'development', HOST: '0.0.0.0' })
  for (const url of ['https://kiosk.example.org', 'https://localhost.example.org', 'https://10.0.0.1:8443'])
    expect(start(url), url).toThrow(/^ENVIRONMENT: development is not for .*staging/)
  for (const url of [
    'https://localhost:8443',
    'https://kiosk.localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'http://192.168.1.5',
  ])
    expect(start(url), url).not.toThrow()
})

test('further hosts are a list', () => {
  expect(readConfig({ ALLOWED_HOSTS: 'www.example.org, app ,' }).allowedHosts).toEqual(['www.example.org', 'app'])
})

test('production refuses the demonstration and says every setting that is missing', () => {
  const reject = () => readConfig({ ENVIRONMENT: 'production', DEMO: '1' })
  for (const named of [/PUBLIC_URL/, /API_TOKEN/, /operator\.json/, /appOrigins allows calls from pages of http:/, /DEMO/])
    expect(reject).toThrow(named)
})

test.each([
  [{ DATABASE_URL: 'postgres://u:p@db.example/kiosk' }, /DATABASE_URL: add "sslmode/],
  [{ DATABASE_URL: 'postgres://u:p@db.example/kiosk?sslmode=prefer' }, /DATABASE_URL/],
  [{ SMTP_URL: 'smtp://mail.example:587' }, /SMTP_URL: use smtps/],
  [{ API_URL: 'http://api.example' }, /API_URL: use https/],
  [{ ROLES: 'web', DRAW_URL: 'http://draw.example:3000' }, /DRAW_URL: use https/],
  [{ CDN: 'varnish', CDN_PURGE_URLS: 'http://127.0.0.1:6082,http://10.0.0.5:6082' }, /CDN_PURGE_URLS: use https/],
  [
    { DATABASE_URL: 'postgres://u:p@localhost/kiosk', DATABASE_DIRECT_URL: 'postgres://u:p@db.example/kiosk' },
    /DATABASE_DIRECT_URL: add "sslmode/,
  ],
])('production rejects unencrypted connections to other machines: %j', (options, line) => {
  const production = { ENVIRONMENT: 'production', DEMO: '1', ...options }
  expect(() => readConfig(production)).toThrow(line)
  expect(() => readConfig({ ...production, ALLOW_PLAIN_CONNECTIONS: 'true' })).not.toThrow(line)
})

test.each([
  { DATABASE_URL: 'postgres://u:p@127.0.0.1/kiosk' },
  { DATABASE_URL: 'postgres://u:p@db.example/kiosk?sslmode=verify-full' },
  { SMTP_URL: 'smtps://mail.example' },
  { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
  { SMTP_URL: 'smtp://localhost:25' },
  { ROLES: 'web', DRAW_URL: 'http://127.0.0.1:3001' },
  { ROLES: 'web', DRAW_URL: 'https://draw.example' },
  { CDN: 'varnish', CDN_PURGE_URLS: 'http://[::1]:6082,https://varnish.example' },
])('production accepts %j', (options) => {
  // Only the demonstration is rejected here.
  expect(() => readConfig({ ENVIRONMENT: 'production', DEMO: '1', ...options })).not.toThrow(/_URLS?: (add|use)/)
})

const OWN_DATABASE = 'postgres://owner:oPh4yooCh8ei@localhost/kiosk'

test.each([
  [{ DATABASE_URL: 'postgres://kiosk:kiosk@localhost/kiosk' }, /^DATABASE_URL: its password/m],
  [{ DATABASE_URL: 'postgres://owner:%6Fwner@localhost/kiosk' }, /^DATABASE_URL: its password/m],
  [{ DATABASE_URL: 'postgres://owner:Password@localhost/kiosk' }, /^DATABASE_URL: its password/m],
  [{ DATABASE_URL: 'postgres://owner:changeme@pooler/kiosk', DATABASE_DIRECT_URL: OWN_DATABASE }, /^DATABASE_URL: its password/m],
  [{ DATABASE_URL: OWN_DATABASE, DATABASE_DIRECT_URL: 'postgres://owner:owner@db/kiosk' }, /^DATABASE_DIRECT_URL: its password/m],
  [
    { ...wholeBucket, S3_PUBLIC_URL: 'https://images.example/kiosk', CDN: 'fastly', CDN_SERVICE: 'x', CDN_TOKEN: 'x' },
    /^S3_PUBLIC_URL: not with CDN/m,
  ],
  [{ ...wholeBucket, S3_SECRET_ACCESS_KEY: 'minioadmin' }, /^S3_SECRET_ACCESS_KEY: this key/m],
  [{ ...wholeBucket, S3_SECRET_ACCESS_KEY: wholeBucket.S3_ACCESS_KEY_ID }, /^S3_SECRET_ACCESS_KEY: this key/m],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, 0.0.0.0/0' }, /^TRUSTED_PROXIES: /m],
  [{ TRUSTED_PROXIES: '::/0' }, /^TRUSTED_PROXIES: /m],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTHORIZED: remove it/m],
])('production rejects what everybody knows or can forge: %j', (options, line) => {
  expect(() => readConfig({ ENVIRONMENT: 'production', ...options })).toThrow(line)
})

test.each([
  { DATABASE_URL: OWN_DATABASE },
  { DATABASE_URL: OWN_DATABASE, DATABASE_DIRECT_URL: 'postgres://owner:Eix9ohGh@db/kiosk' },
  { DATABASE_URL: 'postgres:///kiosk?host=/run/postgresql' },
  { TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8,192.0.2.10' },
  { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
  { ...wholeBucket, S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI-K7MDENG' },
])('production accepts values of its own: %j', (options) => {
  // Other values are missing here.
  expect(() => readConfig({ ENVIRONMENT: 'production', ...options })).toThrow(/^ENVIRONMENT=production cannot start/)
  expect(() => readConfig({ ENVIRONMENT: 'production', ...options })).not.toThrow(/password|publicly|TRUSTED_PROXIES|NODE_TLS/)
})

test('production names the facts that the law asks of every operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'))
  const file = join(folder, 'operator.json')
  const { legal: _, company, ...rest } = JSON.parse(readFileSync('operator.json', 'utf8'))
  writeFileSync(file, JSON.stringify({ ...rest, company: { ...company, director: ' ' }, demonstration: false }))
  // A file of an older version, without `legal`, still starts in development.
  expect(readConfig({ OPERATOR_FILE: file }).operator.legal).toMatchObject({ hosting: '', logDays: 30 })
  const start = () => readConfig({ ENVIRONMENT: 'production', OPERATOR_FILE: file })
  expect(start).toThrow(/^operator\.json: empty, although required by law: company \(director\)$/m)
  expect(start).toThrow(
    /^operator\.json: empty, although required by law: legal \(hosting, .*ownership, disputeResolution\.de, .*accessibility\.assessedOn/m,
  )
  rmSync(folder, { recursive: true })
})

test('production starts with values of the operator, and names each that is a sample of the demonstration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'))
  const file = join(folder, 'operator.json')
  const samples = readFileSync('operator.json', 'utf8').replace('"demonstration": true', '"demonstration": false')
  const own = samples
    .replaceAll(/ \((Beispiel|example|exemple|sample|chiffre)[^)]*\)/g, '')
    .replaceAll('WILLKOMMEN-', 'HALLO-')
    .replace('Lesehalle Demonstration GmbH', 'Eck GmbH')
    .replace('Beispielgasse 12', 'Hauptplatz 1')
    .replace('+43 1 000 00 00', '+43 1 234 56 78')
    .replace('2026-11-22', '2026-12-01')
    .replaceAll('example.org', 'kiosk-am-eck.at')
    .replace(', "http://localhost:8100"', '')
  const start = (text: string) => {
    writeFileSync(file, text)
    const variables = {
      PUBLIC_URL: 'https://kiosk-am-eck.at',
      API_TOKEN: 'a'.repeat(40),
      SMTP_URL: 'smtps://mail.kiosk-am-eck.at',
    }
    return () => readConfig({ ENVIRONMENT: 'production', OPERATOR_FILE: file, ...variables })
  }
  expect(start(own)).not.toThrow()
  for (const line of [
    'company (name, street, register, vatId, swissVatId, creditorId, director, mail, phone)',
    'mail (from)',
    'quotes (entry 1, entry 2, entry 3, entry 4, entry 5)',
    'audience (de, en, fr)',
    'legal (hosting, paymentProviders, providers entry 1, providers entry 2, ',
    // These codes are public.
    'launchOffer (voucherCodes.at, voucherCodes.de, voucherCodes.ch, voucherCodes.lu)',
  ])
    expect(start(samples)).toThrow(`\noperator.json: samples of the demonstration: ${line}`)
  // What pages state about the company is invented, such as the assessment of accessibility.
  const stated = Object.entries(JSON.parse(samples).legal).flatMap(([name, value]) =>
    typeof value === 'object' && !Array.isArray(value) ? Object.keys(value!).map((inner) => `${name}.${inner}`) : name,
  )
  const notInvented = ['logDays', 'responsibleEditor']
  for (const name of stated.filter((each) => !notInvented.includes(each)))
    expect(start(samples)).toThrow(new RegExp(`^operator\\.json: samples .*: legal \\(.*\\b${name}\\b`, 'm'))
  expect(start(samples)).toThrow(/^operator\.json: samples .*: legal \(.*method\.de, .*method\.en, .*method\.fr/m)
  const copied = JSON.parse(own)
  copied.siteName = copied.legal.accessibility.assessedOn = '2026-11-22'
  expect(start(JSON.stringify(copied))).toThrow(
    /^operator\.json: samples of the demonstration: legal \(accessibility\.assessedOn\)$/m,
  )
  expect(start(JSON.stringify(copied))).not.toThrow(/samples .*siteName/)
  // One line for each part, so that the list is readable.
  expect(start(samples)).toThrow(/^(.+\n){10}.+$/)
  rmSync(folder, { recursive: true })
})

describe('a command', () => {
  test('takes the same values as the server and logs warnings only', () => {
    const variables = { PORT: '4000', WEBAPP_URL: 'https://read.example.org', DATABASE_URL: '' }
    expect(readCommandConfig(variables)).toEqual({ ...readConfig(variables), logLevel: 'warn' })
    expect(readCommandConfig({ LOG_LEVEL: '' }).logLevel).toBe('warn')
    expect(readCommandConfig({ LOG_LEVEL: 'debug' }).logLevel).toBe('debug')
  })

  test('runs where a server would refuse to start', () => {
    expect(readCommandConfig({ ENVIRONMENT: 'production' }).environment).toBe('production')
    expect(readCommandConfig({ PUBLIC_URL: 'https://kiosk.example.org' }).environment).toBe('development')
  })

  test('names a wrong setting', () => {
    expect(() => readCommandConfig({ PAYMENTS: 'cash' })).toThrow(new ConfigError('PAYMENTS: set sandbox, stripe or none'))
    expect(() => readCommandConfig({ S3_SESSION_TOKEN: 'token' })).toThrow(/S3_BUCKET_URL: missing/)
  })

  test('that uses only data reads nothing but their places', () => {
    expect(readDataConfig({ DATA_DIR: '/data', DATABASE_URL: '', PORT: 'soon' })).toEqual({
      dataDir: '/data',
      databaseUrl: undefined,
      bucket: null,
    })
    expect(readDataConfig({}).dataDir).toBe(readConfig({}).dataDir)
    expect(() => readDataConfig({ S3_SESSION_TOKEN: 'token' })).toThrow(ConfigError)
    expect(() => readDataConfig({ DATABASE_URL: 'mysql://localhost/kiosk' })).toThrow(/^DATABASE_URL: /)
  })
})

test('a server has all roles, or those that are named', () => {
  expect([...readConfig({}).roles]).toEqual(['web', 'worker', 'draw'])
  const web = { ROLES: 'web', DRAW_URL: 'http://10.0.0.2:3000/' }
  expect(readConfig(web)).toMatchObject({ roles: new Set(['web']), drawUrl: 'http://10.0.0.2:3000' })
  // A server that renders pages itself asks no other server.
  expect(readConfig({ ...web, ROLES: 'web, draw' }).drawUrl).toBeUndefined()
  expect(() => readConfig({ ROLES: 'web' })).toThrow(/^ROLES: .*DRAW_URL/)
  expect(() => readConfig({ ROLES: 'web,printer' })).toThrow(/ROLES/)
  expect(() => readConfig({ ROLES: 'worker', WORKERS: '2' })).toThrow(/^WORKERS/)
})

test('a replica needs a database server, and its address is checked as that of the database', () => {
  const urls = { DATABASE_URL: 'postgres://127.0.0.1/kiosk', DATABASE_READ_URL: 'postgres://10.0.0.2/kiosk' }
  expect(readConfig(urls).readUrl).toBe('postgres://10.0.0.2/kiosk')
  expect(() => readConfig({ DATABASE_READ_URL: urls.DATABASE_READ_URL })).toThrow(/^DATABASE_READ_URL: set DATABASE_URL/)
  expect(() => readConfig({ ...urls, ENVIRONMENT: 'production' })).toThrow('DATABASE_READ_URL: add "sslmode=verify-full"')
})

test('a direct address makes the other one that of a pooler', () => {
  const [pooler, direct] = ['postgres://pooler/kiosk', 'postgres://db/kiosk']
  expect(readConfig({ DATABASE_URL: direct })).toMatchObject({
    databaseUrl: direct,
    poolerUrl: undefined,
    preparesStatements: true,
  })
  const both = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct }
  expect(readConfig(both)).toMatchObject({ databaseUrl: direct, poolerUrl: pooler, preparesStatements: false })
  expect(readDataConfig(both).databaseUrl).toBe(direct)
  expect(readConfig({ ...both, DATABASE_PREPARE: 'true' }).preparesStatements).toBe(true)
  expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow(/^DATABASE_DIRECT_URL/)
})
