import { API_BASE } from '@kiosk/contract/route'
import { allIssues, issue, magazineDetails } from '@kiosk/domain/catalogue/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { createIssue, createTitle } from './testing/titles-and-issues.ts'

let connection: Connection
let api: TestApi
/** Uids in the expected order: newest day first; within a day the last published first. */
let expected: string[]
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const magazine = await createTitle(db, { key: 'mondblick', subscriptions: [1, 10, 2] })
  const newspaper = await createTitle(db, { key: 'tagblatt', kind: 'newspaper' })
  const built: { uid: string; id: number; issue_date: string }[] = []
  for (let n = 0; n < 36; n++) {
    const issue_date = `2026-0${1 + (n % 4)}-01`
    built.push(await createIssue(db, { title: n % 3 ? magazine : newspaper, issue_date, pages: [''] }))
  }
  built.sort((a, b) => (a.issue_date === b.issue_date ? b.id - a.id : a.issue_date < b.issue_date ? 1 : -1))
  expected = built.map(({ uid }) => uid)
  api = await testApi(connection, { requestsPerMinute: 0 })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

async function walk(start: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = start; next; ) {
    const page: Awaited<ReturnType<typeof load>> = await load(next)
    pages.push(page.issues.map(({ uid }) => uid))
    next = page.nextUrl
  }
  return pages
}

const load = (path: string) => api.answer(allIssues, path)

test('following nextUrl returns every issue once, newest first, for any page size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (limit) => {
      const pages = await walk(`issues/all?limit=${limit}`)
      expect(pages.flat()).toEqual(expected)
      for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit)
    }),
    { numRuns: 12, examples: [[1], [9], [36], [37]] },
  )
})

test('returns twenty issues by default, and nextUrl is an absolute path', async () => {
  const { issues, nextUrl } = await api.answer(allIssues, 'issues/all')
  expect(issues).toHaveLength(20)
  expect(nextUrl).toContain(`${API_BASE}issues/all?after=`)
})

test('filters by subscription on every page', async () => {
  const magazines = (await walk('issues/all?subscription=1&limit=7')).flat()
  expect(magazines).toHaveLength(24)
  expect((await walk('issues/all?subscription=2&limit=30')).flat()).toHaveLength(36)
  expect((await walk('issues/all?subscription=999')).flat()).toEqual([])
})

test('returns the issues of one title, and none for an unknown title', async () => {
  const { issues } = await api.answer(allIssues, 'issues/all?magazine=tagblatt&limit=100')
  expect(issues).toHaveLength(12)
  expect(new Set(issues.map(({ magazineKey }) => magazineKey))).toEqual(new Set(['tagblatt']))
  expect(await api.answer(allIssues, 'issues/all?magazine=nope')).toEqual({ issues: [] })
})

test('returns the issues of one year, on every page', async () => {
  const title = await createTitle(connection.db, { key: 'jahrbuch' })
  for (const year of [1999, 2000, 2000, 2001]) {
    await createIssue(connection.db, { title, issue_date: `${year}-12-31`, pages: [''] })
  }
  // The catalogue in memory follows a moment later.
  await expect.poll(async () => (await walk('issues/all?magazine=jahrbuch&year=2000&limit=1')).flat()).toHaveLength(2)
  expect((await walk('issues/all?year=1998')).flat()).toEqual([])
  expect(await api.errorOf('issues/all?year=99999')).toMatchObject({ status: 400, field: 'year' })
  expect((await api.answer(magazineDetails, 'magazine/jahrbuch/details')).years).toEqual([
    { year: 2001, issues: 1 },
    { year: 2000, issues: 2 },
    { year: 1999, issues: 1 },
  ])
})

test('says how much of each issue the caller may read', async () => {
  const opens = async (key: string) => (await api.answer(allIssues, `issues/all?magazine=${key}&limit=1`)).issues[0]?.opens
  expect([await opens('mondblick'), await opens('tagblatt')]).toEqual(['first', 'one'])
})

test('rejects an invalid cursor', async () => {
  for (const mark of [
    '',
    'x',
    '2026-01-01',
    '2026-13-01.5',
    '2026-02-30.5',
    "2026-01-01.5'--",
    '2026-01-01.99999999999999999999',
  ]) {
    expect(await api.errorOf(`issues/all?after=${encodeURIComponent(mark)}`), mark).toEqual({
      status: 400,
      code: 'wrong_input',
      field: 'after',
    })
  }
})

