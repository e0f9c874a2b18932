import { API_BASE } from '@kiosk/contract/route'
import { describe, expect, it } from 'vitest'
import { openWebsite, visitorFrom } from '../testing/website.ts'

const signedIn = (more: Record<string, unknown> = {}) => ({
  'websession/webinfo': visitorFrom('DE', { firstname: 'Mara', ...more }),
})
const premium = { subscription: { id: 5, paymentRequired: true } }
const no =
  (status: number, body: Record<string, unknown> = {}) =>
  () =>
    status === 204 ? new Response(null, { status }) : Response.json({ requestId: 'r', ...body }, { status })

const requestPage = openWebsite({ headers: { 'sec-fetch-site': 'same-origin' } })
async function openPage(path: string, answers: Record<string, unknown> = {}, cookie = 'language=de') {
  const page = await requestPage(path, { answers: { ...signedIn(), ...answers }, headers: { cookie } })
  const calls = page.requests.map((request) => request.path.replace(API_BASE, '')).filter((call) => /^p/.test(call))
  return { ...page, calls }
}
const cart = {
  paypaylPlanId: null,
  entries: [{ title: 'read-it PREMIUM', subtitle: '', recurring: true, grossAmount: 1499 }],
  features: [],
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
  lastBillingData: { paymentMethod: 'CC', accountBrand: 'Visa', accountNumber: '•••• 0044' },
}
const attempt = (state: string, more: Record<string, unknown> = {}) => ({
  'payment/attempt/a1': { state, reason: null, returnText: null, method: null, subscription: 5, ...more },
  'payment/shoppingcart2/': cart,
})

describe.each(['/user/payment/success', '/user/payment/success/rg'])('%s', (path) => {
  it('shows the confirmation with links to reading, subscription and invoices', async () => {
    const { text, main, calls } = await openPage(path, signedIn(premium))
    expect(calls).toEqual([])
    expect(text).toContain('Schritt 3 von 3')
    expect(text).toContain('Vielen Dank! Ihr Abo läuft.')
    for (const href of ['/reader', '/user/subscription/current/edit', '/invoice']) expect(main).toContain(`href="${href}"`)
  })

  it('leads a reader without subscription and without an order to the offers', async () => {
    expect((await openPage(path)).location).toBe('/user/subscription/pub')
  })

  it('leads back to where the order of this account began, and nowhere else', async () => {
    const wayOn = async (held: string) => {
      const answers = { ...signedIn({ accountReference: 'mara' }), ...attempt('succeeded') }
      const { main } = await openPage(`${path}?attempt=a1`, answers, `language=de; after-purchase=${encodeURIComponent(held)}`)
      return /<a class="button" href="([^"]*)"/.exec(main)?.[1]
    }
    expect(await wayOn('mara/reader/issues/u1?p=2')).toBe('/reader/issues/u1?p=2')
    for (const other of ['leo/reader/issues/u1', '/reader/issues/u1', 'mara//evil.example', 'mara/user/logout', '%'])
      expect(await wayOn(other)).toBe('/reader')
  })

  it('waits for an attempt with an unknown result and polls, also without JavaScript', async () => {
    const { text, main, title } = await openPage(`${path}?attempt=a1`, attempt('waiting'))
    expect(title).toBe('Einen Augenblick noch – read-it')
    expect(text).toContain('nicht noch einmal bezahlen')
    expect(main).toMatch(/<noscript><meta http-?equiv="refresh" content="\d"/i)
    expect(text).not.toContain('Vielen Dank')
  })

  it('states that the payment is pending, and leads to invoices only once there is one', async () => {
    const { text } = await openPage(`${path}?attempt=a1`, attempt('processing'))
    expect(text).toContain('Ihre Zahlung ist unterwegs')
    expect(text).not.toContain('Rechnungen')
    expect((await openPage(`${path}?attempt=a1`, attempt('succeeded'))).text).toContain('Rechnungen')
  })

  it('redirects a failed attempt to the failure page', async () => {
    expect((await openPage(`${path}?attempt=a1`, attempt('failed'))).location).toBe('/user/payment/failed/rg?attempt=a1')
  })
})

