import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import { selfSigned } from '@kiosk/sandbox-payments/wallet/certificate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMailServer } from '../adapters/mail/testing/mail-server.ts'
import { fileSystem } from '../adapters/storage/file-system.ts'
import { readConfig } from '../config.ts'
import { freePort } from '../free-port.ts'
import { type Checked, runChecks } from './checks.ts'
import { type Dns, networkChecks } from './network-checks.ts'

let folder: string
const closing: Server[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'))
})
afterAll(async () => {
  for (const server of closing) server.close()
  await rm(folder, { recursive: true, force: true })
})

async function listening(server: Server): Promise<number> {
  closing.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A mail server that is not asked. */
const UNUSED = 'smtp://127.0.0.1:1'
const noDns: Dns = { txt: async () => [], mx: async () => [] }
type CheckOptions = { env?: Record<string, string>; files?: Parameters<typeof networkChecks>[1]; dns?: Dns; now?: () => Date }

/** Runs one check. @returns what it found, as "status: says" */
async function check(
  name: string,
  { env = {}, files = fileSystem(folder), dns = noDns, now }: CheckOptions = {},
): Promise<string[]> {
  const config = readConfig({ ENVIRONMENT: 'staging', ...env })
  const found: Checked[] = await runChecks(networkChecks(config, files, dns, now).filter((each) => each.name === name))
  return found.map(({ status, says }) => `${status}: ${says}`)
}

test.each([
  ['v=spf1 mx -all', 'v=DMARC1; p=reject', ['ok', 'ok', 'ok', 'skipped']],
  ['v=spf1 mx -all', 'v=DMARC1; p=none; rua=mailto:x@example.org', ['ok', 'warning', 'ok', 'skipped']],
  ['v=spf1 +all', 'v=DMARC1;p=quarantine', ['error', 'ok', 'ok', 'skipped']],
  ['v=spf1 mx all', 'v=DMARC1; p=reject', ['error', 'ok', 'ok', 'skipped']],
  ['v=spf10 -all', 'v=DMARC2; p=reject', ['error', 'error', 'ok', 'skipped']],
])('SPF "%s" with DMARC "%s"', async (spf, dmarc, expected) => {
  const records: Record<string, string[]> = { 'example.org': ['other=1', spf], '_dmarc.example.org': [dmarc] }
  const dns = { txt: async (name: string) => records[name] ?? [], mx: async () => ['mx.example.org'] }
  expect((await check('sender domain', { env: { SMTP_URL: UNUSED }, dns })).map((each) => each.split(':')[0])).toEqual(expected)
})

test('two SPF records, no MX record and a failed lookup are not in order', async () => {
  const twice = {
    txt: async (name: string) => (name === 'example.org' ? ['v=spf1 mx -all', 'v=spf1 a -all'] : []),
    mx: async () => [],
  }
  expect(await check('sender domain', { env: { SMTP_URL: UNUSED }, dns: twice })).toEqual([
    'error: example.org has 2 SPF records, so none counts',
    'error: example.org has 0 DMARC records',
    'warning: example.org has no MX record',
    expect.stringMatching(/^skipped: DKIM/),
  ])
  const away = { ...noDns, mx: () => Promise.reject(new Error('queryMx ETIMEOUT example.org')) }
  expect(await check('sender domain', { env: { SMTP_URL: UNUSED }, dns: away })).toEqual(['error: queryMx ETIMEOUT example.org'])
  expect(await check('sender domain', { dns: away })).toEqual(['skipped: no e-mails are sent from here'])
})

test('the mail server is greeted, and signed in to, but gets no e-mail', async () => {
  const open = await testMailServer()
  expect(await check('mail server', { env: { SMTP_URL: open.url } })).toEqual([
    'ok: 127.0.0.1 answers, not encrypted, without sign-in; nothing was sent',
  ])
  expect(open.mails).toEqual([])
  await open.close()
  const closed = await testMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => (password === 'right' ? done(null, { user: 'kiosk' }) : done(new Error('wrong'))),
  })
  const as = (user: string) => check('mail server', { env: { SMTP_URL: `smtp://${user}127.0.0.1:${closed.port}` } })
  expect(await as('kiosk:right@')).toEqual(['ok: 127.0.0.1 answers, not encrypted, signed in; nothing was sent'])
  expect(await as('kiosk:wrong@')).toEqual([expect.stringMatching(/^error: 127\.0\.0\.1: Invalid login: 535/)])
  expect(await as('')).toEqual([expect.stringMatching(/^warning: 127\.0\.0\.1 offers sign-in/)])
  await closed.close()
  expect(await as('')).toEqual([expect.stringMatching(/^error: 127\.0\.0\.1: .*ECONNREFUSED/)])
  expect(await check('mail server')).toEqual([expect.stringMatching(/^skipped: SMTP_URL is not set/)])
})

