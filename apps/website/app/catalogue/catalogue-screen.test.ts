import { API_BASE } from '@kiosk/contract/route'
import { describe, expect, test } from 'vitest'
import { type FakeShelf, manyIssues } from './testing/fake-api.ts'
import { cards, meta, openCatalogue, operator, title } from './testing/open-catalogue.ts'
import { sampleIssue } from './testing/sample-issues.ts'

const openPage = openCatalogue()

describe('catalogue', () => {
  test('renders the first twenty issues and a link to the rest without JavaScript', async () => {
    const { status, main, calls } = await openPage('/magazines', { issues: manyIssues(45) })
    expect(status).toBe(200)
    expect(cards(main)).toHaveLength(20)
    expect(calls).toContain('titles?limit=20&order=mixed')
    expect(main).toContain('href="/magazines?after=20"')
    const second = await openPage('/magazines?after=20', { issues: manyIssues(45) })
    expect(cards(second.main)[0]).toBe('u20')
    const last = await openPage('/magazines?after=40', { issues: manyIssues(45) })
    expect(cards(last.main)).toHaveLength(5)
    expect(last.main).not.toContain('rel="next"')
  })

  test('fetches nothing beyond the first page before rendering', async () => {
    const { calls } = await openPage('/magazines', { issues: manyIssues(500) })
    expect(calls.filter((call) => call.startsWith('titles'))).toEqual(['titles?limit=20&order=mixed'])
    const all = await openPage('/magazines?list=issues', { issues: manyIssues(500) })
    expect(all.calls.filter((call) => call.startsWith('issues/'))).toEqual(['issues/all?limit=20'])
  })

  test('shows cover, title line, detail line and badges on a card', async () => {
    const issues = [
      sampleIssue({ uid: 'plain', titleLine: 'Alpenblick', detailLine: 'Nr. 7', showAds: true, canDownload: false }),
      sampleIssue({ uid: 'best', magazineKey: 'best', titleLine: 'Kurve', showAds: false, canDownload: true }),
      sampleIssue({ uid: 'quiet', magazineKey: 'quiet', showAds: false, canDownload: false }),
      sampleIssue({ uid: 'packed', magazineKey: 'packed', showAds: true, canDownload: true }),
    ]
    const { main } = await openPage('/magazines', { issues })
    const [plain = '', ...others] = main.split('data-issue=').slice(1)
    expect(plain).toContain('>Alpenblick<')
    expect(plain).toContain('>Nr. 7<')
    expect(plain).toContain('alt=""')
    expect(plain).toContain(`${API_BASE}issuecontent/plain/cover?coverheight=280`)
    expect(plain).toContain('href="/magazines/issues/plain"')
    const badges = [plain, ...others].map((card) => [...card.matchAll(/data-badge="([^"]+)"/g)].map(([, badge]) => badge))
    expect(badges).toEqual([['free'], ['free', 'no-ads', 'offline'], ['free', 'no-ads'], ['free', 'offline']])
  })

  test('lists the subscription models as a filter and narrows the list', async () => {
    const shelf: FakeShelf = { issues: manyIssues(3), models: [{ subscriptionId: 5, shortNameDefault: 'PREMIUM' }] }
    const { main, calls } = await openPage('/magazines?subscription=5', shelf)
    expect(calls).toContain('issues/all?limit=20&subscription=5')
    expect(main).toMatch(/<a[^>]*aria-current="true"[^>]*>Premium<\/a>/)
    const nonsense = await openPage('/magazines?subscription=5%20or%201', shelf)
    expect(nonsense.calls).toContain('titles?limit=20&order=mixed')
  })

  test('lists each title once, as its newest issue; all issues are a list of their own', async () => {
    const issues = ['a2', 'a1', 'b2', 'b1'].map((uid) => sampleIssue({ uid, titleLine: uid[0]!, magazineKey: uid[0]! }))
    const { main, text } = await openPage('/magazines', { issues })
    expect(cards(main)).toEqual(['a2', 'b2'])
    expect(text).toContain('Das waren alle Titel, 2 insgesamt.')
    expect(main).toContain('href="/magazines?list=issues"')
    expect(cards((await openPage('/magazines?list=issues', { issues })).main)).toEqual(['a2', 'a1', 'b2', 'b1'])
  })

  test('says on each card what it costs the visitor', async () => {
    const issues = [sampleIssue({ uid: 'open', opens: 'first' }), sampleIssue({ uid: 'closed', magazineKey: 'c', opens: 'one' })]
    const badgesFor = async (user: FakeShelf['user']) => {
      const { main } = await openPage('/magazines', { issues, ...(user && { user }) })
      return [...main.matchAll(/data-badge="(?:free|subscription|subscribed)"[^>]*>([^<]*)/g)].map(([, words]) => words)
    }
    expect(await badgesFor(undefined)).toEqual(['Gratis lesen', 'Mit Abo'])
    expect(await badgesFor({ firstname: 'Mara', subscription: { id: 2, paymentRequired: true } as never })).toEqual([
      'In Ihrem Abo',
      'Mit Abo',
    ])
  })

  test('offers choices as links that combine, marks them and undoes them; combinations are not indexed', async () => {
    const issues = ['a', 'b', 'c'].map((letter, at) =>
      sampleIssue({ uid: letter, titleLine: letter, magazineKey: letter, language: at === 2 ? 'fr' : 'de' }),
    )
    const start = await openPage('/magazines', { issues })
    expect(start.main).toContain('href="/magazines?language=fr"')
    expect(start.main).toContain('href="/magazines?letter=b"')
    expect(start.main).toContain('href="/magazines?order=name"')
    expect(meta(start.html, 'robots')).toBeUndefined()
    const chosen = await openPage('/magazines?language=de&order=name', { issues })
    expect(chosen.calls).toContain('titles?limit=20&language=de&order=name')
    expect(cards(chosen.main)).toEqual(['a', 'b'])
    expect(chosen.main).toContain('href="/magazines?language=de&letter=b&order=name"')
    expect(chosen.main).toMatch(/href="\/magazines\?order=name" aria-label="Filter „Deutsch“ entfernen"/)
    expect(chosen.main).toMatch(/aria-current="true"[^>]*>A–Z</)
    expect(meta(chosen.html, 'robots')).toBe('noindex')
    const nonsense = await openPage('/magazines?language=%3Cb%3E&country=at&letter=ab&order=x', { issues })
    expect(nonsense.calls).toContain('titles?limit=20&order=mixed')
  })

  test('mixes titles for visitors without a subscription, and says so; the newest first is a choice', async () => {
    const issues = [sampleIssue({ uid: 'a' })]
    const mixed = await openPage('/magazines', { issues })
    expect(mixed.text).toContain('gratis lesbare und solche mit Abo im Wechsel')
    expect(mixed.main).toMatch(/href="\/magazines" aria-current="true"[^>]*>Gemischt</)
    const newest = await openPage('/magazines?order=newest', { issues })
    expect(newest.calls).toContain('titles?limit=20&order=newest')
    expect(newest.main).toMatch(/href="\/magazines\?order=newest" aria-current="true"[^>]*>Neueste zuerst</)
    expect(newest.text).not.toContain('im Wechsel')
    const subscriber = { firstname: 'Mara', subscription: { id: 2, paymentRequired: true } as never }
    const forSubscriber = await openPage('/magazines', { issues, user: subscriber })
    expect(forSubscriber.main).toMatch(/href="\/magazines" aria-current="true"[^>]*>Neueste zuerst</)
    expect(forSubscriber.text).not.toMatch(/Gemischt|im Wechsel/)
  })

  test('the next page of a choice has the same choice, and as many cards as a restored list needs', async () => {
    const issues = manyIssues(150)
    const { main } = await openPage('/magazines?language=de&order=name', { issues })
    const next = /<a [^>]*href="([^"]*)" rel="next"/.exec(main)![1]!.replaceAll('&amp;', '&')
    expect(next).toBe('/magazines?language=de&order=name&after=20')
    for (const [limit, shown] of [
      ['', 20],
      ['&limit=100', 100],
      ['&limit=101', 20],
      ['&limit=0', 20],
    ] as const) {
      const page = await openPage(next + limit, { issues })
      expect(page.calls).toContain(`titles?limit=${shown}&after=20&language=de&order=name`)
      expect([limit, cards(page.main).length]).toEqual([limit, shown])
    }
  })

  test('links categories to their issues without JavaScript', async () => {
    const issues = manyIssues(9)
    const category = {
      uid: 'kochen',
      title: 'Kochen',
      issueCount: 9,
      issues: [],
      overviewHeaders: issues.slice(0, 3).map((issue) => ({ issue })),
    }
    const shelf: FakeShelf = { issues, categories: [category] }
    const { main } = await openPage('/magazines', shelf)
    expect(main).toContain('<details name="category"')
    expect(main).toContain(`${API_BASE}issuecontent/u2/cover?coverheight=220`)
    expect(main).toContain('href="/magazines?category=kochen"')
    const inside = await openPage('/magazines?category=kochen', shelf)
    expect(inside.calls).toContain('issues/category/kochen?limit=20')
    expect(inside.text).toContain('Thema: Kochen')
    expect(cards(inside.main)).toHaveLength(7)
  })

  test('redirects an unknown category to the overview', async () => {
    expect(await openPage('/magazines?category=nope', { issues: manyIssues(1) })).toMatchObject({
      status: 302,
      location: '/magazines?unavailable=1',
    })
  })

  test('renders the catalogue when only optional parts fail', async () => {
    const { status, main } = await openPage('/magazines', {
      issues: manyIssues(2),
      failing: { categories: 500, 'subscription/models': 503 },
    })
    expect(status).toBe(200)
    expect(cards(main)).toHaveLength(2)
  })

  test('the last page of a list says that it ends, but counts only what it shows from the first card on', async () => {
    const { main, text, calls } = await openPage('/magazines?after=40&subscription=2', { issues: manyIssues(45) })
    expect(calls).toContain('issues/all?limit=20&after=40&subscription=2')
    expect(cards(main)).toHaveLength(5)
    expect(text).toContain('Hier endet die Liste.')
    expect(main).not.toContain('rel="next"')
    expect((await openPage('/magazines?subscription=2', { issues: manyIssues(5) })).text).toContain(
      'Das waren alle Ausgaben, 5 insgesamt.',
    )
  })

  test('renders the catalogue in three languages', async () => {
    for (const [language, words] of [
      ['de', 'Magazine und Zeitungen'],
      ['en', 'Magazines and newspapers'],
      ['fr', 'Magazines et journaux'],
    ] as const) {
      const { html, requests } = await openPage('/magazines', { issues: manyIssues(1) }, { 'accept-language': language })
      expect(title(html)).toBe(`${words} – ${operator.siteName}`)
      expect(meta(html, 'description')).toMatch(/.{20}/)
      expect(meta(html, 'keywords')).toMatch(/.{10}/)
      expect(requests.every((request) => request.headers.get('accept-language') === language)).toBe(true)
    }
  })
})

