import { download } from '@kiosk/domain/reading/download-endpoints'
import { article as articleCall, contents } from '@kiosk/domain/reading/endpoints'
import { addBookmark, bookmarks, place } from '@kiosk/domain/reading/shelf-endpoints'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { wordsFile } from '../../adapters/storage/port.ts'
import { changeMeanwhile, endsOrWaits } from '../../db/testing/change-meanwhile.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { publishIssue } from '../publish-issue.ts'
import type { PublishedArticle } from '../published-article.ts'
import { replaceText } from '../rebuilds/replace-text.ts'
import { takeDown } from '../takedowns/take-down.ts'
import { issueToPublish, pageToPublish } from '../testing/issue-to-publish.ts'
import { holdPositions } from './move-references.ts'

// When an issue is read again, everything that names one of its articles follows the article's words: bookmarks, reading places,
// readings, topics, takedowns and addresses. Each test replaces the same three articles.

const { connection, api } = await openTestApi({
  requestsPerMinute: 0,
  renderPage: async (_, page, width) => Buffer.from(`page ${page} at ${width}`),
})
const { db } = connection
const actor = { kind: 'command', name: 'nora', source: 'test' } as const

const story = (name: string) => Array.from({ length: 60 }, (_, at) => `${name}${at}`).join(' ')
const article = (headline: string, firstPage: number, text: string, lastPage = firstPage): PublishedArticle => ({
  headline,
  byline: '',
  firstPage,
  lastPage,
  html: `<p>${text}</p>`,
  regions: [],
  source: 'headings',
})
const [gull, tern, skua] = [story('gull'), story('tern'), story('skua')]
const BEFORE = [article('Gulls', 1, gull), article('Terns', 2, tern), article('Skuas', 3, skua)]
const text = (articles: PublishedArticle[]) => ({
  articles,
  language: 'de',
  textLayer: 'full' as const,
  outline: [],
  pages: [gull, tern, skua].map(pageToPublish),
})

const title = { key: 'shore', name: 'Shore', language: 'en' }
const issueOf = (uid: string, articles: PublishedArticle[], revision = 1) =>
  issueToPublish({
    uid,
    sha256: `${uid} ${revision}`,
    revision,
    ...text(articles),
  })
const importAgain = (...articles: PublishedArticle[]) =>
  publishIssue(db, { title, issue: issueOf(uid, articles, 2), demonstration: false })

let made = 0
let uid: string
let issueId: number
let ids: number[]
let account: { id: number }
let headers: { cookie: string }
beforeEach(async () => {
  uid = `followed-${++made}`
  ;({ issueId } = await publishIssue(db, { title, issue: issueOf(uid, BEFORE), demonstration: false }))
  ids = await idsNow()
  account = await createAccount(db)
  await subscribe(db, account)
  headers = await signedIn(db, account)
})

async function idsNow(): Promise<number[]> {
  const rows = await db.selectFrom('all_articles').select('id').where('issue_id', '=', issueId).orderBy('position').execute()
  return rows.map(({ id }) => id)
}
async function rebuild(...articles: PublishedArticle[]): Promise<void> {
  const { text_version } = await db
    .selectFrom('all_issues')
    .select('text_version')
    .where('id', '=', issueId)
    .executeTakeFirstOrThrow()
  await replaceText(db, { uid, files_revision: 1, text_version: text_version + 1 }, text(articles))
}
const mark = (page: number, id: number) =>
  api.answer(addBookmark, 'reader/bookmarks', { headers, form: { issue: uid, page: String(page), article: String(id) } })
const marked = async () => {
  const answer = await api.answer(bookmarks, `reader/bookmarks?issue=${uid}`, { headers })
  return answer.bookmarks
    .map(({ page, article, headline }) => ({ page, article: article && Number(article), headline }))
    .reverse()
}

test('an article that is renamed and moved keeps its id, its bookmarks and its place', async () => {
  await mark(2, ids[1]!)
  await api.ask(`reader/places/${uid}`, { method: 'PUT', headers, form: { page: '2', article: String(ids[1]), fraction: '0.5' } })
  await rebuild(article('Terns return', 2, tern), article('Gulls', 1, gull), article('Skuas', 3, skua))
  expect(await idsNow()).toEqual([ids[1], ids[0], ids[2]])
  expect(await marked()).toEqual([{ page: 2, article: ids[1], headline: 'Terns' }])
  const kept = await api.answer(place, `reader/places/${uid}`, { headers })
  expect(kept.place).toMatchObject({ page: 2, article: String(ids[1]) })
  expect(kept.place!.fraction).toBeCloseTo(0.5, 1)
})

