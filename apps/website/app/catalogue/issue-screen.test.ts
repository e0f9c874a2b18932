import { API_BASE } from '@kiosk/contract/route'
import { describe, expect, test } from 'vitest'
import { type FakeShelf, manyIssues } from './testing/fake-api.ts'
import { cards, meta, openCatalogue, operator, publicUrl, title } from './testing/open-catalogue.ts'
import { sampleDetails, sampleIssue } from './testing/sample-issues.ts'

const openPage = openCatalogue()

const BACK = 'redirect=%2Freader%2Fissues%2Fu1'

describe('issue page', () => {
  const issue = sampleIssue({ uid: 'u1', titleLine: 'Alpenblick', detailLine: 'Nr. 7' })
  const shelf: FakeShelf = { issues: [issue, sampleIssue({ uid: 'u2', titleLine: 'Kurve' })] }
  const actions = (main: string) =>
    Object.fromEntries(
      [...main.matchAll(/<a[^>]*href="([^"]*)"[^>]*data-action="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/g)].map(
        ([, href, kind, words]) => [kind, `${words} ${href}`],
      ),
    )

  test('loads the issue first, then its details', async () => {
    const { calls, status, main } = await openPage('/magazines/issues/u1', shelf)
    expect(status).toBe(200)
    expect(calls).toEqual(['issues/u1', 'issuedetail/u1'])
    expect(main).toMatch(/<h1[^>]*>Der lange Weg hinauf<\/h1>/)
    expect(main).toContain('Eine Reise in sieben Etappen.')
  })

  test('links cover and read button to the configured reader', async () => {
    const { main } = await openPage('/magazines/issues/u1?a=77', shelf, {}, { webapp: 'https://read.example/app' })
    expect(main.match(/href="https:\/\/read\.example\/app\/issues\/u1\?a=77"/g)).toHaveLength(2)
  })

  test.each([
    ['anonymous', {}, { read: 'Gratis lesen /reader/issues/u1', register: `Kostenlos registrieren /user/register?${BACK}` }],
    [
      'free',
      { firstname: 'Mara', subscription: { id: 1, paymentRequired: false } },
      { read: 'Gratis lesen /reader/issues/u1', subscription: `Abo ansehen /user/subscription/pub?${BACK}` },
    ],
    ['MAGZ', { firstname: 'Mara', subscription: { id: 10, paymentRequired: true } }, { read: 'Jetzt lesen /reader/issues/u1' }],
    ['premium', { firstname: 'Mara', subscription: { id: 2, paymentRequired: true } }, { read: 'Jetzt lesen /reader/issues/u1' }],
    [
      'promo',
      {
        firstname: 'Mara',
        subscription: { id: 1, paymentRequired: false },
        promoCode: { title: 'x', expiryDate: '2999-01-01T00:00:00', expiryDateString: '' },
      },
      { read: 'Jetzt lesen /reader/issues/u1' },
    ],
  ])('shows a reader who is %s the matching buttons', async (_state, user, expected) => {
    expect(actions((await openPage('/magazines/issues/u1', { ...shelf, user })).main)).toEqual(expected)
  })

  test('offers an issue as EPUB to readers who may have it', async () => {
    const details = () => ({ details: sampleDetails({ epub: true }), readersReadIssues: { issues: [] } })
    const { main } = await openPage('/magazines/issues/u1', { ...shelf, details })
    expect(actions(main).epub).toBe(`Als EPUB laden ${API_BASE}issuecontent/u1/epub`)
  })

  test('calls nothing free of which the front page alone is open, and names the price of the rest', async () => {
    const closed = { issues: [{ ...issue, opens: 'one' as const }] }
    const { main, text } = await openPage('/magazines/issues/u1', closed)
    expect(actions(main)).toEqual({
      subscription: `Mit Abo lesen /user/subscription/pub?${BACK}`,
      read: 'Titelseite ansehen /reader/issues/u1?p=1',
    })
    expect(text).toContain('Ab 9,99 € alle 30 Tage')
    expect((await openPage('/magazines/issues/u1', { ...closed, failing: { campaign: 500 } })).text).not.toContain('alle 30 Tage')
  })

  test('offers the app to phones only, each with its own store', async () => {
    const at = async (agent: string) =>
      actions((await openPage('/magazines/issues/u1', shelf, { 'user-agent': agent })).main).install
    expect(await at('Mozilla/5.0 (Linux; Android 15) Mobile Safari')).toContain(operator.stores.google)
    expect(await at('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')).toContain(operator.stores.apple)
    expect(await at('Mozilla/5.0 (X11; Linux x86_64)')).toBeUndefined()
  })

  test('shows soft errors, subscriptions, contents, details and rows', async () => {
    const details = sampleDetails({ contents: [{ headline: 'Hinauf', page: 4, article: null }] })
    details.softErrors = ['Diese Ausgabe ist ein Scan.']
    details.relatedIssueHeaders = [
      {
        url: `${API_BASE}issues/all?magazine=alpenblick`,
        headerKey: 'ISSUE.RELATED.title',
        relatedIssueHeader: 'Alpenblick',
        issues: manyIssues(9),
      },
    ]
    const readersReadIssues = { issues: [sampleIssue({ uid: 'other', titleLine: 'Kurve' })] }
    const { text, main } = await openPage('/magazines/issues/u1', { ...shelf, details: () => ({ details, readersReadIssues }) })
    for (const words of [
      'Diese Ausgabe ist ein Scan.',
      'read-it PREMIUM',
      'Hinauf',
      'Seite 4',
      'Almverlag',
      '1234-5679',
      'monatlich',
      '48 Seiten',
      'Deutsch',
      '20. Dezember 2026',
      'Weitere Ausgaben von Alpenblick',
      'Das lesen andere auch',
    ])
      expect(text).toContain(words)
    expect(text.indexOf('ein Scan.')).toBeLessThan(text.indexOf('Eine Reise in sieben'))
    expect(cards(main)).toEqual(['u0', 'u1', 'u2', 'u3', 'u4', 'other'])
    expect(main).toContain('href="/title/alpenblick"')
    expect(main).toContain('href="/reader/issues/u1?p=4"')
  })

  test('redirects ?p to the reader, with the article', async () => {
    const { status, location, calls } = await openPage('/magazines/issues/u1?p=5&a=77', shelf)
    expect([status, location, calls]).toEqual([302, '/reader/issues/u1?p=5&a=77', []])
    expect((await openPage('/magazines/issues/u1?p=x', shelf)).status).toBe(200)
  })

  test('keeps a crawler with ?p on the page and the page number in the reader links', async () => {
    const { status, html, main } = await openPage('/magazines/issues/u1?p=5', shelf, {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)',
    })
    expect(status).toBe(200)
    expect(main.match(/href="\/reader\/issues\/u1\?p=5"/g)).toHaveLength(2)
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/magazines/issues/u1"/>`)
  })

  test('applies ?title, ?desc and ?img to previews only', async () => {
    const query = new URLSearchParams({ title: '<script>X', desc: 'Y', img: 'https://pictures.example/x.jpg' })
    const { html, main } = await openPage(`/magazines/issues/u1?${query}`, shelf)
    expect(title(html)).toContain('&lt;script&gt;X')
    expect(meta(html, 'og:title')).toBe('&lt;script&gt;X')
    expect([meta(html, 'description'), meta(html, 'og:description')]).toEqual(['Y', 'Y'])
    expect(meta(html, 'og:image')).toBe('https://pictures.example/x.jpg')
    expect(main).not.toContain('pictures.example')
    const rejected = await openPage('/magazines/issues/u1?img=javascript:x', shelf)
    expect(meta(rejected.html, 'og:image')).toBe(
      `${publicUrl}${API_BASE}issuecontent/u1/cover?coverheight=560&amp;v=1&amp;format=jpeg`,
    )
  })

  test('never shows advertising tags', async () => {
    const issues = [sampleIssue({ uid: 'u1', targetingTags: ['zielgruppe'] })]
    for (const path of ['/magazines', '/magazines/berg', '/magazines/issues/u1', '/feeds/issues.xml'])
      expect((await openPage(path, { issues })).html).not.toContain('zielgruppe')
  })

  test('takes meta data from the details', async () => {
    const { html } = await openPage('/magazines/issues/u1', shelf)
    expect(title(html)).toBe(`Berg &amp; &lt;Tal&gt; Nr. 47 – ${operator.siteName}`)
    expect(meta(html, 'description')).toBe('Eine Reise in sieben Etappen.')
    expect(html).toContain('href="/feeds/magazines/berg-und-tal.xml"')
    for (const language of ['de', 'en', 'fr']) expect(html).toMatch(new RegExp(`hrefLang="${language}"`, 'i'))
  })

  test("uses a campaign's texts and falls back to the defaults for an unknown campaign", async () => {
    const campaigns = { herbst: { headline: 'Herbst am Kiosk', description: 'Drei Monate lesen.' } }
    const { calls, text } = await openPage('/magazines/issues/u1/herbst', { ...shelf, campaigns })
    expect(calls).toEqual(['issues/u1', 'marketing/herbst?issue=u1'])
    expect(text).toContain('Herbst am Kiosk')
    const unknown = await openPage('/magazines/issues/u1/nope', { ...shelf, campaigns })
    expect(unknown.calls).toEqual(['issues/u1', 'marketing/nope?issue=u1', 'issuedetail/u1'])
    expect(unknown.text).toContain('Der lange Weg hinauf')
  })

  test('shows cover, title and reader link without details', async () => {
    const { status, text, main } = await openPage('/magazines/issues/u1', { ...shelf, failing: { issuedetail: 500 } })
    expect(status).toBe(200)
    expect(text).toContain('Alpenblick')
    expect(text).toContain('Lesen können Sie sie trotzdem')
    expect(actions(main).read).toBe('Gratis lesen /reader/issues/u1')
  })

  test('answers 404 with links to other pages for an unknown id', async () => {
    for (const id of ['nope', 'x'.repeat(80)]) {
      const failing = id.length > 64 ? { issues: 400 } : {}
      const { status, main, text, calls } = await openPage(`/magazines/issues/${id}`, { ...shelf, failing })
      expect(status).toBe(404)
      expect(text).toContain('Dieser Inhalt ist nicht oder nicht mehr verfügbar.')
      expect(main).toContain('href="/magazines"')
      expect(calls).toHaveLength(1)
    }
  })

  test('renders the issue page in three languages', async () => {
    for (const [language, words] of [
      ['de', 'Zur Ausgabe'],
      ['en', 'About this issue'],
      ['fr', 'À propos de ce numéro'],
    ] as const)
      expect((await openPage('/magazines/issues/u1', shelf, { 'accept-language': language })).text).toContain(words)
  })

  test('escapes structured data inside its script element', async () => {
    const { html } = await openPage('/magazines/issues/u1', { issues: [sampleIssue({ uid: 'u1', titleLine: '</script><b>' })] })
    const block = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(block)['@graph']).toHaveLength(3)
    expect(block).not.toContain('<')
  })
})

describe('the current issue of a title', () => {
  test('redirects to the issue page', async () => {
    expect(await openPage('/magazine/berg-und-tal', { issues: [sampleIssue({ uid: 'u9' })] })).toMatchObject({
      status: 302,
      location: '/magazines/issues/u9',
    })
  })

  test('redirects an unknown title to the catalogue with a message', async () => {
    const shelf = { issues: manyIssues(1) }
    expect(await openPage('/magazine/nope', shelf)).toMatchObject({ status: 302, location: '/magazines?unavailable=1' })
    expect((await openPage('/magazines?unavailable=1', shelf)).html).toContain(
      'Dieser Inhalt ist nicht oder nicht mehr verfügbar.',
    )
  })
})
