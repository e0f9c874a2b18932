import { API_BASE } from '@kiosk/contract/route'
import { addressOf } from '@kiosk/domain/addresses'
import { describe, expect, it } from 'vitest'
import { emptyAnswer, openWebsite, visitorFrom } from '../testing/website.ts'

const ORDER = '/user/payment/overview?id=5&redirect=%2Freader%2Fissues%2Fabc%3Fp%3D2'
const checkout = (order = ORDER) => addressOf('login', { redirect: order })
const pricing = (more: Record<string, unknown> = {}) => ({
  subscriptionId: 5,
  shortNameDefault: 'PREMIUM',
  normalPrice: 1499,
  locale: 'de_DE',
  price: 1499,
  specialOffer: false,
  specialOfferPrice: null,
  specialOfferTitle: '',
  specialOfferLength: null,
  specialOfferBgColor: '#ff0000',
  specialOfferColor: '#ffffff',
  endTime: null,
  voucherCode: '',
  numberOfDevices: 5,
  cancelable: true,
  magazineCoverKeys: [],
  magazineImageUrl: '',
  newspaperImageUrl: '',
  mobileImageUrl: '',
  ...more,
})
const offered = pricing({ specialOffer: true, specialOfferPrice: 599, specialOfferLength: 90, voucherCode: 'HERBST' })
const status =
  (code: number, body: unknown = null) =>
  () =>
    Response.json(body, { status: code })

const openPage = openWebsite({ answers: { 'websession/webinfo': visitorFrom('DE'), 'campaign/pricing/5': pricing() } })
const send = (form: Record<string, string>, answers: Record<string, unknown> = {}) =>
  openPage(checkout(), { method: 'POST', form, answers })
const bodyOf = (requested: { path: string; body: string }[], path: string) =>
  Object.fromEntries(new URLSearchParams(requested.find((each) => each.path === `${API_BASE}${path}`)?.body))
/** Which of the two choices is open. */
const chosen = (main: string) => /<details[^>]*open=""[^>]*><summary>([^<]*)</.exec(main)?.[1]
const CODE = 'user/registration/verification/code'
const filled = { intent: 'register', email: 'neu@example.org', password: 'kaffeehaus', terms: '1', verificationTarget: ORDER }

describe('the checkout of a stranger', () => {
  it('shows the plan, what is paid first and from which day how much, and asks for an account', async () => {
    const { text, main, title } = await openPage(checkout())
    expect(text).toContain('Schritt 1 von 3')
    expect(text).toMatch(/read-it PREMIUM Alle Magazine und Zeitungen.*? 14,99 € Erste Zahlung 14,99 € inkl\. MwSt\. Ab /)
    expect(text).toMatch(/Ab [^€]+ 14,99 € alle 30 Tage, bis Sie kündigen/)
    expect(text.match(/14,99 €/g)).toHaveLength(3)
    expect(chosen(main)).toBe('Ich bin neu hier')
    expect(title).toBe('Ihre Bestellung – read-it')
  })

  it.each([
    ['HERBST', /Erste Zahlung 5,99 €.*noch 2 × 5,99 €, alle 30 Tage Ab .*14,99 € alle 30 Tage/, false],
    ['herbst', /Erste Zahlung 5,99 €/, false],
    ['ANDERER', /Erste Zahlung 14,99 €/, true],
  ])('with the voucher %s shows the price that everybody gets', async (voucher, price, later) => {
    const { text } = await openPage(checkout(`/user/payment/overview?id=5&voucher=${voucher}`), {
      answers: { 'campaign/pricing/5': offered },
    })
    expect(text).toMatch(price)
    expect(text.includes('Ihr Gutschein wird geprüft und eingerechnet')).toBe(later)
    expect(text).not.toContain('ANDERER')
  })

  it('shows the static price if the API does not answer', async () => {
    expect((await openPage(checkout(), { answers: { 'campaign/pricing/5': status(503) } })).text).toContain(
      'Erste Zahlung 14,99 €',
    )
  })

  it('has no navigation, but home, help, the law, the language and the cookie settings', async () => {
    const { html } = await openPage(checkout())
    expect(html.match(/<nav /g)).toHaveLength(1)
    expect(html).not.toContain('type="search"')
    const bars = html.replace(/<main[\s\S]*<\/main>/, '')
    for (const page of ['home', 'feedback', 'imprint', 'terms', 'privacy', 'withdraw', 'cancel', 'accessibility'] as const) {
      expect(bars).toContain(`href="${addressOf(page)}"`)
    }
    expect(bars).toContain('popoverTarget="cookie-settings"')
    expect(bars).toMatch(/<button(?=[^>]*name="language")(?=[^>]*value="fr")/)
  })

  it.each([
    ['/user/payment/overview?id=2', 'a plan of another region'],
    ['/user/payment/overview?id=99', 'an unknown plan'],
    ['/user/payment/overview', 'no plan'],
    ['/user/payment/dopay?id=5', 'another step'],
    ['/user/account', 'no order'],
  ])('is the usual login page for %s (%s)', async (path) => {
    const { html, main } = await openPage(checkout(path))
    expect(main).toContain('<h1>Anmelden</h1>')
    expect(html).toContain('href="/magazines"')
  })
})

