import { API_BASE } from '@kiosk/contract/route'
import { languages } from '@kiosk/domain/locale'
import { homeMessages } from '@kiosk/i18n/messages/home'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Options, openWebsite, operator, visitorFrom } from '../../testing/website.ts'

afterEach(() => vi.useRealTimers())
const openPage = openWebsite()

const seen = (options: Options = {}) => openPage('/', options).then(({ html }) => html.replace(/<script[\s\S]*?<\/script>/g, ''))
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const links = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)].map(([, href]) => href)
/** Returns the markup between the hero's heading and its numbers. */
const heroWays = (html: string) => /<\/h1>[\s\S]*?class="button[\s\S]*?<\/p>/.exec(html)?.[0] ?? ''
const inAll = (text: string) => ({ de: `${text} de`, en: `${text} en`, fr: `${text} fr` })
const cover = {
  detailLine: 'Nr. 1',
  coverURL: '/cover?coverheight=280',
  coverWidth: 3,
  coverHeight: 4,
  coverColour: '#abc',
}
const inGerman = { headers: { cookie: 'language=de' } }
const reader = (id: number, paymentRequired: boolean, more = {}): Options => ({
  ...inGerman,
  webapp: 'https://read.example',
  answers: { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', subscription: { id, paymentRequired }, ...more }) },
})

describe('the hero', () => {
  it('opens a title that is open without an account, and leads to the prices', async () => {
    const entries = [
      { ...cover, issueUid: 'closed', title: 'Zeitung', opens: 'one' },
      { ...cover, issueUid: 'open', title: 'Magazin', opens: 'first' },
    ]
    const ways = heroWays(await seen({ ...inGerman, answers: { 'contentset/': { entries } } }))
    expect(links(ways)).toEqual(['/reader/issues/open', '/user/subscription/pub'])
    expect(plain(ways)).toContain(homeMessages.de['HOME.READ_FREE'])
  })

  it('counts one issue in the singular', async () => {
    const one = visitorFrom('AT', { magazineCount: 1, issueCount: 1 })
    const { main } = await openPage('/', { ...inGerman, answers: { 'websession/webinfo': one } })
    expect(main).toMatch(/<dt>Ausgabe<\/dt>/)
  })

  it('leads to the magazines if no featured title is open', async () => {
    const ways = heroWays(await seen({ ...inGerman, answers: { 'contentset/': { entries: [] } } }))
    expect(links(ways)).toEqual(['/magazines', '/user/subscription/pub'])
    expect(plain(ways)).toContain(homeMessages.de['HOME.ALL_MAGAZINES'])
  })

  it.each([
    [15, [10, 11, 12, 13, 14]],
    [3, [0, 1, 2]],
  ])('with %i featured titles shows covers with which the row below does not begin, if possible', async (count, shown) => {
    const entries = Array.from({ length: count }, (_, at) => ({ ...cover, issueUid: `u${at}`, title: `T${at}`, opens: 'first' }))
    const html = await seen({ ...inGerman, answers: { 'contentset/': { entries } } })
    const [hero = '', ...row] = html.slice(html.indexOf('<dl')).split(homeMessages.de['HOME.FEATURED'])
    const issues = (part: string) => links(part).flatMap((href) => /^\/magazines\/issues\/u(\d+)$/.exec(href ?? '')?.[1] ?? [])
    expect(issues(hero)).toEqual(shown.map(String))
    expect(issues(row.join())).toEqual(entries.map((_, at) => String(at)))
  })

  it('shows new titles in the language of the visitor that the row below does not, first those that are open', async () => {
    const entries = Array.from({ length: 3 }, (_, at) => ({ ...cover, issueUid: `u${at}`, title: `T${at}`, opens: 'first' }))
    const newest = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...cover, uid: `u${at}`, titleLine: `T${at}`, opens: at % 2 ? 'one' : 'all' }))
    const inHero = async (count: number) => {
      const { html, requests } = await openPage('/', {
        ...inGerman,
        answers: { 'contentset/': { entries }, titles: { issues: newest(count), count } },
      })
      expect(requests.map(({ path }) => path)).toContain(`${API_BASE}titles?language=de&limit=60`)
      const [hero = ''] = html.slice(html.indexOf('<dl')).split(homeMessages.de['HOME.FEATURED'])
      return links(hero).flatMap((href) => /^\/magazines\/issues\/u(\d+)$/.exec(href ?? '')?.[1] ?? [])
    }
    expect(await inHero(12)).toEqual(['4', '6', '8', '10', '3'])
    // There are too few other titles, so the end of the row is used.
    expect(await inHero(6)).toEqual(['4', '3', '5', '1', '2'])
  })

  it('links a free reader to reading and to the prices', async () => {
    const ways = heroWays(await seen(reader(1, false)))
    expect(links(ways)).toEqual(['https://read.example', '/user/subscription/pub'])
    expect(plain(ways)).toContain(homeMessages.de['HOME.READ'])
  })

  it('links a subscriber to reading only', async () => {
    expect(links(heroWays(await seen(reader(2, true))))).toEqual(['https://read.example'])
  })

  it.each([
    ['AT', '46\u00a0700'],
    ['DE', '46.700'],
    ['CH', "46'700"],
    ['LU', '46.700'],
  ] as const)('counts issues as numbers are written in %s, also while a script counts', async (country, written) => {
    const { main } = await openPage('/', { ...inGerman, answers: { 'websession/webinfo': visitorFrom(country) } })
    expect(main).toContain(`<span aria-hidden="true" data-count="46700" data-locale="de-${country}">${written}</span>`)
  })

  it('shows an awning in July and snow in January', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime('2026-07-15T12:00:00Z')
    const july = await seen()
    vi.setSystemTime('2027-01-15T12:00:00Z')
    const january = await seen()
    const paths = (html: string) => (/<svg[^>]*data-season="\w+"[\s\S]*?<\/svg>/.exec(html)?.[0].match(/<path/g) ?? []).length
    expect([july.includes('data-season="warm"'), january.includes('data-season="cold"')]).toEqual([true, true])
    expect(paths(january)).toBe(paths(july) + 1)
  })
})

