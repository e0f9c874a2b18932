import { API_BASE } from '@kiosk/contract/route'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import { describe, expect, it, test } from 'vitest'
import { type Options, openWebsite, visitorFrom } from '../testing/website.ts'
import { RATING_INTERVAL_MS, ratingsScript } from './ratings-script.ts'
import { shippedCampaign } from './shipped-campaign.ts'

const openPage = openWebsite()

type Country = Parameters<typeof visitorFrom>[0]
const from = (country: Country, more: Record<string, unknown> = {}): Options => ({
  headers: { cookie: 'language=de' },
  answers: { 'websession/webinfo': visitorFrom(country), ...more },
})
const reader = (country: Country, paid?: number): Options => ({
  headers: { cookie: 'language=de' },
  answers: {
    'websession/webinfo': visitorFrom(country, {
      firstname: 'Mara',
      subscription: { id: paid ?? 1, paymentRequired: paid !== undefined },
    }),
  },
})
const silent: Options = {
  headers: { cookie: 'language=de' },
  answers: { '': () => new Response(null, { status: 503 }), 'websession/webinfo': () => new Response(null, { status: 503 }) },
}
const plain = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
const buttonIn = (html: string) => {
  const found = hrefs(html).find((href) => href.startsWith('/user/payment/overview'))
  return found ? Object.fromEntries(new URL(found, 'http://own').searchParams) : null
}

const paths = [
  '/easter',
  '/sonne',
  '/vib',
  '/robinson',
  '/magenta-moments',
  '/telekom-magenta-moments',
  '/iamstudent',
  '/iamstudent-at',
  '/iamstudent-ch',
  '/60-jahre-hagebaumarkt',
  '/dreamwood',
  '/promo',
  '/black-friday',
  '/christmas',
  '/holiday',
  '/read-at-home',
  '/partner',
]

