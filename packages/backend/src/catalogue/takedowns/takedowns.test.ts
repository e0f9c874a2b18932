import { download, downloads, offlineText } from '@kiosk/domain/reading/download-endpoints'
import { access, contents, pageWords } from '@kiosk/domain/reading/endpoints'
import {
  restore,
  takeDown as takeDownCall,
  takedownArticles,
  takedownIssues,
  takedowns,
} from '@kiosk/domain/staff/takedown-endpoints'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { within } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { publishIssue } from '../publish-issue.ts'
import { issueToPublish, pageToPublish } from '../testing/issue-to-publish.ts'
import * as takedown from './take-down.ts'

const { connection, api } = await openTestApi({
  requestsPerMinute: 0,
  renderPage: async (_, page, width) => Buffer.from(`page ${page} at ${width}`),
})
const { db } = connection
const { ctx } = api
const actor = { kind: 'command', name: 'nora', source: 'test' } as const
const why = { reason: 'court order' }

type Published = Parameters<typeof publishIssue>[1]['issue']
let made = 0

function imported(values: Partial<Published> = {}): Published {
  const article = { byline: '', html: '<p>Text.</p>', regions: [], source: 'headings' as const }
  const pages = ['Anemone', 'Blaumeise', 'Steinadler'].map(pageToPublish)
  return issueToPublish({
    uid: `issue-${++made}`,
    sha256: `file ${made}`,
    pages,
    articles: [
      { ...article, headline: 'Der Pirol', firstPage: 2, lastPage: 2 },
      { ...article, headline: 'Der Specht', firstPage: 2, lastPage: 3 },
    ],
    ...values,
  })
}
/** Makes a change and waits until the API has been notified of it, because until then it answers from its caches. */
async function notified<Result>(change: () => Promise<Result>): Promise<Result> {
  const { catalogueCache } = ctx
  await catalogueCache.ready
  const before = catalogueCache.generation
  const result = await change()
  await within(5_000, async () => catalogueCache.generation > before)
  return result
}
const title = { key: 'vogelwelt', name: 'Vogelwelt', language: 'de' } as const
const publish = (issue: Published) => notified(() => publishIssue(db, { title, issue, demonstration: false }))
const takeDown: typeof takedown.takeDown = (...change) => notified(() => takedown.takeDown(...change))
const takeBack: typeof takedown.takeBack = (...change) => notified(() => takedown.takeBack(...change))

let uid: string
let headers: { cookie: string }
beforeEach(async () => {
  const issue = imported()
  uid = issue.uid
  await publish(issue)
  const account = await createAccount(db)
  await subscribe(db, account)
  headers = await signedIn(db, account)
})

const articleId = async (headline: string) => {
  const { articles } = await contentsNow()
  return Number(articles.find((each) => each.headline === headline)!.id)
}
const contentsNow = () => api.answer(contents, `issuecontent/${uid}/contents`, { headers })
const headlines = async () => (await contentsNow()).articles.map(({ headline }) => headline)
const signed = async () => (await api.answer(access, `issuecontent/${uid}/access`, { headers })).signature
const picture = async (page: number, signature: string) =>
  api.ask(`issuecontent/${uid}/pages/${page}/picture?width=720&${signature}`, { headers })
const found = async (word: string) => (await api.ask(`issuecontent/${uid}/search?q=${word}`, { headers })).text()

test('an issue that is down is unknown, also at addresses that a reader already has', async () => {
  const signature = await signed()
  expect((await picture(2, signature)).status).toBe(200)
  const id = await takeDown(ctx, actor, { uid, ...why })
  expect(await api.errorOf(`issues/${uid}`)).toEqual(await api.errorOf('issues/nothing'))
  expect((await picture(2, signature)).status).toBe(404)
  const cover = await api.ask(`issuecontent/${uid}/cover?coverheight=280&v=1`)
  expect([cover.status, cover.headers.get('cache-control')]).toEqual([404, 'public, max-age=60'])
  await takeBack(ctx, actor, { id, ...why })
  expect((await picture(2, signature)).status).toBe(200)
})

