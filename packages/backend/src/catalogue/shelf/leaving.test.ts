import * as routes from '@kiosk/contract/desk-routes'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createAccount } from '../../accounts/testing/accounts.ts'
import { type Mailer, OutcomeUnknown } from '../../adapters/mail/port.ts'
import { lastEntry } from '../../audit/testing/last-entry.ts'
import { runWaitingJobs } from '../../jobs/testing/run-jobs.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'
import { announceLeaving } from './leaving.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const { ctx } = api
const desk = fakeDesk(ctx)
await desk.signedInAs(await createStaff(ctx, { role: 'editor', name: 'Ida Moos' }))
const today = dayInVienna(new Date())

type Title = Awaited<ReturnType<typeof createTitle>>
const set = (title: Title, day: string | null, reason = 'Vertrag endet') =>
  desk.call(routes.setLeavingDay, { params: { key: title.key }, body: { day, reason } })
const planned = async (title: Title) => {
  const { rows } = await sql<{ run_at: Date; payload: { day: string } }>`
    select run_at, payload from graphile_worker._private_jobs where key = ${`title-leaves ${title.id}`}`.execute(db)
  return rows
}
const letters = async () => {
  const { rows } = await sql<{ account: number }>`
    select (payload ->> 'accountId')::int as account from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = task_id
    where t.identifier = 'bulk-letter' and payload ->> 'letter' = 'title-leaves' order by 1`.execute(db)
  return rows.map(({ account }) => account)
}
async function reader(title: Title, how: 'follows' | 'read' | 'read long ago', more: Parameters<typeof createAccount>[1] = {}) {
  const { id } = await createAccount(db, more)
  if (how === 'follows') await db.insertInto('favourites').values({ account_id: id, title_id: title.id }).execute()
  else {
    const { id: issue_id } = await createIssue(db, { title })
    const at = new Date(Date.now() - (how === 'read' ? 5 : 100) * DAY_MS)
    await db.insertInto('reading_places').values({ account_id: id, issue_id, page: 1, furthest_page: 1, at }).execute()
  }
  return id
}

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

test('sets the last day with a reason, plans the notice two weeks before, and withdraws both', async () => {
  const title = await createTitle(db, { name: 'Abendrot' })
  const day = addDays(today, 40)
  expect(await set(title, day)).toMatchObject({ status: 204 })
  const [job] = await planned(title)
  expect([dayInVienna(job!.run_at), job!.payload.day]).toEqual([addDays(day, -14), day])
  expect(await desk.call(routes.shelfTitle, { params: { key: title.key } })).toMatchObject({
    leaving: { day, noticeAt: job!.run_at.toISOString(), notified: 0 },
  })
  expect(await lastEntry(db)).toMatchObject({
    action: 'title.leaving-set',
    reason: 'Vertrag endet',
    before: { lastDay: null },
    after: { lastDay: day },
  })
  expect(await set(title, null, 'Doch nicht')).toMatchObject({ status: 204 })
  expect(await planned(title)).toEqual([])
  expect(await set(title, addDays(today, -1))).toMatchObject({ status: 409, code: 'time_is_past', field: 'day' })
  expect(await set(title, '2026-02-30')).toMatchObject({ status: 400 })
})

test('a near day leaves an hour to correct it', async () => {
  const title = await createTitle(db)
  const before = Date.now()
  await set(title, addDays(today, 2))
  const wait = (await planned(title))[0]!.run_at.getTime() - before
  expect(wait).toBeGreaterThanOrEqual(HOUR_MS - 1000)
  expect(wait).toBeLessThan(3_700_000)
})

test('tells those who follow the title or read it recently, once, however often the job runs', async () => {
  const title = await createTitle(db, { available_until: addDays(today, 10) })
  const notified = [await reader(title, 'follows'), await reader(title, 'read')]
  await reader(title, 'read long ago')
  await reader(title, 'follows', { verified_at: null })
  await reader(title, 'follows', { deactivated_at: new Date() })
  await reader(title, 'follows', { mail_bounced_at: new Date() })
  const job = { titleId: title.id, day: addDays(today, 10) }
  await Promise.all([announceLeaving(job, ctx), announceLeaving(job, ctx)])
  await announceLeaving(job, ctx)
  expect(await letters()).toEqual(notified)
  expect(await desk.call(routes.shelfTitle, { params: { key: title.key } })).toMatchObject({ leaving: { notified: 2 } })
})

test('a withdrawn, changed or passed day tells nobody; a new day tells again', async () => {
  const title = await createTitle(db, { available_until: addDays(today, 10) })
  const follower = await reader(title, 'follows')
  await announceLeaving({ titleId: title.id, day: addDays(today, 9) }, ctx)
  expect(await letters()).toEqual([])
  await announceLeaving({ titleId: title.id, day: addDays(today, 10) }, ctx)
  await set(title, addDays(today, 20))
  await announceLeaving({ titleId: title.id, day: addDays(today, 20) }, ctx)
  expect(await letters()).toEqual([follower, follower])
  await db
    .updateTable('titles')
    .set({ available_until: addDays(today, -1) })
    .where('id', '=', title.id)
    .execute()
  await announceLeaving({ titleId: title.id, day: addDays(today, -1) }, ctx)
  expect(await letters()).toHaveLength(2)
})

test('an e-mail that is sent again waits in the queue of e-mails to many', async () => {
  const title = await createTitle(db, { available_until: addDays(today, 10) })
  const follower = await reader(title, 'follows')
  await announceLeaving({ titleId: title.id, day: addDays(today, 10) }, ctx)
  const mailer: Mailer = {
    ...ctx.mailer,
    async send() {
      throw new OutcomeUnknown('no reply to the e-mail')
    },
  }
  await runWaitingJobs(connection.url, { ...ctx, mailer })
  const { rows } = await sql`select payload -> 'resumes' ->> 'unknown' as unknown from graphile_worker._private_jobs`.execute(db)
  expect(rows).toEqual([{ unknown: '1' }])
  expect(await letters()).toEqual([follower])
})

test('only readers in a market of the title are told', async () => {
  const title = await createTitle(db, { shown_in: ['AT'], available_until: addDays(today, 10) })
  const austrian = await reader(title, 'follows')
  await reader(title, 'follows', { region_id: 2 })
  await announceLeaving({ titleId: title.id, day: addDays(today, 10) }, ctx)
  expect(await letters()).toEqual([austrian])
})

test('an adult title is announced to those who may see it', async () => {
  const title = await createTitle(db, { age_rating: 18, available_until: addDays(today, 10) })
  await reader(title, 'follows')
  const adult = await reader(title, 'follows', { allow_age_restricted: true })
  await announceLeaving({ titleId: title.id, day: addDays(today, 10) }, ctx)
  expect(await letters()).toEqual([adult])
})
