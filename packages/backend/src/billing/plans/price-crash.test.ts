// SIGKILL ends our process at any step while a campaign announces its price or is being stopped.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { formatDay } from '@kiosk/domain/date-format'
import { dayInVienna } from '@kiosk/domain/day'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { runWaitingJobs } from '../../jobs/testing/run-jobs.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'
import { type CrashScene, crashPoints, crashScene, runWorker, someSteps } from '../testing/crash.ts'
import { type AnnouncerTask, BATCH_SIZE, postTo } from '../testing/price-announcer.ts'
import { announcePriceChanges } from './announce-price-changes.ts'
import { beginCampaign, stopCampaign } from './price-changes.ts'

const POINTS = crashPoints(3)
const READERS = 5
const OLD_PRICE_MINOR = 1499
const NEW_PRICE_MINOR = 1999

let crash: CrashScene
let server: Server
let postUrl: string
/** E-mails accepted by the mail server, in order. */
const mails: { to: string; messageId: string; subject: string; text: string }[] = []
beforeAll(async () => {
  crash = await crashScene()
  crash.api.ctx.operator.priceRise.at = { rule: 'object', withoutConsent: 'keep' }
  server = createServer(async (request, response) => {
    mails.push(JSON.parse(await text(request)))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  postUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await crash.close()
})

/** Starts a campaign whose price has not been announced yet. @returns it and its subscriptions */
async function startedCampaign() {
  const { api, connection, now, purchase, reader } = crash
  const readers = await Promise.all(Array.from({ length: READERS }, () => reader('succeeds')))
  for (const each of readers) await purchase(each, 2)
  const { rows } = await sql<{ id: number }>`update subscriptions set regular_price = ${OLD_PRICE_MINOR}, created_at = ${now()}
    where account_id = any(${readers.map(({ accountId }) => accountId)}::bigint[]) returning id`.execute(connection.db)
  await forgetJobs(connection.db)
  mails.splice(0)
  crash.later(1000)
  const fromDay = dayInVienna(new Date(now().getTime() + 31 * DAY_MS))
  const made = await beginCampaign(api.ctx, { plan: 2, price: NEW_PRICE_MINOR, fromDay, kind: 'raise' })
  if (!('id' in made)) throw new Error(made.error)
  return { campaign: made.id, contracts: rows.map(({ id }) => id).toSorted((a, b) => a - b) }
}

/** Runs a worker. @returns the number of steps if it finished; null: it was killed */
function work(diesAt: number | null, stops: number | null = null): Promise<number | null> {
  const { connection, now } = crash
  const task: AnnouncerTask = { databaseUrl: connection.url, at: now().toISOString(), diesAt, postUrl, campaignToStop: stops }
  return runWorker(new URL('../testing/price-announcer.ts', import.meta.url), task)
}

const context = () => ({ ...crash.api.ctx, mailer: postTo(postUrl) })

/** Announces all prices and sends the e-mails, without a worker. */
async function announce(): Promise<void> {
  await announcePriceChanges(context(), BATCH_SIZE)
  await runWaitingJobs(crash.connection.url, context())
}

/** Stops a campaign and ends its subscriptions, so that the next one is alone. */
async function clear(campaign: number, subscriptions: number[]): Promise<void> {
  const { connection, now } = crash
  await stopCampaign(context(), campaign, BATCH_SIZE)
  await forgetJobs(connection.db)
  await connection.db.transaction().execute((trx) => expireSubscriptions(trx, subscriptions, now()))
}

/** Runs two servers a little later, twice. Releases jobs of dead workers, as `startWorker` does. */
async function runServer(): Promise<void> {
  const { connection } = crash
  const ctx = context()
  for (let round = 0; round < 2; round++) {
    crash.later(120_000)
    await Promise.all([announcePriceChanges(ctx, BATCH_SIZE), announcePriceChanges(ctx, BATCH_SIZE)])
    await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker._private_jobs where locked_by is not null`.execute(connection.db)
    await Promise.all([runWaitingJobs(connection.url, ctx), runWaitingJobs(connection.url, ctx)])
  }
}

type Notice = {
  contract: number
  old: number
  price: number
  email: string
  notified: boolean
  stopped: boolean
  from: Date | null
}
async function noticesOf(campaign: number): Promise<Notice[]> {
  const { rows } = await sql<Notice>`select n.subscription_id as contract, n.old_price as old, n.new_price as price, a.email,
      n.notified_at is not null as notified, n.stopped_at is not null as stopped, n.effective_at as "from"
    from price_notices n join subscriptions s on s.id = n.subscription_id join accounts a on a.id = s.account_id
    where n.campaign_id = ${campaign} order by n.subscription_id`.execute(crash.connection.db)
  return rows
}

/**
 * Expects one e-mail per reader. After a kill the same message may arrive once more (ADR-0064): the worker takes the next job
 * while the completion of earlier ones is still being written.
 */
function expectOneMailEach(notices: readonly Notice[], died: string): void {
  const own = notices.map(({ email }) => mails.filter(({ to }) => to === email))
  for (const each of own) {
    expect(new Set(each.map(({ messageId }) => messageId)).size, died).toBe(1)
    expect(each.length, died).toBeLessThanOrEqual(2)
  }
  expect(mails, died).toHaveLength(own.flat().length)
}

test(
  'a sender killed at any step of a campaign resumes with one notice and one e-mail per reader',
  async () => {
    const first = await startedCampaign()
    const steps = (await work(null))!
    expect(mails).toHaveLength(READERS)
    expect(steps).toBeGreaterThan(60)
    await clear(first.campaign, first.contracts)
    for (const point of someSteps(steps, POINTS)) {
      const { campaign, contracts: subscriptions } = await startedCampaign()
      await work(point)
      const died = `died at step ${point} of ${steps}`
      const before = await noticesOf(campaign)
      // Batches are committed completely or not at all.
      expect(Number.isInteger(before.length / BATCH_SIZE) || before.length === READERS, died).toBe(true)
      await runServer()
      const notices = await noticesOf(campaign)
      expect(notices, died).toMatchObject(
        subscriptions.map((subscription) => ({
          contract: subscription,
          old: OLD_PRICE_MINOR,
          price: NEW_PRICE_MINOR,
          notified: true,
        })),
      )
      expectOneMailEach(notices, died)
      // Readers notified before keep the announced date.
      for (const { contract: subscription, from, notified } of before)
        if (notified) expect(notices.find((each) => each.contract === subscription)!.from, died).toEqual(from)
      // The effective date is the one in the last e-mail.
      for (const { email, from } of notices) {
        const text = mails.findLast(({ to }) => to === email)!.text.replace(/\s/g, ' ')
        expect(text, died).toContain(`Gilt ab: ${formatDay('de-AT', from!)}`)
      }
      await clear(campaign, subscriptions)
    }
  },
  HOUR_MS,
)

test(
  'a process killed while a campaign is stopped: every notified reader gets one e-mail that the price stays',
  async () => {
    const first = await startedCampaign()
    await announce()
    mails.splice(0)
    const steps = (await work(null, first.campaign))!
    expect(mails).toHaveLength(READERS)
    expect(steps).toBeGreaterThan(40)
    await clear(first.campaign, first.contracts)
    for (const point of someSteps(steps, POINTS)) {
      const { campaign, contracts: subscriptions } = await startedCampaign()
      await announce()
      mails.splice(0)
      await work(point, campaign)
      const died = `died at step ${point} of ${steps}`
      const { stopped_at: wasStopped } = await crash.connection.db
        .selectFrom('price_campaigns')
        .select('stopped_at')
        .where('id', '=', campaign)
        .executeTakeFirstOrThrow()
      await runServer()
      const notices = await noticesOf(campaign)
      expect(notices, died).toMatchObject(
        subscriptions.map((subscription) => ({ contract: subscription, stopped: wasStopped !== null })),
      )
      if (wasStopped) expectOneMailEach(notices, died)
      else expect(mails, died).toEqual([])
      await clear(campaign, subscriptions)
    }
  },
  HOUR_MS,
)
