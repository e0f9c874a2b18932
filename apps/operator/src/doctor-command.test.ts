import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestMailServer, testMailServer } from '@kiosk/backend/adapters/mail/testing/mail-server'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { freePort } from '@kiosk/backend/free-port'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { examine } from './doctor-command.ts'
import { runCommand } from './run-command.ts'

let connection: Connection
let folder: string
let mailServer: TestMailServer
beforeAll(async () => {
  connection = await testDatabase()
  mailServer = await testMailServer()
  folder = await mkdtemp(join(tmpdir(), 'doctor-command-'))
})
afterEach(() => void vi.unstubAllEnvs())
afterAll(async () => {
  await mailServer.close()
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

async function stub(more: Record<string, string> = {}): Promise<void> {
  const settings = {
    DATABASE_URL: connection.url,
    DATA_DIR: folder,
    SMTP_URL: mailServer.url,
    PAYMENTS: 'none',
    TESSERACT: 'off',
    ...more,
  }
  for (const [name, value] of Object.entries({ PUBLIC_URL: `http://127.0.0.1:${await freePort()}`, ...settings }))
    vi.stubEnv(name, value)
}

const dns = {
  txt: async (name: string) => [name.startsWith('_dmarc') ? 'v=DMARC1; p=reject' : 'v=spf1 mx -all'],
  mx: async () => ['mx.example.org'],
}

test('everything is looked at once, and a page is rendered', async () => {
  await stub()
  const found = await examine(dns)
  const statusOf = (name: string) => found.filter(({ check }) => check === name).map(({ status }) => status)
  expect(Object.fromEntries(found.map(({ check }) => [check, statusOf(check)]))).toEqual({
    settings: ['ok'],
    'payment keys': ['skipped'],
    'data folder': [expect.stringMatching(/ok|warning/)],
    backups: ['warning'],
    database: ['ok'],
    'database log': [expect.stringMatching(/ok|warning/)],
    migrations: ['ok'],
    clock: ['ok'],
    jobs: ['ok'],
    renewals: ['warning'],
    webhooks: ['skipped'],
    replica: ['skipped'],
    desk: ['warning'],
    'operator.json': ['ok'],
    alarms: ['ok'],
    search: ['ok'],
    'audit log': ['ok'],
    scans: ['skipped'],
    'layout model': ['skipped'],
    // No server runs.
    website: ['error'],
    certificate: ['skipped'],
    files: ['ok'],
    'mail server': ['ok'],
    'sender domain': ['ok', 'ok', 'ok', 'skipped'],
    'page images': ['ok'],
  })
  expect(mailServer.mails).toEqual([])
})

test('the command prints a line for each finding, as text or JSON, and ends with 2 after errors', async () => {
  const empty = join(folder, 'nothing')
  await stub({ DATABASE_URL: '', DATA_DIR: empty, SMTP_URL: '' })
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)))
  expect(await runCommand(['doctor', '--json'])).toBe(2)
  const objects = printed.splice(0).map((line) => JSON.parse(line) as Record<string, string>)
  expect(objects.find(({ check }) => check === 'database')).toEqual({
    check: 'database',
    status: 'error',
    says: `there is no database in ${empty} yet; the first start of the server creates it`,
    todo: 'Check DATABASE_URL and whether PostgreSQL is running.',
  })
  expect(objects.find(({ check }) => check === 'jobs')).toMatchObject({ status: 'skipped' })
  expect(await runCommand(['doctor'])).toBe(2)
  expect(printed.find((line) => / database: /.test(line))).toMatch(
    /^error {4}database: there is no database in .* – Check DATABASE_URL/,
  )
  vi.restoreAllMocks()
  // Nothing was created except the folder of the probe.
  expect((await readdir(empty)).filter((name) => name !== 'files')).toEqual([])
})

test('a layout model that cannot be used is an error with what to do', async () => {
  const model = join(folder, 'none.onnx')
  await stub({ LAYOUT_MODEL: model })
  const found = await examine(dns)
  expect(found.filter(({ check }) => check === 'layout model')).toEqual([
    {
      check: 'layout model',
      status: 'error',
      says: `LAYOUT_MODEL ${model}: there is no such file`,
      todo: expect.stringContaining('unset LAYOUT_MODEL'),
    },
  ])
})
