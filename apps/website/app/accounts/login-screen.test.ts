import { API_BASE } from '@kiosk/contract/route'
import { languages } from '@kiosk/domain/locale'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { describe, expect, it } from 'vitest'
import { emptyAnswer, openWebsite, visitorFrom } from '../testing/website.ts'

const openPage = openWebsite()
const good = { intent: 'login', username: 'mara@example.org', password: 'kaffeehaus' }
const let_in = { terms: { show: false }, unverified: false }
const status =
  (code: number, body: unknown = null) =>
  () =>
    Response.json(body, { status: code })
const logIn = (answer: unknown, path = '/user/login', form: Record<string, string> = good) =>
  openPage(path, { method: 'POST', form, answers: { 'websession/login': answer } })
const bodyOf = (requests: { path: string; body: string }[], path: string) =>
  Object.fromEntries(new URLSearchParams(requests.find((each) => each.path === `${API_BASE}${path}`)?.body))

describe('logging in', () => {
  it('asks whether to link a pending provider login, then continues to the destination', async () => {
    const { location } = await logIn({ ...let_in, waitingIdentity: 'facebook' }, '/user/login?redirect=/user/device')
    expect(location).toBe('/user/identity?redirect=%2Fuser%2Fdevice')
  })

  it('sends whether the device is shared', async () => {
    const { requests } = await logIn(let_in, '/user/login', { ...good, sharedDevice: 'true' })
    expect(bodyOf(requests, 'websession/login')).toMatchObject({ sharedDevice: 'true' })
  })

  it('clears cache and storage of the browser when the API ends a session', async () => {
    const ended = () =>
      Response.json(let_in, {
        headers: [
          ['set-cookie', 'session=; Max-Age=0; Path=/'],
          ['set-cookie', 'device=; Max-Age=0; Path=/'],
        ],
      })
    expect((await logIn(ended)).response.headers.get('clear-site-data')).toBe(
      '"cache", "storage", "prefetchCache", "prerenderCache"',
    )
    expect((await logIn(let_in)).response.headers.get('clear-site-data')).toBe('"prefetchCache", "prerenderCache"')
  })

  it('sends the four credentials', async () => {
    const { requests } = await logIn(let_in, '/user/login', { ...good, remainSignedIn: 'true' })
    expect(bodyOf(requests, 'websession/login')).toEqual({
      username: 'mara@example.org',
      password: 'kaffeehaus',
      remainSignedIn: 'true',
      type: '0',
    })
    expect(bodyOf((await logIn(let_in)).requests, 'websession/login').remainSignedIn).toBe('false')
  })

  it.each([
    ['/user/login', '/user/account'],
    ['/user/login?redirect=/user/device', '/user/device'],
    ['/user/login?redirect=%2Freader%2Fissues%2Fabc%3Fp%3D3', '/reader/issues/abc?p=3'],
    ['/user/login?redirect=https://evil.example', '/user/account'],
    ['/user/login?redirect=//evil.example', '/user/account'],
    ['/user/login?redirect=/user/logout', '/user/account'],
  ])('from %s redirects to %s, with and without scripts', async (path, target) => {
    const { response, location } = await logIn(let_in, path)
    expect([response.status, location]).toEqual([303, target])
  })

  it.each([
    ['/user/login?redirect=/faq', '/faq'],
    ['/user/register?redirect=/faq', '/faq'],
    ['/user/login', '/user/account'],
    ['/user/register', '/user/account'],
  ])('redirects signed-in readers from %s', async (path, target) => {
    const { location } = await openPage(path, { answers: { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara' }) } })
    expect(location).toBe(target)
  })

  it("forwards the API's cookies", async () => {
    const answer = () => Response.json(let_in, { headers: { 'set-cookie': 'session=s; HttpOnly' } })
    expect((await logIn(answer)).response.headers.getSetCookie()).toContain('session=s; HttpOnly')
  })

  it('asks for newer terms first and keeps their token out of the URL', async () => {
    const { location, response } = await logIn({ ...let_in, terms: { show: true }, token: 'secret' }, '/user/login?redirect=/faq')
    expect(location).toBe('/user/register/acceptTerms?redirect=%2Ffaq')
    expect(response.headers.getSetCookie().join()).toMatch(
      /^terms=secret; Path=\/user\/register; .*HttpOnly; SameSite=Lax; Secure/,
    )
  })

  it('asks to verify the address on 202 and offers to resend the email', async () => {
    const { html, response } = await logIn(() => Response.json({ ...let_in, unverified: true }, { status: 202 }))
    expect(response.status).toBe(200)
    expect(html).toContain('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse')
    expect(html).toMatch(/name="intent" value="resend"\/><input type="hidden" name="email" value="mara@example.org"/)
    const again = await openPage('/user/login', {
      method: 'POST',
      form: { intent: 'resend', email: 'mara@example.org' },
      answers: { 'user/registration/sendNewEmail': emptyAnswer },
    })
    expect(bodyOf(again.requests, 'user/registration/sendNewEmail')).toEqual({ email: 'mara@example.org' })
    expect(again.html).toContain('Die E-Mail ist unterwegs')
  })

  it.each([
    [401, null, 'E-Mail-Adresse oder Passwort stimmt nicht'],
    [403, null, 'Die Anmeldung wurde abgelehnt'],
    [500, { message: 'Datenbank' }, 'Die Anmeldung wurde abgelehnt'],
    [503, null, 'Die Anmeldung wurde abgelehnt'],
    [429, { message: 'Bitte warten Sie eine Minute.' }, 'Bitte warten Sie eine Minute.'],
  ])('status %i shows an error in the form, which keeps the address but not the password', async (code, body, words) => {
    const { html, response } = await logIn(status(code, body))
    expect(response.status).toBe(code)
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    expect(main).toContain(words)
    expect(main).toContain('value="mara@example.org"')
    expect(html).not.toContain('kaffeehaus')
    expect(html).not.toContain('id="error-title"')
  })

  it.each(languages)('explains a deactivated account in %s', async (language) => {
    const message = validationMessages[language]['VALIDATION.userInactive']
    const { html, response } = await openPage('/user/login', {
      method: 'POST',
      form: good,
      headers: { cookie: `language=${language}` },
      answers: { 'websession/login': status(403, { code: 'account_inactive', message }) },
    })
    expect(response.status).toBe(403)
    expect(html).toContain(message)
  })

  it('shows the erasure date and the way to restore the account, not a connection error', async () => {
    const message = 'Dieses Konto wird am 29. November 2026 gelöscht.'
    const { html, response } = await logIn(status(403, { code: 'account_erasing', message }))
    expect(response.status).toBe(403)
    const shown = html.slice(0, html.indexOf('<script>'))
    expect(shown).toContain(message)
    expect(shown).not.toMatch(/VPN|Die Anmeldung wurde abgelehnt/)
  })

  it('sends "remember me" and "shared device" along with a passkey', async () => {
    const form = { intent: 'passkey-login', credential: '{}', remainSignedIn: 'true', sharedDevice: 'true' }
    const { requests } = await openPage('/user/login', {
      method: 'POST',
      form,
      answers: { 'websession/passkey': let_in },
    })
    expect(bodyOf(requests, 'websession/passkey')).toEqual({ credential: '{}', remainSignedIn: 'true', sharedDevice: 'true' })
    const plain = await openPage('/user/login', {
      method: 'POST',
      form: { intent: 'passkey-login', credential: '{}', remainSignedIn: '', sharedDevice: '' },
      answers: { 'websession/passkey': let_in },
    })
    expect(bodyOf(plain.requests, 'websession/passkey')).toMatchObject({ remainSignedIn: 'false', sharedDevice: 'false' })
  })

  it('shows validation errors at the field, focuses it and does not call the API', async () => {
    const { html, requests, response } = await logIn(let_in, '/user/login', { ...good, password: '' })
    expect(response.status).toBe(400)
    expect(html).toMatch(
      /<input(?=[^>]*name="password")(?=[^>]*aria-invalid="true")(?=[^>]*autofocus="")[^>]*aria-describedby="([^"]+)/i,
    )
    expect(html).toContain('Bitte geben Sie Ihr Passwort ein.')
    expect(requests.some(({ path }) => path.includes('websession/login'))).toBe(false)
  })

  it('has a form that can be sent without JavaScript', async () => {
    const { html } = await openPage('/user/login')
    for (const name of ['username', 'password', 'remainSignedIn']) expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"`))
    expect(html).toMatch(/<a[^>]*href="\/user\/register"/)
    expect(html).toMatch(/<form(?=[^>]*method="post")(?=[^>]*action="\/user\/login")/)
    expect(html).not.toMatch(/<button[^>]* disabled=""/)
  })

  it('shows an error when the provider rejected the login', async () => {
    expect((await openPage('/user/login?denied=1')).html).toContain('Die Anmeldung wurde abgelehnt')
  })
})

describe('a forgotten password', () => {
  const recover = (answer: unknown, email = 'mara@example.org') =>
    openPage('/user/login', {
      method: 'POST',
      form: { intent: 'recover', email },
      answers: { 'websession/passwordRecovery': answer },
    })

  it('opens the dialog without JavaScript as well', async () => {
    expect((await openPage('/user/login')).html).toMatch(/<dialog id="forgot"/)
    const { html } = await openPage('/user/login?forgot=1')
    expect(html).toMatch(/<dialog open="" id="forgot"/)
  })

  it('disables the button after the email is sent', async () => {
    const { html, requests } = await recover(emptyAnswer)
    expect(bodyOf(requests, 'websession/passwordRecovery')).toEqual({ email: 'mara@example.org' })
    const dialog = /<dialog open="" id="forgot"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? ''
    expect(dialog).toContain('Die E-Mail an mara@example.org ist unterwegs')
    expect(dialog).toMatch(/<button type="submit" disabled=""/)
  })

  it.each([
    [400, 'Der Dienst ist gerade nicht erreichbar'],
    [401, 'Diese E-Mail-Adresse kennen wir nicht'],
    [403, 'Diese Adresse ist noch nicht bestätigt'],
    [406, 'Bitte geben Sie eine gültige E-Mail-Adresse an'],
    [500, 'Ein unbekannter Fehler ist aufgetreten'],
  ])('status %i shows an error at the field: %s', async (code, words) => {
    const { html, response } = await recover(status(code))
    expect(response.status).toBe(code)
    const dialog = /<dialog open="" id="forgot"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? ''
    expect(dialog).toMatch(/aria-invalid="true"/)
    expect(dialog).toContain(words)
    expect(/role="alert"><strong>Ein Fehler ist aufgetreten<\/strong><p>[^<]*VPN/.test(html)).toBe(code === 403)
  })

  it("shows the server's message at the field before its own", async () => {
    const { html } = await recover(status(401, { message: 'Diese Adresse ist neu für uns.' }))
    expect(html).toContain('Diese Adresse ist neu für uns.')
  })

  it('does not call the API without an address', async () => {
    const { requests, html } = await recover(emptyAnswer, 'abc')
    expect(html).toContain('Bitte geben Sie eine gültige E-Mail-Adresse an')
    expect(requests.some(({ path }) => path.includes('passwordRecovery'))).toBe(false)
  })
})

describe('other sign-in methods', () => {
  it.each(['/user/login', '/user/register'])('without consent contact no provider on %s, and a click shows why', async (path) => {
    const { html, requests } = await openPage(`${path}?redirect=/faq`)
    const buttons = [...html.matchAll(/<button[^>]*aria-disabled="true"[^>]*popoverTarget="missing-consent"/g)]
    expect(buttons).toHaveLength(2)
    expect(html).not.toContain(`${API_BASE}websession/identity`)
    const dialog = /<dialog id="missing-consent"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? ''
    expect(dialog).toContain('Zustimmung zu sozialen Netzwerken')
    expect(dialog).toContain('href="/privacy"')
    expect(dialog).toContain('popoverTarget="cookie-settings"')
    expect(dialog).toMatch(/name="social" value="1"[\s\S]*name="consent"/)
    expect(requests.some(({ path }) => path.includes('identity'))).toBe(false)
  })

  it.each(['/user/login', '/user/register'])('on %s are those that the operator has configured', async (path) => {
    const operatorValues = { demonstration: false }
    const shown = async (configured: object) => {
      const { html } = await openPage(path, { operatorValues, answers: { 'websession/identity': configured } })
      return [...html.matchAll(/aria-disabled="true"[^>]*popoverTarget="missing-consent"/g)].length
    }
    expect(await shown({ facebook: true, apple: true })).toBe(2)
    expect(await shown({ facebook: false, apple: true })).toBe(1)
    expect(await shown({ facebook: false, apple: false })).toBe(0)
  })

  it.each(['/user/login', '/user/register'])(
    'with consent lead from %s to the configured providers and back to the original target',
    async (path) => {
      const { html } = await openPage(`${path}?redirect=/faq`, {
        headers: { cookie: 'consent=1; consent_social=1' },
        answers: { 'websession/identity': { facebook: true, apple: false } },
      })
      expect(html).toContain(`href="${API_BASE}websession/identity/facebook?redirect=%2Ffaq"`)
      expect(html).not.toContain('identity/apple')
      expect(html).toContain('derzeit nicht verfügbar')
    },
  )
})

describe('the field for a token', () => {
  const field = (name: string, devSystem: boolean) => openPage('/user/login', { environment: { name, devSystem } })

  it('shows the field on development systems only, never in production', async () => {
    expect((await field('development', true)).html).toContain('name="sessionToken"')
    expect((await field('development', false)).html).not.toContain('name="sessionToken"')
    expect((await field('production', true)).html).not.toContain('name="sessionToken"')
  })

  it('logs in with the token', async () => {
    const form = { intent: 'token', sessionToken: 't' }
    const answers = { 'websession/login/sessiontoken': let_in }
    const environment = { name: 'development', devSystem: true }
    const { location, requests } = await openPage('/user/login', { method: 'POST', form, answers, environment })
    expect([location, bodyOf(requests, 'websession/login/sessiontoken')]).toEqual(['/user/account', { sessionToken: 't' }])
    const rejected = await openPage('/user/login', {
      method: 'POST',
      form,
      answers: { ...answers, 'websession/login': status(401) },
    })
    expect(rejected.requests.some(({ path }) => path.includes('sessiontoken'))).toBe(false)
  })
})
