import { createHash } from 'node:crypto'
import { API_BASE } from '@kiosk/contract/route'
import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { languages } from '@kiosk/domain/locale'
import { partnerConsent } from '@kiosk/domain/page-variant'
import { describe, expect, it, vi } from 'vitest'
import { screens } from './routes.ts'
import { shellScript } from './shell/shell-script.ts'
import { isStaticPage } from './shell/static-pages.ts'
import { type Options, openWebsite, visitorFrom } from './testing/website.ts'

const openPage = openWebsite()

const withValues = { id: 'abc', magazinekey: 'alpenkurier', regionId: 'r1' }
const paths = (Object.keys(pages) as Page[]).map((page) => [page, addressOf(page, pickValues(page))] as const)
function pickValues(page: Page): Record<string, string> {
  return Object.fromEntries(Object.entries(withValues).filter(([name]) => pages[page].path.includes(`:${name}`)))
}
/** Pages that only redirect, and those covered by the tests of the catalogue, topics and checkout. */
const leadOn: Page[] = [
  'deviceGate',
  'currentIssue',
  'logout',
  'paymentFailedAny',
  'paymentFailedCancel',
  'paymentChangeFailedCancel',
]
const checkout: Page[] = ['currentSubscription', 'paymentOverview', 'pay', 'paymentAsync', 'reservationAsync', 'paymentEdit']
const catalogues: Page[] = ['catalogue', 'issue', 'title', 'issueLinks', 'topic', 'archive', 'linkInBio']
const reader = { firstname: 'Mara', subscription: { id: 1, paymentRequired: false } }
/** Pages that redirect readers without a subscription. */
const ofSubscribers: Page[] = ['paymentSuccess', 'paymentSuccessRegistration']
const subscriber = { firstname: 'Mara', subscription: { id: 2, paymentRequired: true } }
/** API answers that the account pages need. */
const ofAccount = {
  'websession/webinfo': visitorFrom('AT', reader),
  user: visitorFrom('AT', reader),
  'user/registration/': [],
  'user/device/all': [],
  'user/security/events': [],
  'user/security': {
    hasPassword: true,
    confirmed: false,
    secondFactor: false,
    recoveryCodesLeft: 0,
    passkeys: [],
    providers: [],
  },
  'user/sessions': [],
  'user/support': { running: null, asked: null, views: [] },
  'user/identity': { waiting: { provider: 'facebook', name: '' } },
  'user/export': { exportedAt: '2026-11-20T08:00:00.000Z' },
  'invoice/all': [],
  'reader/bookmarks': { bookmarks: [] },
  'user/searches': { searches: [] },
  'reader/history': { entries: [] },
}

