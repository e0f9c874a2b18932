import { webinfo } from '@kiosk/domain/accounts/endpoints'
import { allIssues, contentSet, issueDetail } from '@kiosk/domain/catalogue/endpoints'
import { HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi, within } from '../testing/api.ts'
import { CatalogueCache } from './catalogue-cache.ts'
import { createIssue, createTitle } from './testing/titles-and-issues.ts'

let connection: Connection
let one: TestApi
let other: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  await createIssue(connection.db, { title: await createTitle(connection.db, { key: 'mondblick' }), issue_date: '2026-01-01' })
  one = await testApi(connection, { requestsPerMinute: 0 })
  other = await testApi(connection, { requestsPerMinute: 0 })
  await one.ask('issues/all')
  await other.ask('issues/all')
})
afterAll(async () => {
  await one.close()
  await other.close()
  await connection.close()
})

const newestOn = async (api: TestApi) => (await api.answer(allIssues, 'issues/all?limit=1')).issues[0]?.uid

test('an issue published through one server appears on another within a second', async () => {
  await newestOn(one)
  await newestOn(other)
  const { uid } = await createIssue(connection.db, { issue_date: '2026-02-01' })
  await within(1000, async () => (await newestOn(one)) === uid && (await newestOn(other)) === uid)
})

test('the page of a new title works before the cache has reloaded', async () => {
  const { uid } = await createIssue(connection.db, { issue_date: '2026-02-02' })
  const { details } = await other.answer(issueDetail, `issuedetail/${uid}`)
  expect(details.publication.pageCount).toBe(1)
})

test('a withdrawn title disappears from every server within a second', async () => {
  const title = await createTitle(connection.db, { key: 'bald-weg' })
  const { uid } = await createIssue(connection.db, { title, issue_date: '2026-03-01' })
  await within(1000, async () => (await newestOn(other)) === uid)
  await connection.db.updateTable('titles').set({ available_until: '2020-01-01' }).where('id', '=', title.id).execute()
  await within(1000, async () => (await other.ask(`issues/${uid}`)).status === 404 && (await newestOn(other)) !== uid)
})

test('receives changes again after the connection was lost', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen catalogue' and datname = current_database()`.execute(
    connection.db,
  )
  const { uid } = await createIssue(connection.db, { issue_date: '2026-04-01' })
  await within(3000, async () => (await newestOn(one)) === uid && (await newestOn(other)) === uid)
})

test('after a burst of changes the cache holds the last one', async () => {
  const count = async () => (await other.answer(webinfo, 'websession/webinfo')).issueCount
  const before = await count()
  for (let n = 1; n <= 40; n++) await createIssue(connection.db, { issue_date: `2026-05-${10 + (n % 2)}`, pages: [''] })
  const { uid } = await createIssue(connection.db, { issue_date: '2026-05-20' })
  await within(1000, async () => (await newestOn(other)) === uid)
  await within(1000, async () => (await count()) === before + 41)
})

test('a window returns its titles in order, each with its newest issue', async () => {
  const { db } = connection
  const titles = [await createTitle(db, { name: 'Zebra' }), await createTitle(db, { name: 'Alpha' })]
  for (const title of titles) await createIssue(db, { title, issue_date: '2026-01-01' })
  const newest = await createIssue(db, { title: titles[0]!, issue_date: '2026-01-08' })
  const unread = await createTitle(db, { name: 'Ohne Ausgabe' })
  await db.insertInto('content_sets').values({ key: 'web_at' }).execute()
  const entries = [titles[0]!, unread, titles[1]!].map(({ id }, position) => ({ set_key: 'web_at', position, title_id: id }))
  await db.insertInto('content_set_entries').values(entries).execute()
  const titlesOf = async (set: string) =>
    (await one.answer(contentSet, `contentset/${set}/detail`)).entries.map(({ title }) => title)
  await within(1000, async () => (await titlesOf('web_at')).join() === 'Zebra,Alpha')
  const shown = await one.answer(contentSet, 'contentset/web_at/detail')
  expect(shown.entries[0]).toMatchObject({ magazineId: titles[0]?.id, issueUid: newest.uid })
  expect(shown.entries[0]?.coverURL).toContain('coverheight=220')
  expect(await one.errorOf('contentset/nope/detail')).toEqual({ status: 404, code: 'not_found', field: 'key' })
})

test('a market for which nobody has chosen titles shows the newest', async () => {
  const title = await createTitle(connection.db, { name: 'Neuling' })
  await createIssue(connection.db, { title, issue_date: '2099-01-01' })
  const first = async () => (await one.answer(contentSet, 'contentset/web_ch/detail')).entries[0]?.title
  await within(1000, async () => (await first()) === 'Neuling')
})

test('a slow reload does not replace a newer one', async () => {
  const title = await createTitle(connection.db, { key: 'langsam' })
  await createIssue(connection.db, { title, issue_date: '2026-01-02' })
  const slow = Promise.withResolvers<void>()
  const fetched = Promise.withResolvers<void>()
  let [results, isSlow] = [0, true]
  const db = connection.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isSlow) {
        // A reload has four queries; the rows of this one are from before the change.
        if (++results === 4) fetched.resolve()
        await slow.promise
      }
      return result
    },
  })
  const cache = new CatalogueCache(db, pino({ level: 'silent' }), connection.url)
  const viewer = { country: 'AT', showsAgeRestricted: false, day: '2026-11-22' }
  const before = cache.forViewer(viewer)
  await fetched.promise
  await connection.db.updateTable('titles').set({ name: 'Schneller' }).where('id', '=', title.id).execute()
  isSlow = false
  await cache.reload()
  slow.resolve()
  await before
  const view = await cache.forViewer(viewer)
  await cache.close()
  expect(view.title(title.id)?.name).toBe('Schneller')
})

test('a change is shown soon after the clock went back', async () => {
  const isShown = async (uid: string) =>
    (await one.answer(allIssues, 'issues/all?limit=60')).issues.some((issue) => issue.uid === uid)
  const right = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => right() + HOUR_MS)
  const { uid } = await createIssue(connection.db, { issue_date: '2026-07-01' })
  await within(10_000, () => isShown(uid))
  clock.mockRestore()
  const { uid: next } = await createIssue(connection.db, { issue_date: '2026-07-02' })
  await within(10_000, () => isShown(next))
})

test('what else has changed is read at once, also while the catalogue rests after a slow load', async () => {
  const { id } = await createTitle(connection.db, { key: 'rast' })
  const db = connection.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await new Promise((resolve) => setTimeout(resolve, LOAD_MS))
      return result
    },
  })
  const refresh = vi.fn(async () => true)
  const cache = new CatalogueCache(db, pino({ level: 'silent' }), connection.url, refresh)
  await cache.ready
  await cache.forViewer({ country: 'AT', showsAgeRestricted: false, day: '2026-11-22' })
  const [calls, told] = [refresh.mock.calls.length, vi.fn()]
  cache.onChange((_, reloads) => told(reloads))
  await connection.db.updateTable('titles').set({ name: 'Rast' }).where('id', '=', id).execute()
  await within(LOAD_MS, async () => refresh.mock.calls.length === calls + 1 && told.mock.calls.length === 2)
  expect(told.mock.calls).toEqual([[true], [false]])
  await cache.close()
})

/** The catalogue then rests for longer than the test waits. */
const LOAD_MS = 1000
