import { createHash } from 'node:crypto'
import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screens } from './routes.ts'
import { isStillPage } from './shell/still-pages.ts'
import { loadWebsite, type Options, type Visitor, visitor, visitorFrom } from './website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

const visit: Visitor = (path, options) => visitor(website.handle)(path, options)

const withValues = { id: 'abc', magazinekey: 'alpenkurier', regionId: 'r1' }
const paths = (Object.keys(pages) as Page[]).map((page) => [page, addressOf(page, pickValues(page))] as const)
function pickValues(page: Page): Record<string, string> {
  return Object.fromEntries(Object.entries(withValues).filter(([name]) => pages[page].path.includes(`:${name}`)))
}
/** Pages that only lead on, and those whose content the tests of the catalogue, of topics and of the till cover. */
const leadOn: Page[] = ['currentIssue', 'logout', 'paymentFailedAny', 'paymentFailedCancel', 'paymentChangeFailedCancel']
const till: Page[] = ['currentSubscription', 'paymentOverview', 'pay', 'paymentAsync', 'reservationAsync', 'paymentEdit']
const catalogues: Page[] = ['catalogue', 'issue', 'issueLinks', 'topic', 'linkInBio']
const reader = { firstname: 'Mara', subscription: { id: 1, paymentRequired: false } }
/** What the rooms of an account ask for. */
const ofAccount = {
  'websession/webinfo': visitorFrom('AT', reader),
  user: visitorFrom('AT', reader),
  'user/registration/': [],
  'user/device/all': [],
  'user/security/events': [],
  'user/security': { hasPassword: true, confirmed: false, secondFactor: false, recoveryCodesLeft: 0, passkeys: [] },
  'user/sessions': [],
  'user/identity': { waiting: { provider: 'facebook', name: '' } },
  'user/export': { exportedAt: '2026-11-20T08:00:00.000Z' },
  'invoice/all': [],
}

describe('every page', () => {
  it('has one line in the table of routes', () => {
    expect(screens.map(({ id }) => id).sort()).toEqual(Object.keys(pages).sort())
  })

  const plain = paths.filter(([page]) => ![...leadOn, ...till, ...catalogues].includes(page))
  it.each(plain)('%s answers with its own title in three languages', async (page, path) => {
    const signedIn = pages[page].access === 'login' ? ofAccount : {}
    const titles = []
    for (const language of languages) {
      const { response, title, html } = await visit(path, { headers: { cookie: `language=${language}` }, answers: signedIn })
      expect([response.status, html.includes(`<html lang="${language}"`)]).toEqual([200, true])
      expect(title).toMatch(/^.+ - read-it$/)
      expect(title).not.toContain('PAGE.')
      if (pages[page].access === 'public') expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
      titles.push(title)
    }
    expect(new Set(titles).size).toBeGreaterThanOrEqual(/Magenta|Dreamwood|Black Friday/.test(String(titles)) ? 1 : 2)
  })

  it.each(paths.filter(([page]) => pages[page].access === 'login'))(
    '%s sends anonymous visitors to the login and back again',
    async (_page, path) => {
      const { response, location } = await visit(`${path}?x=1`)
      expect([response.status, location]).toEqual([302, `/user/login?redirect=${encodeURIComponent(`${path}?x=1`)}`])
    },
  )

  it('has a canonical address and its alternates by ?lang=, on the public origin', async () => {
    const { html } = await visit('/faq?utm_source=x')
    expect(html).toContain('<link rel="canonical" href="https://kiosk.example/faq"/>')
    for (const each of languages) expect(html).toContain(`hrefLang="${each}" href="https://kiosk.example/faq?lang=${each}"`)
  })

  it.each(['/', '/features', '/about', '/faq', '/user/subscription/pub'])('%s has keywords and a description', async (path) => {
    const { html } = await visit(path)
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
    expect(html).toMatch(/<meta name="keywords" content="[^"]{10,}"/)
  })
})

