import { describe, expect, it } from 'vitest'
import { openWebsite, visitorFrom } from '../testing/website.ts'

const authentication = (more: Record<string, unknown> = {}) => ({
  'payment/question': {
    state: 'open',
    amount: 1999,
    currency: 'EUR',
    product: 'read-it PREMIUM',
    brand: 'Visa',
    number: '•••• 0135',
    until: '2026-12-24T10:00:00.000Z',
    reason: null,
    bank: null,
    ...more,
  },
})
const bank = { url: 'https://bank.example/acs', params: { challenge: 'c1' } }
const no = (status: number, code: string) => ({
  'payment/question': () => Response.json({ requestId: 'r', code, message: 'Nein.' }, { status }),
})

const requestPage = openWebsite({ headers: { 'sec-fetch-site': 'same-origin', cookie: 'language=de' } })
const openPage = (
  query: string,
  answers: Record<string, unknown>,
  options: { signedIn?: boolean; form?: Record<string, string> } = {},
) =>
  requestPage(`/user/payment/confirm${query}`, {
    answers: { ...(options.signedIn && { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara' }) }), ...answers },
    ...(options.form && { method: 'POST', form: options.form }),
  })

describe('the page of a bank confirmation', () => {
  it('shows the payment without a login, sends nothing on GET and is not cached', async () => {
    const { text, main, requests, response, policy } = await openPage('?token=t1', authentication())
    for (const fact of ['Zahlung freigeben', '19,99', 'read-it PREMIUM', 'Visa •••• 0135', '24. Dezember 2026'])
      expect(text).toContain(fact)
    expect(main).toContain('name="token" value="t1"')
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(policy).not.toContain('bank.example')
  })

  it('sends no visitor to the bank before the button is pressed, even when the challenge is pending', async () => {
    const { main, policy } = await openPage('?token=t1', authentication({ bank }))
    expect(main).not.toContain('bank.example')
    expect(policy).not.toContain('bank.example')
  })

  it('submits to the bank, the only form target its policy allows', async () => {
    const { main, policy } = await openPage('?token=t1&step=bank', authentication({ bank }))
    expect(main).toMatch(/<form data-press=""[^>]* action="https:\/\/bank.example\/acs"[^>]* method="post"/)
    expect(main).toContain('name="challenge" value="c1"')
    expect(policy).toMatch(/form-action[^;]* https:\/\/bank\.example/)
  })

  it.each([
    ['open', 'Noch nicht freigegeben', 'es wurde nichts abgebucht'],
    ['waiting', 'Einen Augenblick noch', 'nicht noch einmal bezahlen'],
    ['paid', 'Bezahlt, vielen Dank!', 'Ihr Abo läuft weiter'],
    ['processing', 'Ihre Zahlung ist unterwegs', 'ein paar Bankarbeitstage'],
    [
      'failed',
      'Die Zahlung hat nicht geklappt',
      // The payment may still be tried again with these data.
      'Hinterlegen Sie bitte bis 24. Dezember 2026 andere Zahlungsdaten. Dann buchen wir gleich ab. Gelingt bis dahin keine Zahlung',
    ],
    ['over', 'Hier ist nichts mehr zu tun', 'es wird nichts dafür abgebucht'],
  ])('shows the outcome: %s', async (state, title, text) => {
    const page = await openPage(
      '?token=t1&back=1',
      authentication({ state, reason: state === 'failed' ? 'insufficient_funds' : null }),
    )
    expect(page.text).toContain(title)
    expect(page.text).toContain(text)
    if (state === 'failed') expect(page.text).toContain('nicht ausreichend gedeckt')
  })

  it.each([
    [400, 'token_invalid'],
    [498, 'token_expired'],
    [404, 'not_found'],
  ])('explains what to do with an invalid link (%i)', async (status, code) => {
    const { text, main } = await openPage('?token=t1', no(status, code))
    expect(text).toContain('Dieser Link gilt nicht mehr')
    expect(main).toContain('/user/login?redirect=')
  })

  it('does not call a link invalid while the server is unavailable', async () => {
    expect((await openPage('?token=t1', no(503, 'unavailable'))).text).not.toContain('gilt nicht mehr')
  })

  it('explains where to find the link when it is opened without one', async () => {
    const { text, response } = await openPage('', no(401, 'not_signed_in'))
    expect(response.status).toBe(200)
    expect(text).toContain('Bitte melden Sie sich an.')
  })

  it('requires a login when no link identifies the account', async () => {
    const { location } = await openPage('?attempt=a1', no(401, 'not_signed_in'))
    expect(location).toContain('/user/login?redirect=%2Fuser%2Fpayment%2Fconfirm%3Fattempt%3Da1')
  })
})

describe('its button', () => {
  it('creates the challenge and redirects to it', async () => {
    const { location } = await openPage('', authentication({ bank }), { form: { token: 't1' } })
    expect(location).toBe('/user/payment/confirm?token=t1&step=bank')
  })
  it('shows the result when there is no challenge any more', async () => {
    const { location } = await openPage('', authentication({ state: 'paid' }), { form: { token: 't1' } })
    expect(location).toBe('/user/payment/confirm?token=t1&back=1')
  })
})
