import { download, offlineText } from '@kiosk/domain/reading/download-endpoints'
import { article as articleOf, contents } from '@kiosk/domain/reading/endpoints'
import { type EditedArticle, toEdit, toSend, withChange, withJoin, withMove, withSplit } from '@kiosk/domain/staff/article-edits'
import * as declared from '@kiosk/domain/staff/article-endpoints'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { publishIssue } from '../publish-issue.ts'
import type { PublishedArticle } from '../published-article.ts'
import { replaceText } from '../rebuilds/replace-text.ts'
import { takeBack, takeDown } from '../takedowns/take-down.ts'
import { issueToPublish, pageToPublish } from '../testing/issue-to-publish.ts'

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
const article = (headline: string, page: number, text: string): PublishedArticle => ({
  headline,
  byline: '',
  firstPage: page,
  lastPage: page,
  html: `<p>${text}</p>`,
  regions: [],
  source: 'headings',
})
const ARTICLES = [
  article('Der Pirol', 1, 'Der Pirol ruft im Mai.'),
  article('Der Specht', 2, 'Der Specht klopft am Ahorn.'),
  article('Der Star', 3, 'Der Star zieht im Herbst.'),
]
function imported(values: Partial<Published> = {}): Published {
  const pages = ['Anemone', 'Blaumeise', 'Steinadler'].map(pageToPublish)
  return issueToPublish({
    uid: `corrected-${++made}`,
    sha256: `corrected ${made}`,
    pages,
    articles: ARTICLES,
    ...values,
  })
}
const publish = (issue: Published) =>
  publishIssue(db, { title: { key: 'vogelwelt', name: 'Vogelwelt', language: 'de' }, issue, demonstration: false })

let uid: string
let headers: { cookie: string }
let desk: ReturnType<typeof fakeDesk>
beforeEach(async () => {
  const issue = imported()
  uid = issue.uid
  await publish(issue)
  const account = await createAccount(db)
  await subscribe(db, account)
  headers = await signedIn(db, account)
  desk = fakeDesk(ctx)
  await desk.signedInAs(await createStaff(ctx, { role: 'editor', name: 'Ida Moos' }))
})

type Loaded = { version: string; articles: declared.EditableArticle[]; left: declared.LeftCorrection[] }
const load = async () => (await desk.call(declared.issueArticles, { params: { uid } })) as unknown as Loaded
async function correct(edit: (articles: EditedArticle[]) => EditedArticle[], discard: string[] = []) {
  const { version, articles } = await load()
  const body = { version, articles: toSend(edit(toEdit(articles)), articles), discard }
  return desk.call(declared.correctArticles, { params: { uid }, body })
}
const contentsNow = () => api.answer(contents, `issuecontent/${uid}/contents`, { headers })
const headlines = async () => (await contentsNow()).articles.map(({ headline }) => headline)
const pagesWith = async (word: string) => {
  const answer = await api.ask(`issuecontent/${uid}/search?q=${word}`, { headers })
  return ((await answer.json()) as { hits: { page: number }[] }).hits.map(({ page }) => page)
}

test('articles are changed, split, joined, dropped and ordered; reader, search and downloads follow at once', async () => {
  const before = await contentsNow()
  const grant = () => api.answer(download, `issuecontent/${uid}/download`, { headers, form: { width: '720' } })
  const partsBefore = new Map((await grant()).parts.map(({ sha256, path }) => [sha256, path]))
  const change = (articles: EditedArticle[]) => {
    const changed = withChange(articles, 0, { headline: 'Der Wiedehopf', text: 'Der *Wiedehopf* ruft.\n\n## Nest\n\nIn Höhlen.' })
    const split = withSplit(changed, 0, changed[0]!.text.indexOf('## Nest'))
    return withMove(withJoin(split, 2), 2, 0)
  }
  expect(await correct(change)).toMatchObject({ status: 204 })
  expect(await headlines()).toEqual(['Der Specht', 'Der Wiedehopf', 'Nest'])
  const after = await contentsNow()
  expect(after.revision).toBe(before.revision + 1)
  expect([await pagesWith('Wiedehopf'), await pagesWith('Höhlen'), await pagesWith('Anemone')]).toEqual([[1], [1], [1]])
  const { parts, signature } = await grant()
  expect(parts.filter(({ sha256 }) => !partsBefore.has(sha256)).map(({ kind }) => kind)).toEqual(['text'])
  const text = await api.answer(offlineText, `issuecontent/${uid}/${parts[0]!.path}${signature}`, { headers })
  expect(text.articles.map(({ html }) => html)).toEqual([
    '<p>Der Specht klopft am Ahorn.</p><h2>Der Star</h2><p>Der Star zieht im Herbst.</p>',
    '<p>Der <em>Wiedehopf</em> ruft.</p>',
    '<p>In Höhlen.</p>',
  ])
  const { rows } = await sql`select actor, action, before, after from audit_entries where subject_id = ${uid}`.execute(db)
  expect(rows).toEqual([
    {
      actor: 'Ida Moos',
      action: 'issue.articles-corrected',
      before: { articles: 3, gone: ['Der Pirol', 'Der Star'] },
      after: { articles: 3, new: ['Der Wiedehopf', 'Nest'], corrections: 2, discarded: 0 },
    },
  ])
  expect((await load()).articles.map(({ isCorrected }) => isCorrected)).toEqual([true, true, true])
})

