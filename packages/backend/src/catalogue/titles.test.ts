import { issuesOfCategory, titles } from '@kiosk/domain/catalogue/endpoints'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../accounts/testing/accounts.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { COMPARED_CHARACTERS, letterOf } from './catalogue-view.ts'
import { createIssue, createTitle } from './testing/titles-and-issues.ts'

const TODAY = '2026-11-21'
/** The catalogue in memory follows a change a moment later, or on a busy machine after a while. Milliseconds. */
const PATIENT = { timeout: 10_000 }

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const make = async (values: Parameters<typeof createTitle>[1], ...days: string[]) => {
    const title = await createTitle(db, values)
    const issues = []
    for (const issue_date of days) issues.push(await createIssue(db, { title, issue_date, uid: `${title.key}-${issues.length}` }))
    return issues
  }
  await make({ key: 'tagblatt', name: 'Tagblatt', kind: 'newspaper', country: 'AT' }, '2026-11-19', TODAY, '2026-11-20')
  await make({ key: 'alpen', name: '«Älpen»', country: 'CH', categories: ['natur'] }, '2026-11-01')
  // Two issues on one day: the one published later is current.
  await make({ key: 'abend', name: 'abend', country: 'AT', categories: ['natur'] }, '2026-11-20', '2026-11-20')
  await make({ key: 'canal', name: 'Canal', language: 'fr', country: 'CH', categories: ['natur'] }, '2026-10-01')
  await make({ key: 'numbers', name: '7 Days', language: 'en' }, '2026-11-20')
  await make({ key: 'only-germany', name: 'Buch', shown_in: ['DE'], country: 'DE' }, TODAY)
  await make({ key: 'adults', name: 'Bar', age_rating: 18 }, TODAY)
  await make({ key: 'gone', name: 'Brot', available_until: '2026-11-20' }, TODAY)
  await make({ key: 'announced', name: 'Birne' })
  api = await testApi(connection, { now: () => new Date(`${TODAY}T12:00:00Z`), requestsPerMinute: 0 })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const load = (query = '') => api.answer(titles, `titles${query}`)
const keys = async (query = '') => (await load(query)).issues.map(({ magazineKey }) => magazineKey)

async function walk(start: string): Promise<string[]> {
  const found: string[] = []
  for (let next: string | undefined = start; next; ) {
    const page: Awaited<ReturnType<typeof load>> = await api.answer(titles, next)
    found.push(...page.issues.map(({ uid }) => uid))
    next = page.nextUrl
  }
  return found
}

test('returns each title once, as its newest issue, newest first', async () => {
  const { issues, count, nextUrl } = await load()
  expect(issues.map(({ uid }) => uid)).toEqual(['tagblatt-1', 'abend-1', 'numbers-0', 'alpen-0', 'canal-0'])
  expect(issues.map(({ opens }) => opens)).toEqual(['one', 'first', 'first', 'first', 'first'])
  expect([count, nextUrl]).toEqual([5, undefined])
})

test('lists titles of a day by the language and the country of the caller', async () => {
  const day = { issue_date: '2026-09-01' }
  const make = async (key: string, language: string, country: string) =>
    createIssue(connection.db, { ...day, title: await createTitle(connection.db, { key, language, country, name: key }) })
  for (const [key, language, country] of [
    ['near-de-at', 'de', 'AT'],
    ['near-fr-ch', 'fr', 'CH'],
    ['near-de-ch', 'de', 'CH'],
    ['near-fr-lu', 'fr', 'LU'],
  ] as const)
    await make(key, language, country)
  const ofDay = async (requested: object) =>
    (await api.answer(titles, 'titles?letter=n&limit=100', requested)).issues.map(({ magazineKey }) => magazineKey)
  await expect.poll(() => ofDay({ country: 'AT' }), PATIENT).toHaveLength(4)
  expect(await ofDay({ country: 'AT' })).toEqual(['near-de-at', 'near-de-ch', 'near-fr-lu', 'near-fr-ch'])
  expect(await ofDay({ country: 'CH', language: 'fr' })).toEqual(['near-fr-ch', 'near-fr-lu', 'near-de-ch', 'near-de-at'])
  expect(await walk('titles?letter=n&limit=1')).toHaveLength(4)
  await connection.db.deleteFrom('titles').where('key', 'like', 'near-%').execute()
  await expect.poll(() => ofDay({ country: 'AT' }), PATIENT).toHaveLength(0)
})

test('omits titles that the caller may not see, and titles without an issue, also from the choices', async () => {
  const { choices } = await load()
  expect(choices?.letters).toEqual([
    { letter: '0-9', titles: 1 },
    { letter: 'a', titles: 2 },
    { letter: 'c', titles: 1 },
    { letter: 't', titles: 1 },
  ])
  expect(choices?.countries).toEqual([
    { country: 'AT', titles: 2 },
    { country: 'CH', titles: 2 },
  ])
  expect(await keys('?country=DE')).toEqual([])
})

test('sorts by name regardless of case, accents and quotation marks', async () => {
  expect(await keys('?order=name')).toEqual(['numbers', 'abend', 'alpen', 'canal', 'tagblatt'])
})

test('mixes titles to read free with those that need a subscription, only for callers without one', async () => {
  const free = await signedIn(connection.db, await createAccount(connection.db))
  const subscriber = await createAccount(connection.db)
  await subscribe(connection.db, subscriber)
  const inTurn = ['abend-1', 'tagblatt-1', 'numbers-0', 'alpen-0', 'canal-0']
  const found = async (headers: object) =>
    (await api.answer(titles, 'titles?order=mixed', { headers: { ...headers } })).issues.map(({ uid }) => uid)
  expect(await found({})).toEqual(inTurn)
  expect(await found(free)).toEqual(inTurn)
  expect(await found(await signedIn(connection.db, subscriber))).toEqual((await load()).issues.map(({ uid }) => uid))
})

