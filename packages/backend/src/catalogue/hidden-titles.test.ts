import { API_BASE } from '@kiosk/contract/route'
import { allIssues, categories, contentSet, issueDetail, issueLinks, search } from '@kiosk/domain/catalogue/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { issueFolder } from '../adapters/storage/port.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { TEST_ORIGIN, TEST_TOKEN, type TestApi, testApi } from '../testing/api.ts'
import { type BuiltIssue, createIssue, createTitle } from './testing/titles-and-issues.ts'

let connection: Connection
let api: TestApi
let open: BuiltIssue
const hidden: Record<'elsewhere' | 'adults' | 'gone', BuiltIssue> = {} as never
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const common = { categories: ['natur'], name: 'Mondblick' }
  const pages = ['Der Luchs kehrt zurück']
  open = await createIssue(db, { title: await createTitle(db, { ...common, key: 'offen' }), pages })
  const titles = {
    elsewhere: await createTitle(db, { ...common, key: 'nur-deutschland', shown_in: ['DE'] }),
    adults: await createTitle(db, { ...common, key: 'ab-18', age_rating: 18 }),
    gone: await createTitle(db, { ...common, key: 'vorbei', available_until: '2026-11-20' }),
  }
  await db.insertInto('content_sets').values({ key: 'web_at' }).execute()
  for (const [why, title] of Object.entries(titles)) {
    hidden[why as keyof typeof hidden] = await createIssue(db, { title, pages, issue_date: '2026-11-02', source_sha256: why })
    await db.insertInto('content_set_entries').values({ set_key: 'web_at', position: title.id, title_id: title.id }).execute()
    const related = { issue_id: open.id, position: title.id, related_issue_id: hidden[why as keyof typeof hidden].id }
    await db.insertInto('related_issues').values(related).execute()
  }
  api = await testApi(connection, { now: () => new Date('2026-11-21T12:00:00Z') })
  for (const issue of Object.values(hidden)) await api.files.write(`${issueFolder(issue.uid, 1)}cover.webp`, Buffer.from('cover'))
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const only = { only: () => [open.uid] }