test('of articles that become one, bookmarks, places, history and addresses lead to the words', async () => {
  await mark(1, ids[0]!)
  await mark(2, ids[1]!)
  await api.ask(`reader/places/${uid}`, { method: 'PUT', headers, form: { page: '2', article: String(ids[1]), fraction: '0' } })
  await api.ask('reader/events', {
    method: 'POST',
    headers,
    form: {
      issue: uid,
      events: JSON.stringify([{ page: 2, article: String(ids[1]), seconds: 5, at: new Date().toISOString() }]),
    },
  })
  await rebuild(article('Birds', 1, `${gull} ${tern}`, 2), article('Skuas', 3, skua))
  expect(await idsNow()).toEqual([ids[0], ids[2]])
  expect(await marked()).toEqual([
    { page: 1, article: ids[0], headline: 'Gulls' },
    { page: 2, article: ids[0], headline: 'Terns' },
  ])
  const { rows } = await sql<{ article_position: number }>`select distinct article_position from readings
    where issue_id = ${issueId} and article_position is not null`.execute(db)
  expect(rows).toEqual([{ article_position: 0 }])
  // A link that somebody has shared, and a device that still has the earlier articles.
  const opened = await api.answer(articleCall, `issuecontent/${uid}/article/${ids[1]}`, { headers })
  expect(opened).toMatchObject({ id: String(ids[0]), headline: 'Birds' })
  expect(opened.html).toContain('tern5 tern6')
  const { formerArticles } = await api.answer(contents, `issuecontent/${uid}/contents`, { headers })
  expect(formerArticles).toEqual([{ id: String(ids[1]), article: String(ids[0]), page: 2 }])
  expect(await mark(2, ids[1]!)).toMatchObject({ page: 2, article: String(ids[0]) })
  const place2 = (await api.answer(place, `reader/places/${uid}`, { headers })).place
  expect(place2).toMatchObject({ page: 2, article: String(ids[0]) })
})

test('a place in an article that becomes part of another is in its middle', async () => {
  await api.ask(`reader/places/${uid}`, { method: 'PUT', headers, form: { page: '2', article: String(ids[1]), fraction: '0' } })
  await rebuild(article('Birds', 1, `${gull} ${tern}`, 2), article('Skuas', 3, skua))
  const kept = await api.answer(place, `reader/places/${uid}`, { headers })
  expect(kept.place!.fraction).toBeCloseTo(0.5, 1)
})

test('of an article that is divided, each bookmark keeps the part on its page', async () => {
  await rebuild(article('Birds', 1, `${gull} ${tern} ${skua}`, 3))
  const [whole] = await idsNow()
  for (const page of [1, 2, 3]) await mark(page, whole!)
  await rebuild(...BEFORE)
  const [first, second, third] = await idsNow()
  expect(first).toBe(whole)
  expect((await marked()).map(({ page, article }) => [page, article])).toEqual([
    [1, first],
    [2, second],
    [3, third],
  ])
})

test('where the words are gone, bookmark and place keep the page, and an address leads there', async () => {
  await mark(2, ids[1]!)
  await api.ask(`reader/places/${uid}`, { method: 'PUT', headers, form: { page: '2', article: String(ids[1]), fraction: '0.5' } })
  await rebuild(BEFORE[0]!, BEFORE[2]!)
  expect(await marked()).toEqual([{ page: 2, article: null, headline: 'Terns' }])
  expect((await api.answer(place, `reader/places/${uid}`, { headers })).place).toMatchObject({ page: 2, article: null })
  const { formerArticles } = await api.answer(contents, `issuecontent/${uid}/contents`, { headers })
  expect(formerArticles).toEqual([{ id: String(ids[1]), article: null, page: 2 }])
  // The bookmark comes from a device that was offline meanwhile.
  expect(await mark(2, ids[1]!)).toMatchObject({ page: 2, article: null })
  await rebuild(...BEFORE)
  expect((await idsNow())[1]).not.toBe(ids[1])
})