describe('every page', () => {
  it('has one entry in the route table', () => {
    expect(screens.map(({ id }) => id).sort()).toEqual(Object.keys(pages).sort())
  })

  const plain = paths.filter(([page]) => ![...leadOn, ...checkout, ...catalogues].includes(page))
  it.each(plain)('%s renders its title in three languages', async (page, path) => {
    const account = ofSubscribers.includes(page)
      ? { ...ofAccount, 'websession/webinfo': visitorFrom('AT', subscriber) }
      : ofAccount
    const signedIn = pages[page].access === 'login' ? account : {}
    const titles = []
    for (const language of languages) {
      const { response, title, html } = await openPage(path, { headers: { cookie: `language=${language}` }, answers: signedIn })
      expect([response.status, html.includes(`<html lang="${language}"`)]).toEqual([200, true])
      expect(title).toMatch(/^.+ – read-it$/)
      expect(title).not.toContain('PAGE.')
      if (pages[page].access === 'public') expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
      titles.push(title)
    }
    expect(new Set(titles).size).toBeGreaterThanOrEqual(/Magenta|Dreamwood|Black Friday/.test(String(titles)) ? 1 : 2)
  })

  it('says that the staff may look at the account, and ends it, while the reader allows it', async () => {
    const support = { endsAt: '2026-11-20T08:30:00.000Z', by: 'Nora Feld', lookedAt: '2026-11-20T08:12:00.000Z' }
    const answers = { ...ofAccount, 'websession/webinfo': visitorFrom('AT', { ...reader, support }) }
    const silent = []
    for (const [page, path] of plain) {
      if (ofSubscribers.includes(page)) continue
      const { response, html } = await openPage(path, { answers })
      // Login and registration lead signed-in readers on.
      if (response.status === 302) continue
      const bar = /<aside[^>]* aria-label="Einblick des Supports">.*?<\/aside>/.exec(html)?.[0] ?? ''
      const says = bar.includes('bis 09:30 Uhr') && bar.includes('Nora Feld, um 09:12 Uhr') && bar.includes('value="support-end"')
      if (!says) silent.push(path)
    }
    expect(silent).toEqual([])
  })

  it.each(paths.filter(([page]) => pages[page].access === 'login'))(
    '%s sends anonymous visitors to the login and back again',
    async (_page, path) => {
      const { response, location } = await openPage(`${path}?x=1`)
      expect([response.status, location]).toEqual([302, `/user/login?redirect=${encodeURIComponent(`${path}?x=1`)}`])
    },
  )

  it('has a canonical address and alternates by ?lang= on the public origin', async () => {
    const { html } = await openPage('/faq?utm_source=x')
    expect(html).toContain('<link rel="canonical" href="https://kiosk.example/faq"/>')
    for (const each of languages) expect(html).toContain(`hrefLang="${each}" href="https://kiosk.example/faq?lang=${each}"`)
  })

  it.each(['/', '/features', '/about', '/faq', '/user/subscription/pub'])('%s has keywords and a description', async (path) => {
    const { html } = await openPage(path)
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
    expect(html).toMatch(/<meta name="keywords" content="[^"]{10,}"/)
  })
})

describe('redirects', () => {
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
    const { location, response } = await openPage(path, options)
    expect([response.status, location]).toEqual([302, target])
  })

  it.each(['/assets/gone.js', '/favicon.ico', `${API_BASE}nothing`, '/robots.nothing'])('%s is 404, not a page', async (path) => {
    expect((await openPage(path)).response.status).toBe(404)
  })
})

