import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Newsstand, testNewsstand } from '../testing/newsstand.ts'

let connection: Connection
let api: TestApi
let newsstand: Newsstand

beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const berg = await createTitle(db, { key: 'bergblick', name: 'Bergblick', categories: ['reise'], subscriptions: [1, 2] })
  for (let day = 1; day <= 28; day++) {
    const issue_date = `2026-10-${String(day).padStart(2, '0')}`
    await createIssue(db, {
      title: berg,
      uid: `berg${day}`,
      name: `Nr. ${day}`,
      issue_date,
      pages: ['Vorwort', day === 7 ? 'Ein Murmeltier pfeift am Grat' : 'Wetter'],
    })
  }
  const grownUp = await createTitle(db, { key: 'nachts', name: 'Nur für Große', age_rating: 18, categories: ['reise'] })
  await createIssue(db, { title: grownUp, uid: 'nachts1', issue_date: '2026-11-02', pages: ['Murmeltier bei Nacht'] })
  const german = await createTitle(db, { key: 'rheinpost', name: 'Rheinpost', shown_in: ['DE'], categories: ['reise'] })
  await createIssue(db, { title: german, uid: 'rhein1', issue_date: '2026-11-01', pages: ['Murmeltier am Rhein'] })
  api = await testApi(connection)
  newsstand = await testNewsstand(api)
})
afterAll(async () => {
  await newsstand.close()
  await api.close()
  await connection.close()
})

async function ask(path: string, country = 'AT') {
  const response = await newsstand.ask(path, { country })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

const cardsIn = (html: string) => [...html.matchAll(/<article[^>]*data-issue="([^"]+)"/g)].map(([, uid]) => uid)

describe('the website with its API', () => {
  it('links to every issue, each once', async () => {
    const seen: (string | undefined)[] = []
    let path: string | undefined = '/magazines?list=issues'
    while (path) {
      const { text, status } = await ask(path)
      expect(status).toBe(200)
      seen.push(...cardsIn(text))
      path = /<a[^>]*href="(\/magazines\?list=issues&amp;after=[^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(seen).toHaveLength(28)
    expect(new Set(seen).size).toBe(28)
    expect(seen[0]).toBe('berg28')
  })

  it('finds a word inside an issue and opens the reader at its page', async () => {
    const { text } = await ask('/magazines/murmeltier')
    expect(text).toContain('href="/reader/issues/berg7?p=2"')
    expect(text).toMatch(/<mark>Murmeltier<\/mark>/)
  })

  it('shows the whole issue page with its links', async () => {
    const { status, text } = await ask('/magazines/issues/berg7')
    expect(status).toBe(200)
    expect(text).toContain('Weitere Ausgaben von Bergblick')
    expect(text).toContain('href="/title/bergblick"')
    expect(cardsIn((await ask('/title/bergblick')).text).length).toBeGreaterThanOrEqual(20)
    expect(cardsIn((await ask('/magazines?magazine=bergblick')).text)).toHaveLength(20)
    expect(await ask('/magazine/bergblick')).toMatchObject({ status: 302, location: '/magazines/issues/berg28' })
  })

  it.each([
    '/magazines',
    '/magazines/murmeltier',
    '/magazines?category=reise',
    '/magazines/issuelinks',
    '/feeds/issues.xml',
    '/opds',
    '/opds/newest',
    '/opds/category?category=reise',
    '/opds/search?query=Murmeltier',
    '/opds/search?query=Rheinpost',
    '/sitemap.xml',
  ])('%s does not mention titles hidden in the country or from minors', async (path) => {
    const { status, text } = await ask(path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/nachts1|Nur für Große|rhein1"|>Rheinpost/)
    expect((await ask(path, 'DE')).text).not.toMatch(/nachts1|Nur für Große/)
  })

  it('shows a title in its country', async () => {
    for (const path of ['/magazines', '/feeds/issues.xml', '/opds/newest', '/sitemap.xml', '/magazines/issuelinks'])
      expect((await ask(path, 'DE')).text).toContain('rhein1')
  })

  it('has no page and no feed for hidden titles', async () => {
    for (const uid of ['nachts1', 'rhein1']) expect((await ask(`/magazines/issues/${uid}`)).status).toBe(404)
    for (const key of ['nachts', 'rheinpost']) {
      expect((await ask(`/feeds/magazines/${key}.xml`)).status).toBe(404)
      expect(await ask(`/magazine/${key}`)).toMatchObject({ location: '/magazines?unavailable=1' })
    }
    expect((await ask('/feeds/magazines/rheinpost.xml', 'DE')).text).toContain('rhein1')
  })

  it.each([
    '0000-01-01.1',
    '-010000-01-01.1',
    '9999-99-99.1',
    '2026-10-01.99999999999999999999',
    '0',
    '\u0000',
    "'",
    '%',
    'x'.repeat(3000),
  ])('an invalid list cursor does not cause a server error: %j', async (after) => {
    for (const page of ['/magazines', '/magazines/reise', '/linkinbio', '/opds/all']) {
      const { status } = await ask(`${page}?after=${encodeURIComponent(after)}`)
      expect(status, page).toBeLessThan(500)
    }
  })

  it('the name of a list is not the id of an issue', async () => {
    for (const page of ['/magazines/issues/all', '/magazines/issues/all/promo']) expect((await ask(page)).status, page).toBe(404)
    for (const part of ['manifest.json', 'whole.json', 'articles/1'])
      expect((await ask(`/opds/issues/all/${part}`)).status, part).toBe(404)
  })

  it('filters by the subscription models of the region', async () => {
    const { text } = await ask('/magazines?subscription=2')
    expect(cardsIn(text)).toHaveLength(20)
    expect(text).toMatch(/aria-current="true"[^>]*>Premium</)
    expect(cardsIn((await ask('/magazines?subscription=10')).text)).toHaveLength(0)
  })
})
