import { API_BASE } from '@kiosk/contract/route'
import { describe, expect, test } from 'vitest'
import { openWebsite } from '../testing/website.ts'

const openPage = openWebsite()

const topic = {
  uid: 'stadtbaeume',
  headline: 'Stadtbäume & Schatten',
  text: 'Mehr Schatten für alle.\n\nUnd weniger Asphalt.',
  imageUrl: `${API_BASE}content/pictures/topics/stadtbaeume.webp`,
  imageHeight: 630,
  imageWidth: 1200,
  trend: 87,
  releaseDate: '2026-11-20',
  issueArticleId: '42',
  issueUID: 'abc123',
  page: 7,
  magazineName: 'Stadtluft',
  issueName: 'Nr. 11',
}
const answers = {
  'trendingtopics/topic/stadtbaeume': topic,
  'issuecontent/abc123/article/42': {
    id: '42',
    headline: 'x',
    byline: '',
    firstPage: 7,
    lastPage: 8,
    language: 'de',
    html: '<p>Der ganze Artikel</p>',
    whole: true,
  },
}
const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile' }
const CRAWLER = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }

describe('a topic', () => {
  test.each([
    ['de', 'Thema: Stadtbäume &amp; Schatten', 'Im Trend: 87 von 100', 'Aus Stadtluft, Nr. 11, Seite 7'],
    ['en', 'Topic: ', 'Trending: 87 of 100', 'From Stadtluft, Nr. 11, page 7'],
    ['fr', 'Sujet\u00a0: ', 'Tendance\u00a0: 87 sur 100', 'Dans Stadtluft, Nr. 11, page 7'],
  ])('in %s names its trend, its source and a link for reading', async (language, title, trend, source) => {
    const { html } = await openPage('/topic/stadtbaeume', { answers, headers: { 'accept-language': language } })
    for (const words of [title, trend, source]) expect(html).toContain(words)
    expect(html).toContain('href="/magazines/issues/abc123?p=7"')
    expect(html).toContain('href="/reader/topics/stadtbaeume"')
    expect(html).toMatch(/<img[^>]+width="1200"[^>]+height="630"/)
    expect(html).toMatch(/<meta name="description" content="Mehr Schatten für alle. Und weniger Asphalt."/)
    expect(html).toContain(
      `<meta property="og:image" content="https://kiosk.example${API_BASE}content/pictures/topics/stadtbaeume.webp"`,
    )
    expect(html).toMatch(/<meta name="twitter:card"/)
    expect(html).toContain('<meta name="keywords" content="Stadtbäume &amp; Schatten, Stadtluft, Nr. 11"')
  })

  test('opens the app on phones only', async () => {
    const link = 'href="readit://topic/stadtbaeume?utm_source=mail"'
    const path = '/topic/stadtbaeume?utm_source=mail'
    expect((await openPage(path, { answers, headers: PHONE })).html).toContain(link)
    expect((await openPage(path, { answers })).html).not.toContain('readit:')
  })

  test('shows the article to crawlers only', async () => {
    expect((await openPage('/topic/stadtbaeume', { answers, headers: CRAWLER })).html).toContain('Der ganze Artikel')
    const { html, requests } = await openPage('/topic/stadtbaeume', { answers })
    expect(html).not.toContain('Der ganze Artikel')
    expect(requests.some(({ path }) => path.includes('/article/'))).toBe(false)
  })

  test.each([
    ['?fw', {}, '/reader/topics/stadtbaeume'],
    ['?fw=1&utm_source=mail&utm_other=x', {}, '/reader/topics/stadtbaeume?utm_source=mail'],
    ['?fw=1&utm_campaign=herbst', PHONE, 'readit://topic/stadtbaeume?utm_campaign=herbst'],
    ['?fw=0', {}, null],
    ['?fw=1', CRAWLER, null],
  ])('with %s redirects to the reader', async (query, headers, location) => {
    expect((await openPage(`/topic/stadtbaeume${query}`, { answers, headers })).location).toBe(location)
  })

  test('answers 404 with links to other pages for an unknown topic', async () => {
    const { response, html } = await openPage('/topic/nirgends')
    expect(response.status).toBe(404)
    expect(html).toContain('href="/"')
  })
})

test('shows the images of the link list, opens them in a new tab and has pages without JavaScript', async () => {
  const posts = [
    { imageUrl: '/a.webp', targetUrl: 'https://shop.example/a', title: 'Herbst' },
    { imageUrl: '/b.webp', targetUrl: 'javascript:alert(1)', title: '' },
  ]
  const { html, title } = await openPage('/linkinbio', {
    answers: { 'ig-linklist': { posts, nextUrl: `${API_BASE}ig-linklist?after=2026-11-01.7` } },
  })
  expect(html).toMatch(/<a href="https:\/\/shop.example\/a" target="_blank" rel="noopener"/)
  expect(title).toBe('Unsere Beiträge – read-it')
  expect(html).not.toContain('javascript:')
  expect(html).toContain('href="/linkinbio?after=2026-11-01.7"')
})

test("shows the operator's terms for the region, or the shipped ones when the API fails", async () => {
  const named = { title: 'Bedingungen', description: 'Fassung vom 10. November 2026' }
  const own = await openPage('/terms', {
    answers: { 'terms?region=1': { ...named, content: '<h2>Eigenes</h2>', version: '2026-11-10' } },
  })
  expect(own.html).toContain('<h2>Eigenes</h2>')
  expect(own.html).toContain('Fassung vom 10. November 2026')
  expect((await openPage('/terms')).html).toContain('1. Worum es geht')
  const { requests } = await openPage('/terms/previous')
  expect(requests.map(({ path }) => path)).toContain(`${API_BASE}terms/previous?version=2018-11-01&region=1`)
})

test('an operator without former terms and contests shows none: their pages lead to the terms, which name no former ones', async () => {
  const operatorValues = { demonstration: false }
  for (const path of ['/terms/previous', '/terms/contest-holiday', '/terms/contest-recipe']) {
    const { response } = await openPage(path, { operatorValues })
    expect([response.status, response.headers.get('location')], path).toEqual([302, '/terms'])
  }
  expect((await openPage('/terms', { operatorValues })).html).not.toContain('/terms/previous')
  const former = { title: 'Von früher', description: '', content: '<p>Alt</p>', version: '2025-01-01' }
  const answers = { 'terms/previous': former }
  expect((await openPage('/terms', { operatorValues, answers })).html).toContain('href="/terms/previous"')
  expect((await openPage('/terms/previous', { operatorValues, answers })).html).toContain('<p>Alt</p>')
})