test.each([1, 2, 3, 4])('renders the catalogue in region %i', async (regionId) => {
  const { status, main } = await openPage('/magazines', { issues: manyIssues(3), user: { regionId } })
  expect(status).toBe(200)
  expect(cards(main)).toHaveLength(3)
})

describe('titles that are new to a reader', () => {
  const issues = [
    sampleIssue({ uid: 'new', magazineKey: 'neu', titleLine: 'Neu', releaseDate: '2026-11-20' }),
    sampleIssue({ uid: 'old', magazineKey: 'alt', titleLine: 'Alt', releaseDate: '2026-10-01' }),
  ]
  const reader = { firstname: 'Mara', lastVisit: '2026-11-18' }

  test('are a choice beside the list, which can be undone', async () => {
    const { main, text } = await openPage('/magazines', { issues, user: reader })
    expect(text).toContain('Neu seit 18. November 2026 (1)')
    expect(main).toContain('href="/magazines?since=2026-11-18"')
    const chosen = await openPage('/magazines?since=2026-11-18', { issues, user: reader })
    expect(cards(chosen.main)).toEqual(['new'])
    expect(chosen.main).toContain('aria-label="Filter „Neu seit 18. November 2026“ entfernen"')
    expect(chosen.text).not.toContain('Neu seit 18. November 2026 (1)')
    expect(meta(chosen.html, 'robots')).toBe('noindex')
  })

  test('are not offered to visitors, nor if there are none', async () => {
    for (const user of [{}, { firstname: 'Mara' }, { firstname: 'Mara', lastVisit: '2026-11-22' }])
      expect((await openPage('/magazines', { issues, user })).text).not.toContain('Neu seit')
  })
})

