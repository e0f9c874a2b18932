import { article as articleCall } from '@kiosk/domain/reading/endpoints'
import { expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../accounts/testing/accounts.ts'
import { publishIssue } from '../catalogue/publish-issue.ts'
import type { PublishedArticle } from '../catalogue/published-article.ts'
import { issueToPublish, pageToPublish } from '../catalogue/testing/issue-to-publish.ts'
import { openTestApi } from '../testing/open-test-api.ts'

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })
const { db } = connection

const TABLE =
  '<table><caption>Gäste</caption><thead><tr><th scope="col">Ort</th><th scope="col">Juni</th></tr></thead><tbody><tr><th scope="row">Wien</th><td>12</td></tr></tbody></table>'
const TEXT = `Die Hirten kamen.<a href="#note=1">1</a> ${'Am Morgen lag Reif auf der Wiese. '.repeat(20)}`
const HTML = `<p>${TEXT.trim()}</p>${TABLE}<p><a href="#noteref=1">1</a> Gemeint sind die der Alm.</p>`

test('the API gives tables and notes as they are stored, without what else a file of others has, and opens no note before its time', async () => {
  const stored = HTML.replace('<table>', '<table onclick="x" style="color:red">').replace('<td>', '<td id="note" colspan="2">')
  const article: PublishedArticle = {
    headline: 'Reif',
    byline: '',
    firstPage: 1,
    lastPage: 2,
    html: stored,
    regions: [],
    source: 'headings',
  }
  const text = 'Reif lag auf der Wiese'
  const { issueId } = await publishIssue(db, {
    title: { key: 'alm', name: 'Alm', language: 'de' },
    issue: issueToPublish({
      uid: 'alm-1',
      sha256: 'alm',
      articles: [article],
      pages: Array.from({ length: 30 }, () => pageToPublish(text)),
    }),
    demonstration: false,
  })
  const { id } = await db.selectFrom('all_articles').select('id').where('issue_id', '=', issueId).executeTakeFirstOrThrow()
  const account = await createAccount(db)
  await subscribe(db, account)
  const headers = await signedIn(db, account)
  const opened = await api.answer(articleCall, `issuecontent/alm-1/article/${id}`, { headers })
  expect(opened).toMatchObject({ html: HTML, whole: true })
  await db.updateTable('all_articles').set({ first_page: 20, last_page: 20 }).where('id', '=', id).execute()
  const closed = await api.answer(articleCall, `issuecontent/alm-1/article/${id}`)
  expect(closed.whole).toBe(false)
  expect(closed.html).toMatch(/^<p>Die Hirten kamen\.1 Am Morgen .* …<\/p>$/)
})