describe('addresses that lead on', () => {
  const signedIn = (id: number, paymentRequired: boolean) => ({
    answers: { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', subscription: { id, paymentRequired } }) },
  })
  it.each([
    ['/home', '/', {}],
    ['/does/not/exist', '/', {}],
    ['/user/payment/failed', '/user/payment/failed/rg', signedIn(1, false)],
    ['/user/payment/failed/rg/cancel', '/user/subscription/pub', signedIn(1, false)],
    ['/user/payment/failed/rg/cancel', '/user/subscription/current/edit', signedIn(2, true)],
    ['/user/payment/failed/rr/cancel', '/', signedIn(1, false)],
    ['/user/logout?redirect=/faq', '/faq', {}],
    ['/user/logout?redirect=//evil.example', '/', {}],
    ['/user/logout', '/magazines', { headers: { referer: 'https://kiosk.example/magazines' } }],
  ] satisfies [string, string, Options][])('%s leads to %s', async (path, target, options) => {
    const { location, response } = await visit(path, options)
    expect([response.status, location]).toEqual([302, target])
  })

  it.each(['/assets/gone.js', '/favicon.ico', '/api/v8/nothing', '/robots.nothing'])('%s is 404, not a page', async (path) => {
    expect((await visit(path)).response.status).toBe(404)
  })
})

describe('the language', () => {
  it.each([
    ['the cookie first', '/?lang=en', { cookie: 'language=fr', 'accept-language': 'en' }, 'fr'],
    ['then the address', '/?lang=en', { 'accept-language': 'fr' }, 'en'],
    ['then what the browser prefers of the three', '/', { 'accept-language': 'it, fr;q=0.8, en;q=0.9' }, 'en'],
    ['German otherwise', '/', { 'accept-language': 'it' }, 'de'],
  ])('%s', async (_why, path, headers, language) => {
    const { html, asked } = await visit(path, { headers })
    expect(html).toContain(`<html lang="${language}"`)
    expect(new Set(asked.map((each) => each.language))).toEqual(new Set([language]))
  })

  it('asked for by the address is kept in the cookie', async () => {
    const { response } = await visit('/faq?lang=fr')
    expect(response.headers.get('set-cookie')).toBe('language=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  })
})

describe('choices', () => {
  const partner = {
    name: 'Anzeigenhaus',
    address: 'https://anzeigen.example/platz',
    policy: 'https://anzeigen.example/datenschutz',
    width: 300,
    height: 250,
  }
  const choose = (form: Record<string, string>, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    visit('/preferences', { method: 'POST', form, headers })

  it('return to the page and drop a left-over ?lang=', async () => {
    const { response, location } = await choose({ language: 'fr', back: '/faq?lang=de&x=1' })
    expect([response.status, location]).toEqual([303, '/faq?x=1'])
    expect(response.headers.get('set-cookie')).toContain('language=fr')
  })

  it('are taken on one’s own machine by whichever of its names the kiosk was opened, and from no other port', async () => {
    const form = { language: 'fr', back: '/faq' }
    const from = (origin: string, publicUrl: string) =>
      visit('/preferences', { method: 'POST', form, headers: { origin }, publicUrl }).then(({ response }) => response.status)
    expect(await from('http://127.0.0.1:9', 'http://localhost:9')).toBe(303)
    expect(await from('http://127.0.0.1:8', 'http://localhost:9')).toBe(403)
    expect(await from('http://127.0.0.1:9', 'http://localhost:8')).toBe(403)
    expect(await from('http://127.0.0.1:9', 'http://kiosk.example:9')).toBe(403)
  })

  it.each([
    ['all', {}, '1'],
    ['necessary', { social: '1' }, '0'],
    ['chosen', { social: '1' }, '1'],
    ['chosen', {}, '0'],
  ])('of cookies %s %o are kept for 365 days', async (consent, more, social) => {
    const { response } = await choose({ consent, back: '/', ...more })
    expect(response.headers.getSetCookie()).toEqual([
      'consent=1; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
      `consent_social=${social}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
    ])
  })

  it.each([
    ['all', {}, '1'],
    ['necessary', { asked: 'ads', ads: '1' }, '0'],
    ['chosen', { asked: 'ads', ads: '1' }, '1'],
    ['chosen', { asked: 'ads' }, '0'],
    ['chosen', { social: '1' }, undefined],
  ])('of an advertising partner %s %o are kept, where there is one and it was asked about', async (consent, more, ads) => {
    const form = { consent, back: '/', ...more }
    const house = { advertisingPartner: partner }
    const chosen = await visit('/preferences', { method: 'POST', form, house, headers: { 'sec-fetch-site': 'same-origin' } })
    expect(/consent_ads=(.)/.exec(chosen.response.headers.getSetCookie().join())?.[1]).toBe(ads)
    const alone = await choose(form)
    expect(alone.response.headers.getSetCookie().join()).not.toContain('consent_ads')
  })

  it('name the advertising partner before anybody agrees, and load nothing of it', async () => {
    const { html, response } = await visit('/faq', { house: { advertisingPartner: partner } })
    expect(html).toContain('Das gilt auch für Anzeigen von Anzeigenhaus im Reader.')
    expect(html).toContain('href="https://anzeigen.example/datenschutz"')
    expect(html.replaceAll('https://anzeigen.example/datenschutz', '')).not.toContain('anzeigen.example')
    expect(response.headers.get('content-security-policy')).not.toContain('anzeigen.example')
    expect((await visit('/faq')).html).not.toContain('name="ads"')
  })

  it('never lead to another house', async () => {
    expect((await choose({ theme: 'dark', back: '//evil.example/x' })).location).toBe('/')
  })

  it('from another house are refused', async () => {
    expect((await choose({ theme: 'dark' }, { 'sec-fetch-site': 'cross-site' })).response.status).toBe(403)
    expect((await choose({ theme: 'dark' }, { origin: 'https://evil.example' })).response.status).toBe(403)
    expect((await choose({ theme: 'dark' }, { origin: 'https://kiosk.example' })).response.status).toBe(303)
  })

  it('show in the page: theme, and no banner once cookies were answered', async () => {
    expect((await visit('/faq')).html).toContain('id="cookie-banner"')
    const { html } = await visit('/faq', { headers: { cookie: 'consent=1; theme=dark' } })
    expect(html).not.toContain('id="cookie-banner"')
    expect(html).toContain('data-theme="dark"')
  })
})

describe('pages of text', () => {
  const still = paths.filter(([page]) => isStillPage(page) && !['issueLinks', ...leadOn, ...till].includes(page))
  it.each(still.filter(([page]) => pages[page].access === 'public'))('%s carries no framework script', async (_page, path) => {
    const { html, response } = await visit(path)
    const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].filter(
      ([, attributes]) => !attributes?.includes('ld+json'),
    )
    expect(scripts).toHaveLength(1)
    const [, attributes = '', body = ''] = scripts[0] ?? []
    expect(attributes).not.toContain('src')
    expect(Buffer.byteLength(body)).toBeLessThan(5 * 1024)
    const hash = createHash('sha256').update(body).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}'`)
  })
})

describe('the front page', () => {
  const entry = (number: number) => ({
    magazineId: number,
    title: `Titel ${number}`,
    magazineKey: `titel-${number}`,
    issueUid: `uid${number}`,
    detailLine: 'Nr. 1',
    coverURL: `/api/v8/issuecontent/uid${number}/cover?v=1`,
    coverWidth: 840,
    coverHeight: 1120,
    coverColour: '#abcdef',
  })
  const entries = Array.from({ length: 20 }, (_, number) => entry(number))

  it.each([
    ['AT', 'web_at'],
    ['DE', 'web_de'],
    ['CH', 'web_ch'],
    ['LU', 'web_at'],
  ] as const)('of %s features 15 titles of %s', async (country, key) => {
    const { html, asked } = await visit('/', {
      answers: { 'websession/webinfo': visitorFrom(country), 'contentset/': { entries } },
    })
    expect(asked.map(({ path }) => path)).toContain(`/api/v8/contentset/${key}/detail`)
    const shelf = /aria-label="Heute ganz vorne"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ''
    expect(shelf.match(/<img /g)).toHaveLength(15)
    expect(shelf).toContain('alt="Titelseite von Titel 0, Nr. 1"')
    expect(shelf).toContain('>Titel 14<')
    expect(shelf).toContain('height="220"')
    expect(html).toContain('href="/magazines"')
  })

  it('rounds its counts down to tens and hundreds', async () => {
    const { html } = await visit('/')
    expect(html).toMatch(/>370</)
    expect(html).toMatch(/>46.700</)
  })

  it.each([
    ['AT', '9,99 €'],
    ['DE', '7,99 €'],
    ['CH', 'CHF 19.90'],
    ['LU', '9,99 €'],
  ] as const)('names the lowest price of %s: %s', async (country, price) => {
    const { html } = await visit('/', { answers: { 'websession/webinfo': visitorFrom(country) } })
    expect(html.replace(/<[^>]*>/g, '')).toContain(`ab ${price}`)
  })

  it('still stands when the API is silent: Austria, default counts, the content set of an unknown region', async () => {
    const silent = () => {
      throw new Error('connection refused')
    }
    const { html, response, asked } = await visit('/', {
      answers: { '': silent, 'websession/webinfo': silent, 'contentset/': silent },
    })
    expect(response.status).toBe(200)
    expect(html).toContain('>370<')
    expect(html).toMatch(/>46.000</)
    expect(html).toContain('Das Regal ist gerade nicht erreichbar')
    expect(asked.map(({ path }) => path)).toContain('/api/v8/contentset/web_de/detail')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
  })

  it('follows the region of webinfo, and the detected region only where webinfo is silent', async () => {
    const shelfAsked = async (webinfo: unknown) => {
      const answers = { 'websession/webinfo': webinfo, region: { id: 3 } }
      const { asked, html } = await visit('/', { answers })
      return [asked.map(({ path }) => path).find((path) => path.includes('contentset')), html.includes('CHF 19.90')]
    }
    expect(await shelfAsked(visitorFrom('LU'))).toEqual(['/api/v8/contentset/web_at/detail', false])
    const silent = () => new Response(null, { status: 503 })
    expect(await shelfAsked(silent)).toEqual(['/api/v8/contentset/web_ch/detail', true])
  })
})

describe('prices', () => {
  it.each([
    ['AT', ['FREE', 'MAGZ', 'PREMIUM'], ['9,99 €', '19,99 €']],
    ['DE', ['FREE', 'MAGZ', 'PREMIUM'], ['7,99 €', '14,99 €']],
    ['CH', ['FREE', 'MAGZ', 'PREMIUM'], ['CHF 19.90', 'CHF 29.90']],
    ['LU', ['FREE', 'PREMIUM'], ['9,99 €']],
  ] as const)('of %s: %o at %o', async (country, tiers, prices) => {
    const { html } = await visit('/user/subscription/pub', { answers: { 'websession/webinfo': visitorFrom(country) } })
    expect([...html.matchAll(/data-tier="(\w+)"/g)].map(([, tier]) => tier)).toEqual(tiers)
    for (const price of prices) expect(html).toContain(`>${price}<`)
  })

  it.each(languages)('come with the devices of each tier: 2, 3 and 5 (%s)', async (language) => {
    const { html } = await visit('/user/subscription/pub', { headers: { cookie: `language=${language}` } })
    const cards = html.split('data-tier=').slice(1)
    const devices = cards.map((card) => [/^"(\w+)"/.exec(card)?.[1], /(\d+) (?:Geräte|devices|appareils)/.exec(card)?.[1]])
    expect(devices).toEqual([
      ['FREE', '2'],
      ['MAGZ', '3'],
      ['PREMIUM', '5'],
    ])
  })

  it('buy no advertisements and reading offline: of the features only these two are marked as paid', async () => {
    const { html } = await visit('/features')
    const paid = html.split('<h2>').filter((feature) => feature.includes('mit Magz und Premium'))
    expect(paid.map((feature) => feature.slice(0, feature.indexOf('<')))).toEqual(['Ohne Werbung', 'Offline lesen'])
  })
})

describe('every way to reading', () => {
  const webapp = 'https://read.example/app'
  it.each(['/', '/user/subscription/pub', '/promocode'])('on %s leads to the configured reader', async (path) => {
    const promoCode = { title: 'Lesesommer', expiryDate: '2099-07-01T00:00:00Z', expiryDateString: '1. Juli 2099' }
    const { html } = await visit(path, { webapp, answers: { 'websession/webinfo': visitorFrom('AT', { ...reader, promoCode }) } })
    const links = html.replace(/<script[\s\S]*?<\/script>/g, '')
    expect(links).toContain(`href="${webapp}"`)
    expect(links).not.toContain('href="/reader')
  })
})

describe('refusals', () => {
  const issue = (answer: () => Response) =>
    visit('/magazines/issues/abc', { answers: { 'issues/abc': answer, 'issuedetail/abc': answer } })

  it('403 anywhere is a red overlay on connection and VPN', async () => {
    const { html, response } = await issue(() => Response.json({ code: 'not_entitled', message: 'x' }, { status: 403 }))
    expect(response.status).toBe(403)
    expect(html).toMatch(/role="alert"><strong>Ein Fehler ist aufgetreten<\/strong><p>[^<]*VPN/)
  })

  it('what cannot be answered shows the id of the request, and no script', async () => {
    const { html, response } = await issue(() => Response.json({ code: 'unexpected', requestId: 'request-7' }, { status: 500 }))
    expect(response.status).toBe(500)
    expect(html).toContain('request-7')
    expect(html).toContain('<strong>Der Dienst ist gerade nicht erreichbar.')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('type="module"')
  })
})

describe('what is sent', () => {
  it('is the same for HEAD, has an ETag and is not sent twice', async () => {
    const first = await visit('/faq')
    const etag = first.response.headers.get('etag') ?? ''
    const head = await visit('/faq', { method: 'HEAD' })
    expect([head.html, head.response.headers.get('etag')]).toEqual(['', etag])
    const again = await visit('/faq', { headers: { 'if-none-match': etag } })
    expect([again.response.status, again.html]).toEqual([304, ''])
  })

  it('may be kept for everybody only while nobody is signed in', async () => {
    expect((await visit('/faq')).response.headers.get('cache-control')).toBe('public, no-cache')
    const signedIn = { answers: { 'websession/webinfo': visitorFrom('AT', reader) }, headers: { cookie: '__Host-session=x' } }
    for (const path of ['/faq', '/faq.data', '/user/account'])
      expect((await visit(path, signedIn)).response.headers.get('cache-control'), path).toBe('private, no-store')
  })
})
