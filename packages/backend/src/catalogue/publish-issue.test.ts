import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { issueUid, type PublishedIssue, type PublishedTitle, publishIssue } from './publish-issue.ts'
import { changeIssue, importIssueFields, setRelatedIssues } from './shelf/change-issue.ts'
import { changeTitle, importTitleFields } from './shelf/change-title.ts'
import { scheduleIssue, withdrawIssue } from './shelf/issue-visibility.ts'
import { issueToPublish, pageToPublish } from './testing/issue-to-publish.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

const title: PublishedTitle = { key: 'bergblick', name: 'Bergblick', kind: 'magazine', language: 'de' }

function issueOf(values: Partial<PublishedIssue> = {}): PublishedIssue {
  const page = pageToPublish('Schnee im Tal')
  return issueToPublish({
    uid: 'abc123',
    number: '1',
    date: '2026-11-01',
    pages: [page, page],
    ...values,
  })
}

test('derives the uid from the issue’s identity', () => {
  const issue = { titleKey: 'bergblick', date: '2026-11-01', number: '47', name: 'Herbst', edition: null }
  expect(issueUid(issue)).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
  expect(issueUid(issue)).toBe(issueUid({ ...issue, name: 'Winter' }))
  expect(issueUid(issue)).not.toBe(issueUid({ ...issue, edition: 'Oberland' }))
  expect(issueUid({ ...issue, number: null })).toBe(issueUid({ ...issue, number: 'Herbst' }))
})

test('publishes an issue with pages and articles; the next revision replaces it under the same id', async () => {
  const html = '<p>Viel Schnee.</p><script>alert(1)</script>'
  const article = { headline: 'Schnee', byline: '', firstPage: 1, lastPage: 2, html, regions: [], source: 'outline' as const }
  const first = await publishIssue(connection.db, { title, issue: issueOf({ articles: [article] }), demonstration: false })
  expect(await connection.db.selectFrom('articles').select('html').execute()).toEqual([{ html: '<p>Viel Schnee.</p>' }])
  const page = pageToPublish('Regen')
  const second = await publishIssue(connection.db, {
    title,
    issue: issueOf({ revision: 2, pages: [page] }),
    demonstration: false,
  })
  expect(second.issueId).toBe(first.issueId)
  expect(await connection.db.selectFrom('pages').select(['number', 'text', 'search']).execute()).toEqual([
    { number: 1, text: 'Regen', search: "'reg':1" },
  ])
  expect(await connection.db.selectFrom('articles').selectAll().execute()).toEqual([])
})

test('does not publish a revision again that another import has already published', async () => {
  const before = await connection.db.selectFrom('issues').selectAll().execute()
  await expect(publishIssue(connection.db, { title, issue: issueOf({ revision: 1 }), demonstration: false })).rejects.toThrow(
    /another import/,
  )
  await expect(publishIssue(connection.db, { title, issue: issueOf({ revision: 2 }), demonstration: false })).rejects.toThrow(
    /another import/,
  )
  expect(await connection.db.selectFrom('issues').selectAll().execute()).toEqual(before)
})

test('an error in one part rolls back the whole issue', async () => {
  const broken = issueOf({ uid: 'broken', cover: { width: 1, height: 1, colour: 'red' } })
  const another = { ...title, key: 'never-seen' }
  await expect(publishIssue(connection.db, { title: another, issue: broken, demonstration: false })).rejects.toThrow()
  expect(await connection.db.selectFrom('titles').select('key').where('key', '=', 'never-seen').execute()).toEqual([])
})

test('keeps fields of a title that a later issue leaves out', async () => {
  await publishIssue(connection.db, {
    title: { ...title, publisher: 'Verlag am Berg', ageRating: 12 },
    issue: issueOf({ uid: 'second', date: '2026-12-01' }),
    demonstration: false,
  })
  await publishIssue(connection.db, { title, issue: issueOf({ uid: 'third', date: '2027-01-01' }), demonstration: false })
  const known = await connection.db
    .selectFrom('titles')
    .innerJoin('publishers', 'publishers.id', 'publisher_id')
    .select(['publishers.name as publisher', 'age_rating', 'titles.name'])
    .execute()
  expect(known).toEqual([{ publisher: 'Verlag am Berg', age_rating: 12, name: 'Bergblick' }])
})

test('takes a title’s latest name and categories, and never renames it by a guess', async () => {
  const named = async (more: Partial<PublishedTitle>, date: string) => {
    await publishIssue(connection.db, {
      title: { ...title, kind: undefined, key: 'umbenannt', ...more },
      issue: issueOf({ uid: `of-${date}`, date }),
      demonstration: false,
    })
    const { id, name, kind } = await connection.db
      .selectFrom('titles')
      .select(['id', 'name', 'kind'])
      .where('key', '=', 'umbenannt')
      .executeTakeFirstOrThrow()
    const categories = await connection.db
      .selectFrom('title_categories')
      .innerJoin('categories', 'categories.id', 'category_id')
      .select('uid')
      .where('title_id', '=', id)
      .execute()
    return { name, kind, categories: categories.map(({ uid }) => uid) }
  }
  expect(await named({ name: 'Alt' }, '2026-01-01')).toEqual({ name: 'Alt', kind: 'magazine', categories: ['culture'] })
  expect(await named({ name: 'Neu', nameIsSure: true, kind: 'newspaper', categories: ['news'] }, '2026-02-01')).toEqual({
    name: 'Neu',
    kind: 'newspaper',
    categories: ['news'],
  })
  expect(await named({ name: 'neu 2026' }, '2026-03-01')).toMatchObject({ name: 'Neu', categories: ['news'] })
})

