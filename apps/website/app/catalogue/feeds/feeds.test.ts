import { API_BASE } from '@kiosk/contract/route'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { manyIssues } from '../testing/fake-api.ts'
import { openCatalogue, publicUrl } from '../testing/open-catalogue.ts'
import { sampleIssue } from '../testing/sample-issues.ts'
import { sampleAccess, sampleContents } from './testing/sample-contents.ts'

const openPage = openCatalogue()

test('links every issue for crawlers, page by page', async () => {
  const shelf = { issues: manyIssues(30) }
  const first = await openPage('/magazines/issuelinks', shelf)
  expect(first.main.match(/href="\/magazines\/issues\/u\d+"/g)).toHaveLength(20)
  expect(first.main).toContain('href="/magazines/issuelinks?after=20"')
  const second = await openPage('/magazines/issuelinks?after=20', shelf)
  expect(second.main.match(/href="\/magazines\/issues\/u\d+"/g)).toHaveLength(10)
  expect(second.main).not.toContain('rel="next"')
})

const topic = {
  uid: 'stadtbaeume',
  headline: 'Bäume & <Städte>',
  text: 'Mehr Schatten',
  trend: 3,
  releaseDate: '2026-11-20',
  imageUrl: `${API_BASE}content/pictures/topics/a.webp`,
  imageWidth: 400,
  imageHeight: 300,
  issueArticleId: null,
  issueUID: 'u1',
  page: 4,
  magazineName: 'Berg',
  issueName: 'Nr. 1',
}
const travel = { uid: 'reise', title: 'Reise & Meer', issueCount: 1, overviewHeaders: [], issues: [] }

describe('every RSS feed is valid', () => {
  const shelf = { issues: [sampleIssue()], topics: [topic], categories: [travel] }
  const feeds = ['/feeds/issues.xml', '/feeds/topics.xml', '/feeds/magazines/berg-und-tal.xml', '/feeds/categories/reise.xml']
  test.each(feeds.flatMap((path) => ['de', 'en', 'fr'].map((language) => [path, language] as const)))(
    '%s in %s',
    async (path, language) => {
      const { html, headers } = await openPage(path, shelf, { 'accept-language': language })
      expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
      const { root, elements } = read(html)
      expect(root).toBe('rss 2.0')
      const [title, link, description, ...more] = elements('channel')
      expect([title?.name, link?.name, description?.name]).toEqual(['title', 'link', 'description'])
      expect([title?.text, description?.text].every((each) => each && !each.includes('{') && !each.includes('CATALOGUE'))).toBe(
        true,
      )
      expect(link?.text).toMatch(/^https:\/\/kiosk\.example\//)
      expect(more.find(({ name }) => name === 'language')?.text).toBe(language)
      expect(more.find(({ name }) => name === 'atom:link')?.attributes).toEqual({
        href: publicUrl + path,
        rel: 'self',
        type: 'application/rss+xml',
      })
      const item = Object.fromEntries(elements('item').map((each) => [each.name, each]))
      expect(elements('item')).toHaveLength(Object.keys(item).length)
      expect(item.title?.text).toBeTruthy()
      expect(new URL(item.link!.text).origin).toBe(publicUrl)
      expect([item.guid?.text, item.guid?.attributes]).toEqual([item.link?.text, { isPermaLink: 'true' }])
      expect(item.pubDate?.text).toBe('Fri, 20 Nov 2026 06:00:00 GMT')
      const { url, medium, width, height } = item['media:content']!.attributes
      expect([new URL(url!).origin, medium, Number(width) > 0, Number(height) > 0]).toEqual([publicUrl, 'image', true, true])
    },
  )

  test('pages link to their feeds', async () => {
    const { html } = await openPage('/magazines?category=reise', shelf)
    expect(html).toContain('href="/feeds/categories/reise.xml"')
    expect((await openPage('/magazines?magazine=berg-und-tal', shelf)).html).toContain('href="/feeds/magazines/berg-und-tal.xml"')
    for (const path of ['/feeds/categories/nope.xml', '/feeds/categories/reise', '/feeds/categories/.xml'])
      expect((await openPage(path, shelf)).status, path).toBe(404)
  })
})

type Read = { name: string; attributes: Record<string, string>; text: string }

/** Returns root element and version of a feed, and the texts directly within an element. */
function read(document: string) {
  const inside: Record<string, Read[]> = {}
  const open: Read[] = []
  let root = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const plain = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))
    const outer = open.at(-1)
    const element = { name, attributes: plain, text: '' }
    if (outer) inside[outer.name] = [...(inside[outer.name] ?? []), element]
    else root = `${name} ${plain.version}`
    open.push(element)
  })
  parser.on('text', (text) => {
    const at = open.at(-1)
    if (at) at.text += text
  })
  parser.on('closetag', () => open.pop())
  parser.write(document).close()
  return { root, elements: (name: string) => inside[name] ?? [] }
}

