import { DAY_MS } from '@kiosk/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { emptyAnswer, type Options, openWebsite, textOf, visitorFrom } from '../testing/website.ts'

type Country = 'AT' | 'DE' | 'CH' | 'LU'
const signedIn = (country: Country, more: Record<string, unknown> = {}) => ({
  'websession/webinfo': visitorFrom(country, { firstname: 'Mara', ...more }),
})
const paying = (id: number) => ({ subscription: { id, paymentRequired: true } })
const no =
  (status: number, body: Record<string, unknown> = {}) =>
  () =>
    status === 204 ? new Response(null, { status }) : Response.json({ requestId: 'r', ...body }, { status })

const requestPage = openWebsite({ headers: { 'sec-fetch-site': 'same-origin' } })
async function openPage(path: string, options: Options = {}) {
  const page = await requestPage(path, options)
  const card = (tier: string) =>
    new RegExp(`<li[^>]*data-tier="${tier}"[\\s\\S]*?(?=<li[^>]*data-tier|$)`).exec(page.main)?.[0] ?? ''
  return { ...page, card }
}
const offer = (more: Record<string, unknown> = {}) => ({
  normalPrice: 1499,
  specialOffer: true,
  specialOfferPrice: 299,
  specialOfferTitle: 'Herbst',
  specialOfferLength: 90,
  specialOfferBgColor: '#ff0000',
  specialOfferColor: '#ffffff',
  endTime: null,
  voucherCode: 'HERBST',
  ...more,
})
const pub = '/user/subscription/pub'

