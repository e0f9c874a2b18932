import { describe, expect, it } from 'vitest'
import { emptyAnswer, type Options, openWebsite, visitorFrom } from '../testing/website.ts'

type Country = 'AT' | 'DE' | 'CH' | 'LU'
const signedIn = (country: Country = 'DE', more: Record<string, unknown> = {}) => ({
  'websession/webinfo': visitorFrom(country, { firstname: 'Mara', ...more }),
})
const paying = (id: number) => ({ subscription: { id, paymentRequired: true } })
const no =
  (status: number, body: Record<string, unknown> = {}) =>
  () =>
    status === 204 ? new Response(null, { status }) : Response.json({ requestId: 'r', ...body }, { status })
const account = { paymentMethod: 'DD', accountBrand: '', accountNumber: 'AT•• •••• 0101' }
const card = { paymentMethod: 'CC', accountBrand: 'Visa', accountNumber: '•••• 4242' }
const cart = (more: Record<string, unknown> = {}) => ({
  paypaylPlanId: null,
  entries: [{ title: 'read-it PREMIUM', subtitle: '14,99 € alle 30 Tage, inkl. MwSt.', recurring: true, grossAmount: 1499 }],
  features: ['Alle Magazine und Zeitungen'],
  totalPrice: 1499,
  currency: 'EUR',
  payPalUpgrade: false,
  noticePeriodDays: 7,
  cancelable: true,
  showVoucherInfo: false,
  voucherAvailable: true,
  methods: ['CC', 'DD'],
  upgradeCredit: 0,
  needsLocalMethod: false,
  ...more,
})
const reduced = cart({
  entries: [{ title: 'read-it PREMIUM', subtitle: '', recurring: true, grossAmount: 299 }],
  totalPrice: 299,
  showVoucherInfo: true,
  numberOfMonthsVoucher: 3,
  priceAfterVoucherPerMonth: 1499,
  voucherAvailable: false,
})
const withCart = (options: unknown = cart(), more: Record<string, unknown> = {}) => ({
  ...signedIn(),
  'payment/shoppingcart2/': options,
  'payment/acceptance': no(204),
  ...more,
})

const requestPage = openWebsite({ headers: { 'sec-fetch-site': 'same-origin' } })
async function openPage(path: string, options: Options = {}) {
  const page = await requestPage(path, options)
  return { ...page, calls: page.calls.filter((call) => !/^GET (websession|voucher\/launchoffer)/.test(call)) }
}
const post = (path: string, form: Record<string, string>, answers: Options['answers'] = withCart()) =>
  openPage(path, { method: 'POST', form, answers: answers ?? {} })
const order = { accepted: 'true', version: '2026-11-22' }
const acceptance = 'POST payment/acceptance subscription=5&version=2026-11-22&accepted=true'