test('a page that is down is a picture that says so, at a new address; the old one has expired', async () => {
  const signature = await signed()
  const before = await contentsNow()
  const id = await takeDown(ctx, actor, { uid, page: 2, ...why })
  expect(await (await picture(2, signature)).json()).toMatchObject({ code: 'address_expired' })
  const renewed = await signed()
  const placeholder = await picture(2, renewed)
  expect(placeholder.headers.get('content-type')).toBe('image/webp')
  expect(
    Buffer.from(await placeholder.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
  expect(await (await picture(3, renewed)).text()).toBe('page 3 at 720')
  const words = await api.answer(pageWords, `issuecontent/${uid}/pages/2/words?${renewed}`, { headers })
  expect(words.lines.map((line) => line[0]![0])).toEqual([
    'Diese Seite wurde entfernt.',
    'This page was removed.',
    'Cette page a été retirée.',
  ])
  const down = await contentsNow()
  expect(down.revision).toBe(before.revision + 1)
  expect(down.pages).toEqual(before.pages)
  // Both articles are on the page.
  expect(down.articles).toEqual([])
  expect(await found('Blaumeise')).not.toContain('Blaumeise')
  expect(await found('Steinadler')).toContain('Steinadler')
  await takeBack(ctx, actor, { id, ...why })
  expect(await (await picture(2, await signed())).text()).toBe('page 2 at 720')
  expect(await contentsNow()).toEqual({ ...before, revision: before.revision + 2, coverURL: expect.any(String) })
  expect(await found('Blaumeise')).toContain('Blaumeise')
})

test('without its first page an issue has no cover', async () => {
  await api.files.write(`issues/${uid}/1/cover.webp`, Buffer.from('cover'))
  const cover = async () => (await api.ask(`issuecontent/${uid}/cover?coverheight=280`)).status
  expect(await cover()).toBe(200)
  await takeDown(ctx, actor, { uid, page: 1, ...why })
  expect(await cover()).toBe(404)
})

test('overlapping takedowns are restored one by one', async () => {
  const article = await articleId('Der Pirol')
  const ids = [
    await takeDown(ctx, actor, { uid, article, ...why }),
    await takeDown(ctx, actor, { uid, page: 2, ...why }),
    await takeDown(ctx, actor, { uid, ...why }),
  ]
  await takeBack(ctx, actor, { id: ids[2]!, ...why })
  expect(await headlines()).toEqual([])
  await takeBack(ctx, actor, { id: ids[1]!, ...why })
  expect(await headlines()).toEqual(['Der Specht'])
  await takeBack(ctx, actor, { id: ids[0]!, ...why })
  expect(await headlines()).toEqual(['Der Pirol', 'Der Specht'])
  expect(await found('Blaumeise')).toContain('Blaumeise')
})

describe('an offline copy', () => {
  const listed = async () => (await api.answer(downloads, 'reader/downloads', { headers })).downloads
  const grant = () => api.answer(download, `issuecontent/${uid}/download`, { headers, form: { width: '720' } })

  test('of an issue that is down ends at the next contact, and comes back with the same key', async () => {
    const { key } = await grant()
    const id = await takeDown(ctx, actor, { uid, ...why })
    expect(await listed()).toEqual([])
    expect(await api.errorOf(`issuecontent/${uid}/download`, { headers, form: { width: '720' } })).toMatchObject({ status: 404 })
    await takeBack(ctx, actor, { id, ...why })
    expect(await listed()).toMatchObject([{ uid, key }])
  })

  test('can be removed while its issue is down', async () => {
    await grant()
    await takeDown(ctx, actor, { uid, ...why })
    expect((await api.ask(`issuecontent/${uid}/download`, { method: 'DELETE', headers })).status).toBe(204)
  })

  test('fetches only the parts again that a page or an article changes', async () => {
    const before = await grant()
    const changed = async () => {
      const { parts, revision, signature } = await grant()
      expect(await listed()).toMatchObject([{ revision }])
      for (const { path, bytes } of parts) {
        const response = await api.ask(`issuecontent/${uid}/${path}${signature}`, { headers })
        expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, bytes])
      }
      const text = await api.answer(offlineText, `issuecontent/${uid}/${parts[0]!.path}${signature}`, { headers })
      const hashes = new Set(before.parts.map(({ sha256 }) => sha256))
      return {
        parts: parts.filter(({ sha256 }) => !hashes.has(sha256)).map(({ kind, page }) => `${kind} ${page}`),
        articles: text.articles.map(({ headline }) => headline),
        isNew: revision > before.revision,
      }
    }
    const page = await takeDown(ctx, actor, { uid, page: 2, ...why })
    expect(await changed()).toEqual({ parts: ['text 0', 'words 2', 'thumbnail 2', 'picture 2'], articles: [], isNew: true })
    await takeBack(ctx, actor, { id: page, ...why })
    await takeDown(ctx, actor, { uid, article: await articleId('Der Pirol'), ...why })
    expect(await changed()).toEqual({ parts: ['text 0'], articles: ['Der Specht'], isNew: true })
  })
})

