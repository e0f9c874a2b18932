import { API_BASE } from '@kiosk/contract/route'
import { campaignDetails } from '@kiosk/domain/campaigns/endpoints'
import {
  allIssues,
  categories,
  issue,
  issueDetail,
  issuesOfCategory,
  magazineDetails,
  relatedIssues,
  subscriptionModels,
} from '@kiosk/domain/catalogue/endpoints'
import { catalogueAnswerMessages } from '@kiosk/i18n/messages/catalogue-answers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { refreshRecommendations } from './refresh-recommendations.ts'
import { type BuiltIssue, type BuiltTitle, createIssue, createTitle } from './testing/titles-and-issues.ts'

let connection: Connection
let api: TestApi
let title: BuiltTitle
let newest: BuiltIssue
let back: BuiltIssue[]
let byHand: BuiltIssue
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  title = await createTitle(db, {
    key: 'mondblick',
    name: 'Mondblick',
    description: 'Das Heft für Nachtschwärmer',
    publisher: 'Verlag Nachtfalter',
    issn: '1234-567X',
    frequency: 'monthly',
    age_rating: 12,
    available_until: '2026-12-24',
    categories: ['natur', 'reise'],
  })
  back = []
  for (let month = 1; month <= 7; month++) back.push(await createIssue(db, { title, issue_date: `2026-0${month}-01` }))
  back.reverse()
  byHand = await createIssue(db, { title: await createTitle(db, { key: 'von-hand', name: 'Von Hand' }) })
  newest = await createIssue(db, {
    title,
    issue_date: '2026-11-01',
    issue_date_end: '2026-11-15',
    kind: 'double',
    number: '11/12',
    volume: '7',
    edition: 'Oberland',
    name: 'Nr. 11/12',
    targeting_tags: ['natur'],
    headline: 'Der Luchs kehrt zurück',
    text_layer: 'none',
    source_sha256: 'a'.repeat(64),
    pages: ['', '', ''],
    outline: JSON.stringify([
      { headline: 'Luchs', page: 2, level: 1 },
      { headline: 'Spuren', page: 2, level: 2 },
      { headline: 'Kleinkram', page: 3, level: 3 },
    ]),
    articles: [{ headline: 'Luchs', html: '<p>…</p>', firstPage: 2, lastPage: 3 }],
  })
  await db.insertInto('related_issues').values({ issue_id: newest.id, position: 1, related_issue_id: byHand.id }).execute()
  for (let n = 0; n < 7; n++)
    await createIssue(db, {
      title: await createTitle(db, { categories: ['natur'], name: `Natur ${n}` }),
      issue_date: `2026-10-0${n + 1}`,
    })
  await createIssue(db, {
    title: await createTitle(db, { categories: ['natur', 'reise'], name: 'Beides' }),
    issue_date: '2026-01-01',
  })
  await createIssue(db, {
    title: await createTitle(db, { categories: ['natur', 'reise'], name: 'Both', language: 'en' }),
    issue_date: '2026-06-01',
  })
  await db.insertInto('campaigns').values({ key: 'ostern', headline: 'Frohe Ostern', meta_title: 'Ostern' }).execute()
  api = await testApi(connection, { now: () => new Date('2026-11-21T12:00:00Z') })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const detailsOf = (uid: string, requested = {}) => api.answer(issueDetail, `issuedetail/${uid}`, requested)

