import { API_BASE } from '@kiosk/contract/route'
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
import { MINUTE_MS } from '@kiosk/domain/time'
import { describe, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../accounts/testing/accounts.ts'
import { replaceRow } from '../catalogue/featured-titles.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { poolOf } from '../db/connect.ts'
import { within } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const now = new Date('2026-11-21T12:00:00Z')
const { connection, api } = await openTestApi({ now: () => now, requestsPerMinute: 0 })

async function reader() {
  const account = await createAccount(connection.db)
  return { account, headers: await signedIn(connection.db, account) }
}
const longIssue = (title?: { id: number; key: string; language: string }, issue_date = '2026-11-01') =>
  createIssue(connection.db, {
    ...(title && { title }),
    issue_date,
    pages: Array.from({ length: 20 }, (_, n) => `Seite ${n + 1}`),
    articles: [{ headline: 'Luchs', html: '<p>x</p>', firstPage: 3, lastPage: 4 }],
  })
const put = (uid: string, headers: Record<string, string>, form: Record<string, string>) =>
  api.answer(keepPlace, `reader/places/${uid}`, { method: 'PUT', form, headers })

describe('places', () => {
  test('one place for all devices: the latest reading wins in any order of arrival, and the farthest page stays', async () => {
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

  test('a device clock that runs ahead does not block the place', async () => {
    const { headers } = await reader()
    const { uid } = await longIssue()
    expect((await put(uid, headers, { page: '2', at: '2030-01-01T00:00:00Z' })).place.at).toBe(now.toISOString())
    expect((await put(uid, headers, { page: '9' })).place.page).toBe(9)
  })

  test('clamps a page beyond the last, and ignores an article of another issue', async () => {
    const { headers } = await reader()
    const { uid } = await longIssue()
    const { place: kept } = await put(uid, headers, { page: '400', article: '999999' })
    expect(kept).toMatchObject({ page: 20, article: null })
  })
})

test('continue reading lists unfinished issues, latest first; the history lists all and can be erased', async () => {
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
  expect(await api.errorOf(`reader/history/${two.uid}`, { method: 'DELETE', headers })).toMatchObject({ status: 404 })
  expect(await read()).toEqual([three.uid, one.uid])
  await api.ask('reader/history/all', { method: 'DELETE', headers })
  expect(await read()).toEqual([])
})

test('history, shelf and bookmarks need as many queries for one issue as for four', async () => {
  const { headers } = await reader()
  const { pool } = poolOf(api.ctx.db)
  const queriesFor = async (path: string) => {
    const counts: number[] = []
    // The minimum of several calls, because the catalogue may be reloaded during one.
    for (let call = 0; call < 4; call++) {
      let count = 0
      const add = () => count++
      pool.on('acquire', add)
      expect((await api.ask(path, { headers })).status).toBe(200)
      pool.off('acquire', add)
      counts.push(count)
    }
    return Math.min(...counts)
  }
  const paths = ['reader/history', 'reader/shelf', 'reader/bookmarks']
  const add = async () => {
    const { uid } = await longIssue()
    await put(uid, headers, { page: '3' })
    await api.answer(addBookmark, 'reader/bookmarks', { form: { issue: uid, page: '2' }, headers })
  }
  await add()
  const ofOne: [path: string, queries: number][] = []
  for (const path of paths) ofOne.push([path, await queriesFor(path)])
  for (let more = 0; more < 3; more++) await add()
  expect((await api.answer(history, 'reader/history', { headers })).entries).toHaveLength(4)
  for (const [path, queries] of ofOne) expect([path, await queriesFor(path)]).toEqual([path, queries])
})

test('a long history pages by nextUrl without gaps', async () => {
  const { headers } = await reader()
  const title = await createTitle(connection.db)
  const uids: string[] = []
  for (let n = 0; n < 35; n++) {
    const { uid } = await longIssue(title)
    uids.unshift(uid)
    await put(uid, headers, { page: '2', at: new Date(now.getTime() - (40 - n) * MINUTE_MS).toISOString() })
  }
  const first = await api.answer(history, 'reader/history', { headers })
  const second = await api.answer(history, first.nextUrl!, { headers })
  expect([...first.entries, ...second.entries].map(({ issue }) => issue.uid)).toEqual(uids)
  expect(second.nextUrl).toBeUndefined()
})

test('marks favourites whose newest issue is unopened', async () => {
  const { account, headers } = await reader()
  const title = await createTitle(connection.db, { name: 'Almanach der Probe' })
  await connection.db.insertInto('favourites').values({ account_id: account.id, title_id: title.id }).execute()
  const issue = await longIssue(title)
  const marks = async () => (await api.answer(shelf, 'reader/shelf', { headers })).favourites
  await within(2000, async () => (await marks()).length === 1)
  expect(await marks()).toMatchObject([{ name: 'Almanach der Probe', fresh: true, issue: { uid: issue.uid } }])
  await put(issue.uid, headers, { page: '1' })
  expect(await marks()).toMatchObject([{ fresh: false }])
})

test('recommendations give a reason, omit titles already read, and can be switched off', async () => {
  const { headers } = await reader()
  const [own, other] = [await createTitle(connection.db, { name: 'Gelesenes' }), await createTitle(connection.db)]
  const [read, recommended] = [await longIssue(own), await longIssue(other)]
  await connection.db.insertInto('readers_also_read').values({ title_id: own.id, other_id: other.id, score: 1 }).execute()
  await put(read.uid, headers, { page: '2' })
  const forYou = async () => (await api.answer(shelf, 'reader/shelf', { headers })).recommendations
  // The catalogue in memory has a new issue a moment later.
  await within(2000, async () => (await forYou()).issues.some(({ issue }) => issue.uid === recommended.uid))
  const { issues } = await forYou()
  expect(issues.find(({ issue }) => issue.uid === recommended.uid)?.because).toBe('Gelesenes')
  expect(issues.some(({ issue }) => issue.uid === read.uid)).toBe(false)
  await api.ask('reader/recommendations', { method: 'PUT', form: { on: 'false' }, headers })
  expect(await forYou()).toEqual({ on: false, issues: [] })
})

test('lists new newspapers and magazines in the language of the reader, then those of the market, without old papers and favourites', async () => {
  const { account, headers } = await reader()
  const made: string[] = []
  const make = async (kind: 'newspaper' | 'magazine', language: string, day: string, country = 'FR') => {
    const title = await createTitle(connection.db, { kind, language, country })
    const { uid } = await longIssue(title, day)
    made.push(uid)
    return { title, uid }
  }
  const newspaper = await make('newspaper', 'fr', '2026-11-20')
  const featured = await make('newspaper', 'fr', '2026-11-19')
  await make('newspaper', 'fr', '2026-11-13')
  await make('newspaper', 'en', '2026-11-20')
  const ofMarket = await make('newspaper', 'de', '2026-11-20', 'AT')
  const featuredElsewhere = await make('newspaper', 'de', '2026-11-18', 'DE')
  const magazine = await make('magazine', 'fr', '2025-01-01')
  const followed = await make('magazine', 'fr', '2026-11-20')
  await make('magazine', 'en', '2026-11-20')
  const magazineOfMarket = await make('magazine', 'de', '2026-11-20', 'AT')
  await connection.db.insertInto('favourites').values({ account_id: account.id, title_id: followed.title.id }).execute()
  await connection.db.transaction().execute((trx) => replaceRow(trx, 'web_at', [featuredElsewhere.title.key, featured.title.key]))
  await api.ctx.catalogueCache.reload()
  const { newspapers, magazines } = await api.answer(shelf, 'reader/shelf', { headers: { ...headers, 'accept-language': 'fr' } })
  const uidsOf = (issues: { uid: string }[]) => issues.map(({ uid }) => uid).filter((uid) => made.includes(uid))
  expect(uidsOf(newspapers)).toEqual([featured.uid, newspaper.uid, featuredElsewhere.uid, ofMarket.uid])
  expect(uidsOf(magazines)).toEqual([magazine.uid, magazineOfMarket.uid])
  // In the first place, because German magazines of other tests follow.
  expect(magazines[0]!.uid).toBe(magazine.uid)
})

test('a bookmark stores page, article and note, and only its owner sees it', async () => {
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
  expect(await api.errorOf(`reader/bookmarks/${made.id}`, { ...change, headers: strangers.headers })).toMatchObject({
    status: 404,
  })
  expect(await api.errorOf(`reader/bookmarks/${made.id}`, { method: 'DELETE', headers: strangers.headers })).toMatchObject({
    status: 404,
  })
  expect((await api.ask(`reader/bookmarks/${made.id}`, { ...change, headers: mine.headers })).status).toBe(204)
  const kept = await api.answer(bookmarks, `reader/bookmarks?issue=${uid}`, { headers: mine.headers })
  expect(kept.bookmarks).toMatchObject([{ note: 'Fertig', issue: { uid } }])
  expect((await api.answer(bookmarks, 'reader/bookmarks', { headers: strangers.headers })).bookmarks).toEqual([])
  expect((await api.ask(`reader/bookmarks/${made.id}`, { method: 'DELETE', headers: mine.headers })).status).toBe(204)
})

test('an account has at most a thousand bookmarks, and learns that', async () => {
  const { headers, account } = await reader()
  const { uid, id } = await longIssue()
  await connection.db
    .insertInto('bookmarks')
    .values(Array.from({ length: 1000 }, () => ({ account_id: account.id, issue_id: id, page: 1, at: new Date() })))
    .execute()
  const ask = { method: 'POST', headers: { ...headers, 'accept-language': 'en' }, form: { issue: uid, page: '2' } }
  const answer = await api.ask('reader/bookmarks', ask)
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({
    code: 'too_many_bookmarks',
    message: 'You already have 1,000 bookmarks. Please remove one of them to add this one.',
  })
})

test('requests at once do not exceed the most bookmarks', async () => {
  const { headers, account } = await reader()
  const { uid, id } = await longIssue()
  await connection.db
    .insertInto('bookmarks')
    .values(Array.from({ length: 998 }, () => ({ account_id: account.id, issue_id: id, page: 1, at: new Date() })))
    .execute()
  const add = async () => (await api.ask('reader/bookmarks', { form: { issue: uid, page: '2' }, headers })).status
  const statuses = await Promise.all(Array.from({ length: 12 }, add))
  expect(statuses.sort()).toEqual([200, 200, ...Array(10).fill(409)])
})

test('bookmarks come in pages where a limit is given, all at once otherwise', async () => {
  const { headers } = await reader()
  const { uid } = await longIssue()
  for (const page of ['1', '2', '3', '4', '5'])
    await api.answer(addBookmark, 'reader/bookmarks', { form: { issue: uid, page }, headers })
  const seen: number[][] = []
  for (let path: string | undefined = `reader/bookmarks?issue=${uid}&limit=2`; path; ) {
    const answer: Awaited<ReturnType<typeof api.answer<typeof bookmarks>>> = await api.answer(bookmarks, path, { headers })
    seen.push(answer.bookmarks.map(({ page }) => page))
    path = answer.nextUrl?.replace(API_BASE, '')
  }
  expect(seen).toEqual([[5, 4], [3, 2], [1]])
  const all = await api.answer(bookmarks, 'reader/bookmarks', { headers })
  expect([all.bookmarks.length, all.nextUrl]).toEqual([5, undefined])
  expect(await api.errorOf('reader/bookmarks?after=x', { headers })).toMatchObject({ status: 400 })
})

test('the archive of a title goes back to its first issue', async () => {
  const title = await createTitle(connection.db)
  for (let n = 1; n <= 30; n++)
    await createIssue(connection.db, {
      title,
      issue_date: `2026-${n <= 15 ? '01' : '02'}-${String(((n - 1) % 15) + 1).padStart(2, '0')}`,
    })
  await api.ctx.catalogueCache.reload()
  const first = await api.answer(archive, `magazine/${title.key}/issues`)
  const rest = await api.answer(archive, first.nextUrl!)
  expect(first.issues.length + rest.issues.length).toBe(30)
  expect(new Set([...first.issues, ...rest.issues].map(({ uid }) => uid)).size).toBe(30)
  expect(await api.errorOf('magazine/nirgends/issues')).toMatchObject({ status: 404 })
})

test('reading events of an account move its place and add its time; rejects an invalid batch', async () => {
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
    expect(await api.errorOf('reader/events', { form: { issue: uid, events: wrong }, headers })).toMatchObject({ status: 400 })
})

test('returns tier, rights and devices of a reader', async () => {
  const { account, headers } = await reader()
  expect(await api.answer(readerInfo, 'readerinfo/web', { headers })).toMatchObject({
    tier: 'FREE',
    rights: { magazine: { online: 'all', ads: true }, newspaper: { online: 'one' } },
    devices: { limit: 2, used: 0, thisOneCounts: false },
  })
  await subscribe(connection.db, account, 2)
  expect(await api.answer(readerInfo, 'readerinfo/web', { headers })).toMatchObject({ tier: 'PREMIUM', devices: { limit: 5 } })
})
