import { addressOf } from '@kiosk/domain/addresses'
import { describe, expect, it } from 'vitest'
import { openWebsite, operator, visitorFrom } from '../testing/website.ts'

const openPage = openWebsite()
const reader = { firstname: 'Mara', subscription: { id: 1, paymentRequired: false } }

describe('the frame by state', () => {
  const states = {
    anonymous: {},
    free: reader,
    promo: {
      ...reader,
      promoCode: { title: 'Sommerlesen', expiryDate: '2999-01-01T00:00:00', expiryDateString: '1.1.2999' },
    },
    magz: { firstname: 'Mara', subscription: { id: 10, paymentRequired: true } },
    premium: { firstname: 'Mara', subscription: { id: 2, paymentRequired: true } },
    'free, with payment data to change': { ...reader, canChangeBillingData: true },
    'premium, charged by a store': {
      firstname: 'Mara',
      subscription: { id: 2, paymentRequired: true },
      canChangeBillingData: false,
    },
  }
  const frontPage = (state: keyof typeof states) =>
    openPage('/', { answers: { 'websession/webinfo': visitorFrom('AT', states[state]) } }).then(({ html }) =>
      html.replace(/<script[\s\S]*?<\/script>/g, ''),
    )

  it('shows a login and no profile to anonymous visitors', async () => {
    const html = await frontPage('anonymous')
    expect(html).toContain('href="/user/login"')
    expect(html).not.toContain('href="/user/device"')
  })

  it.each([
    ['free', '/user/subscription/pub', false, true],
    ['promo', '/user/subscription/pub', false, true],
    ['magz', '/user/subscription/current/edit', true, false],
    ['premium', '/user/subscription/current/edit', true, false],
    ['free, with payment data to change', '/user/subscription/pub', true, true],
    ['premium, charged by a store', '/user/subscription/current/edit', false, false],
  ] as const)('for %s readers the profile leads to %s', async (state, subscription, paymentData, premiumButton) => {
    const html = await frontPage(state)
    const menu = html.slice(html.indexOf('Ihr Profil, Mara'))
    for (const path of ['/user/account', subscription, '/user/device', '/promocode', '/user/logout']) {
      expect(menu).toContain(`href="${path}"`)
    }
    expect(html.includes('href="/user/payment/edit"')).toBe(paymentData)
    expect(html.includes('Premium entdecken')).toBe(premiumButton)
    expect(html).toContain('>Jetzt lesen</a>')
    expect(html.includes('Sommerlesen')).toBe(state === 'promo')
  })

  it.each([
    ['anonymous', /Melden Sie sich an, um Ihren Code einzulösen/],
    ['promo', /„Sommerlesen“ läuft bis 1\.1\.2999\. So lange lesen Sie ohne Werbung/],
    ['magz', /ohnehin ohne Werbung/],
    ['premium', /ohnehin ohne Werbung/],
  ] as const)('explains to %s readers what a promo code means for them', async (state, words) => {
    const { html } = await openPage('/promocode', { answers: { 'websession/webinfo': visitorFrom('AT', states[state]) } })
    expect(html).toMatch(words)
    expect(html.includes('>App Store</a>')).toBe(state === 'promo')
  })

  it.each([
    ['production', false, false],
    ['production', true, true],
    ['staging', false, true],
  ])('environment %s, development system %s: label %s', async (name, devSystem, shown) => {
    const { html } = await openPage('/faq', { environment: { name, devSystem } })
    expect(html.includes(`>${name}</aside>`)).toBe(shown)
  })

  it.each([
    ['de', ['Funktionen', 'Magazine', 'FAQ', 'Premium']],
    ['en', ['Features', 'Magazines', 'FAQ', 'Premium']],
    ['fr', ['Fonctionnalités', 'Magazines', 'FAQ', 'Premium']],
  ])(
    'links in its masthead (%s) to features, magazines and questions on the left, to Premium on the right',
    async (language, names) => {
      const { html } = await openPage('/faq', { headers: { 'accept-language': language } })
      const masthead = html.slice(html.indexOf('<header'), html.indexOf('<details'))
      const [left, right] = masthead.split('</ul>').map((list) => [...list.matchAll(/<li><a[^>]*href="([^"]*)"[^>]*>([^<]*)</g)])
      const paths = ['/features', '/magazines', '/faq', '/user/subscription/pub']
      const links = [...left!, right![0]!].map(([, href, name]) => [href, name])
      expect(links).toEqual(paths.map((path, place) => [path, names[place]]))
    },
  )

  it('warns visitors from unsupported countries', async () => {
    const abroad = visitorFrom('AT', { countryCode: 'IT', countryName: 'Italien', regionActive: false })
    const { html } = await openPage('/faq', { answers: { 'websession/webinfo': abroad } })
    expect(html).toContain('In Ihrem Land sind wir noch nicht verfügbar.')
    expect((await openPage('/faq')).html).not.toContain('noch nicht verfügbar')
  })

  it('links everything the footer requires, with flags of region and languages', async () => {
    const { html } = await openPage('/faq', { answers: { 'websession/webinfo': visitorFrom('LU') } })
    const footer = html.slice(html.indexOf('<footer'))
    for (const page of ['terms', 'privacy', 'imprint', 'feedback', 'cancel', 'withdraw', 'accessibility'] as const) {
      expect(footer).toContain(`href="${addressOf(page)}"`)
    }
    expect(footer).toContain(`href="${operator.contacts.press}"`)
    for (const flag of ['lu', 'de', 'gb', 'fr']) expect(footer).toContain(`data-flag="${flag}"`)
    const british = visitorFrom('AT', { countryCode: 'uk' })
    const flags = (await openPage('/faq', { answers: { 'websession/webinfo': british } })).html.match(/data-flag="\w+"/g)
    expect(flags?.filter((flag) => flag === 'data-flag="gb"')).toHaveLength(2)
  })
})

it('adds the attribution to every link of the frame and stores it nowhere', async () => {
  const { html, response } = await openPage('/features?utm_source=brief&utm_campaign=herbst')
  const links = [...html.matchAll(/<a [^>]*href="(\/(?:faq|magazines|user\/subscription\/pub)[^"]*)"/g)].map(([, href]) => href)
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect(link).toContain('utm_source=brief&amp;utm_campaign=herbst')
  expect(response.headers.get('set-cookie') ?? '').not.toContain('brief')
})