describe('machine-readable documents', () => {
  test('answers 304 to a client with the current feed', async () => {
    const shelf = { issues: manyIssues(3) }
    const first = await openPage('/feeds/issues.xml', shelf)
    expect(first.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const etag = first.headers.get('etag') ?? ''
    expect((await openPage('/feeds/issues.xml', shelf, { 'if-none-match': etag })).status).toBe(304)
    expect((await openPage('/feeds/issues.xml', { issues: manyIssues(4) }, { 'if-none-match': etag })).status).toBe(200)
  })

  test('ignores the session, so that feeds contain no adult titles', async () => {
    for (const path of ['/feeds/issues.xml', '/feeds/magazines/berg-und-tal.xml', '/opds', '/opds/newest', '/sitemap.xml']) {
      const { requests, status } = await openPage(path, { issues: [sampleIssue()] }, { cookie: 'session=secret' })
      expect(status).toBe(200)
      expect(requests.filter((request) => request.headers.has('cookie'))).toEqual([])
    }
  })

  test('has a feed per title and 404 for an unknown one', async () => {
    const { html, calls } = await openPage('/feeds/magazines/berg-und-tal.xml', { issues: [sampleIssue()] })
    expect(html).toContain('<title>Berg &amp; &lt;Tal&gt;</title>')
    expect(calls).toContain('issues/all?limit=50&magazine=berg-und-tal')
    expect((await openPage('/feeds/magazines/nope.xml', { issues: [] })).status).toBe(404)
    expect((await openPage('/feeds/magazines/berg-und-tal', { issues: [sampleIssue()] })).status).toBe(404)
  })

  test('links from the OPDS start to every issue', async () => {
    const shelf = { issues: manyIssues(25) }
    const start = JSON.parse((await openPage('/opds', shelf)).html)
    expect(start.navigation[0].href).toBe(`${publicUrl}/opds/newest`)
    const newest = JSON.parse((await openPage('/opds/newest', shelf)).html)
    const next = newest.links.find(({ rel }: { rel: string }) => rel === 'next').href
    const rest = JSON.parse((await openPage(next.replace(publicUrl, ''), shelf)).html)
    expect(newest.publications.length + rest.publications.length).toBe(25)
    expect(JSON.parse((await openPage('/opds/search?query=titel%203', shelf)).html).publications).toHaveLength(1)
    expect((await openPage('/opds/nope', shelf)).status).toBe(404)
  })

  test('finds each issue once by the text of its pages and pages through the results in OPDS', async () => {
    const [byTitle, byText] = manyIssues(2) as [Issue, Issue]
    const pages = [byText, byTitle, byText].map((issue, index) => ({ issue, page: index + 1, snippet: '' }))
    const shelf = { issues: [{ ...byTitle, titleLine: 'Garten' }], pages, next: '2026-11-21.97', corrected: 'garten' }
    const found = JSON.parse((await openPage('/opds/search?query=Garten', shelf)).html)
    const identifiers = found.publications.map(({ metadata }: { metadata: { identifier: string } }) => metadata.identifier)
    expect(identifiers).toEqual([byTitle, byText].map(({ uid }) => expect.stringContaining(uid)))
    const next = found.links.find(({ rel }: { rel: string }) => rel === 'next').href
    expect(next).toBe(`${publicUrl}/opds/search?query=garten&after=2026-11-21.97`)
    const { calls } = await openPage(next.replace(publicUrl, ''), shelf)
    expect(calls).toContain('search?q=garten&after=2026-11-21.97')
    expect(JSON.parse((await openPage('/opds/search?query=', shelf)).html).navigation).toHaveLength(1)
  })

  test('marks an incomplete search result as no-store', async () => {
    const cacheControlOf = async (more: object) =>
      (await openPage('/opds/search?query=titel', { issues: manyIssues(2), ...more })).headers.get('cache-control')
    expect(await cacheControlOf({})).toContain('max-age')
    expect(await cacheControlOf({ closedLeftOut: true })).toBe('no-store')
  })

  test('links the catalogue to a manifest per issue for the requesting account', async () => {
    const shelf = { issues: [sampleIssue()], contents: sampleContents, access: sampleAccess }
    const { publications } = JSON.parse((await openPage('/opds/newest', shelf)).html)
    const { href } = publications[0].links.find(
      ({ rel, type }: Record<string, string>) => rel?.endsWith('/sample') && type === 'application/webpub+json',
    )
    const manifest = await openPage(href.replace(publicUrl, ''), shelf, { cookie: 'session=mine' })
    expect(manifest.headers.get('content-type')).toBe('application/webpub+json; charset=utf-8')
    expect(manifest.headers.get('cache-control')).toContain('private')
    expect(JSON.parse(manifest.html).readingOrder).toHaveLength(2)
    expect(manifest.requests.some((request) => request.headers.get('cookie')?.includes('session=mine'))).toBe(true)
    expect((await openPage('/opds/issues/nobody/manifest.json', shelf)).status).toBe(404)
    const authentication = await openPage('/opds/authentication.json', shelf)
    expect(authentication.headers.get('content-type')).toBe('application/opds-authentication+json; charset=utf-8')
    expect(JSON.parse(authentication.html).authentication[0].type).toBe('http://opds-spec.org/auth/basic')
  })

  test('has a feed of topics with escaped texts', async () => {
    const { html, headers } = await openPage('/feeds/topics.xml', { issues: [], topics: [topic] })
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(html).toContain('<title>Bäume &amp; &lt;Städte&gt;</title>')
    expect(html).toContain(`<link>${publicUrl}/topic/stadtbaeume</link>`)
    expect(html).toContain('<description>Mehr Schatten</description>')
  })

  test('has one sitemap for a small catalogue and an index of parts for a large one', async () => {
    const small = await openPage('/sitemap.xml', { issues: manyIssues(30) })
    expect(small.html.match(/<loc>/g)!.length).toBeGreaterThan(30 + 10)
    expect(small.html.match(/<loc>[^<]*\/title\/titel-\d+</g)).toHaveLength(30)
    const shelf = {
      issues: manyIssues(10_030).map((issue, at) => ({
        ...issue,
        magazineKey: `titel-${at % 250}`,
        releaseDate: at === 10_007 ? '2026-11-19' : at === 3 ? '2026-11-18' : '2026-10-01',
      })),
    }
    const index = await openPage('/sitemap.xml', shelf)
    const parts = [...index.html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, href]) =>
      href!.replaceAll('&amp;', '&').replace(publicUrl, ''),
    )
    expect(parts).toHaveLength(4)
    // The part of titles and two of issues.
    const changes = [...index.html.matchAll(/<lastmod>([^<]*)<\/lastmod>/g)].map(([, day]) => day)
    expect(changes).toEqual(['2026-11-18', '2026-11-18', '2026-11-19'])
    const listed = await Promise.all(
      parts.map(async (part) => (await openPage(part, shelf)).html.match(/<loc>[^<]*\/magazines\/issues\/u\d+</g)?.length ?? 0),
    )
    expect(listed).toEqual([0, 0, 10_000, 30])
    const titles = (await openPage(parts[1]!, shelf)).html
    expect(new Set(titles.match(/<loc>[^<]*\/title\/titel-\d+</g)).size).toBe(250)
  })

  test('names the sitemap in robots.txt and disallows the API except covers', async () => {
    const { html } = await openPage('/robots.txt', { issues: [] })
    expect(html).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
    expect(html).toContain('Disallow: /api/')
    expect(html).toContain(`Allow: ${API_BASE}issuecontent/`)
  })
})