describe.each(['elsewhere', 'adults', 'gone'] as const)('a title that may not be shown (%s)', (why) => {
  test('is missing from lists, windows, categories, search and related issues', async () => {
    const uids = (issues: { uid: string }[]) => issues.map(({ uid }) => uid)
    expect(uids((await api.answer(allIssues, 'issues/all')).issues)).toEqual(only.only())
    const featured = await api.answer(contentSet, 'contentset/web_at/detail')
    expect(featured.entries.map(({ issueUid }) => issueUid)).toEqual(only.only())
    const [category] = await api.answer(categories, 'categories')
    expect(category?.issueCount).toBe(1)
    expect(uids(category?.issues ?? [])).toEqual(only.only())
    const found = await api.answer(search, 'search?q=mondblick')
    expect(uids(found.issues)).toEqual(only.only())
    const pages = (await api.answer(search, 'search?q=luchs')).pages
    expect(pages.map(({ issue }) => issue.uid)).toEqual(only.only())
    const { details, readersReadIssues } = await api.answer(issueDetail, `issuedetail/${open.uid}`)
    expect(details.relatedIssueHeaders).toEqual([])
    expect(readersReadIssues.issues).toEqual([])
    expect(uids((await api.answer(issueLinks, 'issuelinks')).links)).toEqual(only.only())
  })

  test.each([
    'issues/{uid}',
    'issuedetail/{uid}',
    'issues/related/{uid}',
    'issuecontent/{uid}/access',
    'issuecontent/{uid}/contents',
    'issuecontent/{uid}/search?q=luchs',
    'issuecontent/{uid}/article/1',
    'magazine/{key}/details',
  ])('is not found at %s', async (path) => {
    const { uid, key } = hidden[why]
    expect(await api.errorOf(path.replace('{uid}', uid).replace('{key}', key))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('takes no reading events and shows no cover', async () => {
    const { uid, key, title_id } = hidden[why]
    expect((await api.ask(`issuecontent/${uid}/reading`, { form: { page: '1' } })).status).toBe(404)
    for (const path of [
      `issuecontent/${uid}/cover`,
      `issuecontent/cover/magazine/${key}`,
      `issuecontent/cover/magazine/${title_id}`,
    ]) {
      expect((await api.ask(path)).status, path).toBe(404)
    }
  })
})

test('a title that may be shown appears', async () => {
  const { uid, key } = hidden.elsewhere
  expect((await api.ask(`issues/${uid}`, { country: 'DE' })).status).toBe(200)
  expect((await api.ask(`magazine/${key}/details`, { country: 'DE' })).status).toBe(200)
  const { issues } = await api.answer(allIssues, 'issues/all', { country: 'DE' })
  expect(issues.map((each) => each.uid)).toContain(uid)
  expect((await api.ask(`issues/${uid}`, { country: null })).status).toBe(404)
})

test('a title is shown until its last day ends in Vienna', async () => {
  const { uid } = hidden.gone
  for (const [at, status] of [
    ['2026-11-20T22:59:00Z', 200],
    ['2026-11-20T23:00:00Z', 404],
  ] as const) {
    const then = await testApi(connection, { now: () => new Date(at) })
    const answer = await then.ask(`issues/${uid}`)
    await then.close()
    expect(answer.status, at).toBe(status)
  }
})

/** The CDN's header gives the visitor's country, unless it was looked up. */
const viewed = async (of: TestApi, path: string, country: string | null, { isLookedUp = false, headers = {} } = {}) => {
  const request = new Request(`${TEST_ORIGIN}${API_BASE}${path}`, { headers: { 'x-api-token': TEST_TOKEN, ...headers } })
  const countryInHeader = isLookedUp || country === null ? {} : { countryInHeader: country }
  const answer = await of.fetch(request, { address: '203.0.113.7', country, ...countryInHeader })
  const [control, cdn, vary] = ['cache-control', 'cdn-cache-control', 'vary'].map((name) => answer.headers.get(name))
  return { status: answer.status, control, cdn: cdn ?? null, vary: vary?.split(', ') ?? [] }
}

describe('with a CDN that varies by the header of the country', () => {
  const cdn = { kind: 'fastly', service: 'x', token: 'x' } as const
  let behind: TestApi
  beforeAll(async () => {
    const options = {
      now: () => new Date('2026-11-21T12:00:00Z'),
      requestsPerMinute: 0,
      renderCover: async () => Buffer.from('cover'),
    }
    behind = await testApi(connection, { ...options, cdn, countryHeader: 'x-country' })
    for (const issue of Object.values(hidden)) {
      await behind.files.write(`${issueFolder(issue.uid, 1)}cover.webp`, Buffer.from('cover'))
    }
    await behind.files.write(`${issueFolder(open.uid, 1)}cover.webp`, Buffer.from('cover'))
  })
  afterAll(() => behind.close())
  const coverOf = (issue: BuiltIssue, more = '&v=1') => `issuecontent/${issue.uid}/cover?coverheight=280&format=webp${more}`

  test('it caches a cover that some countries see by country; other caches than browsers do not keep it', async () => {
    const lasting = await viewed(behind, coverOf(hidden.elsewhere), 'DE')
    expect(lasting).toMatchObject({
      status: 200,
      control: 'private, max-age=31536000, immutable',
      cdn: expect.stringMatching(/^s-maxage=86400,/),
    })
    expect(lasting.vary).toContain('x-country')
    const current = await viewed(behind, coverOf(hidden.elsewhere, ''), 'DE')
    expect(current).toMatchObject({ control: 'private, max-age=300', cdn: expect.stringMatching(/^s-maxage=300,/) })
    expect(current.vary).toContain('x-country')
    expect((await viewed(behind, `issuecontent/cover/magazine/${hidden.elsewhere.key}?format=webp`, 'DE')).cdn).toMatch(
      /^s-maxage=300,/,
    )
  })

  test('a missing cover is cached by the browser alone, and other covers are not cached by country', async () => {
    for (const country of ['AT', 'XX', null]) {
      const missing = await viewed(behind, coverOf(hidden.elsewhere), country)
      expect(missing).toMatchObject({ status: 404, control: 'private, max-age=60', cdn: null })
      expect(missing.vary).toContain('x-country')
    }
    const forAll = await viewed(behind, coverOf(open), 'DE')
    expect(forAll).toMatchObject({ status: 200, control: expect.stringMatching(/^public/), cdn: null })
    expect(forAll.vary).not.toContain('x-country')
    const grownUp = await createAccount(connection.db, { allow_age_restricted: true })
    const adult = await viewed(behind, coverOf(hidden.adults), 'DE', { headers: await signedIn(connection.db, grownUp) })
    expect(adult).toMatchObject({ status: 200, control: expect.stringMatching(/^private/), cdn: null })
  })

  test('a country that the CDN has not named is not in its key, so it keeps nothing', async () => {
    expect(await viewed(behind, coverOf(hidden.elsewhere), 'DE', { isLookedUp: true })).toMatchObject({
      status: 200,
      control: 'private, max-age=31536000, immutable',
      cdn: null,
    })
  })

  test('nor does a CDN without Vary, or without a header of the country', async () => {
    for (const options of [{ cdn: { ...cdn, kind: 'cloudflare' as const }, countryHeader: 'cf-ipcountry' }, { cdn }]) {
      const other = await testApi(connection, { ...options, now: () => new Date('2026-11-21T12:00:00Z'), requestsPerMinute: 0 })
      try {
        await other.files.write(`${issueFolder(hidden.elsewhere.uid, 1)}cover-280.webp`, Buffer.from('cover'))
        const told = await viewed(other, coverOf(hidden.elsewhere), 'DE')
        expect(told).toMatchObject({ status: 200, control: 'private, max-age=31536000, immutable', cdn: null })
      } finally {
        await other.close()
      }
    }
  })
})

test('no shared cache may store its cover', async () => {
  const { headers, status } = await api.ask(`issuecontent/${hidden.elsewhere.uid}/cover?v=1`, { country: 'DE' })
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toMatch(/^private/)
  // Nor the answer that there is none, for those who may see it.
  const missing = await api.ask(`issuecontent/${hidden.elsewhere.uid}/cover?v=1`, { country: 'AT' })
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'private, max-age=60'])
})
