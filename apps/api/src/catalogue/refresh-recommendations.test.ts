import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type BuiltIssue, buildIssue } from './build-catalogue.ts'
import { refreshRecommendations } from './refresh-recommendations.ts'

let connection: Connection
let issues: BuiltIssue[]
beforeAll(async () => {
  connection = await testDatabase()
  issues = []
  for (let n = 0; n < 4; n++) issues.push(await buildIssue(connection.db))
})
afterAll(() => connection.close())
beforeEach(async () => {
  await connection.db.deleteFrom('reading_events').execute()
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

test('titles read together are recommended, the closest first', async () => {
  await reads('a', [0, 1])
  await reads('b', [0, 1])
  await reads('c', [0, 1, 2])
  await reads('d', [2, 3])
  await refreshRecommendations(connection.db)
  expect(await recommended(0)).toEqual([1, 2])
  expect(await recommended(3)).toEqual([2])
})

test('old readings go, and with them what they recommended', async () => {
  await reads('a', [0, 1], new Date(Date.now() - 100 * 86_400_000))
  await refreshRecommendations(connection.db)
  expect(await recommended(0)).toEqual([])
  expect(await connection.db.selectFrom('reading_events').selectAll().execute()).toEqual([])
})

test('who reads everything says nothing', async () => {
  for (let n = 0; n < 41; n++) issues[4 + n] ??= await buildIssue(connection.db)
  await reads(
    'program',
    issues.map((_, n) => n),
  )
  await refreshRecommendations(connection.db)
  expect(await recommended(0)).toEqual([])
})

test('one server at a time refreshes', async () => {
  await connection.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(20261124)`.execute(transaction)
    expect(await refreshRecommendations(connection.db)).toBe(false)
  })
  expect(await refreshRecommendations(connection.db)).toBe(true)
})
