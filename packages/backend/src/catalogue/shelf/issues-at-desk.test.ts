import * as routes from '@kiosk/contract/desk-routes'
import { allIssues, issue as issueCall, relatedIssues } from '@kiosk/domain/catalogue/endpoints'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount } from '../../accounts/testing/accounts.ts'
import { lastEntry } from '../../audit/testing/last-entry.ts'
import { runWaitingJobs } from '../../jobs/testing/run-jobs.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { testApi, within } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'
import { releaseIssue } from './issue-visibility.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const { ctx } = api
const desk = fakeDesk(ctx)
await desk.signedInAs(await createStaff(ctx, { role: 'editor', name: 'Ida Moos' }))

const show = (uid: string) => desk.call(routes.shelfIssue, { params: { uid } })
const change = (uid: string, body: Record<string, unknown>) => desk.call(routes.changeIssue, { params: { uid }, body })
const find = async (query: Record<string, unknown>) => {
  const answer = await desk.call(routes.shelfIssues, { query })
  return { ...answer, more: answer.more, uids: (answer.issues as { uid: string }[]).map(({ uid }) => uid) }
}
async function isPublic(uid: string, key: string): Promise<boolean> {
  await ctx.catalogueCache.reload()
  const page = (await api.ask(`issues/${uid}`)).status === 200
  const { issues } = await api.answer(allIssues, `issues/all?magazine=${key}`)
  expect(issues.some((each) => each.uid === uid)).toBe(page)
  return page
}
/** Six in the morning in Vienna, this many days from today. */
const atSix = (days: number) => `${addDays(dayInVienna(new Date()), days)}T06:00`

test('changes the fields of an issue for readers at once, and keeps its uid', async () => {
  const title = await createTitle(db, { name: 'Almruf' })
  const { uid } = await createIssue(db, { title, name: 'Nr. 1', pages: ['Die Gärten blühen'] })
  const before = { name: 'Nr. 1', number: null, date: '2026-11-01', dateEnd: null, language: 'de' }
  const changes = { name: 'Nr. 1/2', number: '1/2', date: '2026-11-02', dateEnd: '2026-11-09', kind: 'double', language: 'en' }
  expect(await change(uid, { changes, before })).toMatchObject({ status: 204 })
  expect((await show(uid)).fields).toMatchObject(changes)
  expect(await lastEntry(db)).toMatchObject({
    action: 'issue.changed',
    subject_id: uid,
    subject: 'Almruf, Nr. 1',
    before,
    after: changes,
  })
  expect(await api.answer(issueCall, `issues/${uid}`)).toMatchObject({ uid, language: 'en', releaseDate: '2026-11-02' })
  const { search } = await db
    .selectFrom('pages')
    .innerJoin('issues', 'issues.id', 'issue_id')
    .select('search')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  // The words are indexed by English stems, not by German ones.
  expect(search).toContain("'garten'")
  expect(search).toContain("'bluhen'")
})

test('rejects a last day that is not after the first, unknown fields and what somebody else has changed', async () => {
  const { uid } = await createIssue(db, { name: 'Nr. 2' })
  expect(await change(uid, { changes: { dateEnd: '2026-11-01' } })).toMatchObject({ status: 400, field: 'changes.dateEnd' })
  expect(await change(uid, { changes: { date: '31.12.2026' } })).toMatchObject({ status: 400, field: 'changes.date' })
  expect(await change(uid, { changes: { name: 'x' }, before: { name: 'Nr. 3' } })).toMatchObject({ status: 409 })
  expect(await change('nirgends', { changes: { name: 'x' } })).toMatchObject({ status: 404 })
  expect((await show(uid)).fields).toMatchObject({ name: 'Nr. 2', dateEnd: null })
})

