import { dayInUtc } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { noteReading } from '../reading/queries.ts'
import { refreshRecommendations } from './refresh-recommendations.ts'
import { type BuiltIssue, createIssue } from './testing/titles-and-issues.ts'

let connection: Connection
let issues: BuiltIssue[]
beforeAll(async () => {
  connection = await testDatabase()
  issues = []
  for (let n = 0; n < 4; n++) issues.push(await createIssue(connection.db))
})
afterAll(() => connection.close())
beforeEach(async () => {
  for (const table of [
    'reading_events',
    'readings',
    'counted_reading_days',
    'title_readers',
    'title_pairs',
    'topic_readers',
  ] as const)
    await connection.db.deleteFrom(table).execute()
})

async function reads(reader: string, which: number[], at = new Date()): Promise<void> {
  for (const n of which) {
    const { id, title_id } = issues[n]!
    await connection.db.insertInto('reading_events').values({ reader, issue_id: id, title_id, page: 1, at }).execute()
  }
}
const recommended = async (n: number) =>
  (
    await connection.db
      .selectFrom('readers_also_read')
      .select('other_id')
      .where('title_id', '=', issues[n]!.title_id)
      .orderBy('score', 'desc')
      .execute()
  ).map(({ other_id }) => issues.findIndex(({ title_id }) => title_id === other_id))

test('recommends titles read by the same readers, the closest first', async () => {
  await reads('a', [0, 1])
  await reads('b', [0, 1])
  await reads('c', [0, 1, 2])
  await reads('d', [2, 3])
  await refreshRecommendations(connection.db)
  expect(await recommended(0)).toEqual([1, 2])
  expect(await recommended(3)).toEqual([2])
})

test('deletes old readings and the recommendations based on them', async () => {
  await reads('a', [0, 1], new Date(Date.now() - 100 * DAY_MS))
  await refreshRecommendations(connection.db)
  expect(await recommended(0)).toEqual([])
  expect(await connection.db.selectFrom('reading_events').selectAll().execute()).toEqual([])
})

test('ignores readers of too many titles', async () => {
  for (let n = 0; n < 41; n++) issues[4 + n] ??= await createIssue(connection.db)
  await reads(
    'program',
    issues.map((_, n) => n),
  )
  await refreshRecommendations(connection.db)
  expect(await recommended(0)).toEqual([])
})

test('counts each reader of a topic’s article once per week, or of its page if it has no article', async () => {
  const issue = await createIssue(connection.db, {
    pages: ['1', '2', '3'],
    articles: [0, 1].map((n) => ({ headline: `Artikel ${n}`, html: '<p>x</p>', firstPage: 1, lastPage: 1 })),
  })
  const topic = { language: 'de', headline: 'x', text: 'x', release_date: '2026-11-20', issue_id: issue.id }
  await connection.db
    .insertInto('topics')
    .values([
      { ...topic, uid: 'artikel', article_position: 1 },
      { ...topic, uid: 'seite', page: 3 },
    ])
    .execute()
  const ids = await connection.db
    .selectFrom('articles')
    .select('id')
    .where('issue_id', '=', issue.id)
    .orderBy('position')
    .execute()
  const opens = (reader: string, page: number, ...articles: number[]) =>
    noteReading(connection.db, {
      issueId: issue.id,
      titleId: issue.title_id,
      reader: { day: dayInUtc(new Date()), reader },
      page,
      articles: articles.map((n) => String(ids[n]!.id)),
    })
  await opens('a', 1, 1)
  await opens('a', 3, 1)
  await opens('b', 2, 0, 1)
  await opens('c', 3)
  await opens('d', 1, 1)
  await sql`update readings set at = now() - interval '8 days', day = day - 8 where reader = 'd'`.execute(connection.db)
  await refreshRecommendations(connection.db)
  const { rows } = await sql<{ uid: string; readers: number }>`select uid, readers from topics order by uid`.execute(
    connection.db,
  )
  expect(rows).toEqual([
    { uid: 'artikel', readers: 2 },
    { uid: 'seite', readers: 2 },
  ])
})

test('only one server refreshes at a time', async () => {
  await connection.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(20261124)`.execute(transaction)
    expect(await refreshRecommendations(connection.db)).toBe(false)
  })
  expect(await refreshRecommendations(connection.db)).toBe(true)
})