describe('an import', () => {
  test('of a corrected file keeps down what is down, also an article that moved', async () => {
    const issue = imported({ uid, sha256: 'corrected' })
    await takeDown(ctx, actor, { uid, page: 3, ...why })
    await takeDown(ctx, actor, { uid, article: await articleId('Der Pirol'), ...why })
    const { revision } = await contentsNow()
    const [pirol] = issue.articles
    const moved = { ...pirol!, headline: 'Die Amsel', firstPage: 1, lastPage: 1 }
    await publish({ ...issue, revision: 2, articles: [moved, { ...pirol!, firstPage: 1, lastPage: 1 }] })
    const after = await contentsNow()
    expect(after.revision).toBeGreaterThan(revision)
    expect(after.articles.map(({ headline }) => headline)).toEqual(['Die Amsel'])
    expect(await found('Steinadler')).not.toContain('Steinadler')
  })

  test('under corrected metadata does not bring an issue back', async () => {
    await takeDown(ctx, actor, { uid, ...why })
    const sha256 = (await db.selectFrom('all_issues').select('source_sha256').where('uid', '=', uid).executeTakeFirstOrThrow())
      .source_sha256
    await publish(imported({ uid: `${uid}-renamed`, sha256 }))
    expect((await api.ask(`issues/${uid}-renamed`)).status).toBe(404)
    const { id } = await db.selectFrom('takedowns').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    await takeBack(ctx, actor, { id, ...why })
    expect((await api.ask(`issues/${uid}-renamed`)).status).toBe(200)
  })
})

describe('at the desk', () => {
  const atDesk = async (role: 'editor' | 'care') => {
    const desk = fakeDesk(ctx)
    await desk.signedInAs(await createStaff(ctx, { role, name: 'Ida Moos' }))
    return desk
  }

  test('an editor finds an issue, takes an article down and restores it; the audit log says who and why', async () => {
    const desk = await atDesk('editor')
    const search = (words: string) => desk.call(takedownIssues, { query: { search: words } })
    expect(await search(`vogelWELT ${uid}`)).toMatchObject({ issues: [{ uid, title: 'Vogelwelt', isDown: false }] })
    const articles = await desk.call(takedownArticles, { params: { uid } })
    const [{ id: article }] = articles.articles as [{ id: number }]
    const { id } = (await desk.call(takeDownCall, { body: { uid, article, reason: 'Klage' } })) as unknown as { id: number }
    expect(await headlines()).toEqual(['Der Specht'])
    expect(await desk.call(takeDownCall, { body: { uid, article, reason: 'x' } })).toMatchObject({ code: 'taken_down_already' })
    expect(await desk.call(restore, { params: { id }, body: { reason: 'Vergleich' } })).toMatchObject({ status: 204 })
    expect(await desk.call(restore, { params: { id }, body: { reason: 'x' } })).toMatchObject({ code: 'restored_already' })
    expect(await desk.call(takedowns)).toMatchObject({
      takedowns: expect.arrayContaining([expect.objectContaining({ id, article: 'Der Pirol', restoredReason: 'Vergleich' })]),
    })
    const { rows } = await sql`select actor, action, subject_id, subject, after, before, reason from audit_entries
      where subject_id = ${uid} order by id`.execute(db)
    const subject = { actor: 'Ida Moos', subject_id: uid, subject: 'Vogelwelt, Nr. 1' }
    expect(rows).toEqual([
      { ...subject, action: 'issue.taken-down', before: null, after: { article: 'Der Pirol' }, reason: 'Klage' },
      { ...subject, action: 'issue.restored', before: { article: 'Der Pirol' }, after: null, reason: 'Vergleich' },
    ])
  })

  test.each([
    ['an unknown issue', { uid: 'nothing' }, 'uid'],
    ['a page beyond the last', { page: 4 }, 'page'],
    ['an unknown article', { article: 999_999 }, 'article'],
  ])('%s is not found', async (_, target, field) => {
    const desk = await atDesk('editor')
    const answer = await desk.call(takeDownCall, { body: { uid, ...target, reason: 'x' } })
    expect(answer).toMatchObject({ status: 404, code: 'not_found', field })
  })

  test('a reason is required, and page and article exclude each other', async () => {
    const desk = await atDesk('editor')
    for (const body of [{ uid }, { uid, reason: ' ' }, { uid, page: 1, article: 1, reason: 'x' }])
      expect(await desk.call(takeDownCall, { body })).toMatchObject({ status: 400 })
  })
})

test('the views have every column of their tables', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and table_name in ('all_issues', 'all_articles')
    and (substr(table_name, 5), column_name) not in (select table_name, column_name from information_schema.columns)`.execute(db)
  expect(rows).toEqual([])
})
