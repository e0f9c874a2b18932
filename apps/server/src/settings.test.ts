import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, WrongSetting } from './settings.ts'

test('nothing set is a development kiosk on port 3000 with the demonstration', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    environment: 'development',
    demo: true,
    webapp: '/reader',
    apiUrl: undefined,
  })
})

test('an empty variable counts as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('a wrong setting is named', () => {
  expect(() => readSettings({ PORT: 'soon' })).toThrow(/PORT/)
  expect(() => readSettings({ ENVIRONMENT: 'live' })).toThrow(WrongSetting)
})

test('a bucket for the files is taken whole or not at all', () => {
  const whole = {
    S3_BUCKET_URL: 'https://storage.example/kiosk',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'AKID',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readSettings({}).bucket).toBeNull()
  expect(readSettings(whole).bucket).toMatchObject({ url: 'https://storage.example/kiosk', region: 'eu-central-1' })
  expect(() => readSettings({ ...whole, S3_REGION: '' })).toThrow(/S3_REGION/)
})

test('what others can reach is no development server just because nothing was set', () => {
  const start = (more: Record<string, string>) => () => readSettings(more)
  expect(start({ PUBLIC_URL: 'https://kiosk.example.org' })).toThrow(/ENVIRONMENT.*https:\/\/kiosk\.example\.org/)
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5']) expect(start({ HOST }), HOST).toThrow(/ENVIRONMENT.*HOST is/)
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(start({ HOST }), HOST).not.toThrow()
  expect(start({ HOST: '0.0.0.0', PUBLIC_URL: 'https://kiosk.example.org', ENVIRONMENT: 'development' })).not.toThrow()
})

test('further hosts are a list', () => {
  expect(readSettings({ ALLOWED_HOSTS: 'www.example.org, app ,' }).allowedHosts).toEqual(['www.example.org', 'app'])
})

test('production refuses the demonstration and says every setting that is missing', () => {
  const refuse = () => readSettings({ ENVIRONMENT: 'production', DEMO: '1' })
  for (const named of [/PUBLIC_URL/, /API_TOKEN/, /operator\.json/, /appOrigins lets pages of http:\/\/localhost/, /DEMO/])
    expect(refuse).toThrow(named)
})

test.each([
  [{ DATABASE_URL: 'postgres://u:p@db.example/kiosk' }, /DATABASE_URL: add "sslmode/],
  [{ DATABASE_URL: 'postgres://u:p@db.example/kiosk?sslmode=prefer' }, /DATABASE_URL/],
  [{ SMTP_URL: 'smtp://mail.example:587' }, /SMTP_URL: use smtps/],
  [{ API_URL: 'http://api.example' }, /API_URL: use https/],
])('production encrypts what leaves the machine: %j is rejected', (given, line) => {
  const production = { ENVIRONMENT: 'production', DEMO: '1', ...given }
  expect(() => readSettings(production)).toThrow(line)
  expect(() => readSettings({ ...production, ALLOW_PLAIN_CONNECTIONS: 'true' })).not.toThrow(line)
})

test.each([
  { DATABASE_URL: 'postgres://u:p@127.0.0.1/kiosk' },
  { DATABASE_URL: 'postgres://u:p@db.example/kiosk?sslmode=verify-full' },
  { SMTP_URL: 'smtps://mail.example' },
  { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
  { SMTP_URL: 'smtp://localhost:25' },
])('production accepts %j', (given) => {
  // The demonstration is what is rejected here.
  expect(() => readSettings({ ENVIRONMENT: 'production', DEMO: '1', ...given })).not.toThrow(/(DATABASE|SMTP|API)_URL: (add|use)/)
})

test('production names the facts that the law asks of every operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'operator-'))
  const file = join(folder, 'operator.json')
  const { legal: _, company, ...rest } = JSON.parse(readFileSync('operator.json', 'utf8'))
  writeFileSync(file, JSON.stringify({ ...rest, company: { ...company, director: ' ' }, demonstration: false }))
  // Without the new block a file of an older version still starts in development.
  expect(readSettings({ OPERATOR_FILE: file }).operator.legal).toMatchObject({ hosting: '', logDays: 30 })
  const start = () => readSettings({ ENVIRONMENT: 'production', OPERATOR_FILE: file })
  for (const name of ['company.director', 'legal.hosting', 'legal.ownership', 'legal.disputeResolution', 'legal.accessibility'])
    expect(start).toThrow(`operator.json: ${name} is empty`)
  rmSync(folder, { recursive: true })
})