describe('campaign pages', () => {
  it.each(paths)('sell nothing without a payment provider: %s', async (path) => {
    const { html } = await openPage(path, from('AT', { 'campaign/pricing/': { normalPrice: 1999, methods: [] } }))
    expect(buttonIn(html)).toBeNull()
    expect(html).not.toMatch(/href="[^"]*step=1/)
  })

  it.each(paths)('shows hero, promise, offer with later price, steps, facts and ratings for %s', async (path) => {
    const { html, response } = await openPage(path, from('AT'))
    expect(response.status).toBe(200)
    const key = path === '/telekom-magenta-moments' ? 'magenta-moments' : path.slice(1)
    const { headline, promise } = shippedCampaign(key)!.words.de
    const text = plain(html)
    for (const words of [headline, promise, 'alle 30 Tage, jederzeit kündbar', 'Alles dabei', 'Hanna W., Graz'])
      expect(text).toContain(words)
    expect(html).toContain('<svg')
    expect(html.match(/type="checkbox" id="fact-/g)).toHaveLength(6)
  })

  it('show invented ratings and quotes in the demonstration only, marked as examples', async () => {
    expect(plain((await openPage('/promo', from('AT'))).html)).toContain('Hanna W., Graz (Beispiel)')
    const own = { 'campaign/page/promo': shippedCampaign('promo')! }
    const { html } = await openPage('/promo', { ...from('AT', own), operatorValues: { demonstration: false } })
    expect(plain(html)).toContain('3 × 2,99 €')
    expect(plain(html)).not.toMatch(/Hanna W\.|Leselotse/)
  })

  it('promise what the offered plan includes', async () => {
    const promo = shippedCampaign('promo')!
    const offers = [{ ...promo.offers[0]!, region: 1, id: 10, voucherPrice: 199 }]
    const own = { 'campaign/page/promo': { ...promo, offers, redirects: undefined, withoutOffer: undefined } }
    for (const country of ['AT', 'LU'] as const) {
      const { html } = await openPage('/promo', from(country, own))
      const text = plain(html)
      // Where nothing is offered, there are neither steps to it nor conditions of it.
      expect(text.includes('neues MAGZ-Abo')).toBe(country === 'AT')
      expect([/<ol/.test(html), text.includes('Bedingungen ')]).toEqual([country === 'AT', country === 'AT'])
      expect(text).toMatch(/Magazine auch offline.*Drei Geräte/)
      expect(text).not.toMatch(/neues PREMIUM|Fünf Geräte|Zum Hören/)
      if (country === 'AT') expect(text).toContain('3 Monate MAGZ statt')
    }
  })

  it.each(paths)('%s leads to the prices of an operator who has no such campaign', async (path) => {
    const { response } = await openPage(path, { ...from('AT'), operatorValues: { demonstration: false } })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/user/subscription/pub'])
  })

  it.each([
    ['AT', { id: '2', voucher: 'AKTION-AT' }, '3 × 2,99 €', 'danach 19,99 €'],
    ['DE', { id: '5', voucher: 'AKTION-DE' }, '3 × 2,99 €', 'danach 14,99 €'],
    ['CH', { id: '8', voucher: 'AKTION-CH' }, '3 × CHF 3.90', 'danach CHF 29.90'],
    ['LU', { id: '9', voucher: 'AKTION-LU' }, '3 × 2,99 €', 'danach 9,99 €'],
  ] as const)('in %s sell %o at %s, %s', async (country, button, price, then) => {
    const { html } = await openPage('/promo', from(country))
    expect(buttonIn(html)).toEqual(button)
    expect(plain(html)).toContain(price)
    expect(plain(html)).toContain(then)
  })

  it.each([
    ['/magenta-moments', '6 Monate PREMIUM'],
    ['/dreamwood', '2 Monate PREMIUM'],
    ['/60-jahre-hagebaumarkt', '3 Monate PREMIUM'],
    ['/promo', '3 Monate PREMIUM'],
  ])('%s lasts %s', async (path, months) => {
    expect(plain((await openPage(path, from('AT'))).html)).toContain(months)
  })

  it.each([
    ['/sonne', /3 × 2,99 € 3 Monate PREMIUM /],
    ['/iamstudent', /3 × 2,99 € 3 Monate PREMIUM /],
    ['/promo', /3 × 2,99 € 3 Monate PREMIUM /],
  ])('%s is a cheap trial with its length and its price', async (path, trial) => {
    expect(plain((await openPage(path, from('DE'))).html)).toMatch(trial)
  })

  it("use the visitor's language", async () => {
    for (const language of ['de', 'en', 'fr'] as const) {
      const { html } = await openPage('/easter', { headers: { cookie: `language=${language}` } })
      expect(plain(html)).toContain(shippedCampaign('easter')!.words[language].headline)
    }
  })

  it('show the regular price from the API', async () => {
    const { html } = await openPage('/promo', from('AT', { 'campaign/pricing/2': { normalPrice: 2199 } }))
    expect(plain(html)).toContain('danach 21,99 €')
  })

  it('show /magenta-moments at /telekom-magenta-moments, with the former as canonical', async () => {
    const { html } = await openPage('/telekom-magenta-moments?step=1a', from('AT'))
    expect(html).toContain('<link rel="canonical" href="https://kiosk.example/magenta-moments"/>')
    expect(html).toContain('MOMENTS-AT')
  })

  it.each([2, 10])('show subscribers (plan %i) that they read without ads, and sell nothing', async (paid) => {
    const { html } = await openPage('/promo', reader('AT', paid))
    expect(plain(html)).toContain('Sie lesen schon ohne Werbung')
    expect(buttonIn(html)).toBeNull()
  })
})

describe('regions without the offer', () => {
  it.each([
    ['/easter', '/home'],
    ['/read-at-home', '/home'],
    ['/easter/2', '/home'],
    ['/black-friday', '/'],
    ['/christmas', '/'],
  ])('%s redirects from Luxembourg to %s', async (path, target) => {
    const { response, location } = await openPage(path, from('LU'))
    expect([response.status, location]).toEqual([302, target])
  })

  it.each(['/black-friday', '/christmas', '/easter', '/read-at-home'])('%s is shown in the other three regions', async (path) => {
    for (const country of ['AT', 'DE', 'CH'] as const) expect((await openPage(path, from(country))).response.status).toBe(200)
  })
})

describe('Black Friday', () => {
  const entries = Array.from({ length: 12 }, (_, n) => ({
    magazineId: n,
    title: `Titel ${n}`,
    magazineKey: `titel-${n}`,
    issueUid: `uid${n}`,
    detailLine: 'Nr. 1',
    coverURL: `${API_BASE}issuecontent/uid${n}/cover?v=1`,
    coverWidth: 840,
    coverHeight: 1120,
    coverColour: '#abcdef',
  }))
  it.each([
    ['AT', '3 × 2,99 €'],
    ['DE', '3 × 2,99 €'],
    ['CH', '3 × CHF 5.90'],
  ] as const)('in %s costs %s', async (country, price) => {
    expect(plain((await openPage('/black-friday', from(country))).html)).toContain(price)
  })

  it('shows the top title at height 560 and links every title to its issue', async () => {
    const { html } = await openPage('/black-friday', from('CH', { 'contentset/web_ch': { entries } }))
    expect(html).toMatch(/height="560"[^>]*alt="Titelseite von Titel 0"|alt="Titelseite von Titel 0"[^>]*height="560"|Titel 0/)
    expect(html.match(/height="560"/g)).toHaveLength(1)
    expect(hrefs(html)).toContain('/magazines/issues/uid8')
  })
})

describe('promoType 2', () => {
  const imageOf = ({ html }: { html: string }) => /data-picture="(\w+)"/.exec(html)?.[1]
  it.each(['/easter', '/holiday', '/read-at-home'])('on %s selects the second header image', async (path) => {
    const first = imageOf(await openPage(path))
    const second = imageOf(await openPage(`${path}/2`))
    expect(second).not.toBe(first)
    expect(imageOf(await openPage(`${path}?promoType=2`))).toBe(second)
    expect(imageOf(await openPage(`${path}/1`))).toBe(first)
  })
})

describe('students', () => {
  it.each([
    ['/iamstudent', '5', '3 × 2,99 €', 'statt 14,99 €'],
    ['/iamstudent-at', '2', '3 × 2,99 €', 'statt 14,99 €'],
    ['/iamstudent-ch', '8', '3 × CHF 2.99', 'statt CHF 29.90'],
  ])('%s sells %s at %s %s, wherever it is opened', async (path, id, price, regular) => {
    const { html } = await openPage(`${path}?step=1a`, from('LU'))
    expect(buttonIn(html)?.id).toBe(id)
    expect(plain(html)).toContain(price)
    expect(plain(html)).toContain(regular)
  })

  const stepOf = ({ html }: { html: string }) => /data-step="(\w+)"/.exec(html)?.[1]
  it('link from the intro to login or registration and back to the button', async () => {
    const at = async (step: string, options?: Options) =>
      openPage(`/iamstudent?step=${step}&utm_source=mensa`, options ?? from('DE'))
    const intro = await at('0')
    expect([stepOf(intro), hrefs(intro.html).includes('/iamstudent?step=1&utm_source=mensa')]).toEqual(['0', true])
    const who = await at('1')
    expect(stepOf(who)).toBe('1b')
    expect(hrefs(who.html)).toEqual(
      expect.arrayContaining(['/iamstudent?step=2a&utm_source=mensa', '/iamstudent?step=2b&utm_source=mensa']),
    )
    const back = encodeURIComponent('/iamstudent?step=1a&utm_source=mensa')
    expect(hrefs((await at('2a')).html)).toContain(`/user/login?redirect=${back}&utm_source=mensa`)
    expect(hrefs((await at('2b')).html)).toContain(`/user/register?redirect=${back}&utm_source=mensa`)
    const ready = await at('1', reader('DE'))
    expect([stepOf(ready), buttonIn(ready.html)]).toEqual(['1a', { id: '5', voucher: 'STUDENT-DE', utm_source: 'mensa' }])
    for (const step of ['2a', '2b']) expect(stepOf(await at(step, reader('DE')))).toBe('0')
    for (const step of ['9', '']) expect(stepOf(await at(step))).toBe('0')
  })
})

describe('attribution', () => {
  it("is passed to the checkout and falls back to the campaign's values", async () => {
    const came = 'utm_source=brief&utm_medium=post&utm_content=a&utm_campaign=herbst&referrer=https%3A%2F%2Fclub.example%2F'
    expect(buttonIn((await openPage(`/christmas?${came}`, from('DE'))).html)).toEqual({
      id: '5',
      voucher: 'WEIHNACHT-DE',
      ...Object.fromEntries(new URLSearchParams(came)),
    })
    expect(buttonIn((await openPage('/christmas', from('DE'))).html)).toMatchObject({
      utm_source: 'weihnacht',
      utm_medium: 'microsite',
    })
  })
})

describe('the number of magazines', () => {
  it('comes from the catalogue', async () => {
    expect(plain((await openPage('/promo', from('AT'))).html)).toContain('370 Zeitungen')
  })
  it.each([
    ['/promo', 400],
    ['/sonne', 500],
    ['/easter', 700],
    ['/apk', 830],
    ['/videowerbung', 830],
  ])('%s shows %i if the catalogue is unavailable', async (path, count) => {
    expect(plain((await openPage(path, silent)).html)).toContain(`${count} Zeitungen`)
  })
})

describe('a newsstand without titles', () => {
  it.each(['/promo', '/sonne', '/apk', '/videowerbung'])('%s does not count them', async (path) => {
    const { html } = await openPage(
      path,
      from('AT', { 'websession/webinfo': visitorFrom('AT', { magazineCount: 0, issueCount: 0 }) }),
    )
    expect(plain(html)).not.toMatch(/\b0 (Zeitungen|Magazine|Titel)|Über 0/)
  })
})

describe('an operator’s campaign', () => {
  const own = {
    ...shippedCampaign('promo')!,
    key: 'seeblick',
    offers: [{ region: 1, id: 2, voucherPrice: 199, duration: 4, voucherCode: 'SEE-AT', numberOfMagazines: 321 }],
  }
  it('has its own page', async () => {
    const { html, title } = await openPage('/seeblick', from('AT', { 'campaign/page/seeblick': own }))
    expect([title, buttonIn(html)]).toEqual(['Aktion – read-it', { id: '2', voucher: 'SEE-AT' }])
    expect(plain(html)).toContain('4 × 1,99 €')
    expect(plain(html)).toContain('321 Zeitungen')
  })
  it('overrides the shipped campaign of the same key', async () => {
    const { html } = await openPage('/sonne', from('AT', { 'campaign/page/sonne': { ...own, key: 'sonne' } }))
    expect(buttonIn(html)?.voucher).toBe('SEE-AT')
  })
  it.each([
    ['de', 'Diese Aktion beginnt am 2. März 2199'],
    ['en', 'This offer begins on 2 March 2199'],
    ['fr', 'Cette offre commence le 2 mars 2199'],
  ])('sells nothing before its first day, and names it: %s', async (language, words) => {
    const options = from('AT', { 'campaign/page/seeblick': { ...own, from: '2199-03-02', offers: [] } })
    const { html } = await openPage('/seeblick', { ...options, headers: { cookie: `language=${language}` } })
    expect(buttonIn(html)).toBeNull()
    expect(plain(html)).toContain(words)
  })
  it('sells nothing after its end', async () => {
    const { html } = await openPage('/seeblick', from('AT', { 'campaign/page/seeblick': { ...own, until: '2020-01-31' } }))
    expect(buttonIn(html)).toBeNull()
    expect(plain(html)).toContain('Diese Aktion ist vorbei')
    expect(html).not.toMatch(/<ol|id="fact-/)
  })
})

test('states the prices of the sample campaigns in words', async () => {
  expect(plain((await openPage('/leseprobe', from('AT'))).html)).toContain('drei Monate für 9,99 €')
  expect(plain((await openPage('/leseprobe', from('DE'))).html)).toContain('6 × 4,99 € 6 Monate PREMIUM ')
  expect(plain((await openPage('/leseprobe', from('CH'))).html)).toContain('3 × CHF 9.90')
})

test('shows the video advertising page in German in every interface language', async () => {
  for (const language of ['de', 'en', 'fr']) {
    const text = plain((await openPage('/videowerbung', { headers: { cookie: `language=${language}` } })).html)
    expect(text).toContain('Bis zu 15 Sekunden, die ganz gezeigt werden')
    expect(text).toContain('Bis zu 30 Sekunden, überspringbar ab Sekunde 5')
  }
})

test('an operator sells no films: the page of video advertising leads to the one for advertisers', async () => {
  const { response } = await openPage('/videowerbung', { operatorValues: { demonstration: false } })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/marketing'])
})

test('shows a guide of four steps to install the app', async () => {
  const { html } = await openPage('/apk', from('AT'))
  expect(hrefs(html)).toContain('https://apps.example.org/apk')
  expect(/<ol[\s\S]*?<\/ol>/.exec(html)?.[0].match(/<li>/g)).toHaveLength(4)
})

test('disables the button with a reason when there is no app to download', async () => {
  const operatorValues = { stores: { apple: 'https://x.example/a', google: 'https://x.example/g', apk: null } }
  const { html } = await openPage('/apk', { ...from('AT'), operatorValues })
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*aria-describedby="apk-missing">APK herunterladen</)
  expect(plain(html)).toContain('Die Datei ist gerade nicht verfügbar')
  expect(hrefs(html).filter((href) => href.endsWith('.example.org/apk'))).toEqual([])
})

test('an operator without an app to download explains none: its page leads to the home page', async () => {
  const operatorValues = { demonstration: false, stores: { apple: null, google: null, apk: null } }
  const { response } = await openPage('/apk', { operatorValues })
  expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
})

test('shows ratings of four or five stars for 15 seconds each', async () => {
  for (const { key } of shippedCampaigns) expect(shippedCampaign(key)!.words.de.ratings).toBeUndefined()
  const { html } = await openPage('/partner', from('AT'))
  const stars = [...html.matchAll(/aria-label="(\d) von 5 Sternen"/g)].map(([, count]) => Number(count))
  expect(stars.length).toBeGreaterThan(3)
  expect(stars.every((count) => count === 4 || count === 5)).toBe(true)
  expect(html).toContain(ratingsScript)
  expect([RATING_INTERVAL_MS, ratingsScript.includes('15000')]).toEqual([15_000, true])
})