describe('search', () => {
  const issues = [sampleIssue({ uid: 'a', titleLine: 'Auto heute' }), sampleIssue({ uid: 'b', titleLine: 'Kochen' })]

  test('prefers the path segment over the query', async () => {
    const { calls, main } = await openPage('/magazines/auto?search=kochen', { issues })
    expect(calls.some((call) => call === 'search?q=auto&coverheight=416')).toBe(true)
    expect(cards(main)).toEqual(['a'])
    expect((await openPage('/magazines?search=kochen%20', { issues })).calls).toContain('search?q=kochen&coverheight=416')
  })

  test('shows a title once, as its newest issue, with links to older ones and to its page', async () => {
    const ofTitle = (key: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        sampleIssue({ uid: `${key}${at}`, magazineKey: key, titleLine: `Auto ${key}`, detailLine: `Nr. ${9 - at}` }),
      )
    const [newest, ...older] = ofTitle('a', 6)
    const { main, text } = await openPage('/magazines/auto', { issues: [newest!, ...ofTitle('b', 1), ...older] })
    expect(cards(main)).toEqual(['a0', 'b0'])
    expect(text).toContain('2 passende Titel')
    expect([...main.matchAll(/href="\/magazines\/issues\/(\w+)" aria-label="([^"]*)"/g)].map(([, ...link]) => link)).toEqual([
      ['a1', 'Nr. 8, Auto a'],
      ['a2', 'Nr. 7, Auto a'],
      ['a3', 'Nr. 6, Auto a'],
    ])
    for (const key of ['a', 'b']) expect(main).toContain(`href="/title/${key}" aria-label="Alle Ausgaben: Auto ${key}"`)
  })

  test('searches for issuelinks and issues by query only', async () => {
    const links = await openPage('/magazines/issuelinks', { issues })
    expect(links.calls).toEqual(['issuelinks'])
    expect((await openPage('/magazines?search=issuelinks', { issues })).calls).toContain('search?q=issuelinks&coverheight=416')
  })

  test('redirects a form search without JavaScript to its path', async () => {
    expect(await openPage('/magazines?search=gr%C3%BCn&new=1', { issues })).toMatchObject({
      status: 302,
      location: '/magazines/gr%C3%BCn',
    })
    expect(await openPage('/magazines?search=issues&new=1', { issues })).toMatchObject({
      status: 302,
      location: '/magazines?search=issues',
    })
    expect(await openPage('/magazines?search=&new=1', { issues })).toMatchObject({ status: 302, location: '/magazines' })
  })

  test('links full-text hits to their page in the reader with the term highlighted', async () => {
    const pages = [{ issue: issues[0]!, page: 7, snippet: 'im <mark>Schnee</mark> &amp; Eis<script>x()</script>' }]
    const { main } = await openPage('/magazines/schnee', { issues, pages })
    expect(main).toContain('href="/reader/issues/a?p=7"')
    expect(main).toContain('<mark>Schnee</mark>')
    expect(main).not.toContain('<script>x')
  })

  test("never shows one reader's results to another", async () => {
    const first = await openPage('/magazines/geteilt', { issues, user: { firstname: 'Mara', email: 'a@example.org' } })
    const second = await openPage('/magazines/geteilt', { issues, user: { firstname: 'Jan', email: 'b@example.org' } })
    expect([first, second].map(({ calls }) => calls.filter((call) => call.startsWith('search')).length)).toEqual([1, 1])
  })

  test('narrows a search with a plain form, keeps the filters in the redirect and pages without JavaScript', async () => {
    const shelf = { issues, pages: [{ issue: issues[0]!, page: 3, snippet: 'a <mark>b</mark>' }], next: 'm1' }
    const moved = await openPage('/magazines?search=auto&language=de&from=2026-01-01&to=&order=newest&new=1', shelf)
    expect(moved.location).toBe('/magazines/auto?language=de&from=2026-01-01&order=newest')
    const { calls, main } = await openPage(moved.location ?? '', shelf)
    expect(calls).toContain('search?q=auto&coverheight=416&language=de&from=2026-01-01&order=newest')
    expect(main).toMatch(/<option value="de" selected/)
    expect(main).toContain('href="/magazines/auto?language=de&from=2026-01-01&order=newest&after=m1"')
    expect(main).toContain(`href="/magazines/auto?language=de&from=2026-01-01&order=newest&title=${issues[0]!.magazineKey}"`)
  })

  test('shows the corrected term and offers to search for it', async () => {
    const shelf = { issues, pages: [{ issue: issues[0]!, page: 3, snippet: 'a <mark>Haus</mark>' }], corrected: 'Haus' }
    const { text, main } = await openPage('/magazines/Huas', shelf)
    expect(text).toContain('Keine Treffer für „Huas“.')
    expect(main).toContain('href="/magazines/Haus"')
  })

  test('informs a visitor who exceeded the limit of closed pages, without caching the page', async () => {
    const shelf = { issues, pages: [{ issue: issues[0]!, page: 3, snippet: 'a <mark>Haus</mark>' }], closedLeftOut: true }
    const limited = await openPage('/magazines/Haus', shelf)
    expect(limited.text).toContain('nur Treffer aus Ausgaben, die Sie ganz lesen können')
    expect(limited.text).toContain('Wenn Sie sich anmelden, zählen nur Ihre eigenen Suchen.')
    expect(limited.headers.get('cache-control')).toContain('private')
    const other = await openPage('/magazines/Haus', { ...shelf, closedLeftOut: false })
    expect(other.calls.some((call) => call.startsWith('search'))).toBe(true)
    expect(other.text).not.toContain('die Sie ganz lesen können')
    expect(other.headers.get('cache-control')).toContain('public')
  })

  test('lists articles before pages, and says what opens each to this visitor', async () => {
    const hit = (page: number, opens: 'all' | 'first' | 'one', open: boolean) => ({
      issue: { ...issues[0]!, uid: `u${page}`, opens },
      page,
      snippet: 'Text',
      open,
    })
    const pages = [hit(1, 'one', true), hit(2, 'one', false), hit(9, 'first', false)]
    const article = { ...hit(4, 'one', false), article: { id: '7', headline: 'Auf dem Turm' } }
    const { main, text } = await openPage('/magazines/turm', { issues, pages: [...pages, article] })
    expect(text).toMatch(/Artikel Auf dem Turm .*Seite 4 · Mit Abo.*In den Seiten gefunden.*Seite 1 · Gratis lesbar/)
    expect(text).toMatch(/Seite 2 · Mit Abo.*Seite 9 · Mit kostenlosem Konto/)
    expect(main).toContain('href="/reader/issues/u4?p=4&a=7"')
  })

  test('falls back to case-insensitive title matches when the search fails', async () => {
    const { main, text } = await openPage('/magazines/AUTO', { issues, failing: { search: 500 } })
    expect(cards(main)).toEqual(['a'])
    expect(text).toContain('Die Suche in den Seiten ist gerade nicht möglich')
  })

  test('shows a message and a link back when nothing is found', async () => {
    const { text, main, html } = await openPage('/magazines/zzzz', { issues })
    expect(text).toContain('Zu „zzzz“ haben wir nichts gefunden.')
    expect(main).toContain('href="/magazines"')
    expect(meta(html, 'robots')).toBe('noindex')
  })

  test('escapes markup in the search term', async () => {
    const { html } = await openPage(`/magazines/${encodeURIComponent('<img src=x onerror=alert(1)>')}`, { issues })
    expect(html).not.toContain('<img src=x')
  })
})