describe('the offers', () => {
  it('load all seven prices and are the same for every anonymous visitor of a country', async () => {
    const { calls, response } = await openPage(pub, { answers: { 'campaign/pricing/': offer({ specialOffer: false }) } })
    const requested = calls.filter((call) => call.includes('campaign/pricing/')).sort()
    expect(requested).toEqual([10, 2, 3, 5, 6, 8, 9].map((id) => `GET campaign/pricing/${id}`).sort())
    expect(calls.some((call) => call.includes('launchoffer'))).toBe(false)
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
  })

  it("show the API's prices and fall back to the static table per plan, with a log line", async () => {
    const warn = vi.fn()
    const { card, html } = await openPage(pub, {
      log: { ...console, warn },
      answers: {
        'websession/webinfo': visitorFrom('DE'),
        'campaign/pricing/': offer({ specialOffer: false, normalPrice: 555 }),
        'campaign/pricing/5': no(500),
      },
    })
    expect(card('MAGZ')).toContain('>5,55\u00a0€<')
    expect(card('PREMIUM')).toContain('>14,99\u00a0€<')
    expect(html).not.toContain('role="alert"')
    expect(warn.mock.calls).toMatchObject([[{ event: 'offers.price-missing', subscriptionId: 5 }, expect.any(String)]])
  })

  it.each([
    ['AT', 'MAGZ', '3,99 €'],
    ['AT', 'PREMIUM', '3,99 €'],
    ['DE', 'MAGZ', '3,99 €'],
    ['DE', 'PREMIUM', '5,99 €'],
    ['CH', 'MAGZ', 'CHF 5.90'],
    ['CH', 'PREMIUM', 'CHF 7.90'],
    ['LU', 'PREMIUM', '3,99 €'],
  ] as const)('of %s %s without its own price costs %s', async (country, tier, price) => {
    const answers = {
      'websession/webinfo': visitorFrom(country),
      'campaign/pricing/': offer({ specialOfferPrice: null, specialOfferLength: null }),
    }
    const { card } = await openPage(pub, { answers })
    expect(textOf(card(tier))).toContain(`3 × ${price}`)
  })

  it.each([
    ['DE', '2,99 €', ['3,99 €', '5,99 €']],
    ['CH', 'CHF 2.99', ['CHF 5.90', 'CHF 7.90']],
  ] as const)(
    'of %s fall back on their own prices, a campaign on its own: never one on the other’s',
    async (country, price, fallbacks) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const campaign = country === 'CH' ? '/iamstudent-ch' : '/iamstudent'
      const plain = ({ html }: Awaited<ReturnType<typeof openPage>>) => textOf(html).replaceAll('\u00a0', ' ')
      const of = async (path: string, pricing: unknown) =>
        plain(await openPage(path, { answers: { 'websession/webinfo': visitorFrom(country), 'campaign/pricing/': pricing } }))
      for (const pricing of [no(500), offer({ specialOfferPrice: null, normalPrice: country === 'CH' ? 2990 : 1499 })]) {
        const sold = await of(campaign, pricing)
        expect(sold).toContain(price)
        for (const fallback of fallbacks) expect(sold).not.toContain(fallback)
        expect(await of(pub, pricing)).not.toContain(price)
      }
      for (const fallback of fallbacks) expect(await of(pub, offer({ specialOfferPrice: null }))).toContain(fallback)
      warned.mockRestore()
    },
  )

  it.each([
    [89, 2],
    [90, 3],
    [180, 6],
    [null, 3],
    [10, 1],
  ])('of %s days reduces the price for %i charges and states the price after', async (specialOfferLength, count) => {
    const answers = { 'websession/webinfo': visitorFrom('DE'), 'campaign/pricing/': offer({ specialOfferLength }) }
    const { card } = await openPage(pub, { answers })
    expect(textOf(card('PREMIUM'))).toMatch(new RegExp(`${count} × 2,99 € , danach 14,99 € alle 30 Tage`))
  })

  it.each([
    ['MAGZ', 3, ['MAGZ'], ['PREMIUM']],
    ['PREMIUM', 5, ['MAGZ', 'PREMIUM'], []],
  ] as const)('are not shown to readers with %s for what they have', async (_, id, without, withOffer) => {
    const { card } = await openPage(pub, { answers: { ...signedIn('DE', paying(id)), 'campaign/pricing/': offer() } })
    for (const tier of without) expect(card(tier)).not.toMatch(/Herbst|2,99/)
    for (const tier of withOffer) expect(card(tier)).toMatch(/Herbst[\s\S]*2,99/)
  })

  it('have a red and white badge or their own valid colours', async () => {
    const badgeOf = async (more: Record<string, unknown>) => {
      const { card } = await openPage(pub, { answers: { 'campaign/pricing/': offer(more) } })
      return /<p[^>]*badge[^>]*>[^<]*/.exec(card('PREMIUM'))?.[0] ?? ''
    }
    expect(await badgeOf({})).toMatch(/^<p class="[^"]*">Herbst$/)
    expect(await badgeOf({ specialOfferBgColor: '#003366', specialOfferColor: 'gold', specialOfferTitle: '' })).toMatch(
      /style="background:#003366;color:gold">Sonderangebot$/,
    )
    expect(await badgeOf({ specialOfferBgColor: 'url(x)' })).not.toContain('url')
  })

  it.each([
    ['FREE', ['Unbegrenzt Magazine, online', 'Mit Werbung', 'Nur online'], ['Zeitungen', 'anhören', 'Ohne Werbung']],
    ['MAGZ', ['Alle Magazine, dazu Zeitungen online', 'Ohne Werbung', 'Magazine auch offline'], ['Mit Werbung']],
    ['PREMIUM', ['Alle Magazine und Zeitungen', 'Ohne Werbung', 'Alles auch offline', 'zum Anhören'], ['Mit Werbung']],
  ] as const)('of %s lists its contents, advertisements and offline reading', async (tier, holds, holdsNot) => {
    const { card } = await openPage(pub, { answers: { 'websession/webinfo': visitorFrom('DE') } })
    for (const words of holds) expect(textOf(card(tier))).toContain(words)
    for (const words of holdsNot) expect(textOf(card(tier))).not.toContain(words)
  })

  it('link to the order with their voucher, anonymous visitors through the login', async () => {
    const { card } = await openPage(pub, { answers: { 'websession/webinfo': visitorFrom('DE'), 'campaign/pricing/': offer() } })
    const way = '/user/payment/overview?id=5&voucher=HERBST'
    expect(card('PREMIUM')).toContain(`href="${way}"`)
    expect(card('FREE')).toContain('href="/user/login"')
    expect((await openPage(way)).location).toBe(`/user/login?redirect=${encodeURIComponent(way)}`)
  })

  it('carry the page to which the reader wants to return', async () => {
    const { card } = await openPage(`${pub}?redirect=%2Freader%2Fissues%2Fu1%3Fp%3D2`)
    expect(card('PREMIUM')).toMatch(/overview\?id=\d+(&amp;|&)redirect=%2Freader%2Fissues%2Fu1%3Fp%3D2"/)
    expect(card('FREE')).toContain('/user/login?redirect=%2Freader%2Fissues%2Fu1%3Fp%3D2"')
    expect((await openPage(`${pub}?redirect=%2F%2Fevil.example`)).card('PREMIUM')).not.toContain('evil')
  })

  it('mark the current plan and the plans it includes as not for sale', async () => {
    const { card } = await openPage(pub, { answers: signedIn('DE', paying(5)) })
    expect(textOf(card('PREMIUM'))).toContain('Ihr Abo')
    expect(card('PREMIUM')).toContain('href="/user/subscription/current/edit"')
    expect(textOf(card('MAGZ'))).toContain('In Ihrem Premium enthalten')
    expect(card('MAGZ')).not.toContain('/user/payment')
    expect(card('FREE')).toContain('href="/reader"')
    const magz = await openPage(pub, { answers: signedIn('DE', paying(3)) })
    expect(magz.card('PREMIUM')).toContain('href="/user/payment/overview?id=5"')
    expect(magz.card('MAGZ')).not.toContain('/user/payment')
  })

  it.each([
    ['r3', 3, ['FREE', 'MAGZ', 'PREMIUM'], 'id=8'],
    ['2', 2, ['FREE', 'MAGZ', 'PREMIUM'], 'id=5'],
    ['r4', 4, ['FREE', 'PREMIUM'], 'id=9'],
    ['xx', 1, ['FREE', 'MAGZ', 'PREMIUM'], 'id=2'],
  ])('of the region in the address %s', async (segment, region, tiers, link) => {
    const { main } = await openPage(`/user/subscription/auth/${segment}`, { answers: signedIn('AT') })
    expect(main).toContain(`data-region="${region}"`)
    expect([...main.matchAll(/data-tier="(\w+)"/g)].map(([, tier]) => tier)).toEqual(tiers)
    expect(main).toContain(link)
  })
})