describe('the overview', () => {
  it('sends the attribution with the cart', async () => {
    const came = 'utm_source=brief&utm_medium=post&utm_content=a&utm_campaign=herbst&referrer=https%3A%2F%2Fclub.example%2F'
    const { calls } = await openPage(`/user/payment/overview?id=5&${came}`, { answers: withCart() })
    const query = 'utmSource=brief&utmMedium=post&utmContent=a&utmCampaign=herbst&referrer=https%3A%2F%2Fclub.example%2F'
    expect(calls).toEqual([`GET payment/shoppingcart2/new/5?${query}`])
  })

  it('explains the remaining credit of a voucher above the price, and nothing below it', async () => {
    const line = (grossAmount: number) => ({ title: `Zeile ${grossAmount}`, subtitle: '', recurring: false, grossAmount })
    const more = cart({ entries: [line(399), line(-998)], totalPrice: 0 })
    expect((await openPage('/user/payment/overview?id=5', { answers: withCart(more) })).text).toContain(
      'Vom Guthaben bleiben 5,99 € übrig.',
    )
    const less = cart({ entries: [line(1499), line(-998)], totalPrice: 501 })
    expect((await openPage('/user/payment/overview?id=5', { answers: withCart(less) })).text).not.toContain('Vom Guthaben')
  })

  it("creates a cart and shows step 1 of 3 with the order, today's charge and later charges", async () => {
    const { text, calls, response } = await openPage('/user/payment/overview?id=5', { answers: withCart(reduced) })
    expect(calls).toEqual(['GET payment/shoppingcart2/new/5'])
    expect(text).toContain('Schritt 1 von 3')
    expect(text).toContain('Alle Magazine und Zeitungen')
    expect(text).toMatch(
      /Heute zu zahlen 2,99 € inkl\. MwSt\. Erste Lastschrift 2,99 € inkl\. MwSt\., in ein paar Tagen Ab .+? noch 2 × 2,99 €, alle 30 Tage Ab .+? 14,99 € alle 30 Tage, bis Sie/,
    )
    expect(text).toMatch(/spätestens 7 Tage davor/)
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
  })

  it.each([
    ['de', 'Zahlungspflichtig bestellen', 'Bestellübersicht'],
    ['en', 'Order with obligation to pay', 'Your order'],
    ['fr', 'Commander avec obligation de paiement', 'Votre commande'],
  ])('in %s has the legally required text on the order button', async (language, words, name) => {
    const headers = { cookie: `language=${language}` }
    const { main, title } = await openPage('/user/payment/overview?id=5', { answers: withCart(), headers })
    expect(main).toMatch(new RegExp(`<button[^>]*value="enter"[^>]*><span[^>]*>${words}</span>`))
    expect(title).toBe(`${name} – read-it`)
  })

  it.each([
    ['no id', '/user/payment/overview', {}, '/user/subscription/pub'],
    ['no number', '/user/payment/overview?id=5a', {}, '/user/subscription/pub'],
    ['no number, paying', '/user/payment/overview?id=abc', paying(3), '/user/subscription/current/edit'],
    ['what one has', '/user/payment/overview?id=5', paying(5), '/user/subscription/current/edit'],
    ['no id to pay', '/user/payment/dopay', {}, '/user/subscription/pub'],
    ['another region', '/user/payment/overview?id=8', {}, '/user/subscription/pub?unavailable=1'],
  ])('with %s redirects to the subscriptions without loading a cart', async (_name, path, more, to) => {
    const { location, calls } = await openPage(path, { answers: { ...withCart(), ...signedIn('DE', more) } })
    expect([location, calls]).toEqual([to, []])
  })

  it("rejects a plan of another region and shows those of the visitor's region", async () => {
    const { text, main } = await openPage('/user/subscription/pub?unavailable=1', { answers: signedIn() })
    expect(text).toContain('Dieses Abo gibt es in Ihrer Region nicht.')
    expect(main).toContain('data-region="2"')
  })

  it('rejects a second special offer with the reason and a link', async () => {
    const apiError = no(409, { code: 'second_special_offer', message: 'Von einem Sonderangebot kann man nicht wechseln.' })
    const { text, main } = await openPage('/user/payment/overview?id=5', { answers: withCart(apiError) })
    expect(text).toContain('Von einem Sonderangebot kann man nicht wechseln.')
    expect(main).toContain('href="/user/subscription/pub"')
    expect(main).not.toContain('value="enter"')
  })

  it.each([
    ['subscribed_already', 409, '/user/subscription/pub'],
    ['region_unavailable', 409, '/user/subscription/pub?unavailable=1'],
    ['not_found', 404, '/user/subscription/pub?unavailable=1'],
  ])('redirects when the cart is rejected with %s', async (code, status, to) => {
    const { location } = await openPage('/user/payment/overview?id=5', { answers: withCart(no(status, { code })) })
    expect(location).toBe(to)
  })

  it.each([
    ['de', 'market_closed', 'Abos verkaufen wir hier noch nicht', 'laut Verbindung: Italien', false],
    ['en', 'market_closed', 'We do not sell subscriptions here yet', 'connection: Italien', false],
    ['fr', 'market_unproved', 'Nous ne savons pas dans quel pays vous êtes', 'VPN', false],
    ['de', 'market_mismatch', 'Ihr Konto gehört zu einem anderen Land', 'Ihr Konto: Deutschland', true],
  ])('explains in %s why it does not sell to other countries: %s', async (language, code, title, words, moves) => {
    const answers = { ...withCart(no(409, { code })), ...signedIn('DE', { countryName: 'Italien', regionActive: false }) }
    const headers = { cookie: `language=${language}` }
    const { text, main } = await openPage('/user/payment/overview?id=5', { answers, headers })
    expect(text).toContain(title)
    expect(text).toContain(words)
    expect(main).toContain('href="/magazines"')
    expect(main.includes('href="/user/account?edit=region"')).toBe(moves)
    expect(main).not.toContain('value="enter"')
  })

  it.each(['/user/payment/overview?id=5', '/user/payment/dopay?id=5'])(
    'has at %s no navigation, but a way to sign out, by which scripts know that somebody is signed in',
    async (path) => {
      const answers = withCart(cart(), { 'psp/url/registration': { url: '/user/payment/frame/s1' } })
      const { html } = await openPage(path, { answers })
      const bars = html.replace(/<main[\s\S]*<\/main>|<script[\s\S]*?<\/script>/g, '')
      expect(bars).toContain('Angemeldet als Mara.')
      expect(bars).toContain('href="/user/logout"')
      expect(bars.match(/<nav /g)).toHaveLength(1)
      expect(bars).not.toContain('href="/magazines"')
    },
  )

  it("requires payment data of the account's country when ordering from abroad", async () => {
    const answers = {
      ...withCart(cart({ needsLocalMethod: true })),
      ...signedIn('DE', { countryName: 'Italien', regionActive: false }),
    }
    const { text } = await openPage('/user/payment/overview?id=5', { answers })
    expect(text).toContain('Ihr Standort laut Verbindung: Italien. Ihr Konto: Deutschland.')
    expect((await openPage('/user/payment/overview?id=5', { answers: withCart() })).text).not.toContain('laut Verbindung')
  })

  it('shows an error when the checkout is unavailable', async () => {
    const { response, title } = await openPage('/user/payment/overview?id=5', {
      answers: withCart(no(503, { code: 'unavailable' })),
    })
    expect(response.status).toBe(503)
    expect(title).toContain('read-it')
  })

  it('has no button and names no payment method when the cart offers none', async () => {
    const { main, text } = await openPage('/user/payment/overview?id=5', { answers: withCart(cart({ methods: [] })) })
    expect(text).toContain('Bestellen ist gerade nicht möglich')
    expect(text).not.toContain('Kreditkarte')
    expect(main).not.toMatch(/name="intent" value="(enter|ask|pay)"/)
  })

  it.each([
    ['AT', 2, ['CC', 'DD'], 'Kreditkarte SEPA-Lastschrift'],
    ['CH', 8, ['CC'], 'Kreditkarte'],
  ] as const)('in %s names the methods of the cart of %i', async (country, id, methods, words) => {
    const answers = { ...withCart(cart({ methods })), ...signedIn(country) }
    const { text } = await openPage(`/user/payment/overview?id=${id}`, { answers })
    expect(text).toContain(words)
    // The mandate and this sentence shorten the time between pre-notification and first debit.
    expect(text.includes('mindestens einen Tag davor')).toBe(country !== 'CH')
  })
})

