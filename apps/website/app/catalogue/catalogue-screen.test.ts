import { afterAll, describe, expect, test } from 'vitest'
import { ask, cards, closeWebsite, meta, operator, title } from './asking.ts'
import { manyIssues, type PretendShelf } from './pretend-api.ts'
import { sampleIssue } from './sample-issues.ts'

afterAll(closeWebsite)

describe('catalogue', () => {
  test('the first twenty issues stand in the page, and a link leads to the rest without a script', async () => {
    const { status, main, calls } = await ask('/magazines', { issues: manyIssues(45) })
    expect(status).toBe(200)
    expect(cards(main)).toHaveLength(20)
    expect(calls).toContain('issues/all?limit=20')
    expect(main).toContain('href="/magazines?after=20"')
    const second = await ask('/magazines?after=20', { issues: manyIssues(45) })
    expect(cards(second.main)[0]).toBe('u20')
    const last = await ask('/magazines?after=40', { issues: manyIssues(45) })
    expect(cards(last.main)).toHaveLength(5)
    expect(last.main).not.toContain('rel="next"')
  })

  test('nothing is fetched beyond the first page before it is shown', async () => {
    const { calls } = await ask('/magazines', { issues: manyIssues(500) })
    expect(calls.filter((call) => call.startsWith('issues/'))).toHaveLength(1)
  })

  test('a card shows cover, title line, detail line and its badges', async () => {
    const issues = [
      sampleIssue({ uid: 'plain', titleLine: 'Alpenblick', detailLine: 'Nr. 7', showAds: true, canDownload: false }),
      sampleIssue({ uid: 'best', titleLine: 'Kurve', showAds: false, canDownload: true }),
      sampleIssue({ uid: 'quiet', showAds: false, canDownload: false }),
      sampleIssue({ uid: 'packed', showAds: true, canDownload: true }),
    ]
    const { main } = await ask('/magazines', { issues })
    const [plain = '', ...others] = main.split('data-issue=').slice(1)
    expect(plain).toContain('>Alpenblick<')
    expect(plain).toContain('>Nr. 7<')
    expect(plain).toContain('alt="Titelseite von Alpenblick, Nr. 7"')
    expect(plain).toContain('/api/v8/issuecontent/plain/cover?coverheight=280')
    expect(plain).toContain('href="/magazines/issues/plain"')
    expect(plain).not.toContain('data-badge')
    const badges = others.map((card) => [...card.matchAll(/data-badge="([^"]+)"/g)].map(([, badge]) => badge))
    expect(badges).toEqual([['no-ads', 'offline'], ['no-ads'], ['offline']])
  })

  test('the subscription filter shows the models and narrows the list', async () => {
    const shelf: PretendShelf = { issues: manyIssues(3), models: [{ subscriptionId: 5, shortNameDefault: 'PREMIUM' }] }
    const { main, calls } = await ask('/magazines?subscription=5', shelf)
    expect(calls).toContain('issues/all?limit=20&subscription=5')
    expect(main).toMatch(/<a[^>]*aria-current="true"[^>]*>PREMIUM<\/a>/)
    const nonsense = await ask('/magazines?subscription=5%20or%201', shelf)
    expect(nonsense.calls).toContain('issues/all?limit=20')
  })

  test('categories open without a script through a link to their issues', async () => {
    const issues = manyIssues(9)
    const category = {
      uid: 'kochen',
      title: 'Kochen',
      issueCount: 9,
      issues: [],
      overviewHeaders: issues.slice(0, 3).map((issue) => ({ issue })),
    }
    const shelf: PretendShelf = { issues, categories: [category] }
    const { main } = await ask('/magazines', shelf)
    expect(main).toContain('<details name="category"')
    expect(main).toContain('/api/v8/issuecontent/u2/cover?coverheight=220')
    expect(main).toContain('href="/magazines?category=kochen"')
    const inside = await ask('/magazines?category=kochen', shelf)
    expect(inside.calls).toContain('issues/category/kochen?limit=20')
    expect(inside.text).toContain('Thema: Kochen')
    expect(cards(inside.main)).toHaveLength(7)
  })

  test('a category that does not exist leads to the overview', async () => {
    expect(await ask('/magazines?category=nope', { issues: manyIssues(1) })).toMatchObject({
      status: 302,
      location: '/magazines?unavailable=1',
    })
  })

  test('the catalogue stands when only its ornaments fail', async () => {
    const { status, main } = await ask('/magazines', {
      issues: manyIssues(2),
      failing: { categories: 500, 'subscription/models': 503 },
    })
    expect(status).toBe(200)
    expect(cards(main)).toHaveLength(2)
  })

  test('the next chunk comes as JSON with where to go on', async () => {
    const { html, calls } = await ask('/feeds/shelf.json?after=20&subscription=2', { issues: manyIssues(45) })
    const { issues, after } = JSON.parse(html)
    expect(issues.map(({ uid }: { uid: string }) => uid)[0]).toBe('u20')
    expect(after).toBe('40')
    expect(calls).toEqual(['issues/all?limit=20&after=20&subscription=2'])
    expect(Object.keys(issues[0])).not.toContain('targetingTags')
  })

  test('the shelf speaks three languages', async () => {
    for (const [language, words] of [
      ['de', 'Magazine und Zeitungen'],
      ['en', 'Magazines and newspapers'],
      ['fr', 'Magazines et journaux'],
    ] as const) {
      const { html, requests } = await ask('/magazines', { issues: manyIssues(1) }, { 'accept-language': language })
      expect(title(html)).toBe(`${words} - ${operator.siteName}`)
      expect(meta(html, 'description')).toMatch(/.{20}/)
      expect(meta(html, 'keywords')).toMatch(/.{10}/)
      expect(requests.every((request) => request.headers.get('accept-language') === language)).toBe(true)
    }
  })
})

test.each([1, 2, 3, 4])('the catalogue stands in region %i', async (regionId) => {
  const { status, main } = await ask('/magazines', { issues: manyIssues(3), user: { regionId } })
  expect(status).toBe(200)
  expect(cards(main)).toHaveLength(3)
})

describe('search', () => {
  const issues = [sampleIssue({ uid: 'a', titleLine: 'Auto heute' }), sampleIssue({ uid: 'b', titleLine: 'Kochen' })]

  test('the path segment is searched for, before the query', async () => {
    const { calls, main } = await ask('/magazines/auto?search=kochen', { issues })
    expect(calls.some((call) => call === 'search?q=auto&coverheight=416')).toBe(true)
    expect(cards(main)).toEqual(['a'])
    expect((await ask('/magazines?search=kochen%20', { issues })).calls).toContain('search?q=kochen&coverheight=416')
  })

  test('issuelinks and issues can be searched for by query only', async () => {
    const links = await ask('/magazines/issuelinks', { issues })
    expect(links.calls).toEqual(['issuelinks'])
    expect((await ask('/magazines?search=issuelinks', { issues })).calls).toContain('search?q=issuelinks&coverheight=416')
  })

  test('a new search without a script moves to its path', async () => {
    expect(await ask('/magazines?search=gr%C3%BCn&new=1', { issues })).toMatchObject({
      status: 302,
      location: '/magazines/gr%C3%BCn',
    })
    expect(await ask('/magazines?search=issues&new=1', { issues })).toMatchObject({
      status: 302,
      location: '/magazines?search=issues',
    })
    expect(await ask('/magazines?search=&new=1', { issues })).toMatchObject({ status: 302, location: '/magazines' })
  })

  test('full-text hits lead into the reader at their page, with the hit marked', async () => {
    const pages = [{ issue: issues[0]!, page: 7, snippet: 'im <mark>Schnee</mark> &amp; Eis<script>x()</script>' }]
    const { main } = await ask('/magazines/schnee', { issues, pages })
    expect(main).toContain('href="/reader/issues/a?p=7"')
    expect(main).toContain('<mark>Schnee</mark>')
    expect(main).not.toContain('<script>x')
  })

  test('the same word is asked of the API once a minute', async () => {
    const asked = [await ask('/magazines/Einmal', { issues }), await ask('/magazines/Einmal', { issues })]
    expect(asked.map(({ calls }) => calls.filter((call) => call.startsWith('search')))).toEqual([
      ['search?q=Einmal&coverheight=416'],
      [],
    ])
    expect(asked.map(({ main }) => cards(main))).toEqual([[], []])
  })

  test('one reader never sees what was found for another', async () => {
    const first = await ask('/magazines/geteilt', { issues, user: { firstname: 'Mara', email: 'a@example.org' } })
    const second = await ask('/magazines/geteilt', { issues, user: { firstname: 'Jan', email: 'b@example.org' } })
    expect([first, second].map(({ calls }) => calls.filter((call) => call.startsWith('search')).length)).toEqual([1, 1])
  })

  test('a search is narrowed by a plain form, keeps that on its way to the path, and goes on without a script', async () => {
    const shelf = { issues, pages: [{ issue: issues[0]!, page: 3, snippet: 'a <mark>b</mark>' }], next: 'm1' }
    const moved = await ask('/magazines?search=auto&language=de&from=2026-01-01&to=&order=best&new=1', shelf)
    expect(moved.location).toBe('/magazines/auto?language=de&from=2026-01-01&order=best')
    const { calls, main } = await ask(moved.location ?? '', shelf)
    expect(calls).toContain('search?q=auto&coverheight=416&language=de&from=2026-01-01&order=best')
    expect(main).toMatch(/<option value="de" selected/)
    expect(main).toContain('href="/magazines/auto?language=de&amp;from=2026-01-01&amp;order=best&amp;after=m1"')
    expect(main).toContain(
      `href="/magazines/auto?language=de&amp;from=2026-01-01&amp;order=best&amp;title=${issues[0]!.magazineKey}"`,
    )
  })

  test('a corrected word is said, and one can search for it', async () => {
    const shelf = { issues, pages: [{ issue: issues[0]!, page: 3, snippet: 'a <mark>Haus</mark>' }], corrected: 'Haus' }
    const { text, main } = await ask('/magazines/Huas', shelf)
    expect(text).toContain('„Huas“ steht auf keiner Seite.')
    expect(main).toContain('href="/magazines/Haus"')
  })

  test('who asked too much of closed pages is told so, on a page that nobody else gets', async () => {
    const shelf = { issues, pages: [{ issue: issues[0]!, page: 3, snippet: 'a <mark>Haus</mark>' }], closedLeftOut: true }
    const limited = await ask('/magazines/Haus', shelf)
    expect(limited.text).toContain('nur, was in Ausgaben steht, die Sie ganz lesen können')
    expect(limited.text).toContain('Wenn Sie angemeldet sind, zählen nur Ihre eigenen Suchen.')
    expect(limited.headers.get('cache-control')).toContain('private')
    const other = await ask('/magazines/Haus', { ...shelf, closedLeftOut: false })
    expect(other.calls.some((call) => call.startsWith('search'))).toBe(true)
    expect(other.text).not.toContain('die Sie ganz lesen können')
    expect(other.headers.get('cache-control')).toContain('public')
  })

  test('an answer that was cut for lack of time is for nobody else, and asked for anew', async () => {
    const shelf = { issues, pages: [{ issue: issues[0]!, page: 3, snippet: 'ein <mark>Turm</mark>' }] }
    const cut = await ask('/magazines/Turm', { ...shelf, cut: true })
    expect(cut.headers.get('cache-control')).toContain('private')
    const whole = await ask('/magazines/Turm', shelf)
    expect(whole.calls.some((call) => call.startsWith('search'))).toBe(true)
    expect(whole.headers.get('cache-control')).toContain('public')
  })

  test('while the search fails, titles still match without regard to case', async () => {
    const { main, text } = await ask('/magazines/AUTO', { issues, failing: { search: 500 } })
    expect(cards(main)).toEqual(['a'])
    expect(text).toContain('gerade nicht erreichbar')
  })

  test('nothing found is said, with the way back', async () => {
    const { text, main, html } = await ask('/magazines/zzzz', { issues })
    expect(text).toContain('Zu „zzzz“ haben wir nichts gefunden.')
    expect(main).toContain('href="/magazines"')
    expect(meta(html, 'robots')).toBe('noindex')
  })

  test('a term with markup stays text', async () => {
    const { html } = await ask(`/magazines/${encodeURIComponent('<img src=x onerror=alert(1)>')}`, { issues })
    expect(html).not.toContain('<img src=x')
  })
})