test('withdraws an issue from every list with a reason, and publishes it again', async () => {
  const title = await createTitle(db, { name: 'Quelle' })
  const { uid } = await createIssue(db, { title })
  const params = { uid }
  expect(await isPublic(uid, title.key)).toBe(true)
  expect(await desk.call(routes.withdrawIssue, { params, body: {} })).toMatchObject({ status: 400, field: 'reason' })
  const both = await Promise.all(
    [1, 2].map(() => desk.call(routes.withdrawIssue, { params, body: { reason: 'Falsche Fassung' } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await lastEntry(db)).toMatchObject({ action: 'issue.withdrawn', reason: 'Falsche Fassung' })
  expect(await isPublic(uid, title.key)).toBe(false)
  expect((await find({ title: title.key, state: 'withdrawn' })).uids).toEqual([uid])
  expect(await desk.call(routes.republishIssue, { params, body: { reason: 'Richtig' } })).toMatchObject({ status: 204 })
  expect(await isPublic(uid, title.key)).toBe(true)
  expect(await desk.call(routes.republishIssue, { params, body: { reason: 'Richtig' } })).toMatchObject({
    status: 409,
    code: 'published_already',
  })
})

test('an issue is shown from its minute on, announced once, and not before', async () => {
  const today = dayInVienna(new Date())
  const title = await createTitle(db, { name: 'Morgenblatt' })
  const { uid, id } = await createIssue(db, { title, issue_date: today })
  const { id: account_id } = await createAccount(db, { send_release_newsletter: true })
  await db.insertInto('favourites').values({ account_id, title_id: title.id }).execute()
  const announced = async () =>
    (await db.selectFrom('release_emails').select('account_id').where('issue_id', '=', id).execute()).length
  const schedule = (at: string | null) => desk.call(routes.scheduleIssue, { params: { uid }, body: { at } })

  const at = atSix(1)
  expect(await schedule(at)).toMatchObject({ status: 204 })
  expect(await show(uid)).toMatchObject({ state: 'scheduled', shownFromLocal: at })
  expect(await isPublic(uid, title.key)).toBe(false)
  await runWaitingJobs(connection.url, ctx)
  await releaseIssue({ issueId: id }, ctx)
  expect(await isPublic(uid, title.key)).toBe(false)
  expect(await schedule(atSix(-1))).toMatchObject({ status: 409, code: 'time_is_past' })
  for (const wrong of ['morgen', '2026-02-30T06:00', '2026-12-01T06:00Z', '2026-12-01'])
    expect([wrong, (await schedule(wrong)).status]).toEqual([wrong, 400])

  await sql`update graphile_worker._private_jobs set run_at = now() where key = ${`issue-release ${id}`}`.execute(db)
  await releaseIssue({ issueId: id }, { db, now: () => new Date(Date.now() + 2 * DAY_MS) })
  await runWaitingJobs(connection.url, ctx)
  expect(await isPublic(uid, title.key)).toBe(true)
  expect(await announced()).toBe(1)
  // Once more: the issue is hidden, then shown by hand.
  await schedule(at)
  expect(await isPublic(uid, title.key)).toBe(false)
  expect(await schedule(null)).toMatchObject({ status: 204 })
  expect(await lastEntry(db)).toMatchObject({ action: 'issue.scheduled', after: { shownFrom: null } })
  await runWaitingJobs(connection.url, ctx)
  expect(await isPublic(uid, title.key)).toBe(true)
  expect(await announced()).toBe(1)
})

test('an issue is shown at its minute while no worker runs, on every server, and announced once when one starts an hour later', async () => {
  const title = await createTitle(db, { name: 'Abendblatt' })
  const { uid, id } = await createIssue(db, { title, issue_date: dayInVienna(new Date()) })
  const { id: account_id } = await createAccount(db, { send_release_newsletter: true })
  await db.insertInto('favourites').values({ account_id, title_id: title.id }).execute()
  const other = await testApi(connection, { requestsPerMinute: 0 })
  const seen = () => Promise.all([api, other].map(async ({ ask }) => (await ask(`issues/${uid}`)).status))
  expect(await desk.call(routes.scheduleIssue, { params: { uid }, body: { at: atSix(1) } })).toMatchObject({ status: 204 })
  // Its minute comes in a second.
  const shownFrom = new Date(Date.now() + SECOND_MS)
  await db.updateTable('all_issues').set({ shown_from: shownFrom }).where('id', '=', id).execute()
  await Promise.all([ctx.catalogueCache.reload(), other.ctx.catalogueCache.reload()])
  const before = await seen()
  expect(Date.now()).toBeLessThan(shownFrom.getTime())
  expect(before).toEqual([404, 404])
  await within(3 * SECOND_MS, async () => (await seen()).every((status) => status === 200))
  expect(Date.now()).toBeGreaterThanOrEqual(shownFrom.getTime() - 5)
  expect(await show(uid)).toMatchObject({ state: 'shown', shownFrom: null, publishedAt: shownFrom.toISOString() })
  await other.close()

  const announced = async () =>
    (await db.selectFrom('release_emails').select('account_id').where('issue_id', '=', id).execute()).length
  expect(await announced()).toBe(0)
  const anHourLater = { db, now: () => new Date(Date.now() + HOUR_MS) }
  await Promise.all([releaseIssue({ issueId: id }, anHourLater), releaseIssue({ issueId: id }, anHourLater)])
  await runWaitingJobs(connection.url, ctx)
  expect(await announced()).toBe(1)
  expect(await show(uid)).toMatchObject({ state: 'shown', publishedAt: shownFrom.toISOString() })
})

test('recommends issues in the order of the editor', async () => {
  const [one, two, three] = [await createIssue(db), await createIssue(db), await createIssue(db)]
  const { uid } = await createIssue(db)
  const set = (uids: string[], before: string[]) =>
    desk.call(routes.setRelatedIssues, { params: { uid }, body: { uids, before } })
  expect(await set([three.uid, one.uid], [])).toMatchObject({ status: 204 })
  await ctx.catalogueCache.reload()
  const shown = async () => (await api.answer(relatedIssues, `issues/related/${uid}`)).issues.map((each) => each.uid)
  expect(await shown()).toEqual([three.uid, one.uid])
  expect(await set([two.uid], [one.uid])).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await set([uid], [three.uid, one.uid])).toMatchObject({ status: 400, field: 'uids' })
  expect(await set(['nirgends'], [three.uid, one.uid])).toMatchObject({ status: 404, field: 'uids' })
  // A withdrawn issue is kept, but not shown.
  await desk.call(routes.withdrawIssue, { params: { uid: one.uid }, body: { reason: 'x' } })
  await ctx.catalogueCache.reload()
  expect(await shown()).toEqual([three.uid])
  expect((await show(uid)).related).toMatchObject([{ uid: three.uid }, { uid: one.uid, state: 'withdrawn' }])
})

test('finds issues by words, number, uid, day and state, page by page', async () => {
  const title = await createTitle(db, { name: 'Fährmann' })
  for (let number = 1; number <= 60; number++)
    await createIssue(db, {
      title,
      uid: `faehre-${number}`,
      name: `Nr. ${number}`,
      number: String(number),
      issue_date: '2026-05-01',
    })
  expect((await find({ search: 'fahrmann nr. 7' })).uids).toEqual(['faehre-7'])
  expect((await find({ search: 'faehre-33' })).uids).toEqual(['faehre-33'])
  expect((await find({ title: title.key, to: '2026-04-30' })).uids).toEqual([])
  const first = await find({ title: title.key })
  const second = await find({ title: title.key, after: first.uids.at(-1) })
  expect([first.uids.length, first.more, second.uids.length, second.more]).toEqual([50, true, 10, false])
  expect(new Set([...first.uids, ...second.uids])).toHaveProperty('size', 60)
  expect(first).toMatchObject({ titleName: 'Fährmann' })
  await desk.call(routes.takeDown, { body: { uid: 'faehre-5', reason: 'Urteil' } })
  expect((await find({ title: title.key, state: 'down' })).uids).toEqual(['faehre-5'])
  expect(await show('faehre-5')).toMatchObject({ state: 'down', takedowns: [{ reason: 'Urteil', page: null }] })
})
