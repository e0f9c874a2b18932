import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { loadWebsite, type Options, type Visitor, visitor, visitorFrom } from '../website-under-test.ts'
import { RATING_INTERVAL, ratingsScript } from './ratings-script.ts'
import { allShippedCampaigns, shippedCampaign } from './shipped-campaign.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())
const visit: Visitor = (path, options) => visitor(website.handle)(path, options)

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
  it.each(paths)('%s has a hero, a promise, an offer with what follows, steps, facts and ratings', async (path) => {
    const { html, response } = await visit(path, from('AT'))
    expect(response.status).toBe(200)
    const key = path === '/telekom-magenta-moments' ? 'magenta-moments' : path.slice(1)
    const { headline, promise } = shippedCampaign(key)!.words.de
    const text = plain(html)
    for (const words of [headline, promise, 'alle 30 Tage, jederzeit kündbar', 'Alles dabei', 'Hanna W., Graz'])
      expect(text).toContain(words)
    expect(html).toContain('<svg')
    expect(html.match(/type="checkbox" id="fact-/g)).toHaveLength(6)
  })

  it.each([
    ['AT', { id: '2', voucher: 'AKTION-AT' }, '3 × 2,99 €', 'danach 19,99 €'],
    ['DE', { id: '5', voucher: 'AKTION-DE' }, '3 × 2,99 €', 'danach 14,99 €'],
    ['CH', { id: '8', voucher: 'AKTION-CH' }, '3 × CHF 3.90', 'danach CHF 29.90'],
    ['LU', { id: '9', voucher: 'AKTION-LU' }, '3 × 2,99 €', 'danach 9,99 €'],
  ] as const)('in %s sell %o at %s, %s', async (country, button, price, then) => {
    const { html } = await visit('/promo', from(country))
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
    expect(plain((await visit(path, from('AT'))).html)).toContain(months)
  })

  it.each([
    ['/sonne', /3 Monate PREMIUM: 2,99 €/],
    ['/iamstudent', /3 Monate PREMIUM: 2,99 €/],
    ['/promo', /3 Monate PREMIUM: 2,99 €/],
  ])('%s is a cheap trial: its length, and its price', async (path, trial) => {
    expect(plain((await visit(path, from('DE'))).html)).toMatch(trial)
  })

  it('speak the language of the visitor', async () => {
    for (const language of ['de', 'en', 'fr'] as const) {
      const { html } = await visit('/easter', { headers: { cookie: `language=${language}` } })
      expect(plain(html)).toContain(shippedCampaign('easter')!.words[language].headline)
    }
  })

  it('name the regular price that the API says', async () => {
    const { html } = await visit('/promo', from('AT', { 'campaign/pricing/2': { normalPrice: 2199 } }))
    expect(plain(html)).toContain('danach 21,99 €')
  })

  it('point from /telekom-magenta-moments to /magenta-moments', async () => {
    const { html } = await visit('/telekom-magenta-moments?step=1a', from('AT'))
    expect(html).toContain('<link rel="canonical" href="https://kiosk.example/magenta-moments"/>')
    expect(html).toContain('MOMENTS-AT')
  })

  it.each([2, 10])('tell readers who pay (tariff %i) that they read without ads, and sell nothing', async (paid) => {
    const { html } = await visit('/promo', reader('AT', paid))
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
  ])('%s leads from Luxembourg to %s', async (path, target) => {
    const { response, location } = await visit(path, from('LU'))
    expect([response.status, location]).toEqual([302, target])
  })

  it.each(['/black-friday', '/christmas', '/easter', '/read-at-home'])('%s stays in the other three', async (path) => {
    for (const country of ['AT', 'DE', 'CH'] as const) expect((await visit(path, from(country))).response.status).toBe(200)
  })
})

describe('Black Friday', () => {
  const entries = Array.from({ length: 12 }, (_, n) => ({
    magazineId: n,
    title: `Titel ${n}`,
    magazineKey: `titel-${n}`,
    issueUid: `uid${n}`,
    detailLine: 'Nr. 1',
    coverURL: `/api/v8/issuecontent/uid${n}/cover?v=1`,
    coverWidth: 840,
    coverHeight: 1120,
    coverColour: '#abcdef',
  }))
  it.each([
    ['AT', '3 × 2,99 €'],
    ['DE', '3 × 2,99 €'],
    ['CH', '3 × CHF 5.90'],
  ] as const)('in %s costs %s', async (country, price) => {
    expect(plain((await visit('/black-friday', from(country))).html)).toContain(price)
  })

  it('shows the top title at height 560 and others, each leading to its issue', async () => {
    const { html } = await visit('/black-friday', from('CH', { 'contentset/web_ch': { entries } }))
    expect(html).toMatch(/height="560"[^>]*alt="Titelseite von Titel 0"|alt="Titelseite von Titel 0"[^>]*height="560"|Titel 0/)
    expect(html.match(/height="560"/g)).toHaveLength(1)
    expect(hrefs(html)).toContain('/magazines/issues/uid8')
  })
})

describe('promoType 2', () => {
  const pictureOf = ({ html }: { html: string }) => /data-picture="(\w+)"/.exec(html)?.[1]
  it.each(['/easter', '/holiday', '/read-at-home'])('of %s chooses the second header image', async (path) => {
    const first = pictureOf(await visit(path))
    const second = pictureOf(await visit(`${path}/2`))
    expect(second).not.toBe(first)
    expect(pictureOf(await visit(`${path}?promoType=2`))).toBe(second)
    expect(pictureOf(await visit(`${path}/1`))).toBe(first)
  })
})