test('narrows by language, country, letter and category, alone and together', async () => {
  expect(await keys('?language=fr')).toEqual(['canal'])
  expect(await keys('?country=CH')).toEqual(['alpen', 'canal'])
  expect(await keys('?letter=a')).toEqual(['abend', 'alpen'])
  expect(await keys('?letter=0-9')).toEqual(['numbers'])
  expect(await keys('?category=natur&country=CH&language=de&letter=a')).toEqual(['alpen'])
  const { issues } = await api.answer(issuesOfCategory, 'issues/category/natur')
  expect(await keys('?category=natur')).toEqual(issues.map(({ magazineKey }) => magazineKey))
})

test('narrows to titles whose current issue was published on a day or later, in Vienna', async () => {
  const setPublished = (at: Date) =>
    connection.db.updateTable('issues').set({ published_at: at }).where('uid', '=', 'canal-0').execute()
  const today = dayInVienna(new Date())
  expect(await keys(`?since=${addDays(today, -1)}`)).toEqual(await keys())
  expect(await keys(`?since=${addDays(today, 1)}`)).toEqual([])
  // Half past midnight on 6 May in Vienna.
  await setPublished(new Date('2990-05-05T22:30:00Z'))
  await expect.poll(() => keys('?since=2990-05-06'), PATIENT).toEqual(['canal'])
  expect(await keys('?since=2990-05-07')).toEqual([])
  expect((await load('?since=2990-05-06')).choices?.languages).toEqual([{ language: 'fr', titles: 1 }])
  expect(await api.errorOf('titles?since=yesterday')).toMatchObject({ status: 400, field: 'since' })
  await setPublished(new Date())
  await expect.poll(() => keys('?since=2990-05-06'), PATIENT).toEqual([])
})

test('counts the values of a choice among titles with the other choices', async () => {
  const { choices, count } = await load('?language=fr&country=CH')
  expect(count).toBe(1)
  expect(choices).toEqual({
    languages: [
      { language: 'de', titles: 1 },
      { language: 'fr', titles: 1 },
    ],
    countries: [{ country: 'CH', titles: 1 }],
    letters: [{ letter: 'c', titles: 1 }],
  })
})

test.each([
  '',
  'order=name',
  'order=mixed',
  'language=de&order=mixed',
  'language=de',
  'language=de&order=name',
  'category=natur',
  'country=AT&letter=a',
])('following nextUrl returns every title once, for any page size: %s', async (choice) => {
  const expected = await walk(`titles?limit=100&${choice}`)
  expect(expected.length).toBeGreaterThan(0)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), async (limit) => {
      expect(await walk(`titles?limit=${limit}&${choice}`)).toEqual(expected)
    }),
    { numRuns: 6 },
  )
})

test('a list by name goes on after a title that has disappeared, and between equal names', async () => {
  const long = 'x'.repeat(COMPARED_CHARACTERS + 1)
  for (const [key, name] of Object.entries({ twin1: 'Zwilling', twin2: 'Zwilling', long1: `${long}b`, long2: `${long}a` }))
    await createIssue(connection.db, { title: await createTitle(connection.db, { key, name, language: 'it' }), uid: key })
  await expect.poll(async () => (await load('?language=it')).count, PATIENT).toBe(4)
  expect(await walk('titles?language=it&order=name&limit=1')).toEqual(['long1', 'long2', 'twin1', 'twin2'])
  const { nextUrl } = await load('?language=it&order=name&limit=2')
  await connection.db.deleteFrom('issues').where('uid', '=', 'long2').execute()
  await expect.poll(async () => (await load('?language=it')).count, PATIENT).toBe(3)
  expect((await api.answer(titles, nextUrl!)).issues.map(({ uid }) => uid)).toEqual(['twin1', 'twin2'])
})

test('an issue published ahead of its date is current; once it is withdrawn, the one before is', async () => {
  const title = await createTitle(connection.db, { key: 'zurueck', name: 'Zurück' })
  await createIssue(connection.db, { title, uid: 'stays', issue_date: '2026-11-02' })
  await createIssue(connection.db, { title, uid: 'withdrawn', issue_date: '2026-12-03' })
  const current = async () => (await load('?letter=z')).issues.find(({ magazineKey }) => magazineKey === 'zurueck')?.uid
  await expect.poll(current, PATIENT).toBe('withdrawn')
  await connection.db.deleteFrom('issues').where('uid', '=', 'withdrawn').execute()
  await expect.poll(current, PATIENT).toBe('stays')
})

test.each([
  'letter=ab',
  'letter=A',
  'country=at',
  'language=DEU',
  'order=best',
  'after=nope',
  'after=2026-13-40.0.1',
  'order=name&after=nope',
  'order=mixed&after=2026-11-20.0.1',
  'order=mixed&after=open_2026-13-40.0.1_',
  'limit=0',
])('rejects %s', async (query) => {
  expect(await api.errorOf(`titles?${query}`)).toMatchObject({ status: 400, code: 'wrong_input' })
})

test('an unknown category is not found; an unknown language has no titles', async () => {
  expect(await api.errorOf('titles?category=nope')).toMatchObject({ status: 404, field: 'category' })
  expect(await load('?language=xx')).toMatchObject({ issues: [], count: 0 })
})

test.each([
  ['Écho', 'e'],
  ['„Über“', 'u'],
  ['ΑΒΓ', '0-9'],
  ['24 heures', '0-9'],
  ['!!', '0-9'],
])('lists %s under %s', (name, letter) => expect(letterOf(name)).toBe(letter))
