import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { API_BASE } from '@kiosk/contract/route'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import type { PushAddress } from '../adapters/push/port.ts'
import { testPushServer, toTestServer } from '../adapters/push/testing/push-server.ts'
import { webPush } from '../adapters/push/web-push.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { countJobs, troubledJobs } from '../jobs/queries.ts'
import { forgetJobs } from '../jobs/testing/jobs.ts'
import { runWaitingJobs, startWorker } from '../jobs/testing/run-jobs.ts'
import { type TestApi, testApi, within } from '../testing/api.ts'
import { announceIssue } from './announce-issue.ts'

let connection: Connection
let api: TestApi
const logged: string[] = []
beforeAll(async () => {
  connection = await testDatabase()
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  api = await testApi(connection, { log })
})
beforeEach(async () => {
  await forgetJobs(connection.db)
  api.browsers.received.length = 0
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const run = () => runWaitingJobs(connection.url, api.ctx)
const runAgain = async () => {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(connection.db)
  await run()
}
const notified = () => api.browsers.received.map(({ endpoint }) => endpoint).sort()
const addresses = (browser: PushAddress) =>
  connection.db.selectFrom('push_subscriptions').selectAll().where('endpoint', '=', browser.endpoint).execute()

/** Creates a device of an account with a push subscription. */
async function device(account: { id: number }, browser = api.browsers.subscribe()) {
  const vendorId = `von-${browser.endpoint.slice(-12)}`
  await signedIn(connection.db, account, { vendorId })
  const { id: device_id } = await connection.db
    .selectFrom('devices')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  const row = { account_id: account.id, device_id, ...browser }
  const { id } = await connection.db.insertInto('push_subscriptions').values(row).returning('id').executeTakeFirstOrThrow()
  return { ...browser, addressId: id }
}
async function reader(title: { id: number }, options: object = {}, browser?: PushAddress) {
  const account = await createAccount(connection.db, options)
  await connection.db.insertInto('favourites').values({ account_id: account.id, title_id: title.id }).execute()
  return { account, browser: await device(account, browser) }
}

test('pushes a new issue once to every device, however often it is announced', async () => {
  const title = await createTitle(connection.db, { name: 'Hafen' })
  const issue = await createIssue(connection.db, { title, name: 'Nr. 7', headline: 'Am Kai', revision: 3 })
  // Neither the switch for e-mails nor a bounced address affects pushes.
  const one = await reader(title, { send_release_newsletter: false, mail_bounced_at: new Date() })
  const second = await device(one.account)
  const french = await reader(title, { language: 'fr' })
  await reader(await createTitle(connection.db))
  await announceIssue({ issueId: issue.id }, api.ctx)
  await run()
  await Promise.all([announceIssue({ issueId: issue.id }, api.ctx), announceIssue({ issueId: issue.id }, api.ctx)])
  await run()
  expect(notified()).toEqual([one.browser, second, french.browser].map(({ endpoint }) => endpoint).sort())
  const toOne = api.browsers.received.find(({ endpoint }) => endpoint === one.browser.endpoint)!
  expect(toOne.contact).toBe(`mailto:${api.operator.company.mail}`)
  expect(JSON.parse(toOne.text)).toEqual({
    uid: issue.uid,
    title: 'Hafen: Nr. 7 ist da',
    body: 'Am Kai',
    language: 'de',
    cover: expect.stringMatching(new RegExp(`^${API_BASE}.*${issue.uid}.*coverheight=280&v=3&format=webp$`)),
  })
  const inFrench = JSON.parse(api.browsers.received.find(({ endpoint }) => endpoint === french.browser.endpoint)!.text)
  expect(inFrench).toMatchObject({ title: 'Hafen\u00a0: Nr. 7 est arrivé', language: 'fr' })
  expect(logged.join('')).not.toContain(one.browser.endpoint)
})

test('pushes nothing without access or consent, and no restricted cover', async () => {
  const title = await createTitle(connection.db, { age_rating: 18, shown_in: ['AT'] })
  const issue = await createIssue(connection.db, { title, headline: 'x'.repeat(500) })
  const adult = { allow_age_restricted: true }
  const austrian = await reader(title, adult)
  await reader(title)
  await reader(title, { ...adult, region_id: 2 })
  await reader(title, { ...adult, verified_at: null })
  const fickle = await reader(title, adult)
  const off = await reader(title, adult)
  await announceIssue({ issueId: issue.id }, api.ctx)
  expect((await countJobs(connection.db)).reduce((sum, { count }) => sum + Number(count), 0)).toBe(3)
  await connection.db.deleteFrom('favourites').where('account_id', '=', fickle.account.id).execute()
  await connection.db.deleteFrom('push_subscriptions').where('account_id', '=', off.account.id).execute()
  await run()
  expect(notified()).toEqual([austrian.browser.endpoint])
  const message = JSON.parse(api.browsers.received[0]!.text)
  expect(message.cover).toBeNull()
  expect(message.body.length).toBeLessThanOrEqual(120)
  expect(await countJobs(connection.db)).toEqual([])
})

test.each([404, 410])('deletes a subscription answered with %i', async (status) => {
  const title = await createTitle(connection.db)
  const issue = await createIssue(connection.db, { title })
  const { browser } = await reader(title)
  api.browsers.declines.set(browser.endpoint, { status })
  await announceIssue({ issueId: issue.id }, api.ctx)
  await run()
  expect(await addresses(browser)).toEqual([])
  expect(await countJobs(connection.db)).toEqual([])
})

test('retries a deferred message at the requested time and an unavailable service later', async () => {
  const title = await createTitle(connection.db)
  const issue = await createIssue(connection.db, { title })
  const [busy, down] = [await reader(title), await reader(title)]
  api.browsers.declines.set(busy.browser.endpoint, { status: 429, retryAfter: '1800' })
  api.browsers.declines.set(down.browser.endpoint, { status: 503 })
  await announceIssue({ issueId: issue.id }, api.ctx)
  await run()
  const { rows } = await sql<{ minutes: number; payload: object }>`select payload,
    extract(epoch from run_at - now()) / 60 as minutes from graphile_worker._private_jobs
    where payload ->> 'addressId' = ${String(busy.browser.addressId)}`.execute(connection.db)
  expect(rows).toEqual([
    { payload: { addressId: busy.browser.addressId, issueId: issue.id, putOff: 1 }, minutes: expect.anything() },
  ])
  expect(Number(rows[0]!.minutes)).toBeGreaterThan(28)
  const [again] = await troubledJobs(connection.db, 10)
  expect(again).toMatchObject({ name: 'push', state: 'again', attempts: 1 })
  expect(again!.error).toContain('503')
  expect(again!.error).not.toContain(down.browser.endpoint)
  for (let times = 0; times < 6; times++) await runAgain()
  // A push service that always requests a delay gets as many attempts as any other.
  expect((await troubledJobs(connection.db, 10)).map(({ maxAttempts }) => maxAttempts)).toEqual([12, 12])
  api.browsers.declines.clear()
  await runAgain()
  expect(notified()).toEqual([busy.browser.endpoint, down.browser.endpoint].sort())
  expect(await countJobs(connection.db)).toEqual([])
})

test('drops a rejected message and keeps the subscription', async () => {
  const title = await createTitle(connection.db)
  const issue = await createIssue(connection.db, { title })
  const { browser } = await reader(title)
  api.browsers.declines.set(browser.endpoint, { status: 400 })
  await announceIssue({ issueId: issue.id }, api.ctx)
  await run()
  expect(await addresses(browser)).toHaveLength(1)
  expect(await countJobs(connection.db)).toEqual([])
  expect(logged.join('')).toContain('push.rejected')
})

test('another worker sends the pending messages of a killed one under the same topic, once', async () => {
  const server = await testPushServer()
  const title = await createTitle(connection.db)
  const issue = await createIssue(connection.db, { title })
  const { browser } = await reader(title, {}, server.service.subscribe())
  const file = fileURLToPath(new URL('./testing/push-worker.ts', import.meta.url))
  const mortal = fork(file, [connection.url, server.certificate], { execArgv: [], silent: true })
  await once(mortal, 'message')
  await enqueue(connection.db, 'releases', { issueId: issue.id })
  const [, signal] = await once(mortal, 'exit')
  expect(signal).toBe('SIGKILL')
  expect(server.service.received).toHaveLength(1)
  const push = webPush(toTestServer(server.certificate))
  const heir = await testApi(connection, { push })
  const jobs = await startWorker(connection.url, heir.ctx)
  await within(30_000, async () => (await countJobs(connection.db)).length === 0)
  await announceIssue({ issueId: issue.id }, heir.ctx)
  expect(await countJobs(connection.db)).toEqual([])
  await jobs.close()
  await heir.close()
  await push.close()
  await server.close()
  expect(server.service.received.map(({ endpoint }) => endpoint)).toEqual([browser.endpoint, browser.endpoint])
  expect(new Set(server.service.received.map(({ topic }) => topic)).size).toBe(1)
})
