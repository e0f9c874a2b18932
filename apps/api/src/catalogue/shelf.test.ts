import { webinfo } from '@kiosk/domain/accounts/endpoints'
import { allIssues, contentSet, issueDetail } from '@kiosk/domain/catalogue/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi, within } from '../test-api.ts'
import { buildIssue, buildTitle } from './build-catalogue.ts'

let connection: Connection
let one: TestApi
let other: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  await buildIssue(connection.db, { title: await buildTitle(connection.db, { key: 'mondblick' }), issue_date: '2026-01-01' })
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

test('what is published through one server is on the shelf of the other within a second', async () => {
  await newestOn(one)
  await newestOn(other)
  const { uid } = await buildIssue(connection.db, { issue_date: '2026-02-01' })
  await within(1000, async () => (await newestOn(one)) === uid && (await newestOn(other)) === uid)
})

test('a new issue of a new title has its page at once, before the shelf has heard of it', async () => {
  const { uid } = await buildIssue(connection.db, { issue_date: '2026-02-02' })
  const { details } = await other.answer(issueDetail, `issuedetail/${uid}`)
  expect(details.publication.pageCount).toBe(1)
})

test('a withdrawn title is gone everywhere within a second', async () => {
  const title = await buildTitle(connection.db, { key: 'bald-weg' })
  const { uid } = await buildIssue(connection.db, { title, issue_date: '2026-03-01' })
  await within(1000, async () => (await newestOn(other)) === uid)
  await connection.db.updateTable('titles').set({ available_until: '2020-01-01' }).where('id', '=', title.id).execute()
  await within(1000, async () => (await other.ask(`issues/${uid}`)).status === 404 && (await newestOn(other)) !== uid)
})

test('changes are heard again after the connection was lost', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hear catalogue' and datname = current_database()`.execute(
    connection.db,
  )
  const { uid } = await buildIssue(connection.db, { issue_date: '2026-04-01' })
  await within(3000, async () => (await newestOn(one)) === uid && (await newestOn(other)) === uid)
})

test('a storm of changes ends with the last one on the shelf', async () => {
  let last = ''
  for (let n = 1; n <= 40; n++)
    last = (await buildIssue(connection.db, { issue_date: `2026-05-${10 + (n % 2)}`, pages: [''] })).uid
  void last
  const { uid } = await buildIssue(connection.db, { issue_date: '2026-05-20' })
  await within(1000, async () => (await newestOn(other)) === uid)
  const { issues } = await connection.db
    .selectFrom('issues')
    .select(({ fn }) => fn.countAll<number>().as('issues'))
    .executeTakeFirstOrThrow()
  await within(1000, async () => (await other.answer(webinfo, 'websession/webinfo')).issueCount === issues)
})

test('a window shows its titles in order, each with its newest issue', async () => {
  const { db } = connection
  const titles = [await buildTitle(db, { name: 'Zebra' }), await buildTitle(db, { name: 'Alpha' })]
  for (const title of titles) await buildIssue(db, { title, issue_date: '2026-01-01' })
  const newest = await buildIssue(db, { title: titles[0]!, issue_date: '2026-01-08' })
  const unread = await buildTitle(db, { name: 'Ohne Ausgabe' })
  await db.insertInto('content_sets').values({ key: 'web_at' }).execute()
  const entries = [titles[0]!, unread, titles[1]!].map(({ id }, position) => ({ set_key: 'web_at', position, title_id: id }))
  await db.insertInto('content_set_entries').values(entries).execute()
  await within(1000, async () => (await one.ask('contentset/web_at/detail')).status === 200)
  await within(1000, async () => (await one.answer(contentSet, 'contentset/web_at/detail')).entries.length === 2)
  const shown = await one.answer(contentSet, 'contentset/web_at/detail')
  expect(shown.entries.map(({ title }) => title)).toEqual(['Zebra', 'Alpha'])
  expect(shown.entries[0]).toMatchObject({ magazineId: titles[0]?.id, issueUid: newest.uid })
  expect(shown.entries[0]?.coverURL).toContain('coverheight=220')
  expect(await one.refusal('contentset/nope/detail')).toEqual({ status: 404, code: 'not_found', field: 'key' })
})