test('an article in another language has it in the reader, also after a correction', async () => {
  const [first, ...others] = ARTICLES as [PublishedArticle, ...PublishedArticle[]]
  const issue = imported({ articles: [{ ...first, language: 'und-Arab' }, ...others] })
  uid = issue.uid
  await publish(issue)
  const languages = async () => {
    const { articles } = await contentsNow()
    const shown = await Promise.all(
      articles.map(({ id }) => api.answer(articleOf, `issuecontent/${uid}/article/${id}`, { headers })),
    )
    return [articles.map(({ language }) => language), shown.map(({ language }) => language)]
  }
  const expected = [
    ['und-Arab', undefined, undefined],
    ['und-Arab', 'de', 'de'],
  ]
  expect(await languages()).toEqual(expected)
  await correct((articles) => withChange(articles, 0, { headline: 'Der Goldpirol' }))
  expect(await headlines()).toContain('Der Goldpirol')
  expect(await languages()).toEqual(expected)
})

test('a correction that is undone leaves no trace, in the search neither', async () => {
  await correct((articles) => withChange(articles, 0, { text: 'Der Wiedehopf.' }))
  expect(await pagesWith('Wiedehopf')).toEqual([1])
  await correct((articles) => withChange(articles, 0, { text: 'Der Pirol ruft im Mai.' }))
  expect(await pagesWith('Wiedehopf')).toEqual([])
  expect((await load()).articles.some(({ isCorrected }) => isCorrected)).toBe(false)
})

test('the words of a corrected table are found one by one', async () => {
  await correct((articles) =>
    withChange(articles, 0, { text: '| Ort | Juni |\n| --- | --- |\n| Alm | Enzian |\n| Tal | Klee |' }),
  )
  expect(await Promise.all(['Juni', 'Alm', 'Enzian', 'Klee'].map(pagesWith))).toEqual([[1], [1], [1], [1]])
})

test('another import keeps what fits and lists what does not, until it is discarded', async () => {
  await correct((articles) =>
    withChange(withChange(articles, 0, { text: 'Der Wiedehopf.' }), 2, { headline: 'Der Staar' }).toSpliced(1, 1),
  )
  const pages = imported().pages
  const next = [
    { ...ARTICLES[0]!, html: '<p>Der Pirol ruft im Juni und im Juli.</p>' },
    article('Neu', 2, 'Ein neuer Artikel.'),
    { ...ARTICLES[1]!, firstPage: 3, lastPage: 3 },
    { ...ARTICLES[2]!, firstPage: 4, lastPage: 4 },
  ]
  await publish(imported({ uid, sha256: `${uid} again`, revision: 2, articles: next, pages: [...pages, pages[0]!] }))
  expect(await headlines()).toEqual(['Der Pirol', 'Neu', 'Der Staar'])
  expect(await pagesWith('Wiedehopf')).toEqual([])
  const { left } = await load()
  expect(left).toMatchObject([
    { by: 'Ida Moos', about: ['Der Pirol'], results: [{ headline: 'Der Pirol', text: 'Der Wiedehopf.' }] },
  ])
  // Other corrections do not remove it; a file with the earlier text would fit again.
  await correct((articles) => withChange(articles, 1, { headline: 'Ganz neu' }))
  expect((await load()).left).toHaveLength(1)
  await correct((articles) => articles, [left[0]!.id])
  expect((await load()).left).toEqual([])
  expect(await headlines()).toEqual(['Der Pirol', 'Ganz neu', 'Der Staar'])
})

const rebuild = async (...articles: PublishedArticle[]) => {
  const { text_version } = await db
    .selectFrom('all_issues')
    .select('text_version')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  const { pages } = imported()
  const text = { pages, articles, language: 'de', textLayer: 'full' as const, outline: [] }
  await replaceText(db, { uid, files_revision: 1, text_version: text_version + 1 }, text)
}

test('an article that was dropped may be missing when its issue is read again, and stays dropped if it is found later', async () => {
  const [pirol, specht, star] = ARTICLES as [PublishedArticle, PublishedArticle, PublishedArticle]
  await correct((articles) => articles.toSpliced(1, 1))
  await rebuild(pirol, star)
  expect([await headlines(), (await load()).left]).toEqual([['Der Pirol', 'Der Star'], []])
  await correct((articles) => withChange(articles, 0, { headline: 'Der Goldpirol' }))
  await rebuild(pirol, specht, star)
  expect(await headlines()).toEqual(['Der Goldpirol', 'Der Star'])
  // Under another headline, its words would be shown again.
  const quoted = article('Im Wald', 1, 'Der Specht klopft am Ahorn, auch im Winter.')
  await expect(rebuild(pirol, quoted, star)).rejects.toThrow('a correction of an article would be lost: Der Specht')
  expect(await headlines()).toEqual(['Der Goldpirol', 'Der Star'])
})

