import { API_BASE } from '@kiosk/contract/route'
import { describe, expect, it } from 'vitest'
import { emptyAnswer, openWebsite, visitorFrom } from '../testing/website.ts'

const openPage = openWebsite()
const status =
  (code: number, body: unknown = null) =>
  () =>
    Response.json(body, { status: code })
const bodyOf = (requests: { path: string; body: string }[], path: string) =>
  Object.fromEntries(new URLSearchParams(requests.find((each) => each.path === `${API_BASE}${path}`)?.body))
/** Returns the hidden fields of the page's form, which a browser would send along with the input. */
function hiddenOf(html: string): Record<string, string> {
  const form = /<form[^>]*>(?:(?!<\/form>)[\s\S])*?name="intent" value="register"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name, value]) => [name!, value!.replaceAll('&amp;', '&')]))
}
const filled = { email: 'neu@example.org', password: 'kaffeehaus', repeat: 'kaffeehaus', terms: '1', newsletter: 'true' }
const register = (form: Record<string, string>, answer: unknown = emptyAnswer) =>
  openPage('/user/register', {
    method: 'POST',
    form: { intent: 'register', ...form },
    answers: { 'user/registration/newuser': answer },
  })

describe('registering', () => {
  it('sends every field of a registration and the attribution from the form', async () => {
    const { html } = await openPage(
      '/user/register?utm_source=a&utm_medium=b&utm_content=c&utm_campaign=d&referrer=https://blog.example/&redirect=/faq',
    )
    const { requests } = await register({ ...hiddenOf(html), ...filled })
    expect(bodyOf(requests, 'user/registration/newuser')).toEqual({
      email: 'neu@example.org',
      password: 'kaffeehaus',
      newsletter: 'true',
      verificationTarget: '/faq',
      platform: 'website',
      utmSource: 'a',
      utmMedium: 'b',
      utmContent: 'c',
      utmCampaign: 'd',
      referrer: 'https://blog.example/',
    })
  })

  it("keeps the campaign's attribution from the login page to the registration form", async () => {
    const home = await openPage('/?utm_source=a')
    const login = /href="(\/user\/login\?redirect[^"]*)"/.exec(home.html)?.[1] ?? ''
    const { html } = await openPage(login.replaceAll('&amp;', '&'))
    const link = /href="(\/user\/register[^"]*utm_source=a[^"]*)"/.exec(html)?.[1] ?? ''
    expect(hiddenOf((await openPage(link.replaceAll('&amp;', '&'))).html)).toMatchObject({ utm_source: 'a' })
  })

  it("shows the catalogue's number of magazines, or 700 when the API fails", async () => {
    expect((await openPage('/user/register')).html).toMatch(/\b370\b/)
    const silent = { '': status(503), 'websession/webinfo': status(503) }
    expect((await openPage('/user/register', { answers: silent })).html).toMatch(/\b700\b/)
  })

  it('preselects the newsletter and does not send unchecked boxes', async () => {
    expect((await openPage('/user/register')).html).toMatch(/<input(?=[^>]*name="newsletter")(?=[^>]*checked="")/)
    const { newsletter: _, ...without } = filled
    expect(bodyOf((await register(without)).requests, 'user/registration/newuser').newsletter).toBe('false')
  })

  it('shows that the email is on its way, with a login link and a resend button', async () => {
    const { html, response } = await register(filled)
    expect(response.status).toBe(200)
    expect(html).toContain('Wir haben eine E-Mail an neu@example.org geschickt')
    expect(html).toMatch(/<a(?=[^>]*href="\/user\/login")(?=[^>]*class="button[" ])[^>]*>Anmelden</)
    const again = await openPage('/user/register', {
      method: 'POST',
      form: { intent: 'resend', email: 'neu@example.org' },
      answers: { 'user/registration/sendNewEmail': emptyAnswer },
    })
    expect(bodyOf(again.requests, 'user/registration/sendNewEmail')).toEqual({ email: 'neu@example.org' })
    expect(again.html).toContain('Die E-Mail ist unterwegs')
  })

  it.each([
    [{ email: '' }, 'email', 'Bitte füllen Sie dieses Feld aus'],
    [{ email: 'abc' }, 'email', 'gültige E-Mail-Adresse'],
    [{ password: '' }, 'password', 'Bitte füllen Sie dieses Feld aus'],
    [{ password: '12345', repeat: '12345' }, 'password', 'Bitte geben Sie mehr Zeichen ein'],
    [{ password: 'x'.repeat(101), repeat: 'x'.repeat(101) }, 'password', 'Bitte kürzen Sie Ihre Eingabe'],
    [{ password: 'abc def', repeat: 'abc def' }, 'password', 'keine Leerzeichen'],
    [{ repeat: 'anders' }, 'repeat', 'stimmen nicht überein'],
    [{ terms: '' }, 'terms', 'Bitte stimmen Sie den Nutzungsbedingungen zu'],
  ])('rejects %o at its field, without an API call', async (wrong, field, words) => {
    const { html, requests, response } = await register({ ...filled, ...wrong })
    expect(response.status).toBe(400)
    expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${field}")(?=[^>]*aria-invalid="true")(?=[^>]*autofocus)`, 'i'))
    expect(html).toContain(words)
    expect(requests.some(({ path }) => path.includes('newuser'))).toBe(false)
  })

  it('accepts passwords of 6 to 100 characters', async () => {
    for (const password of ['123456', 'x'.repeat(100)]) {
      expect((await register({ ...filled, password, repeat: password })).response.status).toBe(200)
    }
  })

  it('shows a taken address at the email field', async () => {
    const { html, response } = await register(filled, status(409))
    expect(response.status).toBe(409)
    expect(html).toMatch(/<input(?=[^>]*name="email")(?=[^>]*aria-invalid="true")(?=[^>]*value="neu@example.org")/)
    expect(html).toContain('bereits vergeben')
    expect(html).not.toContain('kaffeehaus')
  })

  it('shows every other API error in the form', async () => {
    const { html } = await register(filled, status(429, { message: 'Bitte warten Sie.' }))
    expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).toContain('Bitte warten Sie.')
  })

  it('warns visitors from unsupported countries', async () => {
    const answers = { 'websession/webinfo': visitorFrom('AT', { regionActive: false, countryName: 'Island' }) }
    expect((await openPage('/user/register', { answers })).html).toContain('In Island sind wir noch nicht verfügbar')
    expect((await openPage('/user/register')).html).not.toContain('In Island')
  })

  it('shows the number of magazines, or 700 when it is unknown', async () => {
    expect((await openPage('/user/register')).html).toContain('>370 Magazine')
    const silent = { 'websession/webinfo': status(503), region: status(503) }
    expect((await openPage('/user/register', { answers: silent })).html).toContain('>700 Magazine')
    for (const magazineCount of [0, 1, 9]) {
      const small = { 'websession/webinfo': visitorFrom('AT', { magazineCount, issueCount: magazineCount }) }
      const lead = /<h1[^>]*>.*?<\/h1><p[^>]*>(.*?)<\/p>/.exec((await openPage('/user/register', { answers: small })).html)?.[1]
      expect(lead).toMatch(/^Mit dem Gratis-Konto/)
    }
  })

  it('sets the autocomplete attributes that browsers and password managers expect', async () => {
    const { html } = await openPage('/user/register')
    expect(html).toMatch(
      /<input(?=[^>]*name="email")(?=[^>]*type="email")(?=[^>]*inputMode="email")(?=[^>]*autoComplete="email")/,
    )
    expect(html.match(/autoComplete="new-password"/g)).toHaveLength(2)
    expect(html).toMatch(/href="\/terms"[\s\S]*href="\/privacy"/)
  })
})