describe('the language', () => {
  it.each([
    ['the cookie first', '/?lang=en', { cookie: 'language=fr', 'accept-language': 'en' }, 'fr'],
    ['then the address', '/?lang=en', { 'accept-language': 'fr' }, 'en'],
    ['then what the browser prefers of the three', '/', { 'accept-language': 'it, fr;q=0.8, en;q=0.9' }, 'en'],
    ['German otherwise', '/', { 'accept-language': 'it' }, 'de'],
  ])('%s', async (_why, path, headers, language) => {
    const { html, requests } = await openPage(path, { headers })
    expect(html).toContain(`<html lang="${language}"`)
    expect(new Set(requests.map((each) => each.language))).toEqual(new Set([language]))
  })

  it.each([
    ['limits the visitor', () => Response.json({}, { status: 429, headers: { 'retry-after': '47' } }), 429, '47'],
    ['is not available', () => Response.json({}, { status: 503, headers: { 'retry-after': '9' } }), 503, '9'],
    [
      'cannot be reached',
      () => {
        throw new TypeError('fetch failed')
      },
      503,
      '5',
    ],
  ])('that needs the API names when to come again if it %s', async (_, answer, status, seconds) => {
    const { response, text } = await openPage('/title/hafen', { answers: { '': answer } })
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, seconds])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(text.match(/versuchen Sie es/g)).toHaveLength(1)
  })

  it.each([
    ['/nowhere', 302],
    ['/assets/gone.js', 404],
    ['/user/account', 302],
    ['/user/account.data', 202],
    ['/faq.data', 200],
  ])('%s, which is answered %i, is kept by nobody', async (path, status) => {
    const { response } = await openPage(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
  })

  it('stores the language of the address in the cookie', async () => {
    const { response } = await openPage('/faq?lang=fr')
    expect(response.headers.get('set-cookie')).toBe('language=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  })
})

describe('a form that is sent to a page without one', () => {
  it('is rejected, and is no failure of ours that the log would name', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const { response } = await openPage('/faq', { method: 'POST', form: { search: 'x' } })
    expect(response.status).toBe(405)
    expect(logged.mock.calls).toEqual([])
    logged.mockRestore()
  })
})

it.each([
  ['/%ff', 302],
  ['/magazines/issues/%E0%A4', 404],
  ['/title/%', 404],
])('a path that cannot be decoded is one without a page, and nothing is printed: %s', async (path, status) => {
  const printed = vi.spyOn(console, 'warn').mockReturnValue()
  const { response } = await openPage(path)
  expect(response.status).toBe(status)
  expect(printed.mock.calls).toEqual([])
  printed.mockRestore()
})

it.each([
  ['second-factor', '/user/login'],
  ['terms', '/user/register/acceptTerms'],
  ['handover', '/user/handover'],
])('a cookie that cannot be decoded counts as none: %s', async (name, path) => {
  const { response } = await openPage(path, { headers: { cookie: `${name}=%ff` } })
  expect(response.status).toBe((await openPage(path)).response.status)
})

describe('preferences', () => {
  const partner = {
    name: 'Anzeigenhaus',
    address: 'https://anzeigen.example/platz',
    policy: 'https://anzeigen.example/datenschutz',
    width: 300,
    height: 250,
  }
  const choose = (form: Record<string, string>, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    openPage('/preferences', { method: 'POST', form, headers })

  it('redirect back to the page and drop a left-over ?lang=', async () => {
    const { response, location } = await choose({ language: 'fr', back: '/faq?lang=de&x=1' })
    expect([response.status, location]).toEqual([303, '/faq?x=1'])
    expect(response.headers.get('set-cookie')).toContain('language=fr')
  })

  it('are accepted on localhost under each of its names, but from no other port', async () => {
    const form = { language: 'fr', back: '/faq' }
    const from = (origin: string, publicUrl: string) =>
      openPage('/preferences', { method: 'POST', form, headers: { origin }, publicUrl }).then(({ response }) => response.status)
    expect(await from('http://127.0.0.1:9', 'http://localhost:9')).toBe(303)
    // A proxy with TLS in front of it.
    expect(await from('https://127.0.0.1:9', 'https://localhost:9')).toBe(303)
    expect(await from('http://127.0.0.1:8', 'http://localhost:9')).toBe(403)
    expect(await from('http://127.0.0.1:9', 'http://localhost:8')).toBe(403)
    expect(await from('http://127.0.0.1:9', 'http://kiosk.example:9')).toBe(403)
  })

  it.each([
    ['all', {}, '1'],
    ['necessary', { social: '1' }, '0'],
    ['chosen', { social: '1' }, '1'],
    ['chosen', {}, '0'],
  ])('of cookies %s %o are stored for 365 days', async (consent, more, social) => {
    const { response } = await choose({ consent, back: '/', ...more })
    expect(response.headers.getSetCookie()).toEqual([
      'consent=1; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
      `consent_social=${social}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
    ])
  })

  it.each([
    ['all', {}, partnerConsent(partner)],
    ['necessary', { asked: 'ads', ads: '1' }, '0'],
    ['chosen', { asked: 'ads', ads: '1' }, partnerConsent(partner)],
    ['chosen', { asked: 'ads' }, '0'],
    ['chosen', { social: '1' }, undefined],
  ])('of an advertising partner %s %o are stored if there is one and consent was requested', async (consent, more, ads) => {
    const form = { consent, back: '/', ...more }
    const operatorValues = { advertisingPartner: partner }
    const chosen = await openPage('/preferences', {
      method: 'POST',
      form,
      operatorValues,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(/consent_ads=(\w+)/.exec(chosen.response.headers.getSetCookie().join())?.[1]).toBe(ads)
    const alone = await choose(form)
    expect(alone.response.headers.getSetCookie().join()).not.toContain('consent_ads')
  })

  it.each(['all', 'necessary', 'chosen'])(
    'of identity providers are not stored where there are none to ask about: %s',
    async (consent) => {
      const { response } = await openPage('/preferences', {
        method: 'POST',
        form: { consent, back: '/', social: '1' },
        identity: {},
        operatorValues: { demonstration: false, advertisingPartner: partner },
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      const cookies = response.headers.getSetCookie().join()
      expect(cookies).toContain('consent=1')
      expect(cookies).not.toContain('consent_social')
    },
  )

  it('name the advertising partner before consent and load nothing from it', async () => {
    const { html, response } = await openPage('/faq', { operatorValues: { advertisingPartner: partner } })
    expect(html).toContain('Das gilt auch für Anzeigen von Anzeigenhaus im Reader.')
    expect(html).toContain('href="https://anzeigen.example/datenschutz"')
    expect(html.replaceAll('https://anzeigen.example/datenschutz', '')).not.toContain('anzeigen.example')
    expect(response.headers.get('content-security-policy')).not.toContain('anzeigen.example')
    expect((await openPage('/faq')).html).not.toContain('name="ads"')
  })

  it('are asked for only where there is something to allow', async () => {
    const faqWith = async (more: Pick<Options, 'identity'> & { partner?: typeof partner }) => {
      const operatorValues = { demonstration: false, advertisingPartner: more.partner ?? null }
      return (await openPage('/faq', { identity: more.identity ?? {}, operatorValues })).html
    }
    const nothing = await faqWith({})
    for (const part of ['cookie-banner', 'cookie-settings', 'soziale Netzwerke']) expect(nothing).not.toContain(part)
    const social = await faqWith({ identity: { apple: true } })
    expect(social).toContain('Anmeldung über soziale Netzwerke laden wir nur')
    expect(social).toContain('id="consent-social"')
    const ads = await faqWith({ partner })
    expect(ads).toContain('Anzeigen von Anzeigenhaus im Reader laden wir nur, wenn Sie es erlauben.')
    expect(ads).not.toMatch(/soziale Netzwerke|consent-social/)
    expect(ads).toContain('popoverTarget="cookie-settings"')
  })

  it('never redirect to another site', async () => {
    expect((await choose({ theme: 'dark', back: '//evil.example/x' })).location).toBe('/')
  })

  it('from another site are rejected', async () => {
    expect((await choose({ theme: 'dark' }, { 'sec-fetch-site': 'cross-site' })).response.status).toBe(403)
    expect((await choose({ theme: 'dark' }, { origin: 'https://evil.example' })).response.status).toBe(403)
    expect((await choose({ theme: 'dark' }, { origin: 'https://kiosk.example' })).response.status).toBe(303)
  })

  it('take effect in the page: theme, and no banner once the cookie question is answered', async () => {
    expect((await openPage('/faq')).html).toContain('id="cookie-banner"')
    const { html } = await openPage('/faq', { headers: { cookie: 'consent=1; theme=dark' } })
    expect(html).not.toContain('id="cookie-banner"')
    expect(html).toContain('data-theme="dark"')
  })
})

describe('text pages', () => {
  const still = paths.filter(
    ([page]) => isStaticPage(page) && !['issueLinks', ...catalogues, ...leadOn, ...checkout].includes(page),
  )
  it.each(still.filter(([page]) => pages[page].access === 'public'))('%s carries no framework script', async (_page, path) => {
    const { html, response } = await openPage(path)
    const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].filter(
      ([, attributes]) => !attributes?.includes('ld+json'),
    )
    expect(scripts).toHaveLength(1)
    const [, attributes = '', body = ''] = scripts[0] ?? []
    expect(attributes).not.toContain('src')
    // The script of every page, and lines of a few: numbers that count up, cards that turn, ratings.
    expect(body).toContain(shellScript)
    expect(Buffer.byteLength(shellScript)).toBeLessThan(5 * 1024)
    expect(Buffer.byteLength(body.replace(shellScript, () => ''))).toBeLessThan(1024)
    const hash = createHash('sha256').update(body).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}'`)
  })
})

describe('the home page', () => {
  const entry = (number: number) => ({
    magazineId: number,
    title: `Titel ${number}`,
    magazineKey: `titel-${number}`,
    issueUid: `uid${number}`,
    detailLine: 'Nr. 1',
    coverURL: `${API_BASE}issuecontent/uid${number}/cover?v=1`,
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
    const { html, requests } = await openPage('/', {
      answers: { 'websession/webinfo': visitorFrom(country), 'contentset/': { entries } },
    })
    expect(requests.map(({ path }) => path)).toContain(`${API_BASE}contentset/${key}/detail`)
    const shelf = /aria-label="Heute ganz vorne"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ''
    expect(shelf.match(/<img /g)).toHaveLength(15)
    // The text of the card is its name.
    expect(shelf).not.toMatch(/alt="[^"]/)
    expect(shelf).toContain('>Titel 14<')
    expect(shelf).toContain('height="220"')
    expect(html).toContain('href="/magazines"')
  })

  it('rounds its counts down to tens and hundreds', async () => {
    const { html } = await openPage('/')
    expect(html).toMatch(/>370</)
    expect(html).toMatch(/>46.700</)
  })

  it.each([
    ['AT', '9,99\u00a0€'],
    ['DE', '7,99\u00a0€'],
    ['CH', 'CHF\u00a019.90'],
    ['LU', '9,99\u00a0€'],
  ] as const)('names the lowest price of %s: %s', async (country, price) => {
    const { html } = await openPage('/', { answers: { 'websession/webinfo': visitorFrom(country) } })
    expect(html.replace(/<[^>]*>/g, '')).toContain(`ab ${price}`)
  })

  it('of a newsstand without titles counts none and offers nothing to read', async () => {
    const answers = {
      'websession/webinfo': visitorFrom('AT', { magazineCount: 0, issueCount: 0 }),
      'contentset/': { entries: [] },
    }
    const { html } = await openPage('/', { answers })
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    expect(main).toContain('Sobald die erste erscheint, steht sie hier.')
    expect(main).not.toMatch(/<dl|Gratis lesen/)
  })

  it.each([
    ['de', 'Sobald die erste erscheint', 'Einen Titel wünschen'],
    ['en', 'The first one will be on this page', 'Ask for a title'],
    ['fr', 'Le premier figurera sur cette page', 'Demander un titre'],
  ])('of a newsstand without titles says in its catalogue what to do meanwhile (%s)', async (lang, sentence, wish) => {
    const answers = { titles: { issues: [], count: 0 }, categories: [], issuelinks: { links: [] } }
    for (const path of ['/magazines', '/magazines/issuelinks']) {
      const { html } = await openPage(`${path}?lang=${lang}`, { answers })
      const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
      expect(main).toContain(sentence)
      expect(main).toMatch(new RegExp(`href="/feedback">${wish}`))
      expect(main).not.toMatch(/class="[^"]*lead/)
    }
  })

  it('renders without the API: Austria, default counts, content of an unknown region', async () => {
    const silent = () => {
      throw new Error('connection refused')
    }
    const { html, response, requests } = await openPage('/', {
      answers: { '': silent, 'websession/webinfo': silent, 'contentset/': silent },
    })
    expect(response.status).toBe(200)
    expect(html).toContain('>370<')
    expect(html).toMatch(/>46.000</)
    expect(html).toContain('Die Titel lassen sich gerade nicht laden')
    expect(requests.map(({ path }) => path)).toContain(`${API_BASE}contentset/web_de/detail`)
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
  })

  it('uses the region of webinfo, and the detected region only when webinfo fails', async () => {
    const shelfRequested = async (webinfo: unknown) => {
      const answers = { 'websession/webinfo': webinfo, region: { id: 3 } }
      const { requests, html } = await openPage('/', { answers })
      return [requests.map(({ path }) => path).find((path) => path.includes('contentset')), html.includes('CHF\u00a019.90')]
    }
    expect(await shelfRequested(visitorFrom('LU'))).toEqual([`${API_BASE}contentset/web_at/detail`, false])
    const silent = () => new Response(null, { status: 503 })
    expect(await shelfRequested(silent)).toEqual([`${API_BASE}contentset/web_ch/detail`, true])
  })
})

describe('prices', () => {
  it.each([
    ['AT', ['FREE', 'MAGZ', 'PREMIUM'], ['9,99\u00a0€', '19,99\u00a0€']],
    ['DE', ['FREE', 'MAGZ', 'PREMIUM'], ['7,99\u00a0€', '14,99\u00a0€']],
    ['CH', ['FREE', 'MAGZ', 'PREMIUM'], ['CHF\u00a019.90', 'CHF\u00a029.90']],
    ['LU', ['FREE', 'PREMIUM'], ['9,99\u00a0€']],
  ] as const)('of %s: %o at %o', async (country, tiers, prices) => {
    const { html } = await openPage('/user/subscription/pub', { answers: { 'websession/webinfo': visitorFrom(country) } })
    expect([...html.matchAll(/data-tier="(\w+)"/g)].map(([, tier]) => tier)).toEqual(tiers)
    const words = html.replace(/<[^>]*>/g, '')
    for (const price of prices) expect(words).toContain(`${price} alle 30 Tage`)
  })

  it.each(languages)('list the devices of each tier: 2, 3 and 5 (%s)', async (language) => {
    const { html } = await openPage('/user/subscription/pub', { headers: { cookie: `language=${language}` } })
    const cards = html.slice(html.indexOf('<body')).split('data-tier=').slice(1)
    const devices = cards.map((card) => [/^"(\w+)"/.exec(card)?.[1], /(\d+) (?:Geräte|devices|appareils)/.exec(card)?.[1]])
    expect(devices).toEqual([
      ['FREE', '2'],
      ['MAGZ', '3'],
      ['PREMIUM', '5'],
    ])
  })

  it('mark only ad-free and offline reading as paid features', async () => {
    const { html } = await openPage('/features')
    const paid = html.split('<h2>').filter((feature) => feature.includes('mit Magz und Premium'))
    expect(paid.map((feature) => feature.slice(0, feature.indexOf('<')))).toEqual(['Ohne Werbung', 'Offline lesen'])
  })
})

describe('every link to reading', () => {
  const webapp = 'https://read.example/app'
  it.each(['/', '/user/subscription/pub', '/promocode'])('on %s opens the configured reader', async (path) => {
    const promoCode = { title: 'Lesesommer', expiryDate: '2099-07-01T00:00:00Z', expiryDateString: '1. Juli 2099' }
    const { html } = await openPage(path, {
      webapp,
      answers: { 'websession/webinfo': visitorFrom('AT', { ...reader, promoCode }) },
    })
    const links = html.replace(/<script[\s\S]*?<\/script>/g, '')
    expect(links).toContain(`href="${webapp}"`)
    expect(links).not.toMatch(/<a [^>]*href="\/reader/)
  })
})

describe('errors', () => {
  const issue = (answer: () => Response) =>
    openPage('/magazines/issues/abc', { answers: { 'issues/abc': answer, 'issuedetail/abc': answer } })

  it('shows a 403 as a red overlay about connection and VPN on every page', async () => {
    const { html, response } = await issue(() => Response.json({ code: 'not_entitled', message: 'x' }, { status: 403 }))
    expect(response.status).toBe(403)
    expect(html).toMatch(/role="alert"><strong>Ein Fehler ist aufgetreten<\/strong><p>[^<]*VPN/)
  })

  it('shows the request id without a script when a page cannot be rendered', async () => {
    const { html, response } = await issue(() => Response.json({ code: 'unexpected', requestId: 'request-7' }, { status: 500 }))
    expect(response.status).toBe(500)
    expect(html).toContain('request-7')
    expect(html).toContain('<strong>Der Dienst ist gerade nicht erreichbar.')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('type="module"')
  })
})

describe('a response', () => {
  it('is the same for HEAD, has an ETag and answers 304', async () => {
    const first = await openPage('/faq')
    const etag = first.response.headers.get('etag') ?? ''
    const head = await openPage('/faq', { method: 'HEAD' })
    expect([head.html, head.response.headers.get('etag')]).toEqual(['', etag])
    const again = await openPage('/faq', { headers: { 'if-none-match': etag } })
    expect([again.response.status, again.html]).toEqual([304, ''])
  })

  it('may be cached publicly only for anonymous visitors', async () => {
    expect((await openPage('/faq')).response.headers.get('cache-control')).toBe('public, no-cache')
    const signedIn = { answers: { 'websession/webinfo': visitorFrom('AT', reader) }, headers: { cookie: '__Host-session=x' } }
    for (const path of ['/faq', '/faq.data', '/user/account'])
      expect((await openPage(path, signedIn)).response.headers.get('cache-control'), path).toBe('private, no-store')
  })
})