describe('an account in the checkout', () => {
  it('is registered with address and password, without newsletter, and its code is entered in place', async () => {
    const { requests, text, main } = await send(filled, { 'user/registration/newuser': emptyAnswer })
    expect(bodyOf(requests, 'user/registration/newuser')).toMatchObject({
      email: 'neu@example.org',
      password: 'kaffeehaus',
      newsletter: 'false',
      verificationTarget: ORDER,
    })
    expect(text).toContain('Erste Zahlung 14,99 €')
    expect(text).toContain('Wir haben eine E-Mail mit einem Code an neu@example.org geschickt')
    expect(main).toContain('name="code"')
    expect(main).not.toContain('kaffeehaus')
  })

  it('leads to the order after the right code', async () => {
    const form = { intent: 'register-code', email: 'neu@example.org', code: '123 456' }
    const { location, requests } = await send(form, { [CODE]: { verificationTarget: '' } })
    expect(bodyOf(requests, CODE)).toEqual({ email: 'neu@example.org', code: '123 456' })
    expect(location).toBe(ORDER)
  })

  it.each([
    [{ email: 'abc' }, 'email'],
    [{ password: '12345' }, 'password'],
    [{ terms: '' }, 'terms'],
  ])('is rejected with %o at its field, without a call', async (wrong, field) => {
    const { main, requests, response } = await send({ ...filled, ...wrong })
    expect(response.status).toBe(400)
    expect(main).toMatch(new RegExp(`<input(?=[^>]*name="${field}")(?=[^>]*aria-invalid="true")`))
    expect(chosen(main)).toBe('Ich bin neu hier')
    expect(requests.some(({ path }) => path.includes('newuser'))).toBe(false)
  })

  it('whose address is taken is signed in to, with the address filled in', async () => {
    const { main, text, response } = await send(filled, { 'user/registration/newuser': status(409) })
    expect(response.status).toBe(409)
    expect(chosen(main)).toBe('Ich habe schon ein Konto')
    expect(text).toContain('Für diese E-Mail-Adresse gibt es schon ein Konto')
    expect(main).toMatch(/<input(?=[^>]*name="username")(?=[^>]*value="neu@example.org")/)
    expect(main).not.toContain('kaffeehaus')
  })

  it('shows limits and other errors of the API in the form', async () => {
    const { text } = await send(filled, { 'user/registration/newuser': status(429, { message: 'Bitte warten Sie.' }) })
    expect(text).toContain('Bitte warten Sie.')
  })

  it('is signed in to in place: an error stays in the checkout, and the order follows', async () => {
    const form = { intent: 'login', username: 'mara@example.org', password: 'kaffeehaus' }
    const wrong = await send(form, { 'websession/login': status(401) })
    expect([wrong.response.status, chosen(wrong.main)]).toEqual([401, 'Ich habe schon ein Konto'])
    expect(wrong.text).toContain('Erste Zahlung 14,99 €')
    const right = await send(form, { 'websession/login': { terms: { show: false }, unverified: false } })
    expect(right.location).toBe(ORDER)
  })

  it('has the email sent again', async () => {
    const form = { intent: 'register-resend', email: 'neu@example.org' }
    const { requests, text, main } = await send(form, { 'user/registration/sendNewEmail': emptyAnswer })
    expect(bodyOf(requests, 'user/registration/sendNewEmail')).toEqual({ email: 'neu@example.org' })
    expect(text).toContain('Die E-Mail ist unterwegs')
    expect(main).toContain('name="code"')
  })
})