describe('a payment that failed', () => {
  it('explains what happened, that nothing was charged and how to continue', async () => {
    const { text, main } = await openPage('/user/payment/failed/rg')
    expect(text).toContain('Ihre Bestellung ist nicht zustande gekommen, und Sie zahlen dafür nichts')
    expect(main).toContain('href="/#feedback"')
    expect(main).toContain('href="/user/payment/failed/rg/cancel"')
  })

  it.each([
    ['/user/payment/failed/rg?attempt=a1', 'attempt=a1'],
    ['/user/payment/failed/rg', 'attempt='],
    ['/user/payment/failed/rg?attempt=other', 'attempt='],
  ])('on %s is reported to our own server only, without scripts', async (path, body) => {
    const { requests, html, response, location } = await openPage(path, attempt('failed', { reason: 'declined' }))
    expect(location).toBe(path.endsWith('a1') ? '/user/payment/overview?id=5&attempt=a1' : null)
    const reports = requests.filter(({ method }) => method === 'POST')
    expect(reports.map((each) => [each.path, each.body])).toEqual([[`${API_BASE}payment/unsuccessful`, body]])
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(html).not.toMatch(/<script[^>]*src="https?:/)
  })

  it('because another order was faster says that the subscription stays as it is, in three languages', async () => {
    const answers = { ...signedIn(premium), ...attempt('failed', { reason: 'subscribed_already', method: 'PP' }) }
    for (const [language, words] of [
      ['de', 'Die zweite Bestellung ist nicht zustande gekommen, und an Ihrem Abo ändert sich nichts.'],
      ['en', 'The second order did not go through, and your subscription stays as it is.'],
      ['fr', 'La seconde commande n’a pas abouti, et rien ne change à votre abonnement.'],
    ] as const) {
      const { text, main } = await openPage('/user/payment/failed/rg?attempt=a1', answers, `language=${language}`)
      expect(text).toContain(words)
      expect(main).toContain('href="/user/subscription/current/edit"')
      expect(main).not.toContain('href="/user/payment/failed/rg/cancel"')
    }
  })

  it('does not report an attempt that succeeded after all as a failed checkout', async () => {
    const { requests } = await openPage('/user/payment/failed/rg?attempt=a1', attempt('succeeded'))
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it("takes the reason from the attempt, never from the address, and escapes the bank's text", async () => {
    const answers = attempt('failed', { reason: 'CC_ACCOUNT_VALIDATION', returnText: '<img src=x onerror=alert(1)> Konto' })
    const { main, text, title } = await openPage('/user/payment/overview?id=5&attempt=a1', answers)
    expect(title).toBe('Die Zahlung hat nicht geklappt – read-it')
    expect(main).toContain('data-reason="CC_ACCOUNT_VALIDATION"')
    expect(text).toContain('Ihre Bank konnte die Karte nicht bestätigen.')
    expect(main).toContain('&lt;img src=x onerror=alert(1)&gt; Konto')
    expect(main).toContain('href="/#feedback"')
    const forged = await openPage('/user/payment/overview?id=5&reason=CC_ACCOUNT_VALIDATION&returnText=Rufen+Sie+an')
    expect(forged.main).not.toMatch(/CC_ACCOUNT_VALIDATION|Rufen Sie an/)
  })

  it.each(['declined', 'insufficient_funds', 'expired', 'authentication_failed', 'abandoned', 'mandate_cancelled'])(
    'shows the reason "%s" in three languages',
    async (reason) => {
      const reasons = new Set<string>()
      for (const language of ['de', 'en', 'fr']) {
        const { main } = await openPage(
          '/user/payment/overview?id=5&attempt=a1',
          attempt('failed', { reason }),
          `language=${language}`,
        )
        expect(main).not.toContain('PAYMENT.')
        reasons.add(/data-reason[\s\S]*?<p[^>]*>([^<]+)</.exec(main)?.[1] ?? '')
      }
      expect(reasons.size).toBe(3)
    },
  )

  it("shows the bank's text alone for a reason without a message", async () => {
    const { text } = await openPage(
      '/user/payment/overview?id=5&attempt=a1',
      attempt('failed', { reason: 'odd', returnText: 'Code 51' }),
    )
    expect(text).toContain('Grund Ihre Bank sagt dazu: „Code 51“')
  })

  it('offers another card first, keeps the acceptance, and shows no code of the provider', async () => {
    const answers = attempt('failed', { reason: 'declined', returnText: 'CC_ACCOUNT_VALIDATION' })
    const { main, text } = await openPage('/user/payment/overview?id=5&attempt=a1', answers)
    expect(text).toContain('Die Zahlung hat nicht geklappt')
    expect(text).not.toContain('CC_ACCOUNT_VALIDATION')
    expect(main).toMatch(/<input(?=[^>]*type="radio")(?=[^>]*value="CC")[^>]*checked=""/)
    expect(main).toMatch(/<input(?=[^>]*name="accepted")[^>]*checked=""/)
    expect(main).toMatch(/<button[^>]*value="change"[^>]*>(<[^>]+>)*Zahlungspflichtig bestellen/)
    const dearer = await openPage('/user/payment/overview?id=5&attempt=a1', attempt('failed', { reason: 'price_changed' }))
    expect(dearer.main).not.toMatch(/<input(?=[^>]*name="accepted")[^>]*checked=""/)
  })

  it.each([
    ['DD', 'Kreditkarte SEPA-Lastschrift von einem anderen Konto'],
    ['CC', 'Andere Kreditkarte SEPA-Lastschrift'],
    ['PP', 'Kreditkarte SEPA-Lastschrift'],
  ])('after a failed payment by %s selects a card and names what is new', async (method, names) => {
    const answers = attempt('failed', { reason: 'declined', method })
    const { main, text } = await openPage('/user/payment/overview?id=5&attempt=a1', answers)
    expect(main).toMatch(/<input(?=[^>]*type="radio")(?=[^>]*value="CC")[^>]*checked=""/)
    expect(text).toMatch(new RegExp(`•••• 0044 ${names} (?!von)`))
  })

  it('after a payment that was left names no bank, and selects the saved payment data again', async () => {
    const answers = attempt('failed', { reason: 'abandoned', returnText: 'Der Vorgang wurde abgebrochen.' })
    const { main, text } = await openPage('/user/payment/overview?id=5&attempt=a1', answers)
    expect(text).toContain('Ihre Bestellung')
    expect(text).not.toContain('Die Zahlung hat nicht geklappt')
    expect(text).toContain('Die Zahlung wurde nicht abgeschlossen.')
    expect(text).toContain('Hier können Sie es gleich noch einmal versuchen.')
    expect(text).not.toContain('Ihre Bank sagt')
    expect(main).toMatch(/<input(?=[^>]*type="radio")(?=[^>]*value="saved")[^>]*checked=""/)
  })

  it('after a form for a debit was left, selects the debit again, on every way back', async () => {
    const checked = /<input(?=[^>]*type="radio")(?=[^>]*value="DD")[^>]*checked=""/
    const left = attempt('failed', { reason: 'abandoned', method: null })
    const failed = await openPage('/user/payment/failed/rg?attempt=a1&way=DD', left)
    expect(failed.location).toBe('/user/payment/overview?id=5&attempt=a1&way=DD')
    expect((await openPage(failed.location!, left)).main).toMatch(checked)
    const form = await openPage('/user/payment/dopay?id=5&way=DD', {
      ...left,
      'psp/url/registration': { url: '/user/payment/frame/s1' },
    })
    expect(form.main).toContain('href="/user/payment/overview?id=5&way=DD"')
    // The payment method that failed is not selected again.
    const declined = await openPage('/user/payment/overview?id=5&attempt=a1&way=DD', attempt('failed', { reason: 'declined' }))
    expect(declined.main).not.toMatch(checked)
  })

  it.each(['waiting', 'processing', 'succeeded'])(
    'named only in the address, in state %s, redirects to the result',
    async (state) => {
      expect((await openPage('/user/payment/failed/rg?attempt=a1', attempt(state))).location).toBe(
        '/user/payment/success?attempt=a1',
      )
    },
  )
})

describe('the redirect to the bank', () => {
  const bank = { url: 'https://bank.example/acs?x=1', params: { creq: 'a"b', threeDSSessionData: 'c' } }
  it('is a hidden form that submits itself, has a button and is allowed for that bank only', async () => {
    const { main, calls, policy, text } = await openPage('/user/payment/async/42', { 'psp/url/payment': bank })
    expect(calls).toEqual(['psp/url/payment?id=42&reservation=false'])
    expect(main).toMatch(
      /<form[^>]*method="post"[^>]*action="https:\/\/bank\.example\/acs\?x=1"|<form[^>]*action="https:\/\/bank\.example\/acs\?x=1"[^>]*method="post"/,
    )
    expect(main).toContain('data-press')
    expect(main).toContain('name="creq" value="a"b"')
    expect(policy).toContain("form-action 'self' https://bank.example")
    expect(text).toContain('Weiter zur Bank')
  })

  it('sets the reservation flag from the address and keeps the query of an address without fields', async () => {
    const { main, calls, text } = await openPage('/user/payment/async/reservation/42', {
      'psp/url/payment': { ...bank, params: {} },
    })
    expect(calls).toEqual(['psp/url/payment?id=42&reservation=true'])
    expect(main).toMatch(/action="https:\/\/bank\.example\/acs"/)
    expect(main).toContain('name="x" value="1"')
    expect(text).toContain('abgebucht wird dabei nichts')
  })

  it('sends an expired reservation to the payment data page', async () => {
    const { location } = await openPage('/user/payment/async/reservation/42', { 'psp/url/payment': no(204) })
    expect(location).toBe('/user/payment/frame/42')
  })

  it('sends a renewal without a pending challenge to its result page', async () => {
    const renewal = {
      state: 'open',
      amount: 1999,
      currency: 'EUR',
      product: 'read-it PREMIUM',
      brand: 'Visa',
      number: '•••• 0077',
    }
    const { location } = await openPage('/user/payment/async/42', {
      'psp/url/payment': no(204),
      'payment/question': { ...renewal, until: null, reason: null, bank: null },
    })
    expect(location).toBe('/user/payment/confirm?attempt=42')
  })

  it.each([
    [no(204), '/user/payment/success?attempt=42'],
    [no(500), '/user/payment/failed/rg?attempt=42'],
    [no(404, { code: 'not_found' }), '/user/payment/failed/rg?attempt=42'],
    [{ url: 'javascript:alert(1)', params: {} }, '/user/payment/failed/rg?attempt=42'],
    [{ params: {} }, '/user/payment/failed/rg?attempt=42'],
  ])('case %#: without a bank page redirects to the result', async (answer, to) => {
    expect((await openPage('/user/payment/async/42', { 'psp/url/payment': answer })).location).toBe(to)
  })
})

describe('other payment data', () => {
  it("are entered in the provider's frame, next to the saved ones", async () => {
    const billing = { method: { kind: 'CC', brand: 'Visa', number: '•••• 4242' } }
    const answers = { ...signedIn(premium), 'psp/url/edit': { url: '/user/payment/frame/s2' }, 'payment/billingdata': billing }
    const { main, text, calls, policy } = await openPage('/user/payment/edit', answers)
    expect(calls.sort()).toEqual(['payment/billingdata', 'psp/url/edit'])
    expect(main).toMatch(/<iframe[^>]*src="\/user\/payment\/frame\/s2"/)
    expect(text).toContain('•••• 4242')
    expect(text).toContain('Jetzt wird nichts abgebucht.')
    expect(policy).toContain("frame-src 'self'")
  })

  it.each([
    ['de', 'buchen wir 19,99 € damit ab', 'Jetzt wird nichts abgebucht'],
    ['en', 'we will charge 19,99 € to them', 'Nothing is charged now'],
    ['fr', 'nous le débiterons de 19,99 €', 'Rien n’est débité maintenant'],
  ])('say in %s that an overdue amount is charged at once', async (language, charged, nothing) => {
    const answers = {
      ...signedIn(premium),
      'psp/url/edit': { url: '/user/payment/frame/s2' },
      'payment/billingdata': { currency: 'EUR', overdue: 1999 },
    }
    const { text } = await openPage('/user/payment/edit', answers, `language=${language}`)
    expect(text).toContain(charged)
    expect(text).not.toContain(nothing)
  })

  it.each([no(500), {}, { url: 'https://evil.example/' }])(
    'case %#: that cannot be entered redirect to failed/rr',
    async (answer) => {
      expect((await openPage('/user/payment/edit', { 'psp/url/edit': answer })).location).toBe('/user/payment/failed/rr')
    },
  )

  it.each([
    ['de', 'Darum gibt es hier keine Zahlungsdaten zu ändern.', 'Noch einmal versuchen'],
    ['en', 'so there are no payment details to change here', 'Try again'],
    ['fr', 'il n’y a donc pas de données de paiement à modifier ici', 'Réessayer'],
  ])('say in %s that no subscription is charged by us, after one has ended', async (language, words, again) => {
    const none = no(404, { code: 'not_found' })
    const { location } = await openPage('/user/payment/edit', { 'psp/url/edit': none })
    expect(location).toBe('/user/payment/failed/rr?reason=no_subscription')
    const { text, main } = await openPage(location!, {}, `language=${language}`)
    expect(text).toContain(words)
    expect(text).not.toContain(again)
    expect(main).toContain('href="/user/subscription/pub"')
  })

  it.each([
    ['de', 'Ihr Abo bezahlen Sie mit PayPal.', 'Auf PayPal lässt sich ein laufendes Abo nicht umstellen.'],
    ['en', 'You pay for your subscription with PayPal.', 'An active subscription cannot be moved to PayPal.'],
    ['fr', 'Vous payez votre abonnement avec PayPal.', 'Un abonnement en cours ne peut pas passer à PayPal.'],
  ])('say in %s that a running subscription is not moved from or to PayPal', async (language, byWallet, toWallet) => {
    const none = { 'psp/url/edit': no(404, { code: 'not_found' }), 'payment/billingdata': { currency: 'EUR', orderType: 3 } }
    const { location } = await openPage('/user/payment/edit', { ...signedIn(premium), ...none })
    expect(location).toBe('/user/payment/failed/rr?reason=wallet')
    expect((await openPage(location!, signedIn(premium), `language=${language}`)).text).toContain(byWallet)
    const form = { 'psp/url/edit': { url: '/user/payment/frame/s2' } }
    const shown = async (more: object) =>
      (await openPage('/user/payment/edit', { ...signedIn({ ...premium, ...more }), ...form }, `language=${language}`)).text
    expect(await shown({ payPalClientId: 'client' })).toContain(toWallet)
    expect(await shown({})).not.toContain(toWallet)
  })

  it.each([
    ['/user/payment/success/rr', 'Ihre Zahlungsdaten sind geändert.'],
    ['/user/payment/edit/success', 'Ihre Zahlungsdaten sind geändert.'],
    ['/user/payment/failed/rr', 'Ihre Zahlungsdaten wurden nicht geändert.'],
  ])('%s shows: %s', async (path, words) => {
    const { text, main } = await openPage(path, signedIn(premium))
    expect(text).toContain(words)
    // It led to the home page, from a change that was cancelled already.
    expect(main).not.toContain('Abbrechen')
  })
})