test('a download loads text and words again, and no pictures', async () => {
  const write = (text_version: number, word: string) => {
    const contents = JSON.stringify({ lines: [[[word, 0, 0, 1, 1]]] })
    return api.ctx.files.write(wordsFile({ uid, files_revision: 1, text_version }, 1), Buffer.from(contents))
  }
  await write(0, 'G ull')
  await write(1, 'Gull')
  const parts = async () =>
    (await api.answer(download, `issuecontent/${uid}/download`, { headers, form: { width: '720' } })).parts
  const known = (await parts()).map(({ sha256 }) => sha256)
  await rebuild(article('Gulls', 1, `${gull} again`), BEFORE[1]!, BEFORE[2]!)
  const loaded = (await parts()).filter(({ sha256 }) => !known.includes(sha256))
  expect(loaded.map(({ kind, page }) => [kind, page])).toEqual([
    ['text', 0],
    ['words', 1],
  ])
})

test('a topic leads to its words, with the readers of both articles', async () => {
  const row = { uid: `topic-${made}`, language: 'en', headline: 'Terns', text: 'x', release_date: '2026-01-01' }
  await db
    .insertInto('topics')
    .values({ ...row, issue_id: issueId, article_position: 1, page: 2 })
    .execute()
  await rebuild(article('News', 1, story('news')), ...BEFORE)
  expect(await db.selectFrom('topics').select('article_position').where('uid', '=', row.uid).execute()).toEqual([
    { article_position: 2 },
  ])
})

test('what is down stays down under another headline, in each part, and its bookmarks do not name it', async () => {
  await rebuild(article('Birds', 1, `${gull} ${tern}`, 2), article('Skuas', 3, skua))
  const [birds] = await idsNow()
  await mark(1, birds!)
  await takeDown(api.ctx, actor, { uid, article: birds!, reason: 'court order' })
  await rebuild(article('Sky', 1, gull), article('Sea', 2, tern), article('Skuas', 3, skua))
  const { articles } = await api.answer(contents, `issuecontent/${uid}/contents`, { headers })
  expect(articles.map(({ headline }) => headline)).toEqual(['Skuas'])
  expect((await marked()).map(({ headline, article }) => [headline, article])).toEqual([['', null]])
  const hits = async (word: string) =>
    ((await (await api.ask(`issuecontent/${uid}/search?q=${word}`, { headers })).json()) as { hits: unknown[] }).hits.length
  expect([await hits('gull7'), await hits('tern7'), await hits('skua7')]).toEqual([0, 0, 1])
})

test('an issue is not read again if words that are down would be shown, and nothing has changed', async () => {
  await takeDown(api.ctx, actor, { uid, article: ids[1]!, reason: 'court order' })
  await expect(rebuild(BEFORE[0]!, BEFORE[2]!)).rejects.toThrow('words of an article that is down would be shown again: Terns')
  expect(await idsNow()).toEqual(ids)
  const { reading_version, text_version } = await db
    .selectFrom('all_issues')
    .selectAll()
    .where('id', '=', issueId)
    .executeTakeFirstOrThrow()
  expect([reading_version, text_version]).toEqual([1, 0])
})

test('a corrected file can lack an article that is down, and another one that is down can take its place', async () => {
  await takeDown(api.ctx, actor, { uid, article: ids[1]!, reason: 'court order' })
  await takeDown(api.ctx, actor, { uid, article: ids[2]!, reason: 'court order' })
  await importAgain(BEFORE[0]!, BEFORE[2]!)
  const shown = async () =>
    (await api.answer(contents, `issuecontent/${uid}/contents`, { headers })).articles.map(({ headline }) => headline)
  expect(await shown()).toEqual(['Gulls'])
})

test('two articles that are down can become one in a corrected file', async () => {
  await takeDown(api.ctx, actor, { uid, article: ids[1]!, reason: 'court order' })
  await takeDown(api.ctx, actor, { uid, article: ids[0]!, reason: 'court order' })
  await importAgain(article('Birds', 1, `${gull} ${tern}`, 2), BEFORE[2]!)
  const { articles } = await api.answer(contents, `issuecontent/${uid}/contents`, { headers })
  expect(articles.map(({ headline }) => headline)).toEqual(['Skuas'])
})