describe('accepting the terms', () => {
  const let_in = { terms: { show: false }, unverified: false }
  const accept = (cookie: string, form: Record<string, string> = { terms: '1', newsletter: 'true' }, answer: unknown = let_in) =>
    openPage('/user/register/acceptTerms?redirect=/faq', {
      method: 'POST',
      form,
      headers: { cookie },
      answers: { 'websession/terms': answer, 'websession/webinfo': visitorFrom('DE') },
    })

  it('sends the four fields, then redirects', async () => {
    const { requests, location, response } = await accept('terms=secret')
    expect(bodyOf(requests, 'websession/terms')).toEqual({ token: 'secret', newsletter: 'true', region: '2', webAppToken: '' })
    expect(requests.find(({ path }) => path.includes('terms'))?.method).toBe('PUT')
    expect(location).toBe('/faq')
    expect(response.headers.getSetCookie().join()).toContain('terms=; Path=/user/register; Max-Age=0')
  })

  it('requires the checkbox', async () => {
    const { html, requests, response } = await accept('terms=secret', {})
    expect([response.status, requests.some(({ path }) => path.includes('websession/terms'))]).toEqual([400, false])
    expect(html).toMatch(/<input(?=[^>]*name="terms")(?=[^>]*aria-invalid="true")/)
  })

  it.each([
    ['', let_in],
    ['terms=old', status(498)],
    ['terms=wrong', status(400, { code: 'token_invalid', field: 'token', message: 'x' })],
  ])('with %s ends and returns to the login', async (cookie, answer) => {
    const { html } = await accept(cookie, undefined, answer)
    expect(html).toContain('Diese Anmeldung ist abgelaufen')
    expect(html).toMatch(/<a(?=[^>]*class="button[" ])(?=[^>]*href="\/user\/login")[^>]*>Anmelden</)
  })

  it('never sends the token to the browser', async () => {
    const { html, response } = await openPage('/user/register/acceptTerms', { headers: { cookie: 'terms=secret' } })
    expect(html).not.toContain('secret')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a new password', () => {
  const save = (answer: unknown, form: Record<string, string> = {}) =>
    openPage('/createNewPassword?token=t', {
      method: 'POST',
      form: { token: 't', newPassword: 'kaffeehaus', repeat: 'kaffeehaus', ...form },
      answers: { 'websession/newPassword': answer },
    })

  it('saves the password with the token of the link and redirects to the login', async () => {
    const { requests, html } = await save(emptyAnswer)
    expect(bodyOf(requests, 'websession/newPassword')).toEqual({ newPassword: 'kaffeehaus', token: 't' })
    expect(html).toContain('Neues Passwort gespeichert')
    expect(html).toMatch(/<a(?=[^>]*href="\/user\/login")(?=[^>]*class="button[" ])[^>]*>Anmelden</)
  })

  it.each([
    [400, 'Die Anfrage war unvollständig'],
    [503, 'Bei uns ist etwas schiefgegangen'],
    [498, 'Dieser Link ist abgelaufen oder wurde schon verwendet'],
    [406, 'Das Passwort darf keine Leerzeichen enthalten'],
    [500, 'Ein unbekannter Fehler ist aufgetreten'],
    [418, 'Ein unbekannter Fehler ist aufgetreten'],
  ])('status %i shows: %s', async (code, words) => {
    const { html, response } = await save(status(code))
    expect(response.status).toBe(code)
    expect(html).toContain(words)
    const field = /<input(?=[^>]*name="newPassword")[^>]*/.exec(html)?.[0]
    // A form with a token that is over would be rejected again.
    expect(field?.includes('aria-invalid')).toBe(code === 498 ? undefined : code === 406)
  })

  it('shows an error without calling the API when the token is missing', async () => {
    const open = await openPage('/createNewPassword')
    expect(open.html).toContain('Dieser Link ist ungültig')
    const sent = await save(emptyAnswer, { token: '' })
    expect(sent.html).toContain('Dieser Link ist ungültig')
    expect(sent.requests.some(({ path }) => path.includes('newPassword'))).toBe(false)
  })

  it.each([
    [{ newPassword: '', repeat: '' }, 'newPassword', 'Bitte füllen Sie dieses Feld aus'],
    [{ newPassword: '12345', repeat: '12345' }, 'newPassword', 'Bitte geben Sie mehr Zeichen ein'],
    [{ newPassword: 'x'.repeat(101), repeat: 'x'.repeat(101) }, 'newPassword', 'Bitte kürzen Sie Ihre Eingabe'],
    [{ newPassword: 'abc def', repeat: 'abc def' }, 'newPassword', 'keine Leerzeichen'],
    [{ repeat: 'anders' }, 'repeat', 'stimmen nicht überein'],
  ])('rejects %o at its field', async (wrong, field, words) => {
    const { html, response } = await save(emptyAnswer, wrong)
    expect(response.status).toBe(400)
    expect(html).toContain(words)
    expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${field}")(?=[^>]*aria-invalid="true")`))
  })

  it('sends no referrer to other origins', async () => {
    const { response } = await openPage('/createNewPassword?token=t')
    expect([response.headers.get('referrer-policy'), response.headers.get('cache-control')]).toEqual(['same-origin', 'no-store'])
  })
})
