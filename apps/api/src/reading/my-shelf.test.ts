import {
  addBookmark,
  archive,
  bookmarks,
  history,
  keepPlace,
  place,
  readerInfo,
  shelf,
} from '@kiosk/domain/reading/shelf-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, signedIn, subscribe } from '../accounts/build-account.ts'
import { buildIssue, buildTitle } from '../catalogue/build-catalogue.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi, within } from '../test-api.ts'

let connection: Connection
let api: TestApi
const now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { now: () => now, requestsPerMinute: 0 })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

async function reader() {
  const account = await buildAccount(connection.db)
  return { account, headers: await signedIn(connection.db, account) }
}
const longIssue = (title?: { id: number; key: string; language: string }, issue_date = '2026-11-01') =>
  buildIssue(connection.db, {
    ...(title && { title }),
    issue_date,
    pages: Array.from({ length: 20 }, (_, n) => `Seite ${n + 1}`),
    articles: [{ headline: 'Luchs', html: '<p>x</p>', firstPage: 3, lastPage: 4 }],
  })
const put = (uid: string, headers: Record<string, string>, form: Record<string, string>) =>
  api.answer(keepPlace, `reader/places/${uid}`, { method: 'PUT', form, headers })

describe('places', () => {
  test('one spot for all devices: the later reading wins, whichever arrives first, and the farthest page stays', async () => {
    const { account, headers } = await reader()
    const { uid } = await longIssue()
    const phone = await signedIn(connection.db, account)
    expect((await api.answer(place, `reader/places/${uid}`, { headers })).place).toBeNull()
    await put(uid, headers, { page: '12', at: '2026-11-21T11:00:00Z' })
    const { place: merged } = await put(uid, phone, { page: '5', at: '2026-11-21T10:00:00+00:00' })
    expect(merged).toMatchObject({ page: 12, furthestPage: 12, at: '2026-11-21T11:00:00.000Z' })
    await put(uid, phone, { page: '7', at: '2026-11-21T11:30:00Z' })
    expect((await api.answer(place, `reader/places/${uid}`, { headers })).place).toMatchObject({ page: 7, furthestPage: 12 })
  })

  test('a clock that runs ahead does not hold the place for ever', async () => {
    const { headers } = await reader()
    const { uid } = await longIssue()
    expect((await put(uid, headers, { page: '2', at: '2030-01-01T00:00:00Z' })).place.at).toBe(now.toISOString())
    expect((await put(uid, headers, { page: '9' })).place.page).toBe(9)
  })

  test('a page behind the last is the last, and an article of another issue is none', async () => {
    const { headers } = await reader()
    const { uid } = await longIssue()
    const { place: kept } = await put(uid, headers, { page: '400', article: '999999' })
    expect(kept).toMatchObject({ page: 20, article: null })
  })
})

test('continue reading shows what was begun and not finished, the latest first; the history shows all and can be erased', async () => {
  const { headers } = await reader()
  const [one, two, three] = [await longIssue(), await longIssue(), await longIssue()]
  await put(one.uid, headers, { page: '3', at: '2026-11-20T10:00:00Z' })
  await put(two.uid, headers, { page: '20', at: '2026-11-20T11:00:00Z' })
  await put(three.uid, headers, { page: '4', at: '2026-11-20T12:00:00Z' })
  const { continueReading } = await api.answer(shelf, 'reader/shelf', { headers })
  expect(continueReading.map(({ issue }) => issue.uid)).toEqual([three.uid, one.uid])
  const read = async () => (await api.answer(history, 'reader/history', { headers })).entries.map(({ issue }) => issue.uid)
  expect(await read()).toEqual([three.uid, two.uid, one.uid])
  expect((await api.ask(`reader/history/${two.uid}`, { method: 'DELETE', headers })).status).toBe(204)
  expect(await api.refusal(`reader/history/${two.uid}`, { method: 'DELETE', headers })).toMatchObject({ status: 404 })
  expect(await read()).toEqual([three.uid, one.uid])
  await api.ask('reader/history/all', { method: 'DELETE', headers })
  expect(await read()).toEqual([])
})

test('a long history goes on by its nextUrl without a gap', async () => {
  const { headers } = await reader()
  const title = await buildTitle(connection.db)
  const uids: string[] = []
  for (let n = 0; n < 35; n++) {
    const { uid } = await longIssue(title)
    uids.unshift(uid)
    await put(uid, headers, { page: '2', at: new Date(now.getTime() - (40 - n) * 60_000).toISOString() })
  }
  const first = await api.answer(history, 'reader/history', { headers })
  const second = await api.answer(history, first.nextUrl!, { headers })
  expect([...first.entries, ...second.entries].map(({ issue }) => issue.uid)).toEqual(uids)
  expect(second.nextUrl).toBeUndefined()
})

test('favourites are marked while their newest issue was not opened', async () => {
  const { account, headers } = await reader()
  const title = await buildTitle(connection.db, { name: 'Almanach der Probe' })
  await connection.db.insertInto('favourites').values({ account_id: account.id, title_id: title.id }).execute()
  const issue = await longIssue(title)
  const marks = async () => (await api.answer(shelf, 'reader/shelf', { headers })).favourites
  await within(2000, async () => (await marks()).length === 1)
  expect(await marks()).toMatchObject([{ name: 'Almanach der Probe', fresh: true, issue: { uid: issue.uid } }])
  await put(issue.uid, headers, { page: '1' })
  expect(await marks()).toMatchObject([{ fresh: false }])
})