describe('without a payment provider', () => {
  const closed = { 'campaign/pricing/': offer({ methods: [] }) }

  it.each([
    ['de', 'Zurzeit kann man kein Abo bestellen', 'Bezahlt wird'],
    ['en', 'No subscription can be ordered at present', 'You pay by'],
    ['fr', 'Aucun abonnement ne peut être commandé pour le moment', 'Paiement par'],
  ])('the page says so in %s, keeps the prices, and leads to no order', async (language, words, pays) => {
    const { main, card, text } = await openPage(pub, { answers: closed, headers: { cookie: `language=${language}` } })
    expect(text).toContain(words)
    expect(text).not.toContain(pays)
    expect(main).not.toContain('/user/payment/overview')
    expect(card('PREMIUM')).toContain('>14,99\u00a0€<')
    expect(text).not.toContain('Herbst')
  })

  it('one plan may be closed alone', async () => {
    const answers = { 'campaign/pricing/': offer({ methods: ['CC', 'DD', 'PP'] }), 'campaign/pricing/10': offer({ methods: [] }) }
    const { card, text } = await openPage(pub, { answers })
    expect(text).not.toContain('Zurzeit kann man kein Abo')
    expect(card('MAGZ')).toContain('Zurzeit nicht bestellbar')
    expect(card('PREMIUM')).toContain('/user/payment/overview?id=2')
    expect(text).toContain('Bezahlt wird mit Kreditkarte, SEPA-Lastschrift oder PayPal.')
  })

  it('ordering does not ask for a sign-in', async () => {
    const way = '/user/login?redirect=%2Fuser%2Fpayment%2Foverview%3Fid%3D2'
    expect((await openPage(way, { answers: closed })).location).toBe(pub)
    expect((await openPage(way, { answers: { 'campaign/pricing/': offer({ methods: ['CC'] }) } })).location).toBeNull()
  })

  it('the order page says so to those who follow an old link', async () => {
    const rejected = no(409, { code: 'sales_closed', message: 'Wir nehmen keine Zahlungen an.' })
    const { text, main } = await openPage('/user/payment/overview?id=5', {
      answers: { ...signedIn('DE'), 'payment/shoppingcart2/': rejected },
    })
    expect(text).toContain('Wir nehmen keine Zahlungen an.')
    expect(main).not.toContain('name="intent"')
  })
})

