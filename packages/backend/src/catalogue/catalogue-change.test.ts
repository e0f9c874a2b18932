import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { listenTo } from '../db/listen.ts'
import { testDatabase } from '../db/testing/database.ts'
import { ANY_CHANGE, changeOf, together } from './catalogue-change.ts'
import { type PublishedIssue, type PublishedTitle, publishIssue } from './publish-issue.ts'
import { releaseIssue } from './shelf/issue-visibility.ts'
import { issueToPublish } from './testing/issue-to-publish.ts'
import { type BuiltTitle, createIssue, createTitle } from './testing/titles-and-issues.ts'

// The notifications of PostgreSQL when something in the catalogue changes.

let connection: Connection
let received: string[] = []
let built: BuiltTitle
let listening: ReturnType<typeof listenTo>
beforeAll(async () => {
  connection = await testDatabase()
  listening = listenTo(connection.url, 'catalogue', (payload) => {
    if (payload !== null) received.push(payload)
  })
  await listening.ready
  built = await createTitle(connection.db, { key: 'bergblick', categories: ['reise'] })
  await createIssue(connection.db, { title: built })
})
afterAll(async () => {
  await listening.close()
  await connection.close()
})
beforeEach(notified)

/** Returns what was notified since the last call. */
async function notified(): Promise<string[]> {
  await sql`select pg_notify('catalogue', 'end')`.execute(connection.db)
  await vi.waitFor(() => expect(received).toContain('end'))
  const before = received.filter((payload) => payload !== 'end')
  received = []
  return before
}

const title: PublishedTitle = { key: 'bergblick', name: 'Bergblick', kind: 'magazine', language: 'de' }
const issue: PublishedIssue = issueToPublish({
  uid: 'neu',
  name: 'Nr. 2',
  number: '2',
  date: '2026-11-02',
})
const publish = (more: Partial<PublishedIssue>, of: Partial<PublishedTitle> = {}) =>
  publishIssue(connection.db, { title: { ...title, ...of }, issue: { ...issue, ...more }, demonstration: false })

test('a publication names its title and the categories of that title, also if it says again what is known of it', async () => {
  await publish({ uid: 'zwei' }, { name: built.name, nameIsSure: true, categories: ['reise'] })
  expect(await notified()).toEqual(['published title-bergblick category-reise'])
  await publish({ uid: 'drei' }, { categories: ['reise', 'news'] })
  expect(await notified()).toEqual(['', 'published title-bergblick category-news category-reise'])
})

test('the first issue of a title, a supplement of another issue and a new revision may change anything', async () => {
  await publish({ uid: 'erste' }, { key: 'neuling' })
  expect(await notified()).toEqual([''])
  await publish({ uid: 'beilage', supplementTo: 'zwei' })
  expect(await notified()).toEqual([''])
  await publish({ uid: 'zwei', revision: 2 })
  expect(await notified()).toEqual([''])
})

test('a scheduled issue is published at its time, and withdrawing, taking down or renaming may change anything', async () => {
  const { id } = await createIssue(connection.db, { title: built, uid: 'morgen' })
  await connection.db.updateTable('all_issues').set({ shown_from: '2026-01-01' }).where('id', '=', id).execute()
  await notified()
  await releaseIssue({ issueId: id }, { db: connection.db, now: () => new Date() })
  expect(await notified()).toEqual(['published title-bergblick category-news category-reise'])
  for (const change of [{ withdrawn_at: new Date() }, { withdrawn_at: null }, { taken_down_at: new Date() }, { name: 'Nr. 3' }]) {
    await connection.db.updateTable('all_issues').set(change).where('id', '=', id).execute()
    expect(await notified(), JSON.stringify(change)).toEqual([''])
  }
  await connection.db.updateTable('titles').set({ name: 'Talblick' }).where('key', '=', 'bergblick').execute()
  expect(await notified()).toEqual([''])
  await connection.db.deleteFrom('all_issues').where('id', '=', id).execute()
  expect(await notified()).toEqual([''])
})

test('a statement that changes nothing sends no notification', async () => {
  await connection.db.updateTable('titles').set({ name: 'Talblick' }).where('key', '=', 'bergblick').execute()
  await connection.db.updateTable('all_issues').set({ name: 'Nr. 2' }).where('uid', '=', 'drei').execute()
  await connection.db.deleteFrom('title_categories').where('title_id', '=', 0).execute()
  expect(await notified()).toEqual([])
})

test('an unknown payload, or one that was missed, may have changed anything', () => {
  for (const payload of [null, '', 'published', 'withdrawn title-a']) expect(changeOf(payload)).toBe(ANY_CHANGE)
  const [one, other] = [changeOf('published title-a category-x'), changeOf('published title-b category-x')]
  expect(one).toEqual({ touches: ['title-a', 'category-x'], onlyAdds: true })
  const first = { ...one, at: 1 }
  expect(together([{ ...other, at: 2 }, first])).toEqual({ touches: ['title-b', 'category-x', 'title-a'], onlyAdds: true, at: 1 })
  expect(together([first, { ...ANY_CHANGE, at: 2 }])).toEqual({ touches: 'everything', onlyAdds: false, at: 1 })
})