test('the certificate is read from the address of the website, and is reported before it expires', async () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createTlsServer({ key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: selfSigned(keys) })
  const PUBLIC_URL = `https://127.0.0.1:${await listening(server)}`
  // It expires with the second new year from now.
  const before = (days: number) => () => new Date(Date.UTC(new Date().getUTCFullYear() + 2, 0, 1) - days * DAY_MS)
  const at = async (days: number) => (await check('certificate', { env: { PUBLIC_URL }, now: before(days) }))[0]!
  expect(await at(40)).toMatch(/^ok: .* is valid for 40 days/)
  expect(await at(20)).toMatch(/^warning: .* 20 days/)
  expect(await at(-1)).toMatch(/^error: .* -1 days/)
  expect(await check('certificate', { env: { PUBLIC_URL: `https://127.0.0.1:${await freePort()}` } })).toEqual([
    expect.stringMatching(/^warning: .* could not be read: .*ECONNREFUSED/),
  ])
  expect(await check('certificate')).toEqual(['skipped: PUBLIC_URL is not https'])
})

test('the website is asked whether it is ready, and for its clock', async () => {
  let answer: { status: number; body: string; date: Date }
  const server = createServer((_request, response) => {
    response.sendDate = false
    response.writeHead(answer.status, { date: answer.date.toUTCString() }).end(answer.body)
  })
  const PUBLIC_URL = `http://127.0.0.1:${await listening(server)}`
  const of = (status: number, body: object | string, date = new Date()) => {
    answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body), date }
    return check('website', { env: { PUBLIC_URL } })
  }
  expect(await of(200, { status: 'ready' })).toEqual([`ok: ${PUBLIC_URL} is ready`])
  expect(await of(200, { status: 'jobs stalled' })).toEqual(['error: jobs are stalled'])
  expect(await of(503, { status: 'no database' })).toEqual([`error: ${PUBLIC_URL}/health answered 503 no database`])
  expect(await of(200, '<h1>Another website')).toEqual([`error: ${PUBLIC_URL}/health answered 200`])
  expect(await of(200, { status: 'ready' }, new Date(Date.now() - 2 * MINUTE_MS))).toEqual([
    expect.stringMatching(/^warning: its clock differs from this one by (119|120) seconds$/),
  ])
  expect(await check('website', { env: { PUBLIC_URL: `http://127.0.0.1:${await freePort()}` } })).toEqual([
    expect.stringMatching(/^error: .* cannot be reached from here: .*ECONNREFUSED/),
  ])
})

test('one file is written, read and removed', async () => {
  const files = fileSystem(folder)
  expect(await check('files')).toEqual(['ok: a file was written, read and removed'])
  expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.txt'))).toEqual([])
  const forgets = { ...files, write: async () => {} }
  expect(await check('files', { files: forgets })).toEqual(['error: a file was not read as it was written'])
  const keeps = { ...files, remove: async () => {} }
  expect(await check('files', { files: keeps })).toEqual(['error: a removed file is still there'])
  const rejects = { ...files, write: () => Promise.reject(new Error('403 AccessDenied')) }
  expect(await check('files', { files: rejects })).toEqual(['error: 403 AccessDenied'])
})