test('has the covers of an issue made once it is published', async () => {
  const { issueId } = await publishIssue(connection.db, {
    title,
    issue: issueOf({ uid: 'mit-cover', date: '2026-05-01' }),
    demonstration: false,
  })
  const { rows } = await sql<{ payload: object }>`
    select payload from graphile_worker._private_jobs where key = ${`covers ${issueId}`}`.execute(connection.db)
  expect(rows).toEqual([{ payload: { issueId } }])
})

test('publishes a page with more words than an index entry holds', async () => {
  const text = Array.from({ length: 30_000 }, (_, word) => `wort${word}`).join(' ')
  const page = { width: 595, height: 842, text, indexed: text.slice(0, 100_000) }
  await publishIssue(connection.db, {
    title,
    issue: issueOf({ uid: 'long', date: '2027-02-01', pages: [page] }),
    demonstration: false,
  })
  const stored = await connection.db.selectFrom('issues').select('page_count').where('uid', '=', 'long').execute()
  expect(stored).toEqual([{ page_count: 1 }])
})

describe('what was set at the desk', () => {
  const by = () => ({ db: connection.db, now: () => new Date(), actor: undefined })
  const stored = async (uid: string) =>
    connection.db
      .selectFrom('all_issues')
      .innerJoin('titles', 'titles.id', 'title_id')
      .leftJoin('publishers', 'publishers.id', 'publisher_id')
      .select(['all_issues.name', 'headline', 'issue_date', 'all_issues.language', 'withdrawn_at', 'shown_from', 'revision'])
      .select(['titles.name as title', 'frequency', 'publishers.name as publisher', 'all_issues.id'])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()

  test('an import keeps, and changes the rest; a field that was given back is imported again', async () => {
    const key = 'schreibtisch'
    const named = { ...title, key, name: 'Schreibtisch', nameIsSure: true, publisher: 'Verlag A', frequency: 'weekly' }
    const publish = (more: Partial<PublishedTitle>, issue: Partial<PublishedIssue>) =>
      publishIssue(connection.db, {
        title: { ...named, ...more },
        issue: issueOf({ uid: 'desk1', sha256: 'd'.repeat(64), ...issue }),
        demonstration: false,
      })
    await publish({}, { headline: 'Alt' })
    await changeTitle(by(), key, { changes: { name: 'Tisch', publisherId: null } })
    await changeIssue(by(), 'desk1', { changes: { headline: 'Von Hand', language: 'en' } })
    await withdrawIssue(by(), 'desk1', 'Fehler')
    await publish(
      { name: 'Schreibtisch neu', publisher: 'Verlag B', frequency: 'daily' },
      { revision: 2, headline: 'Neu', name: 'Nr. 2' },
    )
    expect(await stored('desk1')).toMatchObject({
      title: 'Tisch',
      publisher: null,
      frequency: 'daily',
      headline: 'Von Hand',
      language: 'en',
      name: 'Nr. 2',
      revision: 2,
      withdrawn_at: expect.any(Date),
    })
    await importTitleFields(by(), key, ['name'])
    await importIssueFields(by(), 'desk1', ['headline'])
    await publish({ name: 'Schreibtisch neu' }, { revision: 3, headline: 'Neu' })
    expect(await stored('desk1')).toMatchObject({ title: 'Schreibtisch neu', publisher: null, headline: 'Neu', language: 'en' })
  })

  test('moves along if corrected metadata make the file another issue', async () => {
    const publish = (issue: Partial<PublishedIssue>) =>
      publishIssue(connection.db, {
        title: { ...title, key: 'umzug' },
        issue: issueOf({ sha256: 'e'.repeat(64), ...issue }),
        demonstration: false,
      })
    await publish({ uid: 'move1' })
    await publish({ uid: 'other', sha256: 'f'.repeat(64), date: '2026-10-01' })
    await changeIssue(by(), 'move1', { changes: { headline: 'Von Hand' } })
    await setRelatedIssues(by(), 'move1', { uids: ['other'] })
    await setRelatedIssues(by(), 'other', { uids: ['move1'] })
    await scheduleIssue(by(), 'move1', '2100-01-01T06:00')
    await publish({ uid: 'move2', headline: 'Aus der Datei' })
    const { id, ...moved } = await stored('move2')
    expect(moved).toMatchObject({ headline: 'Von Hand', shown_from: new Date('2100-01-01T05:00:00Z') })
    const related = await connection.db.selectFrom('related_issues').select('position').execute()
    expect(related).toHaveLength(2)
    const { rows } = await sql`select from graphile_worker._private_jobs where key = ${`issue-release ${id}`}`.execute(
      connection.db,
    )
    expect(rows).toHaveLength(1)
  })
})
