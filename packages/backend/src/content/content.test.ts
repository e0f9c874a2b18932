import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { linkList, previousTerms, privacyPolicy, terms, textDocument, topic, topics } from '@kiosk/domain/content/endpoints'
import { expect, test } from 'vitest'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { within } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi({ now: () => new Date('2026-11-21T12:00:00Z'), requestsPerMinute: 0 })

test('serves the shipped texts in three languages', async () => {
  for (const language of ['de', 'en', 'fr']) {
    const content = expect.stringContaining('<h2>')
    expect(await api.answer(terms, 'terms?region=2', { language })).toMatchObject({ content, version: TERMS_VERSION })
    const date = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)
    expect(await api.answer(privacyPolicy, 'privacypolicy', { language })).toMatchObject({ content, date })
    expect((await api.answer(previousTerms, 'terms/previous?version=2018-11-01&region=1', { language })).version).toBe(
      '2018-11-01',
    )
  }
  expect(await api.errorOf('terms/previous?version=2017-01-01')).toMatchObject({ status: 404 })
  expect(await api.errorOf('content/nowhere')).toMatchObject({ status: 404 })
})

test('an operator’s edition replaces the shipped one from its date on, market first, without scripts', async () => {
  const row = {
    key: 'terms',
    language: 'de',
    title: 'Bedingungen',
    html: '<p onclick="x()">Allgemein<script>alert(1)</script></p>',
  }
  await connection.db
    .insertInto('documents')
    .values([
      { ...row, version: '2026-11-10' },
      { ...row, version: '2026-12-01', html: '<p>Künftig</p>' },
      { ...row, version: '2026-10-01', region_id: 3, html: '<p>Schweiz</p>' },
    ])
    .execute()
  await within(2000, async () => (await api.answer(terms, 'terms?region=1')).content === '<p>Allgemein</p>')
  expect(await api.answer(terms, 'terms?region=3')).toEqual({
    title: 'Bedingungen',
    description: '',
    content: '<p>Schweiz</p>',
    version: '2026-10-01',
  })
  expect((await api.answer(textDocument, 'content/terms', { country: 'CH' })).content).toBe('<p>Schweiz</p>')
  expect((await api.answer(terms, 'terms?region=3', { language: 'en' })).version).toBe(TERMS_VERSION)
})

test('outside of the demonstration, contests and terms of before are shown once the operator has published them', async () => {
  const { operator } = api.ctx
  operator.demonstration = false
  try {
    for (const path of ['content/contest-holiday', 'content/contest-recipe', 'terms/previous?version=2018-11-01'])
      expect(await api.errorOf(path), path).toMatchObject({ status: 404 })
    const row = { key: 'terms-previous', language: 'de', title: 'Von früher', description: 'Bis 2026', html: '<p>Alt</p>' }
    await connection.db
      .insertInto('documents')
      .values({ ...row, version: '2026-11-20' })
      .execute()
    await within(2000, async () => {
      const { content, title, version } = await api.answer(previousTerms, 'terms/previous?version=2018-11-01')
      return [content, title, version].join() === '<p>Alt</p>,Von früher,2026-11-20'
    })
    // Readers of the English website would otherwise find nothing.
    const english = await api.answer(previousTerms, 'terms/previous?version=2018-11-01', { language: 'en' })
    expect(english).toMatchObject({ title: 'Von früher', language: 'de' })
    expect((await api.answer(textDocument, 'content/faq', { language: 'en' })).language).toBe('en')
  } finally {
    operator.demonstration = true
  }
})

test('a topic links to its issue, and is missing where the issue may not be seen', async () => {
  const title = await createTitle(connection.db, { name: 'Stadtluft' })
  const issue = await createIssue(connection.db, {
    title,
    articles: [{ headline: 'Bäume', html: '<p>x</p>', firstPage: 1, lastPage: 1 }],
  })
  const hidden = await createIssue(connection.db, { title: await createTitle(connection.db, { shown_in: ['DE'] }) })
  const row = { language: 'de', headline: 'Stadtbäume', text: 'Mehr Schatten.', release_date: '2026-11-20' }
  await connection.db
    .insertInto('topics')
    .values([
      { ...row, uid: 'stadtbaeume', issue_id: issue.id, article_position: 0, trend: 80 },
      { ...row, uid: 'nur-dort', issue_id: hidden.id },
      { ...row, uid: 'swiss', issue_id: issue.id, region_ids: [3] },
    ])
    .execute()
  await within(2000, async () => (await api.ask('trendingtopics/topic/stadtbaeume')).status === 200)
  expect(await api.answer(topic, 'trendingtopics/topic/stadtbaeume')).toEqual({
    uid: 'stadtbaeume',
    headline: 'Stadtbäume',
    text: 'Mehr Schatten.',
    trend: 80,
    releaseDate: '2026-11-20',
    issueUID: issue.uid,
    magazineName: 'Stadtluft',
    issueName: 'Nr. 1',
    page: 1,
    issueArticleId: expect.stringMatching(/^\d+$/),
    // Without an image of its own it has the cover.
    imageUrl: expect.stringContaining(`issuecontent/${issue.uid}/cover?`),
    imageHeight: 1120,
    imageWidth: 840,
  })
  await connection.db.updateTable('topics').set({ readers: 7 }).where('uid', '=', 'stadtbaeume').execute()
  await within(2000, async () => (await api.answer(topic, 'trendingtopics/topic/stadtbaeume')).trend === 87)
  await connection.db.updateTable('topics').set({ readers: 7000 }).where('uid', '=', 'stadtbaeume').execute()
  await within(2000, async () => (await api.answer(topic, 'trendingtopics/topic/stadtbaeume')).trend === 100)
  expect(await api.errorOf('trendingtopics/topic/nur-dort')).toMatchObject({ status: 404 })
  const list = async (country: string) =>
    (await api.answer(topics, 'trendingtopics/topics', { country })).topics.map(({ uid }) => uid)
  expect(await list('AT')).toEqual(['stadtbaeume'])
  expect((await list('CH')).sort()).toEqual(['stadtbaeume', 'swiss'])
})

test('the link list pages by nextUrl to the last entry', async () => {
  const issue = await createIssue(connection.db)
  const rows = Array.from({ length: 30 }, (_, n) => ({
    key: `post-${n}`,
    issue_id: issue.id,
    target_url: `/magazines/issues/${issue.uid}?n=${n}`,
    posted_on: `2026-10-${String((n % 28) + 1).padStart(2, '0')}`,
  }))
  await connection.db.insertInto('link_posts').values(rows).execute()
  await within(2000, async () => (await api.answer(linkList, 'ig-linklist')).posts.length > 0)
  const found: string[] = []
  for (let path: string | undefined = 'ig-linklist'; path; ) {
    const { posts, nextUrl } = (await api.answer(linkList, path)) as {
      posts: { imageUrl: string; targetUrl: string }[]
      nextUrl?: string
    }
    expect(posts[0]?.imageUrl).toContain(`issuecontent/${issue.uid}/cover?`)
    found.push(...posts.map(({ targetUrl }) => targetUrl))
    path = nextUrl
  }
  expect(found).toHaveLength(30)
  expect(new Set(found).size).toBe(30)
})
