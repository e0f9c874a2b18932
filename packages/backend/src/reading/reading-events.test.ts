import { issueDetail } from '@kiosk/domain/catalogue/endpoints'
import { topics } from '@kiosk/domain/content/endpoints'
import { history, shelf } from '@kiosk/domain/reading/shelf-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { refreshRecommendations } from '../catalogue/refresh-recommendations.ts'
import { type BuiltIssue, createIssue } from '../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi, within } from '../testing/api.ts'

let connection: Connection
let api: TestApi
let issues: BuiltIssue[]
beforeAll(async () => {
  connection = await testDatabase()
  issues = []
  for (const language of ['de', 'de', 'en'])
    issues.push(
      await createIssue(connection.db, {
        language,
        pages: ['1', '2', '3', '4'],
        articles: [{ headline: 'Luchs', html: '<p>x</p>', firstPage: 2, lastPage: 2 }],
      }),
    )
  api = await testApi(connection, { requestsPerMinute: 0 })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()
const report = async (issue: BuiltIssue, events: object[], requested: object) =>
  expect(
    (await api.ask('reader/events', { form: { issue: issue.uid, events: JSON.stringify(events) }, ...requested })).status,
  ).toBe(204)
const articleOf = async ({ id }: BuiltIssue) => {
  const found = await connection.db.selectFrom('articles').select('id').where('issue_id', '=', id).executeTakeFirstOrThrow()
  return String(found.id)
}

test('stores place and seconds of an account, which can be erased', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const article = await articleOf(issues[1]!)
  await report(
    issues[1]!,
    [
      { page: 1, seconds: 4.2, at: at(60) },
      { page: 2, article, seconds: 30.4, at: at(30) },
    ],
    { headers },
  )
  // Sent later, but read earlier: the place stays, the time is added.
  await report(issues[1]!, [{ page: 3, seconds: 10, at: at(3600) }], { headers })
  const { continueReading } = await api.answer(shelf, 'reader/shelf', { headers })
  expect(continueReading).toMatchObject([{ issue: { uid: issues[1]!.uid }, place: { page: 2, article, furthestPage: 3 } }])
  const kept = connection.db.selectFrom('reading_places').select('seconds').where('account_id', '=', account.id)
  expect(await kept.execute()).toEqual([{ seconds: 45 }])
  // More than the column holds.
  await connection.db
    .updateTable('reading_places')
    .set({ seconds: 2 ** 31 - 2 })
    .where('account_id', '=', account.id)
    .execute()
  await report(issues[1]!, [{ page: 3, seconds: 10, at: at(3600) }], { headers })
  expect(await kept.execute()).toEqual([{ seconds: 2 ** 31 - 1 }])
  expect((await api.ask(`reader/history/${issues[1]!.uid}`, { method: 'DELETE', headers })).status).toBe(204)
  expect((await api.answer(history, 'reader/history', { headers })).entries).toEqual([])
  expect(await kept.execute()).toEqual([])
})

test('visitors’ events feed recommendations and topics without identifying anyone', async () => {
  const [read, alongside] = [issues[0]!, issues[2]!]
  await connection.db
    .insertInto('topics')
    .values({
      uid: 'luchse',
      language: 'de',
      headline: 'Luchse',
      text: 'x',
      release_date: '2026-11-20',
      issue_id: read.id,
      article_position: 0,
      trend: 40,
    })
    .execute()
  const article = await articleOf(read)
  for (const address of ['198.51.100.1', '198.51.100.2']) {
    await report(read, [{ page: 2, article, seconds: 20, at: at(20) }], { address })
    await report(read, [{ page: 3, seconds: 20, at: at(10) }], { address })
    await report(alongside, [{ page: 1, seconds: 3, at: at(5) }], { address })
  }
  await refreshRecommendations(connection.db)
  const fresh = await testApi(connection, { requestsPerMinute: 0 })
  const { readersReadIssues } = await fresh.answer(issueDetail, `issuedetail/${read.uid}`)
  expect(readersReadIssues.issues[0]?.uid).toBe(alongside.uid)
  await within(2000, async () => (await fresh.answer(topics, 'trendingtopics/topics')).topics[0]?.trend === 42)
  await fresh.close()
  const rows = await connection.db.selectFrom('readings').selectAll().where('issue_id', '=', read.id).execute()
  expect(rows.map(({ page, article_position }) => `${page} ${article_position}`).sort()).toEqual([
    '2 0',
    '2 0',
    '3 null',
    '3 null',
  ])
  expect(JSON.stringify(rows)).not.toMatch(/198\.51/)
})