test('corrections move along if the file becomes another issue by corrected metadata', async () => {
  await correct((articles) => withChange(articles, 0, { headline: 'Der Wiedehopf' }))
  const { source_sha256 } = await db
    .selectFrom('all_issues')
    .select('source_sha256')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  uid = `${uid}-renamed`
  await publish(imported({ uid, sha256: source_sha256 }))
  expect(await headlines()).toEqual(['Der Wiedehopf', 'Der Specht', 'Der Star'])
})

test('bookmarks, reading positions and topics follow their article', async () => {
  const { id: issueId } = await db.selectFrom('issues').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
  const account = await createAccount(db)
  for (const position of [0, 1, 2])
    await sql`insert into bookmarks (account_id, issue_id, page, article_position, headline)
      values (${account.id}, ${issueId}, 1, ${position}, ${ARTICLES[position]!.headline})`.execute(db)
  await correct((articles) => withMove(articles, 2, 0).toSpliced(1, 1))
  const { rows } = await sql<{ headline: string; article_position: number | null }>`select headline, article_position
    from bookmarks where issue_id = ${issueId} order by id`.execute(db)
  expect(rows.map(({ headline, article_position }) => [headline, article_position])).toEqual([
    ['Der Pirol', null],
    ['Der Specht', 1],
    ['Der Star', 0],
  ])
})

test('what is down stays down, and its words stay out of the search', async () => {
  const pirol = await db
    .selectFrom('articles')
    .innerJoin('issues', 'issues.id', 'issue_id')
    .select('articles.id')
    .where('uid', '=', uid)
    .where('articles.headline', '=', 'Der Pirol')
    .executeTakeFirstOrThrow()
  const id = await takeDown(ctx, actor, { uid, article: pirol.id, ...why })
  expect(await correct((articles) => withMove(withChange(articles, 1, { text: 'Der Buntspecht.' }), 0, 2))).toMatchObject({
    status: 204,
  })
  expect(await headlines()).toEqual(['Der Specht', 'Der Star'])
  expect([await pagesWith('Anemone'), await pagesWith('Buntspecht')]).toEqual([[], [2]])
  const isDown = { status: 409, code: 'article_is_down' }
  expect(await correct((articles) => withChange(articles, 2, { headline: 'Ein Vogel' }))).toMatchObject(isDown)
  expect(await correct((articles) => withChange(articles, 2, { text: 'Ein Vogel.' }))).toMatchObject(isDown)
  expect(await correct((articles) => withJoin(articles, 1))).toMatchObject(isDown)
  expect(await correct((articles) => articles.toSpliced(2, 1))).toMatchObject(isDown)
  await takeBack(ctx, actor, { id, ...why })
  // A notification restores it on all servers, including this one.
  await expect.poll(headlines).toEqual(['Der Specht', 'Der Star', 'Der Pirol'])
  expect([await pagesWith('Anemone'), await pagesWith('Buntspecht')]).toEqual([[1], [2]])
})

test('if two people save at once, one learns that the articles have changed', async () => {
  const { version, articles } = await load()
  const correctFirst = (headline: string) => {
    const body = { version, articles: toSend(withChange(toEdit(articles), 0, { headline }), articles), discard: [] }
    return desk.call(declared.correctArticles, { params: { uid }, body })
  }
  const answers = await Promise.all(['A', 'B', 'C'].map(correctFirst))
  expect(answers.map(({ status, code }) => [status, code]).sort()).toEqual([
    [204, undefined],
    [409, 'changed_meanwhile'],
    [409, 'changed_meanwhile'],
  ])
})

test.each([
  ['an article that was not imported', { from: [3] }],
  ['a page beyond the last', { lastPage: 4 }],
  ['pages in the wrong order', { firstPage: 3, lastPage: 2 }],
  ['no headline', { headline: ' ' }],
  ['neither text nor article', { current: null, text: null }],
  ['a text of nothing', { current: 7, text: null }],
])('%s is rejected and changes nothing', async (_, values) => {
  const { version, articles } = await load()
  const [first, ...rest] = toSend(toEdit(articles), articles)
  const body = { version, articles: [{ ...first, ...values }, ...rest], discard: [] }
  expect(await desk.call(declared.correctArticles, { params: { uid }, body })).toMatchObject({ status: 400, code: 'wrong_input' })
  expect(await headlines()).toEqual(['Der Pirol', 'Der Specht', 'Der Star'])
})

test('an editor sees the picture of a page; an unknown issue and page are not found', async () => {
  const picture = await desk.send(declared.issuePagePicture, { params: { uid, page: 2 } })
  expect([picture.status, await picture.text()]).toEqual([200, 'page 2 at 1240'])
  expect((await desk.send(declared.issuePagePicture, { params: { uid, page: 4 } })).status).toBe(404)
  expect(await desk.call(declared.issueArticles, { params: { uid: 'nothing' } })).toMatchObject({ status: 404 })
})