test('marks every card for readers who see advertisements and cannot download', async () => {
  const { issues } = await api.answer(allIssues, 'issues/all?limit=1')
  expect(issues[0]).toMatchObject({ showAds: true, canDownload: false, inAppLink: `readit://issues/${expected[0]}` })
})

test('formats the date for the reader’s language and market', async () => {
  const first = async (requested: object) =>
    (await api.answer(allIssues, 'issues/all?limit=1&after=2026-02-01.0', requested)).issues[0]
  expect((await first({ country: 'AT' }))?.detailLine).toBe('Nr. 1 · 1. Jänner 2026')
  expect((await first({ country: 'DE' }))?.detailLine).toBe('Nr. 1 · 1. Januar 2026')
  expect((await first({ language: 'fr' }))?.detailLine).toBe('Nr. 1 · 1er janvier 2026')
  expect((await first({ language: 'en', country: 'LU' }))?.detailLine).toBe('Nr. 1 · 1 January 2026')
  const traveller = await signedIn(connection.db, await createAccount(connection.db, { region_id: 2 }))
  expect((await first({ country: 'AT', headers: traveller }))?.detailLine).toBe('Nr. 1 · 1. Januar 2026')
})

test('omits the date when the name already says the month, in any language', async () => {
  const { db } = connection
  const lineOf = async (name: string, requested: object = {}) => {
    const { uid } = await createIssue(db, { name, issue_date: '2027-01-13' })
    return (await api.answer(issue, `issues/${uid}`, requested)).detailLine
  }
  for (const name of ['Jänner/Februar 2027', 'Sonderheft Janvier 2027', 'Sonderausgabe, 13. Jänner 2027'])
    for (const country of ['AT', 'DE']) expect(await lineOf(name, { country })).toBe(name)
  expect(await lineOf('Winter 2027')).toBe('Winter 2027 · 13. Jänner 2027')
  expect(await lineOf('Mars 2027', { language: 'fr' })).toBe('Mars 2027 · 13 janvier 2027')
})

test('writes a name that is the date or the month of the issue in the language of the reader', async () => {
  const { db } = connection
  const lineOf = async (name: string, requested: object) => {
    const { uid } = await createIssue(db, { name, issue_date: '2027-01-13', edition: 'Tirol' })
    return (await api.answer(issue, `issues/${uid}`, requested)).detailLine
  }
  for (const name of ['Mittwoch, 13. Jänner 2027', 'Wednesday, 13 January 2027', 'mercredi 13 janvier 2027']) {
    expect(await lineOf(name, { country: 'AT' })).toBe('Mittwoch, 13. Jänner 2027 · Tirol')
    expect(await lineOf(name, { country: 'DE' })).toBe('Mittwoch, 13. Januar 2027 · Tirol')
    expect(await lineOf(name, { language: 'fr' })).toBe('mercredi 13 janvier 2027 · Tirol')
  }
  for (const name of ['Jänner 2027', 'January 2027', 'Janvier 2027']) {
    expect(await lineOf(name, { country: 'AT' })).toBe('Jänner 2027 · Tirol')
    expect(await lineOf(name, { country: 'DE' })).toBe('Januar 2027 · Tirol')
    expect(await lineOf(name, { language: 'fr' })).toBe('janvier 2027 · Tirol')
  }
  expect(await lineOf('13. Jänner 2027', { country: 'DE' })).toBe('13. Januar 2027 · Tirol')
  // In French, the first day of a month is an ordinal.
  const { uid } = await createIssue(db, { name: 'mardi 1er juin 2027', issue_date: '2027-06-01' })
  for (const [language, line] of Object.entries({ de: 'Dienstag, 1. Juni 2027', fr: 'mardi 1er juin 2027' }))
    expect((await api.answer(issue, `issues/${uid}`, { language })).detailLine).toBe(line)
  // Another day than that of the issue is not its date.
  expect(await lineOf('14. Jänner 2027', { country: 'DE' })).toBe('14. Jänner 2027 · Tirol')
})