test('an article with the headline of one that is down stays down, also if another one quotes it', async () => {
  await takeDown(api.ctx, actor, { uid, article: ids[1]!, reason: 'court order' })
  const quoted = tern.split(' ').slice(0, 30).join(' ')
  await importAgain(BEFORE[0]!, article('Terns', 2, story('rewritten')), article('Skuas', 3, `${skua} ${quoted}`))
  const { articles } = await api.answer(contents, `issuecontent/${uid}/contents`, { headers })
  expect(articles.map(({ headline }) => headline)).not.toContain('Terns')
})

test('a bookmark that is set while an issue is read again waits for its new articles', async () => {
  await changeMeanwhile(db, () => mark(2, ids[1]!), {
    lock: (trx) => trx.updateTable('all_issues').set({ headline: 'being read' }).where('id', '=', issueId).execute(),
    change: (trx) =>
      trx.updateTable('all_articles').set({ position: sql`position + 100` }).where('issue_id', '=', issueId).execute(),
  })
  expect(await db.selectFrom('bookmarks').select('article_position').where('issue_id', '=', issueId).execute()).toEqual([
    { article_position: 101 },
  ])
})

const keep = (kind: 'place' | 'event', page: number, id: number) =>
  kind === 'place'
    ? api.ask(`reader/places/${uid}`, { method: 'PUT', headers, form: { page: `${page}`, article: `${id}`, fraction: '0' } })
    : api.ask('reader/events', { headers, form: { issue: uid, events: JSON.stringify([eventOf(page, id)]) } })
const eventOf = (page: number, id: number) => ({ page, article: `${id}`, seconds: 4, at: new Date().toISOString() })
const placeNow = () =>
  db.selectFrom('reading_places').select(['page', 'article_position']).where('issue_id', '=', issueId).executeTakeFirst()

test.each([
  ['place', 'is rebuilt', rebuild],
  ['event', 'is rebuilt', rebuild],
  ['place', 'gets another PDF', importAgain],
  ['event', 'gets another PDF', importAgain],
] as const)('the first %s of a reader that is stored when an issue %s follows its words', async (kind, _, readAgain) => {
  let reading: Promise<unknown> | undefined
  await changeMeanwhile(db, () => keep(kind, 2, ids[1]!), {
    // The article of the place is already known, but nothing can be stored yet.
    lock: (trx) => sql`lock table reading_places in share mode`.execute(trx),
    change: () => {
      reading = readAgain(BEFORE[1]!, BEFORE[0]!, BEFORE[2]!)
      return endsOrWaits(db, reading, 2)
    },
  })
  await reading
  expect(await placeNow()).toEqual({ page: 2, article_position: 0 })
})

test.each(['place', 'event'] as const)('the %s that is stored later waits for nothing, and has a page only', async (kind) => {
  let isStored = false
  await db.transaction().execute(async (trx) => {
    await holdPositions(trx, issueId)
    await keep(kind, 2, ids[1]!)
    isStored = true
  })
  expect([isStored, await placeNow()]).toEqual([true, { page: 2, article_position: null }])
})

test('what is taken down between two queries is missing', async () => {
  const ofAccount = (trx: typeof db) => trx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute()
  const ofTable = (name: string) => (trx: typeof db) => sql`lock table ${sql.table(name)} in access exclusive mode`.execute(trx)
  const issueDown = (trx: typeof db) =>
    trx.updateTable('all_issues').set({ taken_down_at: new Date() }).where('id', '=', issueId).execute()
  const articleDown = (trx: typeof db) =>
    trx.updateTable('all_articles').set({ removed_by: 'article' }).where('id', '=', ids[0]!).execute()
  const answers: string[] = []
  for (const [lock, change, path, options] of [
    [ofAccount, articleDown, `issuecontent/${uid}/article/${ids[0]}`, {}],
    [ofTable('former_articles'), issueDown, `issuecontent/${uid}/contents`, {}],
    [ofTable('bookmarks'), issueDown, 'reader/bookmarks', { form: { issue: uid, page: '1' } }],
  ] as const) {
    const answer = await changeMeanwhile(db, () => api.ask(path, { headers, ...options }), { lock, change })
    answers.push(`${answer.status} ${await answer.text()}`)
    await db.updateTable('all_issues').set({ taken_down_at: null }).where('id', '=', issueId).execute()
  }
  expect(answers.filter((answer) => !/^404 .*"not_found"/.test(answer)).join('\n')).toBe('')
})