describe('the current subscription', () => {
  const own = '/user/subscription/current/edit'
  const billing = (more: Record<string, unknown> = {}) => ({
    autorenewalStatus: true,
    subscriptionTitle: 'read-it MAGZ',
    subscriptionDescription: 'Magazine online und offline.',
    numberDevices: 3,
    nextDebitDate: '2099-12-20T10:00:00.000Z',
    nextPrice: 799,
    nextCharges: [
      { date: '2099-12-20T10:00:00.000Z', amount: 399 },
      { date: '2100-01-19T10:00:00.000Z', amount: 799 },
    ],
    currency: 'EUR',
    orderType: 1,
    dismissed: false,
    state: 'active',
    method: { kind: 'CC', brand: 'Visa', number: '•••• 4242' },
    ...more,
  })
  const with_ = (options: unknown, more: Record<string, unknown> = {}) => ({
    ...signedIn('DE', paying(3)),
    billing: options,
    'readerinfo/upgrades': [],
    'billing/autorenewal': emptyAnswer,
    ...more,
  })

  it.each([{}, { promoCode: { title: 'P', expiryDate: '2099-01-01T00:00:00Z', expiryDateString: '1. 1. 2099' } }])(
    'without payment shows the offers',
    async (more) => {
      expect((await openPage(own, { answers: signedIn('DE', more) })).location).toBe(pub)
    },
  )

  it('shows plan, next charge and the deadline for cancelling', async () => {
    const { text, main, title } = await openPage(own, { answers: with_(billing()) })
    expect(title).toBe('Mein Abo – read-it')
    expect(text).toMatch(
      /read-it MAGZ Magazine online und offline\. Nächste Abbuchungen 20\. Dezember 2099: 3,99 €, inkl\. MwSt\. 19\. Januar 2100: 7,99 €/,
    )
    expect(text).toContain('bis zu 3')
    expect(text).toContain('spätestens 7 Tage')
    expect(text).toContain('Visa •••• 4242')
    expect(main).toContain('href="/user/payment/edit"')
    expect(main).toMatch(/value="cancel"/)
    expect(main).toContain('href="/cancel"')
  })

  it('shows the end of a cancelled subscription and resumes it', async () => {
    const options = billing({
      autorenewalStatus: false,
      expiryDate: '2099-12-20T10:00:00.000Z',
      nextDebitDate: undefined,
      nextCharges: [],
    })
    const { text, main } = await openPage(own, { answers: with_(options) })
    expect(text).toContain('Läuft bis 20. Dezember 2099')
    expect(text).not.toContain('Nächste Abbuchung')
    expect(main).toMatch(/value="extend"/)
  })

  it('has no toggle when dismissed', async () => {
    expect((await openPage(own, { answers: with_(billing({ dismissed: true })) })).main).not.toMatch(/name="about"/)
  })

  it.each([
    [2, {}, 'store'],
    [3, {}, 'wallet'],
    [2, { expiryDate: '2099-12-20T10:00:00.000Z' }, null],
    [3, { expiryDate: '2099-12-20T10:00:00.000Z' }, null],
  ])('of order type %i %o has the button %s', async (orderType, more, button) => {
    const { main } = await openPage(own, { answers: with_(billing({ orderType, ...more })) })
    expect(/name="about" value="(\w+)"/.exec(main)?.[1] ?? null).toBe(button)
  })

  it.each([
    ['de', 'Dieses Abo wird über PayPal bezahlt und dort abgebucht.', 'Auf eine andere Zahlungsart lässt sich'],
    ['en', 'This subscription is paid and charged through PayPal.', 'cannot be moved to another way to pay'],
    ['fr', 'Cet abonnement est payé avec PayPal, qui effectue les débits.', 'ne peut pas passer à un autre moyen de paiement'],
  ])(
    'by PayPal says in %s how to pay otherwise, and after its cancellation no longer that it is charged',
    async (language, charged, change) => {
      const headers = { cookie: `language=${language}` }
      const shown = async (more: object) =>
        (await openPage(own, { answers: with_(billing({ orderType: 3, ...more })), headers })).text.replaceAll('\u00a0', ' ')
      const running = await shown({})
      for (const words of [charged, change]) expect(running).toContain(words)
      const cancelled = await shown({ autorenewalStatus: false, expiryDate: '2099-12-20T10:00:00.000Z', nextCharges: [] })
      for (const words of [charged, change]) expect(cancelled).not.toContain(words)
    },
  )

  it.each([
    ['de', 'Magz-Abos rechnen wir an', 'PayPal bucht den vollen Preis ab'],
    ['en', 'not used is taken off', 'PayPal charges the full price'],
    ['fr', 'abonnement Magz est déduite', 'PayPal débite le prix entier'],
  ])('says in %s that PayPal charges an upgrade in full and refunds what is unused', async (language, credited, full) => {
    const headers = { cookie: `language=${language}` }
    const upgrades = { 'readerinfo/upgrades': [{ shortname: 'PREMIUM', id: 5, voucherCode: '' }] }
    const shown = async (orderType: number) =>
      (await openPage(own, { answers: with_(billing({ orderType }), upgrades), headers })).text.replaceAll('\u00a0', ' ')
    const byCard = await shown(1)
    expect(byCard).toContain(credited)
    expect(byCard).not.toContain(full)
    const byWallet = await shown(3)
    expect(byWallet).toContain(full)
    expect(byWallet).not.toContain(credited)
  })

  it.each([
    ['cancel', 'PUT billing/autorenewal status=false'],
    ['extend', 'PUT billing/autorenewal status=true'],
    ['wallet', 'POST paypal/subscription/cancel'],
    ['store', 'POST inAppPurchase/google_subscription/cancel'],
  ])('asks before "%s", calls the API only when confirmed, and reloads', async (about, call) => {
    const orderType = about === 'wallet' ? 3 : about === 'store' ? 2 : 1
    const ended = about === 'extend' ? { autorenewalStatus: false, expiryDate: '2099-12-20T10:00:00.000Z' } : {}
    const answers = with_(billing({ orderType, ...ended }), { paypal: emptyAnswer, inAppPurchase: emptyAnswer })
    const requested = await openPage(own, { answers, method: 'POST', form: { about } })
    expect(requested.calls.filter((each) => !each.startsWith('GET'))).toEqual([])
    expect(requested.main).toMatch(/name="confirmed" value="yes"/)
    const done = await openPage(own, { answers, method: 'POST', form: { about, confirmed: 'yes' } })
    expect(done.calls.filter((each) => !each.startsWith('GET'))).toEqual([call])
    expect(done.calls.indexOf(call)).toBeLessThan(done.calls.indexOf('GET billing'))
    expect(done.main).toContain('role="status"')
  })

  it('warns that one more charge follows when the deadline has passed', async () => {
    const soon = new Date(Date.now() + 3 * DAY_MS).toISOString()
    const answers = with_(billing({ nextDebitDate: soon, nextCharges: [{ date: soon, amount: 799 }] }))
    const { text } = await openPage(own, { answers, method: 'POST', form: { about: 'cancel' } })
    expect(text).toContain('weniger als 7 Tage')
  })

  it('says of a subscription that was cancelled too late when it is charged once more', async () => {
    const charge = { date: '2099-12-20T10:00:00.000Z', amount: 799 }
    const options = { autorenewalStatus: false, expiryDate: '2100-01-19T10:00:00.000Z', nextCharges: [charge] }
    const { text } = await openPage(own, { answers: with_(billing(options)) })
    expect(text).toContain('Am 20. Dezember 2099 wird noch einmal für 30 Tage abgebucht')
    expect(text).toContain('Läuft bis 19. Januar 2100')
    const asked = await openPage(own, { answers: with_(billing(options)), method: 'POST', form: { about: 'extend' } })
    expect(asked.text).toContain('das nächste Mal nach dem 20. Dezember 2099')
  })

  it('says before a cancellation that an unpaid subscription ends at once', async () => {
    const retried = billing({ state: 'past-due' })
    const rejected = billing({
      state: 'past-due',
      nextDebitDate: undefined,
      nextCharges: [],
      expiryDate: '2099-12-20T10:00:00.000Z',
    })
    for (const options of [retried, rejected]) {
      const answers = with_(options)
      const { text } = await openPage(own, { answers, method: 'POST', form: { about: 'cancel' } })
      expect(text).toContain('Wenn Sie jetzt kündigen, endet Ihr Abo sofort')
      expect(text).not.toMatch(/Sie können noch bis|spätestens 7 Tage/)
    }
    // A debit for the running period is under way.
    const answers = with_(billing({ state: 'past-due', pendingDebit: { day: '2099-11-25', amount: 799 } }))
    const { text } = await openPage(own, { answers, method: 'POST', form: { about: 'cancel' } })
    expect(text).toContain('Sie können noch bis 20. Dezember 2099 lesen')
  })

  it('does not call a subscription cancelled that ends without consent to a new price', async () => {
    const from = '2099-12-20T10:00:00.000Z'
    const priceChange = { newPrice: 999, from, rule: 'consent', withoutConsent: 'end', agreed: false }
    const answers = with_(billing({ nextDebitDate: undefined, nextCharges: [], expiryDate: from, priceChange }))
    const { text } = await openPage(own, { answers })
    expect(text).toContain('Ohne Ihre Zustimmung zum neuen Preis verlängert sich Ihr Abo nicht mehr')
    expect(text).not.toContain('Ihr Abo ist gekündigt')
    const asked = await openPage(own, { answers, method: 'POST', form: { about: 'cancel' } })
    expect(asked.text).toContain('Sie können noch bis 20. Dezember 2099 lesen')
  })

  it.each([
    [
      'de',
      'Unter Ihrer Adresse ist am 20. Dezember 2099 der Widerruf W-7 eingegangen. Ohne Ihre Bestätigung läuft Ihr Abo weiter.',
      'Ihr Widerruf W-7 vom 20. Dezember 2099 ist eingegangen. Das prüfen wir persönlich und schreiben Ihnen',
      'bis 3. Januar 2100, wie es weitergeht.',
      'Eine Zahlung wurde zurückgebucht. Ihr Abo verlängert sich deshalb nicht mehr.',
      'Ihr Abo ist gekündigt',
    ],
    [
      'en',
      'Withdrawal W-7 was declared with your email address on 20 December 2099. Unless you confirm it, your subscription continues.',
      'We have received your withdrawal W-7 of 20 December 2099. We will check this personally and write to you about the outcome',
      'by 3 January 2100.',
      'A payment was taken back by the bank or payment service, so your subscription will not renew.',
      'Your subscription is cancelled',
    ],
    [
      'fr',
      'La rétractation W-7 a été déclarée avec votre adresse e-mail le 20 décembre 2099. Sans votre confirmation',
      'Nous avons reçu votre rétractation W-7 du 20 décembre 2099. Nous examinons cette déclaration personnellement et vous répondons par écrit',
      'd’ici au 3 janvier 2100.',
      'La banque ou le service de paiement a annulé un paiement',
      'Votre abonnement est résilié',
    ],
  ])(
    'says in %s which withdrawal waits and for whom, and that a returned payment has stopped the renewal',
    async (language, forReader, forOperator, until, stopped, cancelled) => {
      const headers = { cookie: `language=${language}` }
      const date = '2099-12-20T10:00:00.000Z'
      const shown = async (outcome: string, confirmed: boolean, answerBy: string | null = '2100-01-03T10:00:00.000Z') => {
        const declared = {
          kind: 'withdraw',
          number: 'W-7',
          receivedAt: date,
          outcome,
          endsAt: null,
          late: false,
          confirmed,
          answerBy,
          answered: false,
        }
        const ends = { autorenewalStatus: false, expiryDate: date, nextDebitDate: undefined, nextCharges: [], returned: true }
        const { text, main } = await openPage(own, { answers: with_(billing({ ...ends, declarations: [declared] })), headers })
        return { text: text.replaceAll('\u00a0', ' '), main }
      }
      const unconfirmed = await shown('unconfirmed', false, null)
      for (const words of [forReader, stopped]) expect(unconfirmed.text).toContain(words)
      expect(unconfirmed.text).not.toContain(cancelled)
      expect(unconfirmed.main).toContain('href="/contract/confirm"')
      const byHand = await shown('by-hand', true)
      expect(byHand.text).toContain(`${forOperator} ${until}`)
      // The day has passed.
      expect((await shown('by-hand', true, '2026-01-02T10:00:00.000Z')).text).not.toContain(until.slice(0, 6))
      expect((await shown('by-hand', false)).text).not.toContain(forOperator)
      expect(byHand.main).not.toContain('href="/contract/confirm"')
    },
  )

  it('says of an announced price of a subscription that has ended only that there is nothing to decide', async () => {
    const price = { subscriptionTitle: 'read-it MAGZ', currency: 'EUR', oldPrice: 799, newPrice: 999, withoutConsent: 'keep' }
    const ended = { ...price, from: '2026-02-01T10:00:00Z', rule: 'object', state: 'ended', endsAt: '2026-01-20T10:00:00Z' }
    const { text } = await openPage('/contract/price?token=t', { answers: { 'billing/pricechange': ended } })
    expect(text).toContain('Ihr Abo ist beendet Es gibt hier nichts mehr zu entscheiden.')
    // A debit may be under way.
    expect(text).not.toMatch(/abgebucht|weiterlesen|zurücknehmen|2026/)
  })

  it('shows the reason of a rejected call and changes nothing', async () => {
    const answers = with_(billing(), { 'billing/autorenewal': no(409, { code: 'too_late_to_cancel', message: 'Zu spät.' }) })
    const { text, html } = await openPage(own, { answers, method: 'POST', form: { about: 'cancel', confirmed: 'yes' } })
    expect(text).toContain('Zu spät.')
    expect(html).not.toContain('id="error-title"')
  })

  it('shows a debit that is under way before the next charges', async () => {
    const options = { pendingDebit: { day: '2099-12-02', amount: 1999 } }
    const { text } = await openPage(own, { answers: with_(billing(options)) })
    expect(text).toMatch(/Lastschrift unterwegs 2\. Dezember 2099: 19,99 €, inkl\. MwSt\. Nächste Abbuchung/)
  })

  it('explains a failed charge and links to the payment data', async () => {
    const { text, main } = await openPage(own, { answers: with_(billing({ state: 'past-due' })) })
    expect(text).toMatch(/Die letzte Abbuchung ist fehlgeschlagen .*Nächster Versuch: \d+\. /)
    expect(main).toContain('href="/user/payment/edit"')
  })

  it.each([
    ['de', 'PayPal hat noch nicht abgebucht'],
    ['en', 'PayPal has not charged you yet'],
    ['fr', 'PayPal n’a pas encore effectué le débit'],
  ])('in %s leads an unpaid subscription of PayPal to PayPal, and names no day that has passed', async (language, words) => {
    const nextCharges = ['2026-11-20T10:00:00.000Z', '2099-12-20T10:00:00.000Z'].map((date) => ({ date, amount: 799 }))
    const options = billing({ state: 'past-due', orderType: 3, nextDebitDate: nextCharges[0]!.date, nextCharges })
    const { text, main } = await openPage(own, { answers: with_(options), headers: { cookie: `language=${language}` } })
    expect(text).toContain(words)
    expect(text).toContain('2099')
    expect(text).not.toContain('2026')
    expect(main).not.toContain('href="/user/payment/edit"')
  })

  it('shows until when new payment data help after a final decline, without a cancellation', async () => {
    const options = { state: 'past-due', nextDebitDate: undefined, nextPrice: undefined, expiryDate: '2099-12-20T10:00:00.000Z' }
    const { text, main } = await openPage(own, { answers: with_(billing(options)) })
    expect(text).toContain('Hinterlegen Sie bis 20. Dezember 2099 andere')
    expect(text).not.toContain('gekündigt und verlängert sich')
    expect(main).toMatch(/value="cancel"/)
  })

  it.each([
    [[], 'bis zu 5'],
    [[{ shortname: 'X', id: 1, voucherCode: '' }], 'bis zu 3'],
    [no(500), null],
  ])('case %#: derives the number of devices from the upgrades if billing does not contain it', async (upgrades, words) => {
    const { text, main } = await openPage(own, {
      answers: with_(billing({ numberDevices: undefined }), { 'readerinfo/upgrades': upgrades }),
    })
    if (words) expect(text).toContain(words)
    else expect(text).not.toMatch(/bis zu|undefined/)
    expect(main).not.toContain('id="error-title"')
  })

  it('links an upgrade to the PREMIUM entry with its voucher', async () => {
    const upgrades = [
      { shortname: 'DE_OTHER', id: 77, voucherCode: 'A' },
      { shortname: 'DE_PREMIUM', id: 5, voucherCode: 'HERBST' },
    ]
    const { main } = await openPage(own, { answers: with_(billing(), { 'readerinfo/upgrades': upgrades }) })
    expect(main).toContain('href="/user/payment/overview?id=5&voucher=HERBST"')
    const none = await openPage(own, { answers: with_(billing(), { 'readerinfo/upgrades': no(500) }) })
    expect(none.main).not.toContain('id="upgrade"')
  })

  it('treats missing billing data as the free plan with a log warning and claims nothing on an outage', async () => {
    const warn = vi.fn()
    const { text } = await openPage(own, { answers: with_(no(204)), log: { ...console, warn } })
    expect(text).toContain('read-it FREE')
    expect(text).toContain('Werbung')
    expect(text).toContain('bis zu 2')
    expect(warn.mock.calls).toMatchObject([[{ event: 'billing.data-missing' }, expect.any(String)]])
    const lost = await openPage(own, { answers: with_(no(503)) })
    expect(lost.text).toContain('gerade nicht abrufbar')
    expect(lost.text).not.toContain('FREE')
  })
})