describe('students', () => {
  it.each([
    ['/iamstudent', '5', '3 × 2,99 €', 'statt 14,99 €'],
    ['/iamstudent-at', '2', '3 × 2,99 €', 'statt 14,99 €'],
    ['/iamstudent-ch', '8', '3 × CHF 2.99', 'statt CHF 29.90'],
  ])('%s sells %s at %s %s, wherever it is opened', async (path, id, price, regular) => {
    const { html } = await visit(`${path}?step=1a`, from('LU'))
    expect(buttonIn(html)?.id).toBe(id)
    expect(plain(html)).toContain(price)
    expect(plain(html)).toContain(regular)
  })

  const stepOf = ({ html }: { html: string }) => /data-step="(\w+)"/.exec(html)?.[1]
  it('lead from the intro over new or known to login or registration, and back to the button', async () => {
    const at = async (step: string, options?: Options) =>
      visit(`/iamstudent?step=${step}&utm_source=mensa`, options ?? from('DE'))
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

describe('where a visitor came from', () => {
  it('travels on to the till, and the campaign’s own values stand where there is nothing', async () => {
    const came = 'utm_source=brief&utm_medium=post&utm_content=a&utm_campaign=herbst&referrer=https%3A%2F%2Fclub.example%2F'
    expect(buttonIn((await visit(`/christmas?${came}`, from('DE'))).html)).toEqual({
      id: '5',
      voucher: 'WEIHNACHT-DE',
      ...Object.fromEntries(new URLSearchParams(came)),
    })
    expect(buttonIn((await visit('/christmas', from('DE'))).html)).toMatchObject({
      utm_source: 'weihnacht',
      utm_medium: 'microsite',
    })
  })
})

describe('how many magazines', () => {
  it('is what the catalogue holds', async () => {
    expect(plain((await visit('/promo', from('AT'))).html)).toContain('Über 370 ')
  })
  it.each([
    ['/promo', 400],
    ['/sonne', 500],
    ['/easter', 700],
    ['/apk', 830],
    ['/videowerbung', 830],
  ])('%s says %i where the catalogue can’t be asked', async (path, count) => {
    expect(plain((await visit(path, silent)).html)).toContain(`Über ${count} `)
  })
})

describe('an operator’s campaign', () => {
  const own = {
    ...shippedCampaign('promo')!,
    key: 'seeblick',
    offers: [{ region: 1, id: 2, voucherPrice: 199, duration: 4, voucherCode: 'SEE-AT', numberOfMagazines: 321 }],
  }
  it('has a page of its own', async () => {
    const { html, title } = await visit('/seeblick', from('AT', { 'campaign/page/seeblick': own }))
    expect([title, buttonIn(html)]).toEqual(['Aktion - read-it', { id: '2', voucher: 'SEE-AT' }])
    expect(plain(html)).toContain('4 × 1,99 €')
    expect(plain(html)).toContain('Über 321 ')
  })
  it('stands before the shipped one of its key', async () => {
    const { html } = await visit('/sonne', from('AT', { 'campaign/page/sonne': { ...own, key: 'sonne' } }))
    expect(buttonIn(html)?.voucher).toBe('SEE-AT')
  })
  it('that is over sells nothing', async () => {
    const { html } = await visit('/seeblick', from('AT', { 'campaign/page/seeblick': { ...own, until: '2020-01-31' } }))
    expect(buttonIn(html)).toBeNull()
    expect(plain(html)).toContain('Diese Aktion läuft gerade nicht')
  })
})

test('the sample campaigns say their prices in words', async () => {
  expect(plain((await visit('/leseprobe', from('AT'))).html)).toContain('drei Monate für 9,99 €')
  expect(plain((await visit('/leseprobe', from('DE'))).html)).toContain('6 Monate PREMIUM: 4,99 €')
  expect(plain((await visit('/leseprobe', from('CH'))).html)).toContain('3 × CHF 9.90')
})

test('video advertising is sold in German whatever the interface speaks', async () => {
  for (const language of ['de', 'en', 'fr']) {
    const text = plain((await visit('/videowerbung', { headers: { cookie: `language=${language}` } })).html)
    expect(text).toContain('Bis zu 15 Sekunden, die ganz gezeigt werden')
    expect(text).toContain('Bis zu 30 Sekunden, überspringbar ab Sekunde 5')
  }
})

test('the app comes with a guide of four steps', async () => {
  const { html } = await visit('/apk', from('AT'))
  expect(hrefs(html)).toContain('https://apps.example.org/apk')
  expect(/<ol[\s\S]*?<\/ol>/.exec(html)?.[0].match(/<li>/g)).toHaveLength(4)
})

test('without an app to download the button is off and says why', async () => {
  const house = { stores: { apple: 'https://x.example/a', google: 'https://x.example/g', apk: null } }
  const { html } = await visit('/apk', { ...from('AT'), house })
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*aria-describedby="apk-missing">APK herunterladen</)
  expect(plain(html)).toContain('Die Datei steht gerade nicht bereit')
  expect(hrefs(html).filter((href) => href.endsWith('.example.org/apk'))).toEqual([])
})

test('ratings have four or five stars, and stand for 15 seconds', async () => {
  for (const { words } of allShippedCampaigns()) expect(words.de.ratings).toBeUndefined()
  const { html } = await visit('/partner', from('AT'))
  const stars = [...html.matchAll(/aria-label="(\d) von 5 Sternen"/g)].map(([, count]) => Number(count))
  expect(stars.length).toBeGreaterThan(3)
  expect(stars.every((count) => count === 4 || count === 5)).toBe(true)
  expect(html).toContain(ratingsScript)
  expect([RATING_INTERVAL, ratingsScript.includes('15000')]).toEqual([15_000, true])
})
