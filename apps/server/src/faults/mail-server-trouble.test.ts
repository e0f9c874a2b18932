import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { testMailServer } from '@kiosk/backend/adapters/mail/testing/mail-server'
import { readConfig } from '@kiosk/backend/config'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { retryJobs } from '@kiosk/backend/desk/manage-jobs'
import { enqueue } from '@kiosk/backend/jobs/enqueue'
import { within } from '@kiosk/backend/testing/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Kiosk, openKiosk } from '../kiosk.ts'
import { websiteOfOneCall } from '../testing/website-of-one-call.ts'

// Tests a mail server that is down, silent or full: the site and all other jobs continue, and no e-mail is lost.

let connection: Connection
let folder: string
beforeAll(async () => {
  connection = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'mail-trouble-'))
})
afterAll(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const website = websiteOfOneCall('/api/v8/region')
const openWith = (SMTP_URL: string) =>
  openKiosk(readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: 'false', SMTP_URL }), connection, website)

const jobs = async (name: string) =>
  (
    await sql<{ id: number; attempts: number }>`select id, attempts from graphile_worker.jobs
      where task_identifier = ${name}`.execute(connection.db)
  ).rows
const EMAILS = 12

/** Adds more e-mails than are sent at once, and expects everything else to continue. */
async function expectAllElseWorks(kiosk: Kiosk): Promise<void> {
  for (let count = 0; count < EMAILS; count++) {
    const account = await createAccount(connection.db, { email: `trouble-${count}@host-${count % 5}.example`, verified_at: null })
    await enqueue(connection.db, 'letter', { letter: 'verification', accountId: account.id })
  }
  // Sending has started, and hangs or fails.
  await within(10_000, async () => (await jobs('letter')).some(({ attempts }) => attempts > 0))
  await enqueue(connection.db, 'housekeeping', {})
  await enqueue(connection.db, 'payments', {})
  await within(10_000, async () => (await jobs('housekeeping')).length + (await jobs('payments')).length === 0)
  for (const path of ['/health', '/']) {
    const startedAt = Date.now()
    const answer = await fetch(`http://127.0.0.1:${kiosk.port}${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    expect(Date.now() - startedAt).toBeLessThan(4_000)
  }
}

async function clear(kiosk: Kiosk): Promise<void> {
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
  await connection.db.deleteFrom('accounts').execute()
  await kiosk.close()
}

test('a mail server that is unreachable', async () => {
  const server = await testMailServer()
  await server.close()
  const kiosk = await openWith(server.url)
  await expectAllElseWorks(kiosk)
  expect(await jobs('letter')).toHaveLength(EMAILS)
  await clear(kiosk)
})

test('a mail server that accepts connections and answers only later', async () => {
  const waiting: (() => void)[] = []
  let speaks = false
  const server = await testMailServer({ onConnect: (_session, done) => (speaks ? done() : void waiting.push(done)) })
  const kiosk = await openWith(server.url)
  await expectAllElseWorks(kiosk)
  expect(server.mails).toEqual([])
  speaks = true
  for (const done of waiting) done()
  await within(15_000, async () => server.mails.length === EMAILS && (await jobs('letter')).length === 0)
  await clear(kiosk)
  await server.close()
})

test('a mail server without space, until it has some again', async () => {
  const server = await testMailServer()
  server.answers.recipient = () => '452 4.3.1 Insufficient system storage'
  const kiosk = await openWith(server.url)
  await expectAllElseWorks(kiosk)
  expect(await jobs('letter')).toHaveLength(EMAILS)
  server.answers.recipient = () => undefined
  await within(15_000, async () => {
    await retryJobs(
      { db: connection.db, now: () => new Date() },
      (await jobs('letter')).map(({ id }) => id),
    ).catch(() => {})
    return server.mails.length === EMAILS && (await jobs('letter')).length === 0
  })
  expect(new Set(server.mails.map(({ to }) => to?.[0]?.address)).size).toBe(EMAILS)
  await clear(kiosk)
  await server.close()
})

test('gives up on a full mailbox and delivers the other e-mails', async () => {
  const server = await testMailServer()
  server.answers.recipient = (address) => (address.startsWith('trouble-0@') ? '552 5.2.2 Mailbox full' : undefined)
  const kiosk = await openWith(server.url)
  for (const count of [0, 1]) {
    const account = await createAccount(connection.db, { email: `trouble-${count}@host.example`, verified_at: null })
    await enqueue(connection.db, 'letter', { letter: 'verification', accountId: account.id })
  }
  await within(10_000, async () => server.mails.length === 1)
  expect(server.mails[0]?.to?.[0]?.address).toBe('trouble-1@host.example')
  expect((await fetch(`http://127.0.0.1:${kiosk.port}/health`)).status).toBe(200)
  await clear(kiosk)
  await server.close()
})