describe('the launch offer', () => {
  const options = {
    subscriptionId: 5,
    voucherCode: { voucherCode: 'WILLKOMMEN' },
    regularPrice: 1499,
    reducedPrice: 599,
    days: 95,
  }
  const show = (answer: unknown, more: Record<string, unknown> = {}) =>
    openPage('/user/launch-offer', { answers: { ...signedIn('DE', more), 'voucher/launchoffer/': answer } })

  it('shows both prices, whole months and the order link next to the free tier', async () => {
    const { text, main, html } = await show(options)
    expect(text).toContain('Premium für 3 Monate')
    expect(main).toMatch(/5,99\u00a0€[\s\S]*<s>14,99\u00a0€<\/s>/)
    expect(text).toContain('3 × 5,99 €, danach 14,99 € alle 30 Tage')
    expect(text).toContain('Mit Werbung zwischen den Seiten')
    expect(main).toContain('href="/user/payment/overview?id=5&voucher=WILLKOMMEN"')
    expect(html.split('<main')[0]).toContain('href="/user/launch-offer"')
  })

  it.each([
    [no(404, { code: 'not_found' }), 'kein Willkommensangebot'],
    [no(410, { code: 'offer_expired' }), 'abgelaufen'],
    [no(409, { code: 'offer_redeemed' }), 'schon eingelöst'],
    [no(500), 'gerade nicht abrufbar'],
  ])('case %#: explains why there is no offer, without a button', async (answer, words) => {
    const { text, html } = await show(answer)
    expect(text).toContain(words)
    expect(html.split('<main')[0]).not.toContain('href="/user/launch-offer"')
    expect(html).not.toContain('id="error-title"')
  })

  it('is not shown to subscribers, and the API is not called for them', async () => {
    const { text, calls } = await show(options, paying(5))
    expect(text).toContain('Sie haben schon ein Abo')
    expect(calls.some((call) => call.includes('launchoffer'))).toBe(false)
  })
})

