import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyAnswer, loadWebsite, type Options, visitor, visitorFrom } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

const visit = (path: string, options?: Options) => visitor(website.handle)(path, options)
const status =
  (code: number, body: unknown = null) =>
  () =>
    Response.json(body, { status: code })
const bodyOf = (asked: { path: string; body: string }[], path: string) =>
  Object.fromEntries(new URLSearchParams(asked.find((each) => each.path === `/api/v8/${path}`)?.body))
/** What a browser would send of the page's form: its hidden fields, and what somebody fills in. */
function hiddenOf(html: string): Record<string, string> {
  const form = /<form[^>]*>(?:(?!<\/form>)[\s\S])*?name="intent" value="register"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name, value]) => [name!, value!.replaceAll('&amp;', '&')]))
}
const filled = { email: 'neu@example.org', password: 'kaffeehaus', repeat: 'kaffeehaus', terms: '1', newsletter: 'true' }
const register = (form: Record<string, string>, answer: unknown = emptyAnswer) =>
  visit('/user/register', {
    method: 'POST',
    form: { intent: 'register', ...form },
    answers: { 'user/registration/newuser': answer },
  })

describe('registering', () => {
  it('sends everything of section 3: where one came from travels in the form', async () => {
    const { html } = await visit(
      '/user/register?utm_source=a&utm_medium=b&utm_content=c&utm_campaign=d&referrer=https://blog.example/&redirect=/faq',
    )
    const { asked } = await register({ ...hiddenOf(html), ...filled })
    expect(bodyOf(asked, 'user/registration/newuser')).toEqual({
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

  it('reaches the form from a campaign by way of the login', async () => {
    const home = await visit('/?utm_source=a')
    const login = /href="(\/user\/login\?redirect[^"]*)"/.exec(home.html)?.[1] ?? ''
    const { html } = await visit(login.replaceAll('&amp;', '&'))
    const link = /href="(\/user\/register[^"]*utm_source=a[^"]*)"/.exec(html)?.[1] ?? ''
    expect(hiddenOf((await visit(link.replaceAll('&amp;', '&'))).html)).toMatchObject({ utm_source: 'a' })
  })

  it('speaks of as many magazines as the catalogue holds, of 700 where it can’t be asked', async () => {
    expect((await visit('/user/register')).html).toMatch(/\b370\b/)
    const silent = { '': status(503), 'websession/webinfo': status(503) }
    expect((await visit('/user/register', { answers: silent })).html).toMatch(/\b700\b/)
  })

  it('the newsletter is preset, and what is unticked is not sent', async () => {
    expect((await visit('/user/register')).html).toMatch(/<input(?=[^>]*name="newsletter")(?=[^>]*checked="")/)
    const { newsletter: _, ...without } = filled
    expect(bodyOf((await register(without)).asked, 'user/registration/newuser').newsletter).toBe('false')
  })

  it('ends with the mail that is under way, the way to the login, and the mail once more', async () => {
    const { html, response } = await register(filled)
    expect(response.status).toBe(200)
    expect(html).toContain('Wir haben eine Mail an neu@example.org geschickt')
    expect(html).toMatch(/<a(?=[^>]*href="\/user\/login")[^>]*>Zur Anmeldung/)
    const again = await visit('/user/register', {
      method: 'POST',
      form: { intent: 'resend', email: 'neu@example.org' },
      answers: { 'user/registration/sendNewEmail': emptyAnswer },
    })
    expect(bodyOf(again.asked, 'user/registration/sendNewEmail')).toEqual({ email: 'neu@example.org' })
    expect(again.html).toContain('Die Mail ist unterwegs')
  })

  it.each([
    [{ email: '' }, 'email', 'Bitte füllen Sie dieses Feld aus'],
    [{ email: 'abc' }, 'email', 'gültige E-Mail-Adresse'],
    [{ password: '' }, 'password', 'Bitte füllen Sie dieses Feld aus'],
    [{ password: '12345', repeat: '12345' }, 'password', 'Das ist zu kurz'],
    [{ password: 'x'.repeat(101), repeat: 'x'.repeat(101) }, 'password', 'Das ist zu lang'],
    [{ password: 'abc def', repeat: 'abc def' }, 'password', 'keine Leerzeichen'],
    [{ repeat: 'anders' }, 'repeat', 'stimmen nicht überein'],
    [{ terms: '' }, 'terms', 'Ohne Ihre Zustimmung'],
  ])('%o is refused at its field, before anybody is asked', async (wrong, field, words) => {
    const { html, asked, response } = await register({ ...filled, ...wrong })
    expect(response.status).toBe(400)
    expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${field}")(?=[^>]*aria-invalid="true")(?=[^>]*autofocus)`, 'i'))
    expect(html).toContain(words)
    expect(asked.some(({ path }) => path.includes('newuser'))).toBe(false)
  })

  it('six and a hundred characters are passwords', async () => {
    for (const password of ['123456', 'x'.repeat(100)]) {
      expect((await register({ ...filled, password, repeat: password })).response.status).toBe(200)
    }
  })

  it('an address that is taken is said at the address', async () => {
    const { html, response } = await register(filled, status(409))
    expect(response.status).toBe(409)
    expect(html).toMatch(/<input(?=[^>]*name="email")(?=[^>]*aria-invalid="true")(?=[^>]*value="neu@example.org")/)
    expect(html).toContain('bereits vergeben')
    expect(html).not.toContain('kaffeehaus')
  })

  it('what the server refuses otherwise is said in the form', async () => {
    const { html } = await register(filled, status(429, { message: 'Bitte warten Sie.' }))
    expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).toContain('Bitte warten Sie.')
  })

  it('warns where the newsstand is not open', async () => {
    const answers = { 'websession/webinfo': visitorFrom('AT', { regionActive: false, countryName: 'Island' }) }
    expect((await visit('/user/register', { answers })).html).toContain('In Island ist der Kiosk noch nicht offen')
    expect((await visit('/user/register')).html).not.toContain('In Island')
  })

  it('counts the magazines, and says 700 where they cannot be counted', async () => {
    expect((await visit('/user/register')).html).toContain('Über 370 Magazine')
    const silent = { 'websession/webinfo': status(503), region: status(503) }
    expect((await visit('/user/register', { answers: silent })).html).toContain('Über 700 Magazine')
  })

  it('names fields as browsers and password managers know them', async () => {
    const { html } = await visit('/user/register')
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
    visit('/user/register/acceptTerms?redirect=/faq', {
      method: 'POST',
      form,
      headers: { cookie },
      answers: { 'websession/terms': answer, 'websession/webinfo': visitorFrom('DE') },
    })

  it('sends the four fields of section 3, and leads on', async () => {
    const { asked, location, response } = await accept('terms=secret')
    expect(bodyOf(asked, 'websession/terms')).toEqual({ token: 'secret', newsletter: 'true', region: '2', webAppToken: '' })
    expect(asked.find(({ path }) => path.includes('terms'))?.method).toBe('PUT')
    expect(location).toBe('/faq')
    expect(response.headers.getSetCookie().join()).toContain('terms=; Path=/user/register; Max-Age=0')
  })

  it('needs the tick', async () => {
    const { html, asked, response } = await accept('terms=secret', {})
    expect([response.status, asked.some(({ path }) => path.includes('websession/terms'))]).toEqual([400, false])
    expect(html).toMatch(/<input(?=[^>]*name="terms")(?=[^>]*aria-invalid="true")/)
  })

  it.each([
    ['', let_in],
    ['terms=old', status(498)],
    ['terms=wrong', status(400, { code: 'token_invalid', field: 'token', message: 'x' })],
  ])('with %s is over, and the login begins again', async (cookie, answer) => {
    const { html } = await accept(cookie, undefined, answer)
    expect(html).toContain('Diese Anmeldung ist abgelaufen')
    expect(html).toContain('Zur Anmeldung')
  })

  it('the token is in nothing that is sent to the browser', async () => {
    const { html, response } = await visit('/user/register/acceptTerms', { headers: { cookie: 'terms=secret' } })
    expect(html).not.toContain('secret')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a new password', () => {
  const save = (answer: unknown, form: Record<string, string> = {}) =>
    visit('/createNewPassword?token=t', {
      method: 'POST',
      form: { token: 't', newPassword: 'kaffeehaus', repeat: 'kaffeehaus', ...form },
      answers: { 'websession/newPassword': answer },
    })

  it('is saved with the token of the link, and leads to the login', async () => {
    const { asked, html } = await save(emptyAnswer)
    expect(bodyOf(asked, 'websession/newPassword')).toEqual({ newPassword: 'kaffeehaus', token: 't' })
    expect(html).toContain('Das neue Passwort gilt')
    expect(html).toMatch(/<a(?=[^>]*href="\/user\/login")[^>]*>Zur Anmeldung/)
  })

  it.each([
    [400, 'Die Anfrage war unvollständig'],
    [503, 'Bei uns ist etwas schiefgegangen'],
    [498, 'Der Bestätigungscode ist abgelaufen'],
    [406, 'Das Passwort darf keine Leerzeichen enthalten'],
    [500, 'Ein unbekannter Fehler ist aufgetreten'],
    [418, 'Ein unbekannter Fehler ist aufgetreten'],
  ])('%i: %s', async (code, words) => {
    const { html, response } = await save(status(code))
    expect(response.status).toBe(code)
    expect(html).toContain(words)
    expect(/<input(?=[^>]*name="newPassword")[^>]*/.exec(html)?.[0].includes('aria-invalid')).toBe(code === 406)
  })

  it('without a token says so and asks nobody', async () => {
    const open = await visit('/createNewPassword')
    expect(open.html).toContain('Dieser Link ist ungültig')
    const sent = await save(emptyAnswer, { token: '' })
    expect(sent.html).toContain('Dieser Link ist ungültig')
    expect(sent.asked.some(({ path }) => path.includes('newPassword'))).toBe(false)
  })

  it.each([
    [{ newPassword: '', repeat: '' }, 'newPassword', 'Bitte füllen Sie dieses Feld aus'],
    [{ newPassword: '12345', repeat: '12345' }, 'newPassword', 'Das ist zu kurz'],
    [{ newPassword: 'x'.repeat(101), repeat: 'x'.repeat(101) }, 'newPassword', 'Das ist zu lang'],
    [{ newPassword: 'abc def', repeat: 'abc def' }, 'newPassword', 'keine Leerzeichen'],
    [{ repeat: 'anders' }, 'repeat', 'stimmen nicht überein'],
  ])('%o is refused at its field', async (wrong, field, words) => {
    const { html, response } = await save(emptyAnswer, wrong)
    expect(response.status).toBe(400)
    expect(html).toContain(words)
    expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${field}")(?=[^>]*aria-invalid="true")`))
  })

  it('tells its address to no other house', async () => {
    const { response } = await visit('/createNewPassword?token=t')
    expect([response.headers.get('referrer-policy'), response.headers.get('cache-control')]).toEqual(['same-origin', 'no-store'])
  })
})
