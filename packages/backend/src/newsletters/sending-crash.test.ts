import { fork } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { type TestMailServer, testMailServer } from '../adapters/mail/testing/mail-server.ts'
import type { AppContext } from '../context.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { forgetJobs } from '../jobs/testing/jobs.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { showNewsletter } from './newsletter-queries.ts'
import { newsletterJobKey, runNewsletter, SENDERS } from './send-newsletter.ts'
import { pauseNewsletter, resendUncertain, sendNewsletter, stopNewsletter } from './steer-newsletter.ts'
import { createDraft, createSubscriber, statesOf } from './testing/newsletters.ts'

const program = new URL('./testing/sending-process.ts', import.meta.url).pathname
const READERS = 3
/** A run takes about forty steps. */
const every = process.env.CRASH_POINTS === 'all' ? 1 : 7
let connection: Connection
let server: TestMailServer
let api: TestApi
let ctx: AppContext
beforeAll(async () => {
  connection = await testDatabase()
  server = await testMailServer()
  api = await testApi(connection, { mailer: smtpMailer(server.url, { name: 'read-it', address: 'kiosk@example.org' }) })
  ctx = api.ctx
  for (let each = 0; each < READERS; each++) await createSubscriber(connection.db)
})
afterAll(async () => {
  await api.close()
  await server.close()
  await connection.close()
})

/** Runs the program until it dies, at a step or with the first message, or ends. Returns whether it was killed. */
function sending(newsletterId: number, step: number | 'message'): Promise<boolean> {
  return new Promise((resolve) => {
    const child = fork(program, [connection.url, server.url, String(newsletterId), String(step)], { execArgv: [] })
    child.on('exit', (_code, signal) => resolve(signal === 'SIGKILL'))
  })
}

/** Continues once the heartbeat of the dead run is too old. */
async function recover(id: number): Promise<void> {
  await connection.db
    .updateTable('newsletters')
    .set({ run_alive_until: sql<Date>`clock_timestamp() - interval '1 second'` })
    .where('id', '=', id)
    .where('run_id', 'is not', null)
    .execute()
  await runNewsletter({ newsletterId: id }, ctx, {})
}

async function hasJob(id: number): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where key = ${newsletterJobKey(id)}`.execute(connection.db)
  return rows.length > 0
}

/** Returns the Message-IDs that arrived for each account of a newsletter. */
async function arrived(id: number): Promise<Record<string, string[]>> {
  const accounts = await connection.db
    .selectFrom('newsletter_recipients')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['accounts.id', 'email'])
    .where('newsletter_id', '=', id)
    .execute()
  const mails = server.mails.filter(({ messageId }) => messageId?.includes(`newsletter-${id}-`))
  const of = (email: string) => mails.filter(({ to }) => to?.[0]?.address === email).map(({ messageId }) => messageId ?? '')
  return Object.fromEntries(accounts.map(({ id: accountId, email }) => [accountId, of(email)]))
}

// Many programs start and die here.
test('a run killed at any step sends no message twice and forgets none', { timeout: 240_000 }, async () => {
  let killed = 0
  for (let step = 1 + Math.floor(Math.random() * every); ; step += every) {
    if (step > 200) throw new Error('a newsletter takes more than two hundred steps')
    const id = await createDraft(ctx)
    await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 6000 })
    const isKilled = await sending(id, step)
    if (!isKilled) break
    killed++
    await recover(id)
    const { state, selected } = await connection.db
      .selectFrom('newsletters')
      .select(['state', 'selected'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect({ state, selected, step }).toEqual({ state: 'sent', selected: READERS, step })
    const states = await statesOf(connection.db, id)
    for (const [account, messages] of Object.entries(await arrived(id))) {
      expect(messages.length).toBeLessThanOrEqual(1)
      // A message that did not arrive is known to be uncertain.
      if (messages.length === 0) expect([step, states[Number(account)]]).toEqual([step, 'uncertain'])
      else expect(['sent', 'uncertain']).toContain(states[Number(account)])
    }
    const uncertain = Object.values(states).filter((each) => each === 'uncertain').length
    expect(uncertain).toBeLessThanOrEqual(SENDERS)
    if (uncertain === 0) continue
    await resendUncertain(ctx, id)
    await runNewsletter({ newsletterId: id }, ctx, {})
    expect(new Set(Object.values(await statesOf(connection.db, id)))).toEqual(new Set(['sent']))
    for (const messages of Object.values(await arrived(id))) expect(new Set(messages).size).toBe(1)
  }
  expect(killed).toBeGreaterThan(3)
})

test.each([
  ['paused', pauseNewsletter],
  ['stopped', stopNewsletter],
] as const)('a run killed while its newsletter is %s leaves no message that is being sent for ever', async (state, end) => {
  const id = await createDraft(ctx)
  await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 6000 })
  expect(await sending(id, 'message')).toBe(true)
  await end(ctx, id)
  // The job of the killed server runs again, at first while the run may still be alive; then another job checks again.
  await forgetJobs(connection.db)
  await runNewsletter({ newsletterId: id }, ctx, {})
  expect(Object.values(await statesOf(connection.db, id))).toContain('sending')
  expect(await hasJob(id)).toBe(true)
  await forgetJobs(connection.db)
  await recover(id)
  expect(await hasJob(id)).toBe(false)
  const states = Object.values(await statesOf(connection.db, id))
  expect(states).toContain('uncertain')
  expect(states).not.toContain('sending')
  expect((await showNewsletter(connection.db, id)).state).toBe(state)
})

test('two servers at once send each message once, also if one is taken for dead while it sends', async () => {
  const more = await Promise.all(Array.from({ length: 40 }, () => createSubscriber(connection.db)))
  const id = await createDraft(ctx)
  await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 6000 })
  const first = Promise.all([runNewsletter({ newsletterId: id }, ctx, {}), runNewsletter({ newsletterId: id }, ctx, {})])
  while (Object.values(await statesOf(connection.db, id)).filter((state) => state === 'sent').length < 5)
    await new Promise((resolve) => setTimeout(resolve, 5))
  await recover(id)
  await first
  await recover(id)
  const all = await arrived(id)
  expect(Object.keys(all)).toHaveLength(READERS + more.length)
  expect(Object.values(all).filter((messages) => messages.length !== 1)).toEqual([])
  expect(new Set(Object.values(await statesOf(connection.db, id)))).toEqual(new Set(['sent']))
})

test('a newsletter goes on at once after the clock was ahead', async () => {
  const id = await createDraft(ctx)
  await sendNewsletter(ctx, id, { startsAt: null, messagesPerMinute: 6000 })
  // A run that has since died, and the time of the last message that it took.
  const ahead = sql<Date>`clock_timestamp() + interval '1 hour'`
  await connection.db
    .updateTable('newsletters')
    .set({ run_id: crypto.randomUUID(), run_alive_until: ahead, next_message_at: ahead })
    .where('id', '=', id)
    .execute()
  await runNewsletter({ newsletterId: id }, ctx, {})
  expect((await showNewsletter(connection.db, id)).state).toBe('sent')
})