describe('the home page', () => {
  const offers = (specialOffer: boolean) => ({
    campaignDtoList: [
      { shortNameDefault: 'FREE', normalPrice: 0, specialOffer: false },
      { shortNameDefault: 'MAGZ', normalPrice: 888, specialOffer },
    ],
    lowestPrice: 299,
  })
  it('shows the lowest regular price from the API and links a running special offer', async () => {
    const { text } = await openPage('/', { answers: { 'campaign/pricing/': offers(true) } })
    expect(text).toMatch(/ab\s+8,88 €/)
    expect(text).toContain('Zum Sonderangebot')
    expect((await openPage('/', { answers: { 'campaign/pricing/': offers(false) } })).text).not.toContain('Zum Sonderangebot')
  })
})

it.each([
  ['de', 'read-it PREMIUM soll ab 20. Dezember 2099', 'read-it PREMIUM kostet ab 20. Dezember 2099', 'Sonst endet Ihr Abo am'],
  ['en', 'we would like read-it PREMIUM to cost', 'read-it PREMIUM costs', 'Otherwise your subscription ends on'],
  ['fr', 'nous souhaitons porter le prix de read-it PREMIUM', 'read-it PREMIUM coûte', 'Sinon, votre abonnement prend fin le'],
])(
  'the page of a new price asks for consent in %s, says what happens without it, and states the price once it is agreed or needs none',
  async (language, asks, states, ends) => {
    const change = {
      subscriptionTitle: 'read-it PREMIUM',
      currency: 'EUR',
      oldPrice: 1499,
      newPrice: 1999,
      from: '2099-12-20T10:00:00.000Z',
      endsAt: null,
      rule: 'consent',
      withoutConsent: 'keep',
      state: 'open',
    }
    const headers = { cookie: `language=${language}` }
    const shown = async (more: object) =>
      (await openPage('/contract/price?token=t', { answers: { 'billing/pricechange': { ...change, ...more } }, headers })).text
    const asked = await shown({})
    expect(asked).toContain(asks)
    expect(asked).not.toContain(ends)
    expect(await shown({ withoutConsent: 'end' })).toContain(ends)
    for (const settled of [{ state: 'agreed' }, { rule: 'object' }]) {
      const text = await shown(settled)
      expect(text).toContain(states)
      expect(text).not.toContain(asks)
    }
  },
)