describe('the home page of a signed-in reader', () => {
  const issue = (uid: string) => ({ ...cover, uid, titleLine: `Titel ${uid}`, magazineKey: uid, pageCount: 20 })
  const at = '2026-11-20T10:00:00Z'
  const place = { page: 3, article: null, fraction: 0, furthestPage: 3, at }
  const full = {
    continueReading: [{ issue: issue('started'), place }],
    favourites: [
      { issue: issue('known'), name: 'Bekannt', fresh: false },
      { issue: issue('unread'), name: 'Ungelesen', fresh: true },
    ],
    recommendations: { on: true, issues: [{ issue: issue('similar'), because: 'Bekannt' }] },
    newspapers: [issue('paper')],
    magazines: [issue('magazine')],
  }
  const none = {
    continueReading: [],
    favourites: [],
    recommendations: { on: true, issues: [] },
    newspapers: [],
    magazines: [],
  }
  const home = (id: number, paymentRequired: boolean, shelf: unknown) => {
    const { answers, ...options } = reader(id, paymentRequired)
    return seen({ ...options, answers: { ...answers, 'reader/shelf': shelf } })
  }
  const headings = (html: string) =>
    [...(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').matchAll(/<h2[^>]*>([^<]*)</g)].map(([, heading]) => heading)
  const own = ['Weiterlesen', 'Aktuelle Zeitungen', 'Meine Magazine', 'Für Sie', 'Neue Magazine']

  it('begins with what they read and what is new', async () => {
    const html = await home(1, false, full)
    expect(plain(/<h1[\s\S]*?<\/h1>/.exec(html)?.[0] ?? '').trim()).toBe('Willkommen, Mara')
    expect(headings(html).slice(0, 6)).toEqual([...own, homeMessages.de['HOME.FEATURED']])
    const shown = ['started', 'paper', 'unread', 'known', 'similar', 'magazine']
    const order = shown.map((uid) => html.indexOf(`Titel ${uid}<`))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(order[0]).toBeGreaterThan(0)
    expect(links(html)).toEqual(expect.arrayContaining(['/reader/issues/started?p=3', '/magazines/issues/paper']))
  })

  it('has a first button that opens what they have begun, else what their account opens, else the shelf', async () => {
    const first = async (id: number, paymentRequired: boolean, shelf: unknown) => {
      const ways = /<h1[\s\S]*?<\/a>/.exec(await home(id, paymentRequired, shelf))?.[0] ?? ''
      return [...links(ways), plain(ways.replace(/[\s\S]*<\/h1>/, '')).trim()]
    }
    expect(await first(1, false, full)).toEqual(['https://read.example/issues/started?p=3', 'Weiterlesen'])
    // The issue that the button opens is named instead of the numbers that visitors see.
    const hero = /<h1[\s\S]*?<\/section>/.exec(await home(1, false, full))?.[0]
    expect(hero).toContain('<b>Titel started</b>')
    expect(hero).not.toContain('<dl')
    const unread = { ...full, continueReading: [] }
    expect(await first(1, false, unread)).toEqual(['https://read.example/issues/magazine', 'Jetzt lesen'])
    expect(await first(2, true, unread)).toEqual(['https://read.example/issues/paper', 'Jetzt lesen'])
    expect(await first(2, true, { ...unread, newspapers: [] })).toEqual(['https://read.example/issues/magazine', 'Jetzt lesen'])
    expect(await first(2, true, none)).toEqual(['https://read.example', 'Jetzt lesen'])
  })

  it('omits rows without issues, and all of them if the API fails', async () => {
    for (const shelf of [none, undefined])
      expect(headings(await home(1, false, shelf)).filter((each) => own.includes(each!))).toEqual([])
  })

  it('shows prices and quotes only to those who do not pay', async () => {
    const free = await home(1, false, full)
    const paying = await home(2, true, full)
    expect([free.includes('<table'), free.includes('<blockquote>')]).toEqual([true, true])
    expect([paying.includes('<table'), paying.includes('<blockquote>')]).toEqual([false, false])
  })

  it('asks for a shelf only if somebody is signed in, and for offers only if they may buy', async () => {
    const requestedPaths = async (options: Options) => (await openPage('/', options)).requests.map(({ path }) => path)
    const has = (paths: string[], part: string) => paths.some((path) => path.includes(part))
    const [visitors, subscribers] = [await requestedPaths(inGerman), await requestedPaths(reader(2, true))]
    expect([has(visitors, 'reader/shelf'), has(visitors, 'campaign/pricing')]).toEqual([false, true])
    expect([has(subscribers, 'reader/shelf'), has(subscribers, 'campaign/pricing')]).toEqual([true, false])
  })
})

describe('the home page', () => {
  it('shows a banner with name and last day for a running promo', async () => {
    const promoCode = { title: 'Lesesommer', expiryDate: '2099-07-01T00:00:00Z', expiryDateString: '1. Juli 2099' }
    const promoted = plain(await seen(reader(1, false, { promoCode })))
    expect(promoted).toContain('Lesesommer')
    expect(promoted).toContain('1. Juli 2099')
    const over = { ...promoCode, expiryDate: '2020-07-01T00:00:00Z' }
    expect(plain(await seen(reader(1, false, { promoCode: over })))).not.toContain('Lesesommer')
  })

  it.each([
    ['at', 'AT'],
    ['de', 'DE'],
    ['ch', 'CH'],
    ['lu', 'LU'],
  ] as const)('the film of %s is the operator’s, and only a link before the click', async (key, country) => {
    const answers = { 'websession/webinfo': visitorFrom(country) }
    const videos = { at: null, de: null, ch: null, lu: null, [key]: 'https://films.example/kiosk.mp4' }
    const html = await seen({ answers, operatorValues: { videos } })
    expect(links(html)).toContain('https://films.example/kiosk.mp4')
    expect(html).not.toContain('<video')
    const others = {
      at: 'https://x.example',
      de: 'https://x.example',
      ch: 'https://x.example',
      lu: 'https://x.example',
      [key]: null,
    }
    expect(links(await seen({ answers, operatorValues: { videos: others } }))).not.toContain('https://x.example')
  })

  it('names no apps if the operator has none', async () => {
    const html = await seen({ ...inGerman, operatorValues: { stores: { apple: null, google: null, apk: null } } })
    expect(html).toContain(homeMessages.de['HOME.PLATFORM_APP'])
    expect(html).not.toContain(homeMessages.de['HOME.PLATFORM_MOBILE'])
  })

  it("links the operator's stores and social networks", async () => {
    const stores = { ...operator.stores, apple: 'https://apple.example', google: 'https://google.example' }
    const socialLinks = [{ name: 'Elefant', address: 'https://elefant.example/@kiosk' }]
    const html = await seen({ ...inGerman, operatorValues: { stores, socialLinks } })
    expect(links(html)).toEqual(
      expect.arrayContaining(['https://apple.example', 'https://google.example', 'https://elefant.example/@kiosk']),
    )
    expect(plain(html)).toContain(homeMessages.de['HOME.SOCIAL'])
    expect(plain(await seen({ ...inGerman, operatorValues: { socialLinks: [] } }))).not.toContain(homeMessages.de['HOME.SOCIAL'])
  })

  it.each(languages)("shows the operator's quotes with their sources (%s)", async (language) => {
    const quotes = [
      { id: 1, testmonial: inAll('Wort'), reference: inAll('Quelle') },
      { id: 2, testmonial: inAll('Satz'), reference: inAll('Blatt') },
    ]
    const html = await seen({ headers: { cookie: `language=${language}` }, operatorValues: { quotes } })
    const shown = [...html.matchAll(/<blockquote>([^<]+)<\/blockquote><figcaption>([^<]+)<\/figcaption>/g)]
    expect(shown.map(([, testmonial, reference]) => [testmonial, reference])).toEqual([
      [`Wort ${language}`, `Quelle ${language}`],
      [`Satz ${language}`, `Blatt ${language}`],
    ])
  })

  it('has no section of quotes if the operator supplied none', async () => {
    expect(await seen({ ...inGerman, operatorValues: { quotes: [] } })).not.toContain('<blockquote>')
  })

  it("marks the demonstration's quotes as examples", () => {
    expect(operator.demonstration).toBe(true)
    for (const { reference } of operator.quotes) {
      expect(Object.values(reference)).toEqual([
        expect.stringContaining('(Beispiel)'),
        expect.stringContaining('(example)'),
        expect.stringContaining('(exemple)'),
      ])
    }
  })

  it('compares free reading with each tier at its own price, and links to all', async () => {
    const html = await seen({ ...inGerman, answers: { 'websession/webinfo': visitorFrom('AT') } })
    const comparison = /aria-labelledby="pricing"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
    expect(plain(comparison.slice(comparison.indexOf('<table')))).toMatch(/Gratis 0 € .* Magz ab 9,99 € .* Premium 19,99 € /)
    expect(links(comparison)).toEqual(['/user/subscription/pub'])
    const inLuxembourg = await seen({ ...inGerman, answers: { 'websession/webinfo': visitorFrom('LU') } })
    expect(plain(/<table[\s\S]*?<\/table>/.exec(inLuxembourg)?.[0] ?? '')).toMatch(/Premium ab 9,99 € /)
  })

  it.each(languages)('mentions reading on the web, in the web app and in the apps (%s)', async (language) => {
    const html = await seen({ headers: { cookie: `language=${language}` }, webapp: 'https://read.example' })
    const platforms = /aria-labelledby="platforms"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
    expect(platforms.match(/<h3>/g)).toHaveLength(3)
    expect(links(platforms)).toEqual(['/magazines', 'https://read.example', operator.stores.apple, operator.stores.google])
  })

  it.each(languages)('says that the free tier has advertisements and the paid tier has none (%s)', async (language) => {
    const html = await seen({ headers: { cookie: `language=${language}` } })
    const row =
      html.split('<tr>').find((each) => each.includes(`<th scope="row">${homeMessages[language]['HOME.ROW_ADS']}</th>`)) ?? ''
    expect(row).toContain(`<td>${homeMessages[language]['HOME.SOME_ADS']}</td>`)
    expect(plain(row)).toContain(homeMessages[language]['HOME.NONE'])
  })

  it('shows six features as flip cards', async () => {
    const html = await seen(inGerman)
    const section = /aria-labelledby="more-features"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
    expect(section.match(/<input type="checkbox"[^>]*aria-label="[^"]+, Karte umdrehen"/g)).toHaveLength(6)
    expect(plain(section)).toContain('Ein Wort eingeben und die Seiten finden, auf denen es steht')
    expect(links(section)).toEqual(['/features'])
  })

  it('links headlines to their topics and omits the row without topics', async () => {
    const topics = [{ uid: 'stadtbaeume', headline: 'Bäume in der Stadt', magazineName: 'Alpenkurier' }]
    const html = await seen({ answers: { 'trendingtopics/topics': { topics } } })
    expect(html).toContain('<a href="/topic/stadtbaeume">Bäume in der Stadt</a>')
    expect(await seen()).not.toContain('aria-labelledby="trending"')
  })
})