test('for you says why, leaves out what one reads, and can be switched off', async () => {
  const { headers } = await reader()
  const [own, other] = [await buildTitle(connection.db, { name: 'Gelesenes' }), await buildTitle(connection.db)]
  const [read, recommended] = [await longIssue(own), await longIssue(other)]
  await connection.db.insertInto('readers_also_read').values({ title_id: own.id, other_id: other.id, score: 1 }).execute()
  await put(read.uid, headers, { page: '2' })
  const forYou = async () => (await api.answer(shelf, 'reader/shelf', { headers })).recommendations
  const { issues } = await forYou()
  expect(issues.find(({ issue }) => issue.uid === recommended.uid)?.because).toBe('Gelesenes')
  expect(issues.some(({ issue }) => issue.uid === read.uid)).toBe(false)
  await api.ask('reader/recommendations', { method: 'PUT', form: { on: 'false' }, headers })
  expect(await forYou()).toEqual({ on: false, issues: [] })
})

test('a bookmark keeps page, article and note; it is its owner’s alone', async () => {
  const [mine, strangers] = [await reader(), await reader()]
  const { uid, id } = await longIssue()
  const { id: articleId } = await connection.db
    .selectFrom('articles')
    .select('id')
    .where('issue_id', '=', id)
    .executeTakeFirstOrThrow()
  const form = { issue: uid, page: '3', article: String(articleId), note: 'Für Oma: ausdrucken' }
  const made = await api.answer(addBookmark, 'reader/bookmarks', { form, headers: mine.headers })
  expect(made).toMatchObject({ page: 3, article: String(articleId), headline: 'Luchs', note: 'Für Oma: ausdrucken' })
  const change = { method: 'PUT', form: { note: 'Fertig' } }
  expect(await api.refusal(`reader/bookmarks/${made.id}`, { ...change, headers: strangers.headers })).toMatchObject({
    status: 404,
  })
  expect(await api.refusal(`reader/bookmarks/${made.id}`, { method: 'DELETE', headers: strangers.headers })).toMatchObject({
    status: 404,
  })
  expect((await api.ask(`reader/bookmarks/${made.id}`, { ...change, headers: mine.headers })).status).toBe(204)
  const kept = await api.answer(bookmarks, `reader/bookmarks?issue=${uid}`, { headers: mine.headers })
  expect(kept.bookmarks).toMatchObject([{ note: 'Fertig', issue: { uid } }])
  expect((await api.answer(bookmarks, 'reader/bookmarks', { headers: strangers.headers })).bookmarks).toEqual([])
  expect((await api.ask(`reader/bookmarks/${made.id}`, { method: 'DELETE', headers: mine.headers })).status).toBe(204)
})

test('the archive of a title goes back to its first issue', async () => {
  const title = await buildTitle(connection.db)
  for (let n = 1; n <= 30; n++)
    await buildIssue(connection.db, {
      title,
      issue_date: `2026-${n <= 15 ? '01' : '02'}-${String(((n - 1) % 15) + 1).padStart(2, '0')}`,
    })
  await api.house.shelf.reload()
  const first = await api.answer(archive, `magazine/${title.key}/issues`)
  const rest = await api.answer(archive, first.nextUrl!)
  expect(first.issues.length + rest.issues.length).toBe(30)
  expect(new Set([...first.issues, ...rest.issues].map(({ uid }) => uid)).size).toBe(30)
  expect(await api.refusal('magazine/nirgends/issues')).toMatchObject({ status: 404 })
})

test('events of an account move its place and add its time; a batch that is none is refused', async () => {
  const { account, headers } = await reader()
  const { uid, id } = await longIssue()
  const events = JSON.stringify([
    { page: 2, seconds: 30, at: '2026-11-21T11:00:00Z' },
    { page: 3, seconds: 12.4, at: '2026-11-21T11:01:00Z' },
  ])
  expect((await api.ask('reader/events', { form: { issue: uid, events }, headers })).status).toBe(204)
  expect((await api.ask('reader/events', { form: { issue: uid, events } })).status).toBe(204)
  const kept = await connection.db
    .selectFrom('reading_places')
    .selectAll()
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  expect(kept).toMatchObject({ issue_id: id, page: 3, seconds: 42 })
  for (const wrong of [
    '',
    '{}',
    '[]',
    '[{"page":0,"seconds":1,"at":"2026-11-21T11:00:00Z"}]',
    '[1',
    '[{"page":1,"seconds":99999,"at":"x"}]',
  ])
    expect(await api.refusal('reader/events', { form: { issue: uid, events: wrong }, headers })).toMatchObject({ status: 400 })
})

test('what a reader may do anywhere: tier, rights and devices', async () => {
  const { account, headers } = await reader()
  expect(await api.answer(readerInfo, 'readerinfo/web', { headers })).toMatchObject({
    tier: 'FREE',
    rights: { magazine: { online: 'all', ads: true }, newspaper: { online: 'one' } },
    devices: { limit: 2, used: 0, thisOneCounts: false },
  })
  await subscribe(connection.db, account, 2)
  expect(await api.answer(readerInfo, 'readerinfo/web', { headers })).toMatchObject({ tier: 'PREMIUM', devices: { limit: 5 } })
})
