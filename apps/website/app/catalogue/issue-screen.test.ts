import { afterAll, describe, expect, test } from 'vitest'
import { ask, cards, closeWebsite, meta, operator, publicUrl, title } from './asking.ts'
import { manyIssues, type PretendShelf } from './pretend-api.ts'
import { sampleDetails, sampleIssue } from './sample-issues.ts'

afterAll(closeWebsite)

describe('issue page', () => {
  const issue = sampleIssue({ uid: 'u1', titleLine: 'Alpenblick', detailLine: 'Nr. 7' })
  const shelf: PretendShelf = { issues: [issue, sampleIssue({ uid: 'u2', titleLine: 'Kurve' })] }
  const actions = (main: string) =>
    Object.fromEntries(
      [...main.matchAll(/<a[^>]*href="([^"]*)"[^>]*data-action="([^"]+)"[^>]*>([^<]*)/g)].map(([, href, kind, words]) => [
        kind,
        `${words} ${href}`,
      ]),
    )

  test('the issue is asked first, then its details', async () => {
    const { calls, status, main } = await ask('/magazines/issues/u1', shelf)
    expect(status).toBe(200)
    expect(calls).toEqual(['issues/u1', 'issuedetail/u1'])
    expect(main).toMatch(/<h1[^>]*>Der lange Weg hinauf<\/h1>/)
    expect(main).toContain('Eine Reise in sieben Etappen.')
  })

  test('cover and read button lead to the configured reader', async () => {
    const { main } = await ask('/magazines/issues/u1?a=77', shelf, {}, { webapp: 'https://read.example/app' })
    expect(main.match(/href="https:\/\/read\.example\/app\/issues\/u1\?a=77"/g)).toHaveLength(2)
  })

  test.each([
    ['anonymous', {}, { read: 'Gratis lesen /reader/issues/u1', register: 'Kostenlos registrieren /user/register' }],
    [
      'free',
      { firstname: 'Mara', subscription: { id: 1, paymentRequired: false } },
      { read: 'Gratis lesen /reader/issues/u1', subscription: 'Abo ansehen /user/subscription/pub' },
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
  ])('a reader who is %s sees the buttons meant for them', async (_state, user, expected) => {
    expect(actions((await ask('/magazines/issues/u1', { ...shelf, user })).main)).toEqual(expected)
  })

  test('only phones are offered the app, each its own store', async () => {
    const at = async (agent: string) => actions((await ask('/magazines/issues/u1', shelf, { 'user-agent': agent })).main).install
    expect(await at('Mozilla/5.0 (Linux; Android 15) Mobile Safari')).toContain(operator.stores.google)
    expect(await at('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')).toContain(operator.stores.apple)
    expect(await at('Mozilla/5.0 (X11; Linux x86_64)')).toBeUndefined()
  })

  test('soft errors, subscriptions, contents, facts and rows are shown', async () => {
    const details = sampleDetails({ contents: [{ headline: 'Hinauf', page: 4, article: null }] })
    details.softErrors = ['Diese Ausgabe ist ein Scan.']
    details.relatedIssueHeaders = [
      {
        url: '/api/v8/issues/all?magazine=alpenblick',
        headerKey: 'ISSUE.RELATED.title',
        relatedIssueHeader: 'Alpenblick',
        issues: manyIssues(9),
      },
    ]
    const readersReadIssues = { issues: [sampleIssue({ uid: 'other', titleLine: 'Kurve' })] }
    const { text, main } = await ask('/magazines/issues/u1', { ...shelf, details: () => ({ details, readersReadIssues }) })
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
    expect(main).toContain('href="/magazines?magazine=alpenblick"')
    expect(main).toContain('href="/reader/issues/u1?p=4"')
  })

  test('?p leads into the reader, with the article', async () => {
    const { status, location, calls } = await ask('/magazines/issues/u1?p=5&a=77', shelf)
    expect([status, location, calls]).toEqual([302, '/reader/issues/u1?p=5&a=77', []])
    expect((await ask('/magazines/issues/u1?p=x', shelf)).status).toBe(200)
  })

  test('a crawler with ?p stays on the page, whose ways to reading keep it', async () => {
    const { status, html, main } = await ask('/magazines/issues/u1?p=5', shelf, {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)',
    })
    expect(status).toBe(200)
    expect(main.match(/href="\/reader\/issues\/u1\?p=5"/g)).toHaveLength(2)
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/magazines/issues/u1"/>`)
  })

  test('?title, ?desc and ?img change previews and nothing else', async () => {
    const query = new URLSearchParams({ title: '<script>X', desc: 'Y', img: 'https://pictures.example/x.jpg' })
    const { html, main } = await ask(`/magazines/issues/u1?${query}`, shelf)
    expect(title(html)).toContain('&lt;script&gt;X')
    expect(meta(html, 'og:title')).toBe('&lt;script&gt;X')
    expect([meta(html, 'description'), meta(html, 'og:description')]).toEqual(['Y', 'Y'])
    expect(meta(html, 'og:image')).toBe('https://pictures.example/x.jpg')
    expect(main).not.toContain('pictures.example')
    const refused = await ask('/magazines/issues/u1?img=javascript:x', shelf)
    expect(meta(refused.html, 'og:image')).toBe(`${publicUrl}/api/v8/issuecontent/u1/cover?coverheight=560&amp;v=1`)
  })

  test('tags for advertisements are shown to nobody', async () => {
    const issues = [sampleIssue({ uid: 'u1', targetingTags: ['zielgruppe'] })]
    for (const path of ['/magazines', '/magazines/berg', '/magazines/issues/u1', '/feeds/shelf.json', '/feeds/issues.xml'])
      expect((await ask(path, { issues })).html).not.toContain('zielgruppe')
  })

  test('meta data come from the details', async () => {
    const { html } = await ask('/magazines/issues/u1', shelf)
    expect(title(html)).toBe(`Berg &amp; &lt;Tal&gt; Nr. 47 - ${operator.siteName}`)
    expect(meta(html, 'description')).toBe('Eine Reise in sieben Etappen.')
    expect(html).toContain('href="/feeds/magazines/berg-und-tal.xml"')
    for (const language of ['de', 'en', 'fr']) expect(html).toMatch(new RegExp(`hrefLang="${language}"`, 'i'))
  })

  test('a campaign brings its own words, and the normal ones where it is unknown', async () => {
    const campaigns = { herbst: { headline: 'Herbst am Kiosk', description: 'Drei Monate lesen.' } }
    const { calls, text } = await ask('/magazines/issues/u1/herbst', { ...shelf, campaigns })
    expect(calls).toEqual(['issues/u1', 'marketing/herbst?issue=u1'])
    expect(text).toContain('Herbst am Kiosk')
    const unknown = await ask('/magazines/issues/u1/nope', { ...shelf, campaigns })
    expect(unknown.calls).toEqual(['issues/u1', 'marketing/nope?issue=u1', 'issuedetail/u1'])
    expect(unknown.text).toContain('Der lange Weg hinauf')
  })

  test('without details cover, title and reading remain', async () => {
    const { status, text, main } = await ask('/magazines/issues/u1', { ...shelf, failing: { issuedetail: 500 } })
    expect(status).toBe(200)
    expect(text).toContain('Alpenblick')
    expect(text).toContain('Lesen können Sie sie trotzdem')
    expect(actions(main).read).toBe('Gratis lesen /reader/issues/u1')
  })

  test('an unknown id is 404, with a way on', async () => {
    for (const id of ['nope', 'x'.repeat(80)]) {
      const failing = id.length > 64 ? { issues: 400 } : {}
      const { status, main, text, calls } = await ask(`/magazines/issues/${id}`, { ...shelf, failing })
      expect(status).toBe(404)
      expect(text).toContain('Das Gesuchte ist nicht (mehr) verfügbar.')
      expect(main).toContain('href="/magazines"')
      expect(calls).toHaveLength(1)
    }
  })

  test('the issue page speaks three languages', async () => {
    for (const [language, words] of [
      ['de', 'Zur Ausgabe'],
      ['en', 'About this issue'],
      ['fr', 'À propos de ce numéro'],
    ] as const)
      expect((await ask('/magazines/issues/u1', shelf, { 'accept-language': language })).text).toContain(words)
  })

  test('structured data can not break out of its script', async () => {
    const { html } = await ask('/magazines/issues/u1', { issues: [sampleIssue({ uid: 'u1', titleLine: '</script><b>' })] })
    const block = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(block)['@graph']).toHaveLength(3)
    expect(block).not.toContain('<')
  })
})

describe('the current issue of a title', () => {
  test('its address moves to the issue page', async () => {
    expect(await ask('/magazine/berg-und-tal', { issues: [sampleIssue({ uid: 'u9' })] })).toMatchObject({
      status: 302,
      location: '/magazines/issues/u9',
    })
  })

  test('an unknown title moves to the catalogue, which says so', async () => {
    const shelf = { issues: manyIssues(1) }
    expect(await ask('/magazine/nope', shelf)).toMatchObject({ status: 302, location: '/magazines?unavailable=1' })
    expect((await ask('/magazines?unavailable=1', shelf)).html).toContain('Das Gesuchte ist nicht (mehr) verfügbar.')
  })
})