test('every list returns the fields that a card needs', async () => {
  const card = await api.answer(issue, `issues/${newest.uid}`)
  expect(card).toEqual({
    uid: newest.uid,
    titleLine: 'Mondblick',
    detailLine: 'Nr. 11/12 · Oberland · 1. November 2026',
    coverURL: `${API_BASE}issuecontent/${newest.uid}/cover?coverheight=280&v=1`,
    coverWidth: 840,
    coverHeight: 1120,
    coverColour: expect.stringMatching(/^#[0-9a-f]{6}$/),
    showAds: true,
    canDownload: false,
    opens: 'first',
    targetingTags: ['natur'],
    inAppLink: `readit://issues/${newest.uid}`,
    magazineKey: 'mondblick',
    language: 'de',
    releaseDate: '2026-11-01',
  })
  const { issues } = await api.answer(allIssues, 'issues/all?magazine=mondblick')
  expect(issues[0]).toEqual(card)
})

test('describes the periodical', async () => {
  const { details } = await detailsOf(newest.uid)
  expect(details).toMatchObject({
    headline: 'Der Luchs kehrt zurück',
    description: 'Das Heft für Nachtschwärmer',
    issueName: 'Mondblick Nr. 11/12',
  })
  expect(details.metaData).toEqual({
    title: 'Mondblick, Nr. 11/12 · Oberland · 1. November 2026',
    description: 'Mondblick, Nr. 11/12 · Oberland · 1. November 2026: jetzt online lesen. Der Luchs kehrt zurück',
  })
  expect(details.publication).toMatchObject({
    magazineKey: 'mondblick',
    publisher: 'Verlag Nachtfalter',
    issn: '1234-567X',
    frequency: 'monthly',
    issueNumber: '11/12',
    volume: '7',
    issueKind: 'double',
    edition: 'Oberland',
    releaseDate: '2026-11-01',
    releaseDateEnd: '2026-11-15',
    expectedNext: '2026-12-15',
    availableUntil: '2026-12-24',
    ageRating: 12,
    pageCount: 3,
    textLayer: 'none',
    categories: [
      { uid: 'natur', title: 'natur (de)' },
      { uid: 'reise', title: 'reise (de)' },
    ],
  })
})

test('only the newest issue has an expected next issue', async () => {
  expect((await detailsOf(back[0]!.uid)).details.publication.expectedNext).toBeNull()
})

test('the table of contents links to pages, and to articles where there are any', async () => {
  const { contents } = (await detailsOf(newest.uid)).details.publication
  expect(contents).toEqual([
    { headline: 'Luchs', page: 2, article: expect.stringMatching(/^\d+$/) },
    { headline: 'Spuren', page: 2, article: null },
  ])
})

test('shows notices about scans, departing titles and age in the reader’s language', async () => {
  for (const language of ['de', 'en', 'fr'] as const) {
    const { softErrors } = (await detailsOf(newest.uid, { language })).details
    expect(softErrors).toHaveLength(3)
    expect(softErrors[0]).toBe(catalogueAnswerMessages[language]['NOTICE.NO_TEXT'])
    expect(softErrors[1]).toContain('24')
    expect(softErrors[2]).toContain('12')
  }
})

test('lists the region’s subscriptions that include a magazine by their long names', async () => {
  const ids = async (country: string) =>
    (await detailsOf(newest.uid, { country })).details.includedSubscriptions.map(({ subscriptionId }) => subscriptionId)
  expect(await ids('AT')).toEqual([1, 10, 2])
  expect(await ids('DE')).toEqual([1, 3, 5])
  expect(await ids('CH')).toEqual([1, 6, 8])
  expect(await ids('LU')).toEqual([1, 9])
  const { longname } = (await detailsOf(newest.uid)).details.includedSubscriptions[2]!
  expect(longname).toBe(catalogueAnswerMessages.de['SUBSCRIPTION.LONGNAME.PREMIUM'].replace('{site}', 'read-it'))
})

test('returns related rows in order with five covers each: manual, same title, same category', async () => {
  const rows = (await detailsOf(newest.uid)).details.relatedIssueHeaders
  expect(rows.map(({ headerKey }) => headerKey)).toEqual([
    'ISSUE.RELATED.editor',
    'ISSUE.RELATED.title',
    'ISSUE.RELATED.category',
  ])
  expect(rows[0]?.issues.map(({ uid }) => uid)).toEqual([byHand.uid])
  expect(rows[1]?.issues.map(({ uid }) => uid)).toEqual(back.slice(0, 5).map(({ uid }) => uid))
  expect(rows[1]?.relatedIssueHeader).toBe('Mondblick')
  expect(rows[2]?.issues).toHaveLength(5)
  expect(rows[2]?.issues.map(({ magazineKey }) => magazineKey)).not.toContain('mondblick')
})

test('every related row has an address that returns all of it', async () => {
  const [editors, sameTitle, category] = (await detailsOf(newest.uid)).details.relatedIssueHeaders
  expect((await api.answer(relatedIssues, editors!.url)).issues.map(({ uid }) => uid)).toEqual([byHand.uid])
  expect((await api.answer(issuesOfCategory, sameTitle!.url)).issues).toHaveLength(8)
  expect((await api.answer(issuesOfCategory, category!.url)).issues).toHaveLength(10)
})

test('recommends similar titles before any reading data exists: shared categories, own language first', async () => {
  const { issues } = (await detailsOf(newest.uid)).readersReadIssues
  expect(issues).toHaveLength(9)
  expect(issues[0]?.titleLine).toBe('Beides')
  expect(issues.at(-1)?.titleLine).toBe('Both')
})

test('puts titles that readers also read first once there is reading data', async () => {
  const { db } = connection
  const event = { page: 1 }
  for (const reader of ['a', 'b', 'c']) {
    await db
      .insertInto('reading_events')
      .values([
        { ...event, reader, issue_id: newest.id, title_id: title.id },
        { ...event, reader, issue_id: byHand.id, title_id: byHand.title_id },
      ])
      .execute()
  }
  expect(await refreshRecommendations(db)).toBe(true)
  const fresh = await testApi(connection)
  const { readersReadIssues } = await fresh.answer(issueDetail, `issuedetail/${newest.uid}`)
  expect(readersReadIssues.issues[0]?.uid).toBe(byHand.uid)
  expect(new Set(readersReadIssues.issues.map(({ uid }) => uid)).size).toBe(readersReadIssues.issues.length)
  await fresh.close()
})

test('answers 404 for an unknown issue', async () => {
  expect(await api.errorOf('issuedetail/nope')).toEqual({ status: 404, code: 'not_found', field: 'uid' })
})

test('returns categories in the reader’s language, with covers and current issues', async () => {
  const [nature] = await api.answer(categories, 'categories', { language: 'fr' })
  expect(nature).toMatchObject({ uid: 'natur', title: 'natur (fr)', issueCount: 10 })
  expect(nature?.overviewHeaders).toHaveLength(3)
  expect(nature?.overviewHeaders[0]?.issue.coverURL).toMatch(new RegExp(`^${API_BASE}issuecontent/\\w+/cover\\?`))
  expect(nature?.issues).toHaveLength(5)
  expect(nature?.issues[0]?.uid).toBe(newest.uid)
})

test('a category returns all its current issues, in order, once each', async () => {
  const met: string[] = []
  for (let next: string | undefined = 'issues/category/natur?limit=3'; next; ) {
    const page: Awaited<ReturnType<typeof load>> = await load(next)
    met.push(...page.issues.map(({ releaseDate }) => releaseDate))
    next = page.nextUrl
  }
  expect(met).toHaveLength(10)
  expect(met).toEqual([...met].sort().reverse())
  expect(await api.errorOf('issues/category/nope')).toEqual({ status: 404, code: 'not_found', field: 'id' })
})
const load = (path: string) => api.answer(issuesOfCategory, path)

test('returns the current issue of a title', async () => {
  expect(await api.answer(magazineDetails, 'magazine/mondblick/details')).toMatchObject({
    currentIssueUid: newest.uid,
    name: 'Mondblick',
  })
  expect(await api.errorOf('magazine/nope/details')).toEqual({ status: 404, code: 'not_found', field: 'magazinekey' })
})

test('the filter lists the subscriptions sold in the region', async () => {
  const ids = async (country: string) =>
    (await api.answer(subscriptionModels, 'subscription/models', { country })).map((each) => each.subscriptionId)
  expect(await ids('AT')).toEqual([1, 10, 2])
  expect(await ids('LU')).toEqual([1, 9])
  expect(await ids('US')).toEqual([1, 10, 2])
  expect(await api.answer(subscriptionModels, 'subscription/models', { country: 'CH' })).toEqual([
    { subscriptionId: 1, shortNameDefault: 'FREE' },
    { subscriptionId: 6, shortNameDefault: 'MAGZ' },
    { subscriptionId: 8, shortNameDefault: 'PREMIUM' },
  ])
})

test('a campaign shows its own texts and falls back to those of the issue', async () => {
  expect(await api.answer(campaignDetails, 'marketing/ostern')).toMatchObject({ key: 'ostern', headline: 'Frohe Ostern' })
  const { details } = await api.answer(campaignDetails, `marketing/ostern?issue=${newest.uid}`)
  expect(details).toMatchObject({
    headline: 'Frohe Ostern',
    description: 'Das Heft für Nachtschwärmer',
    metaData: { title: 'Ostern' },
  })
  expect(await api.errorOf('marketing/nope')).toEqual({ status: 404, code: 'not_found', field: 'campaignKey' })
  expect((await api.errorOf('marketing/ostern?issue=nope')).status).toBe(404)
})