describe('a voucher', () => {
  it('adds the voucher of the address to the cart and reloads the cart', async () => {
    const { calls } = await openPage('/user/payment/overview?id=5&voucher=SOMMER', {
      answers: withCart(cart(), { 'payment/voucher': emptyAnswer }),
    })
    expect(calls).toEqual([
      'GET payment/shoppingcart2/new/5',
      'PUT payment/voucher subscription=5&voucher=SOMMER',
      'GET payment/shoppingcart2/5',
    ])
  })

  it.each([
    ['no', '?id=5&voucher=', true],
    ['no place for a', '?id=5&voucher=X', false],
  ])('%s code sends no request', async (_name, query, voucherAvailable) => {
    const { calls, main } = await openPage(`/user/payment/overview${query}`, { answers: withCart(cart({ voucherAvailable })) })
    expect(calls).toEqual(['GET payment/shoppingcart2/new/5'])
    expect(main.includes('Haben Sie einen Gutschein?')).toBe(voucherAvailable)
  })

  it('shows an invalid voucher at its field and keeps the code', async () => {
    const answers = withCart(cart(), { 'payment/voucher': no(406, { code: 'voucher_invalid', message: 'x', field: 'voucher' }) })
    const headers = { cookie: 'language=en' }
    const { text, main } = await openPage('/user/payment/overview?id=5&voucher=NONSENSE', { answers, headers })
    expect(text).toContain(
      'Entered code is invalid. Please enter a valid voucher code. The code you entered may also have expired or been used up, or it may be for another subscription.',
    )
    expect(main).toMatch(/<details[^>]*open=""/)
    expect(main).toMatch(/<input[^>]*value="NONSENSE"/)
    const typed = await post('/user/payment/overview?id=5', { intent: 'voucher', code: 'OTHER' }, answers)
    expect(typed.text).toContain('Der eingegebene Code ist ungültig.')
    expect(typed.main).toMatch(/<input[^>]*value="OTHER"/)
  })

  it('redirects a typed voucher to its own address and does not send an empty one', async () => {
    const answers = withCart(cart(), { 'payment/voucher': emptyAnswer })
    const good = await post('/user/payment/overview?id=5', { intent: 'voucher', code: ' SOMMER ' }, answers)
    expect(good.location).toBe('/user/payment/overview?id=5&voucher=SOMMER')
    const empty = await post('/user/payment/overview?id=5', { intent: 'voucher', code: ' ' }, answers)
    expect(empty.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
    expect(empty.text).toContain('Bitte füllen Sie dieses Feld aus.')
  })
})

describe('an order', () => {
  it.each(['enter', 'ask', 'pay', 'change'])(
    'with "%s" but without acceptance sends no request and shows what is missing',
    async (intent) => {
      const answered = await post('/user/payment/overview?id=5', { intent }, withCart(cart({ lastBillingData: card })))
      expect(answered.response.status).toBe(400)
      expect(answered.calls).toEqual(['GET payment/shoppingcart2/new/5'])
      expect(answered.text).toContain('Bitte bestätigen Sie unsere Widerrufsbedingungen.')
      const first = await openPage('/user/payment/overview?id=5', { answers: withCart() })
      expect(first.text).not.toContain('Bitte bestätigen Sie unsere Widerrufsbedingungen.')
    },
  )

  it.each([
    ['kept', '2026-11-22', 'Widerrufe ich, bezahle ich die Tage bis dahin anteilig.'],
    ['given-up', '2026-11-01', 'dass ich mein Widerrufsrecht damit verliere'],
  ] as const)(
    'where the right of withdrawal is %s asks for its words, and without them calls nothing',
    async (withdrawal, version, words) => {
      const options = { answers: withCart(cart({ lastBillingData: card })), operatorValues: { withdrawal } }
      const shown = await openPage('/user/payment/overview?id=5', options)
      expect(shown.text).toContain(words)
      expect(shown.main).toMatch(/<input[^>]*type="checkbox"[^>]*name="accepted"|<input[^>]*name="accepted"[^>]*type="checkbox"/)
      expect(shown.main).toContain(`name="version" value="${version}"`)
      expect(shown.main).toContain('href="/withdraw#instructions"')
      const answered = await openPage('/user/payment/overview?id=5', {
        ...options,
        method: 'POST',
        form: { intent: 'pay', version },
      })
      expect([answered.response.status, answered.calls]).toEqual([400, ['GET payment/shoppingcart2/new/5']])
      expect(answered.text).toContain('Bitte bestätigen Sie unsere Widerrufsbedingungen.')
    },
  )

  it('shows the exact required sentence in English', async () => {
    const { text } = await openPage('/user/payment/overview?id=5', {
      method: 'POST',
      form: { intent: 'enter' },
      answers: withCart(),
      headers: { cookie: 'language=en' },
    })
    expect(text).toContain('You need to confirm our cancellation policy')
  })

  it('records the acceptance with new payment data, then redirects to step 2 with the voucher', async () => {
    const { calls, location } = await post('/user/payment/overview?id=5&voucher=SOMMER', { ...order, intent: 'enter' })
    expect([calls, location]).toEqual([[acceptance], '/user/payment/dopay?id=5&voucher=SOMMER'])
  })

  it('sends the total that its button showed, and shows the new one if the price has changed', async () => {
    const shown = await openPage('/user/payment/overview?id=5', { answers: withCart(cart({ lastBillingData: card })) })
    expect(shown.main).toContain('name="totalPrice" value="1499"')
    const answers = withCart(cart({ lastBillingData: card, totalPrice: 1599 }), {
      'psp/purchaseCart': no(409, { code: 'price_changed', field: 'subscription', message: 'Der Preis hat sich geändert.' }),
    })
    const paid = await post('/user/payment/overview?id=5', { ...order, totalPrice: '1499', intent: 'pay' }, answers)
    expect(paid.calls.slice(0, 2)).toEqual([`${acceptance}&totalPrice=1499`, 'POST psp/purchaseCart subscription=5'])
    expect(paid.text).toMatch(/Der Preis hat sich geändert\..*15,99 €/)
    expect(paid.main).toContain('name="totalPrice" value="1599"')
  })

  it('does not redirect when the acceptance is rejected', async () => {
    const answers = withCart(cart(), {
      'payment/acceptance': no(400, { code: 'wrong_input', field: 'version', message: 'Alt.' }),
    })
    const { location, text } = await post('/user/payment/overview?id=5', { ...order, intent: 'enter' }, answers)
    expect(location).toBeNull()
    expect(text).toContain('Alt.')
  })

  it.each([
    ['a card', card, 1499, 'Wir buchen heute 14,99 € ab von:'],
    ['a bank account', account, 1499, 'Wir ziehen 14,99 € in ein paar Tagen ein von:'],
    ['a bank account, with nothing to pay', account, 0, 'Heute buchen wir nichts ab.'],
  ])('says when %s is charged', async (_, lastBillingData, totalPrice, words) => {
    const { text } = await openPage('/user/payment/overview?id=5', {
      answers: withCart(cart({ lastBillingData, totalPrice })),
    })
    expect(text).toContain(words)
    // Which of the two texts of the total is seen depends on the chosen way.
    expect(text.includes('Erste Lastschrift')).toBe(totalPrice > 0)
  })

  it('says on the page of the provider when a debit is taken', async () => {
    const answers = withCart(cart(), { 'psp/url/registration': { url: '/user/payment/frame/s1' } })
    const sumOf = async (way: string) => (await openPage(`/user/payment/dopay?id=5&way=${way}`, { answers })).text
    expect(await sumOf('DD')).toContain('Erste Lastschrift, inkl. MwSt., in ein paar Tagen')
    expect(await sumOf('CC')).toContain('Heute zu zahlen, inkl. MwSt.')
  })

  it('asks to confirm the saved payment data before buying, also without JavaScript', async () => {
    const answers = withCart(cart({ lastBillingData: card }), { 'psp/purchaseCart': { url: '/user/payment/success?attempt=a1' } })
    const requested = await post('/user/payment/overview?id=5', { ...order, intent: 'ask' }, answers)
    expect(requested.calls).toEqual(['GET payment/shoppingcart2/new/5'])
    expect(requested.text).toMatch(/Stimmen diese Zahlungsdaten\?.*14,99 €.*Visa •••• 4242.*Zahlungspflichtig bestellen/)
    const paid = await post('/user/payment/overview?id=5', { ...order, intent: 'pay' }, answers)
    expect(paid.calls).toEqual([acceptance, 'POST psp/purchaseCart subscription=5'])
    expect(paid.location).toBe('/user/payment/success?attempt=a1')
    const others = await post('/user/payment/overview?id=5', { ...order, intent: 'change' }, answers)
    expect([others.calls, others.location]).toEqual([[acceptance], '/user/payment/dopay?id=5&again=1'])
  })

  it('leads to the page of the chosen way, also where the button does not follow the choice', async () => {
    const answers = withCart(cart({ lastBillingData: card }))
    const debit = await post('/user/payment/overview?id=5', { ...order, intent: 'ask', way: 'DD' }, answers)
    expect(debit.location).toBe('/user/payment/dopay?id=5&again=1&way=DD')
    const wallet = await post('/user/payment/overview?id=5', { ...order, intent: 'enter', way: 'PP' })
    expect([wallet.location, wallet.calls]).toEqual([null, ['GET payment/shoppingcart2/new/5']])
    expect(wallet.text).toContain('Bitte schalten Sie JavaScript ein, um mit PayPal zu bezahlen.')
    const page = withCart(cart(), { 'psp/url/registration': { url: '/user/payment/frame/s1' } })
    const { calls } = await openPage(debit.location ?? '', { answers: page })
    expect(calls[0]).toBe('GET psp/url/registration?subscription=5&voucher=&again=true&kind=DD')
  })

  it.each([
    ['https://kiosk.example/user/payment/async/7', '/user/payment/async/7'],
    ['https://evil.example/', '/user/payment/failed/rg'],
    ['//evil.example/', '/user/payment/failed/rg'],
    ['https://kiosk.example.evil.example/', '/user/payment/failed/rg'],
    ['javascript:alert(1)', '/user/payment/failed/rg'],
    ['/\\evil.example', '/user/payment/failed/rg'],
  ])('answered with %s redirects to %s', async (url, to) => {
    const answers = withCart(cart({ lastBillingData: card }), { 'psp/purchaseCart': { url } })
    expect((await post('/user/payment/overview?id=5', { ...order, intent: 'pay' }, answers)).location).toBe(to)
  })

  it.each([
    [500, 'unexpected', '/user/payment/failed/rg'],
    [503, 'unavailable', '/user/payment/failed/rg'],
    [402, 'payment_refused', '/user/payment/failed/rg'],
    [406, 'voucher_invalid', null],
    [409, 'second_special_offer', null],
  ])('rejected with %i %s', async (status, code, to) => {
    const answers = withCart(cart({ lastBillingData: card }), { 'psp/purchaseCart': no(status, { code, message: 'So nicht.' }) })
    const { location, text } = await post('/user/payment/overview?id=5', { ...order, intent: 'pay' }, answers)
    expect(location).toBe(to)
    expect(text.includes('So nicht.')).toBe(to === null)
  })
})

describe('the wallet', () => {
  const wallet = cart({ paypaylPlanId: 'P-1', methods: ['CC', 'DD', 'PP'] })
  const client = { payPalClientId: 'client of ours' }

  it('opens the policy of this page only, with a script for euro, without cards, with vault', async () => {
    const { policy, html, response } = await openPage('/user/payment/overview?id=5', {
      answers: { ...withCart(wallet), ...signedIn('DE', client) },
    })
    expect(policy).toContain('frame-src https://*.paypal.com')
    expect(policy).toMatch(/script-src[^;]* 'nonce-[\w-]{36}' https:\/\/\*\.paypal\.com/)
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(html).toContain('https://www.paypal.com/sdk/js?client-id=client+of+ours')
    expect(html).toMatch(/currency=EUR.*disable-funding=card.*vault=true/)
    expect(html).not.toMatch(/<script[^>]*paypal/)
    // The wallet comes first, and the way that is selected needs no third party.
    const ways = [...html.matchAll(/<input(?=[^>]*name="way")[^>]*>/g)].map(([input]) => [
      /value="(\w+)"/.exec(input)?.[1],
      input.includes('checked'),
    ])
    expect(ways).toEqual([
      ['PP', false],
      ['CC', true],
      ['DD', false],
    ])
  })

  it('of the sandbox opens the policy for its address only', async () => {
    const more = { ...client, payPalScript: 'http://localhost:3010/wallet/sdk/js' }
    const { policy, html } = await openPage('/user/payment/overview?id=5', {
      answers: { ...withCart(wallet), ...signedIn('DE', more) },
    })
    expect(policy).toContain('frame-src http://localhost:3010;')
    expect(policy).toMatch(/connect-src 'self' http:\/\/localhost:3010;/)
    expect(policy).not.toContain('paypal')
    expect(html).toContain('http://localhost:3010/wallet/sdk/js?client-id=client+of+ours')
  })

  it.each([
    ['francs', { ...wallet, currency: 'CHF' }, client],
    ['no client id', wallet, {}],
    ['no plan', { ...wallet, paypaylPlanId: null }, client],
    ['a cart that it may not pay', { ...wallet, methods: ['CC'] }, client],
  ])('is hidden with %s and loads nothing', async (_name, options, more) => {
    const { policy, main, response } = await openPage('/user/payment/overview?id=5', {
      answers: { ...withCart(options), ...signedIn('DE', more) },
    })
    expect(policy).toContain("frame-src 'none'")
    expect(policy).not.toContain('paypal')
    expect(main).not.toContain('data-wallet')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  it('hides the cards on an upgrade and shows the refund', async () => {
    const options = { ...wallet, payPalUpgrade: true, methods: ['PP'], upgradeCredit: 412, lastBillingData: undefined }
    const { main, text } = await openPage('/user/payment/overview?id=5', {
      answers: { ...withCart(options), ...signedIn('DE', client) },
    })
    expect(main).not.toMatch(/name="intent" value="(enter|ask)"/)
    expect(main).toMatch(/<button[^>]*aria-disabled="true"[^>]*><span[^>]*>Mit PayPal bestellen und bezahlen/)
    expect(text).toMatch(/noch nicht genutzten Teil \(4,12 €\) bekommen Sie über PayPal zurück/)
  })

  it.each([
    ['de', 'PayPal steht gerade nicht zur Verfügung.', 'Ihr bisheriges Abo läuft unverändert weiter'],
    ['en', 'PayPal is not available right now.', 'Your current subscription continues unchanged'],
    ['fr', 'PayPal n’est pas disponible pour le moment.', 'Votre abonnement actuel se poursuit sans changement'],
  ])('in %s names no other way of paying if the wallet cannot sell an upgrade', async (language, missing, kept) => {
    const options = { ...wallet, paypaylPlanId: null, payPalUpgrade: true, methods: [] }
    const { main, text } = await openPage('/user/payment/overview?id=5', {
      answers: { ...withCart(options), ...signedIn('DE', client) },
      headers: { cookie: `language=${language}` },
    })
    for (const words of [missing, kept]) expect(text).toContain(words)
    expect(main).toContain('href="/user/subscription/current/edit"')
    expect(main).not.toContain('name="way"')
  })

  const pressWallet = async (form: Record<string, string>, answers: Record<string, unknown>) => {
    const { html, calls } = await post('/user/payment/wallet', form, { ...withCart(), ...answers })
    return { answer: JSON.parse(html), calls }
  }
  it('starts with acceptance and validation and receives the reason of a rejection', async () => {
    const begin = { step: 'begin', id: '5', version: '2026-11-22' }
    const validation = 'paypal/subscription/validation/5'
    const good = await pressWallet(begin, { [validation]: { valid: true, customId: '12' } })
    expect(good).toEqual({ answer: { customId: '12' }, calls: [acceptance, `GET ${validation}`] })
    const rejected = await pressWallet(begin, { [validation]: no(409, { code: 'wallet_refused', message: 'Heute nicht.' }) })
    expect(rejected.answer).toEqual({ error: 'Heute nicht.' })
    const silent = await openPage('/user/payment/wallet', {
      method: 'POST',
      form: begin,
      answers: withCart(cart(), { [validation]: no(409, {}) }),
      headers: { cookie: 'language=en' },
    })
    expect(JSON.parse(silent.html)).toEqual({ error: 'Request not accepted by server' })
  })

  it('records an approved payment, then binds it, and redirects to the failure page on an error', async () => {
    const approved = { step: 'approved', id: '5', reference: 'I-9', order: 'O-1' }
    const good = await pressWallet(approved, { 'paypal/subscription': emptyAnswer })
    expect(good.answer).toEqual({ way: '/user/payment/success' })
    expect(good.calls).toEqual([
      'POST paypal/subscription/log subscription=5&paypalsubscription=I-9',
      'POST paypal/subscription subscription=5&paypalsubscription=I-9&paypalorder=O-1',
    ])
    const bad = await pressWallet(approved, { 'paypal/subscription': no(500), 'paypal/subscription/log': emptyAnswer })
    expect(bad.answer).toEqual({ way: '/user/payment/failed/rg' })
  })

  it.each([
    ['was bound: to the page of its approval', no(204), '/user/payment/success?attempt=A-1'],
    ['may still begin: to the page that waits for it', no(503, { code: 'unavailable' }), '/user/payment/success?attempt=A-1'],
    ['cannot begin: to the page with the reason', no(409, { code: 'wallet_refused' }), '/user/payment/failed/rg?attempt=A-1'],
  ])('redirects after an approval that %s', async (_, bound, way) => {
    const approved = { step: 'approved', id: '5', reference: 'I-9', order: 'O-1', approval: 'A-1' }
    const answers = { 'paypal/subscription': bound, 'paypal/subscription/log': no(204) }
    expect((await pressWallet(approved, answers)).answer).toEqual({ way })
  })
})

describe('step 2', () => {
  const dopay = '/user/payment/dopay?id=5&voucher=SOMMER'
  it('frames the payment data page and can be framed only by itself', async () => {
    const answers = withCart(cart(), { 'psp/url/registration': { url: '/user/payment/frame/s1' } })
    const { calls, main, text, policy, title } = await openPage(dopay, { answers })
    expect(calls[0]).toBe('GET psp/url/registration?subscription=5&voucher=SOMMER&again=false')
    expect(main).toMatch(/<iframe[^>]*src="\/user\/payment\/frame\/s1"[^>]*title="Zahlungsdaten eingeben"/)
    expect(policy).toContain("frame-src 'self'")
    expect(text).toContain('Schritt 2 von 3')
    expect(text).not.toContain('Abkürzungen')
    expect(title).toBe('Bezahlen – read-it')
  })

  it('has shortcuts on a development system', async () => {
    const answers = withCart(cart(), { 'psp/url/registration': { url: '/user/payment/frame/s1' } })
    const { main } = await openPage(dopay, { answers, environment: { name: 'test', devSystem: true } })
    expect(main).toContain('href="/user/payment/success"')
    expect(main).toContain('href="/user/payment/failed/rg"')
  })

  it('orders with the saved data on a button press only', async () => {
    const answers = withCart(cart({ lastBillingData: card }), {
      'psp/url/registration': no(204),
      'psp/purchaseCart': { url: '/user/payment/async/a1' },
    })
    const shown = await openPage(dopay, { answers })
    expect(shown.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    expect(shown.main).toMatch(/<form[^>]* data-once[^>]*method="post"[\s\S]*Visa[\s\S]*Zahlungspflichtig bestellen/)
    const pressed = await post(dopay, {}, answers)
    expect(pressed.calls).toEqual(['POST psp/purchaseCart subscription=5'])
    expect(pressed.location).toBe('/user/payment/async/a1')
  })

  it('leads back to the overview while the payment provider cannot be reached', async () => {
    const answers = withCart(cart(), { 'psp/url/registration': no(503, { code: 'unavailable' }) })
    const { location } = await openPage(`${dopay}&way=DD`, { answers })
    expect(location).toBe('/user/payment/overview?id=5&voucher=SOMMER&way=DD&unavailable=1')
    const { text } = await openPage(location!, { answers })
    expect(text).toContain('Unser Zahlungsdienst ist gerade nicht erreichbar. Es wurde nichts bestellt')
  })

  it('leads back to the overview, which says so, if too many payment pages were opened', async () => {
    const answers = withCart(cart(), { 'psp/url/registration': no(429, { code: 'too_many_requests' }) })
    const { location } = await openPage(`${dopay}&way=DD`, { answers })
    expect(location).toBe('/user/payment/overview?id=5&voucher=SOMMER&way=DD&limited=1')
    expect((await openPage(location!, { answers })).text).toContain('Das waren zu viele Versuche in kurzer Zeit.')
  })

  it.each([
    [no(500), '/user/payment/failed/rg'],
    [{ url: '/user/payment/success?attempt=a1' }, '/user/payment/success?attempt=a1'],
    [{}, '/user/payment/failed/rg'],
    [{ url: 'https://evil.example/' }, '/user/payment/failed/rg'],
    [no(400, { code: 'acceptance_missing' }), '/user/payment/overview?id=5&voucher=SOMMER&unaccepted=1'],
    [no(409, { code: 'second_special_offer' }), '/user/payment/overview?id=5&voucher=SOMMER'],
  ])('case %#: redirects if there is no payment page', async (answer, to) => {
    expect((await openPage(dopay, { answers: withCart(cart(), { 'psp/url/registration': answer }) })).location).toBe(to)
  })
})

describe('the frame', () => {
  const frame = (answer: unknown) =>
    openPage('/user/payment/frame/s1', { answers: { ...signedIn(), 'payment/setup/s1': answer } })
  const open = { state: 'open', purpose: 'registration', url: 'https://bank.example/pay/1?a=1&b="', embed: null, way: null }

  it('embeds the hosted page, allows nothing else and can be framed by our pages only', async () => {
    const { html, policy } = await frame(open)
    expect(html).toContain('<iframe src="https://bank.example/pay/1?a=1&amp;b=&quot;"')
    expect(policy).toContain("frame-src https://bank.example 'self'")
    expect(policy).toMatch(/script-src 'sha256-[^']+';/)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain('"origin":"https://bank.example"')
    expect(policy).toContain("frame-ancestors 'self'")
  })

  it('loads the script of a provider that embeds itself', async () => {
    const embed = { script: 'https://js.stripe.com/v3/', clientSecret: 'cs_</script>', publicKey: 'pk_1' }
    const { html, policy } = await frame({ ...open, embed })
    expect(html).toContain('<script src="https://js.stripe.com/v3/"></script>')
    expect(html).not.toContain('cs_</script>')
    // Shown when that script does not load or scripts are blocked.
    expect(html).toMatch(/<div id="broken" role="alert" hidden><p>[^<]*Es wurde nichts abgebucht/)
    expect(html).toContain('<noscript><p>Bitte schalten Sie JavaScript ein, um Ihre Zahlungsdaten einzugeben.')
    expect(policy).toMatch(/script-src 'sha256-[^']+' https:\/\/js\.stripe\.com;/)
  })

  it('navigates the top window when finished, with and without JavaScript', async () => {
    const { html } = await frame({ ...open, state: 'done', way: '/user/payment/success?attempt=a1' })
    expect(html).toContain('top.location.replace("/user/payment/success?attempt=a1")')
    expect(html).toContain('target="_top" href="/user/payment/success?attempt=a1"')
  })

  it.each([no(404), { ...open, url: 'javascript:alert(1)' }, no(401, { code: 'not_signed_in' })])(
    'case %#: shows a link instead of a frame without a payment page',
    async (answer) => {
      const { html } = await frame(answer)
      expect(html).not.toContain('<iframe')
      expect(html).toMatch(/target="_top" href="\/user\/(payment\/failed\/rg|login\?redirect=[^"]+)"/)
    },
  )

  it.each([no(503), no(429)])(
    'case %#: can be loaded again after an outage, and does not say that an order failed',
    async (answer) => {
      const { html } = await frame(answer)
      expect(html).toMatch(/<p role="alert">[^<]+<\/p><p><a class="on" href="">Noch einmal laden<\/a>/)
      expect(html).not.toMatch(/payment\/failed|<script/)
    },
  )
})
