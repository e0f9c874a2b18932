import { languages } from '@kiosk/domain/locale'
import { validationWords } from '@kiosk/languages/validation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyAnswer, loadWebsite, type Options, visitor, visitorFrom } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

/** As from an email program, or typed: no page of somebody else leads here. */
const visit = (path: string, { headers, ...options }: Options = {}) =>
  visitor(website.handle)(path, { ...options, headers: { 'sec-fetch-site': 'none', ...headers } })
const fromElsewhere = { 'sec-fetch-site': 'cross-site' }
const owner = { other: false, own: false, account: 'm***@example.org', thisBrowser: false }
const status =
  (code: number, body: unknown = null) =>
  () =>
    Response.json(body, { status: code })
const mara = visitorFrom('AT', { firstname: 'Mara' })
const offer = {
  subscriptionId: 2,
  voucherCode: { voucherCode: 'EINSTAND' },
  regularPrice: 1999,
  reducedPrice: 299,
  days: 95,
}

describe('the link of the verification mail', () => {
  const press = (answer: unknown, form: Record<string, string> = {}) =>
    visit('/user/verify?token=t', {
      method: 'POST',
      form: { token: 't', ...form },
      answers: { 'user/registration/verification': answer },
    })

  it('spends nothing when it is opened: a button does, pressed by the script', async () => {
    const { html, asked } = await visit('/user/verify?token=t')
    expect(asked.some(({ path }) => path.includes('verification'))).toBe(false)
    expect(html).toMatch(/<form(?=[^>]*method="post")[^>]*data-press=""/)
    expect(html).toContain('name="token" value="t"')
    expect(html).toContain('Einen Augenblick, Ihre Adresse wird bestätigt')
  })

  it.each([{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])(
    'is not pressed while fetched ahead',
    async (headers) => {
      const { html } = await visit('/user/verify?token=t', { headers })
      expect(html).not.toContain('data-press=""')
      expect(html).toContain('Jetzt bestätigen')
    },
  )

  it('asks a person who comes from a page of somebody else, but in the browser of the registration', async () => {
    const open = (answer: object, headers = fromElsewhere) =>
      visit('/user/verify?token=t', { headers, answers: { 'websession/token/owner': answer } })
    const { html } = await open(owner)
    expect(html).not.toContain('data-press=""')
    expect(html).toContain('Als m***@example.org anmelden')
    expect((await open({ ...owner, thisBrowser: true })).html).toContain('data-press=""')
    expect((await open({ ...owner, thisBrowser: true, other: true })).html).not.toContain('data-press=""')
    expect((await visit('/user/verify?token=t', { headers: fromElsewhere })).html).not.toContain('data-press=""')
  })

  it('leaves it to a person whether a login at a provider that began in this browser is theirs', async () => {
    const waitingIdentity = { provider: 'facebook', name: 'Mira <b>' }
    const answers = { 'websession/token/owner': { ...owner, thisBrowser: true, waitingIdentity } }
    const { html } = await visit('/user/verify?token=t', { answers })
    expect(html).not.toContain('data-press=""')
    expect(html).toMatch(/<input(?=[^>]*name="link")(?=[^>]*value="true")(?=[^>]*type="checkbox")(?![^>]*checked)[^>]*>/)
    expect(html).toContain('Künftig auch über Facebook anmelden, als „Mira &lt;b&gt;“')
    const nameless = await visit('/user/verify?token=t', {
      answers: { 'websession/token/owner': { ...owner, waitingIdentity: { provider: 'facebook', name: '' } } },
    })
    expect(nameless.html).toMatch(/Künftig auch über Facebook anmelden</)
    const { asked } = await press({ verificationTarget: '' }, { link: 'true' })
    expect(asked.map(({ path }) => path)).toContain('/api/v8/user/registration/verification?token=t&newsletter=false&link=true')
  })

  it('leaves the newsletter to a person: two buttons, neither pressed by itself', async () => {
    const { html } = await visit('/user/verify?token=t&newsletter=1')
    expect(html).not.toContain('data-press=""')
    expect(html).toContain('Bestätigen und Newsletter bestellen')
    expect(html).toContain('Nur bestätigen')
    const { asked } = await press({ verificationTarget: '' }, { newsletter: 'true' })
    expect(asked.map(({ path }) => path)).toContain('/api/v8/user/registration/verification?token=t&newsletter=true')
  })

  it('leads to the welcome, without the token', async () => {
    const { location, response } = await press({ verificationTarget: '/faq' })
    expect([response.status, location]).toEqual([303, '/user/verify?verified=new&to=%2Ffaq'])
    expect((await press({ verificationTarget: '//evil.example' })).location).toBe('/user/verify?verified=new')
  })

  it('leads to choosing a password where the link was opened in another browser than the registration', async () => {
    const { location, response } = await press({ verificationTarget: '/faq', choosePassword: 'r3' })
    expect([response.status, location]).toEqual([303, '/createNewPassword?token=r3&after=verification&to=%2Ffaq'])
    const { html } = await visit(location!, { answers: { 'websession/webinfo': mara } })
    expect(html).toContain('Weil der Link nicht in dem Browser geöffnet wurde')
    expect(html).toContain('name="token" value="r3"')
    const form = { token: 'r3', newPassword: 'Murmeltier', repeat: 'Murmeltier' }
    const answers = { 'websession/webinfo': mara, 'websession/newPassword': emptyAnswer }
    const saved = await visit(location!, { method: 'POST', form, answers })
    expect(saved.html).toContain('Sie bleiben hier angemeldet')
    expect(saved.html).toMatch(/<a class="button" href="\/faq">/)
  })

  it('409 is a success: verified already', async () => {
    expect((await press(status(409))).location).toBe('/user/verify?verified=already')
    const { html } = await visit('/user/verify?verified=already')
    expect(html).toContain('Diese Adresse ist schon bestätigt')
    expect(html).toContain('Zur Anmeldung')
  })

  it.each([
    [400, { message: 'Server sagt' }, 'Ihre Adresse konnte nicht bestätigt werden'],
    [500, null, 'Ihre Adresse konnte nicht bestätigt werden'],
    [403, { message: 'Server sagt 403' }, 'Server sagt 403'],
    [406, { message: 'Server sagt 406' }, 'Server sagt 406'],
    [406, null, 'Ihre Adresse konnte nicht bestätigt werden'],
  ])('%i %o shows the error and the way to support, and presses nothing again', async (code, body, words) => {
    const { html, response } = await press(status(code, body))
    expect(response.status).toBe(code)
    expect(html).toContain(words)
    expect(html).toMatch(/<a[^>]*href="\/feedback"/)
    expect(html).not.toContain('data-press=""')
  })

  it('without a token is an error, without a call', async () => {
    const { html, asked } = await visit('/user/verify')
    expect(html).toContain('Ihre Adresse konnte nicht bestätigt werden')
    expect(asked.some(({ path }) => path.includes('verification'))).toBe(false)
  })

  it('welcomes with the launch offer, its price with what comes after, and the way to reading', async () => {
    const answers = { 'websession/webinfo': mara, 'voucher/launchoffer/': offer }
    const { html } = await visit('/user/verify?verified=new&to=/faq', { answers, webapp: 'https://read.example' })
    expect(html).toContain('Premium um 3 × 2,99 €')
    expect(html).toContain('Danach 19,99 € alle 30 Tage')
    expect(html).toContain('href="/user/payment/overview?id=2&amp;voucher=EINSTAND"')
    expect(html).toContain('href="https://read.example"')
    expect(html).toContain('href="/faq"')
  })

  it.each([404, 409, 410, 500])('an offer answered %i is not there', async (code) => {
    const answers = { 'websession/webinfo': mara, 'voucher/launchoffer/': status(code) }
    const { html, response } = await visit('/user/verify?verified=new', { answers })
    expect(response.status).toBe(200)
    expect(html).toContain('Willkommen am Kiosk')
    expect(html).not.toContain('href="/user/payment/overview')
    expect(html).not.toContain('id="error-title"')
  })
})

describe('the link to a changed address', () => {
  const press = (answer: unknown) =>
    visit('/user/verifyEmail?token=t', {
      method: 'POST',
      form: { token: 't' },
      answers: { 'websession/emailVerification': answer },
    })

  it('asks for the button, then says that the address holds', async () => {
    expect((await visit('/user/verifyEmail?token=t')).html).toMatch(/<form(?=[^>]*method="post")[^>]*data-press=""/)
    const { location, asked } = await press({ email: 'neu@example.org' })
    expect(asked.map(({ path }) => path)).toContain('/api/v8/websession/emailVerification?token=t')
    expect(location).toBe('/user/verifyEmail?verified=1')
    expect((await visit('/user/verifyEmail?verified=1')).html).toContain('Die neue Adresse gilt')
  })

  it('says whose account asks, and presses nothing, where that account is not signed in', async () => {
    for (const other of [false, true]) {
      const answers = { 'websession/token/owner': { ...owner, other } }
      const { html, asked } = await visit('/user/verifyEmail?token=t', { answers })
      expect(html).toContain('Das Konto m***@example.org möchte diese E-Mail-Adresse bekommen')
      expect(html).not.toContain('name="token"')
      expect(html).toContain('%2Fuser%2FverifyEmail%3Ftoken%3Dt')
      expect(asked.some(({ path }) => path.includes('emailVerification'))).toBe(false)
    }
    const own = { 'websession/token/owner': { ...owner, own: true } }
    expect((await visit('/user/verifyEmail?token=t', { answers: own })).html).toContain('data-press=""')
  })

  it.each([400, 403, 406, 500])('%i is VERIFICATION.ERROR, whatever the server says', async (code) => {
    const { html } = await press(status(code, { message: 'Server sagt' }))
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    expect(main).toContain('Ihre Adresse konnte nicht bestätigt werden')
    expect(main).not.toContain('Server sagt')
  })
})

describe('an address with a token', () => {
  const let_in = { terms: { show: false }, unverified: false }

  it.each([
    ['/faq?sessionToken=good&x=1', 'session.good', '/faq?x=1'],
    ['/magazines?ssoToken=good', 'sso.good', '/magazines'],
    ['/user/device?sessionToken=good', 'session.good', '/user/device'],
    ['/user/login?sessionTokenFromAppleLogin=good', 'apple.good', '/'],
    ['/user/login?sessionTokenFromAppleLogin=good&redirect=/faq', 'apple.good', '/faq'],
    ['/user/login?facebookToken=good', 'facebook.good', '/user/account'],
  ])('%s goes on without it, and nothing is spent', async (path, held, to) => {
    const { location, response, asked } = await visit(path)
    expect(location).toBe(`/user/handover?${new URLSearchParams({ to })}`)
    expect(response.headers.getSetCookie().join()).toMatch(
      new RegExp(`^handover=${held}; Path=/user/handover; Max-Age=\\d+; HttpOnly; SameSite=Lax; Secure$`),
    )
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  })

  const handover = (cookie: string, options: Options = {}) =>
    visit('/user/handover?to=/faq', { headers: { cookie: `handover=${cookie}` }, ...options })
  const exchange = (cookie: string, answers: Options['answers']) =>
    handover(cookie, { method: 'POST', form: {}, answers: { ...answers } })

  it('is taken over by a form that the script presses, and holds no token itself', async () => {
    const { html, response } = await handover('session.secret')
    expect(html).toMatch(/<form(?=[^>]*method="post")[^>]*data-press=""/)
    expect(html).not.toContain('secret')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await visit('/user/handover?to=/faq')).location).toBe('/faq')
  })

  it.each([
    ['session.t', 'websession/login/sessiontoken', { sessionToken: 't' }],
    ['apple.t', 'websession/login/sessiontoken', { sessionToken: 't' }],
    ['sso.t', 'websession/login/sso', { ssoToken: 't' }],
    ['facebook.t', 'websession/login', { username: '', password: 't', type: '1' }],
  ])('%s is exchanged at %s', async (cookie, call, body) => {
    const { asked, location, response } = await exchange(cookie, { 'websession/login': let_in })
    const posted = asked.find(({ method }) => method === 'POST')
    expect([posted?.path, Object.fromEntries(new URLSearchParams(posted?.body))]).toEqual([`/api/v8/${call}`, body])
    expect([response.status, location]).toEqual([303, '/faq'])
    expect(response.headers.getSetCookie().join()).toContain('handover=; Path=/user/handover; Max-Age=0')
  })

  it.each(['session.bad', 'sso.bad', 'apple.bad', 'facebook.bad'])(
    '403 for %s ends the session there was, and says that the account does not exist',
    async (cookie) => {
      const { html, asked, response } = await exchange(cookie, {
        'websession/login': status(403, { code: 'account_unknown', message: 'Dieses Konto gibt es nicht (mehr)' }),
        'websession/logout': emptyAnswer,
      })
      expect(response.status).toBe(403)
      expect(asked.map(({ path, method }) => `${method} ${path}`)).toContain('POST /api/v8/websession/logout')
      expect(html).toContain('Dieses Konto gibt es nicht (mehr)')
      expect(html).toContain('href="/user/login?redirect=%2Ffaq"')
    },
  )

  it.each(['session.t', 'facebook.t', 'apple.t'])('%s of a closed account says so', async (cookie) => {
    for (const language of languages) {
      const message = validationWords[language]['VALIDATION.userInactive']
      const { html, response } = await handover(cookie, {
        method: 'POST',
        form: {},
        headers: { cookie: `handover=${cookie}; language=${language}` },
        answers: {
          'websession/login': status(403, { code: 'account_inactive', message }),
          'websession/logout': emptyAnswer,
        },
      })
      expect(response.status).toBe(403)
      expect(html.replaceAll('&#x27;', "'")).toContain(message)
    }
  })

  it('from a page of somebody else, a person decides, however the form is reached', async () => {
    const { location } = await visit('/faq?sessionToken=good', { headers: fromElsewhere })
    expect(location).toBe('/user/handover?to=%2Ffaq&ask=1')
    const answers = { 'websession/token/owner': owner }
    for (const [query, headers] of [
      ['', fromElsewhere],
      ['&ask=1', { 'sec-fetch-site': 'none' }],
    ] as const) {
      const options = { answers, headers: { cookie: 'handover=session.t', ...headers } }
      const { html } = await visit(`/user/handover?to=/faq${query}`, options)
      expect(html).not.toContain('data-press=""')
      expect(html).toContain('Als m***@example.org anmelden')
      expect(html).toContain('Ist das nicht Ihres, gehen Sie nicht weiter')
    }
    const back = { ...answers, 'websession/token/owner': { ...owner, thisBrowser: true } }
    const headers = { cookie: 'handover=apple.t', ...fromElsewhere }
    expect((await visit('/user/handover?to=/faq&ask=1', { answers: back, headers })).html).toContain('data-press=""')
  })

  it('a token of Facebook is no exception: only the browser that asked for it sends it by itself', async () => {
    const page = (answer: unknown) =>
      visit('/user/handover?to=/faq&ask=1', {
        answers: { 'websession/token/owner': answer },
        headers: { cookie: 'handover=facebook.t', ...fromElsewhere },
      })
    expect((await page(status(403, { code: 'account_unknown', message: '' }))).html).not.toContain('data-press=""')
    expect((await page({ ...owner, account: '', thisBrowser: true })).html).toContain('data-press=""')
    // What a provider gives to apps is bound to no browser.
    const { location, response } = await visit('/faq?facebookToken=eyJ.eyJ.c2ln', { headers: fromElsewhere })
    expect([location, response.headers.getSetCookie().join()]).toEqual(['/user/account', expect.not.stringContaining('eyJ')])
  })

  it('another account than the one signed in is asked about first', async () => {
    const answers = { 'websession/webinfo': mara, 'websession/token/owner': { ...owner, other: true } }
    const { html } = await handover('session.t', { answers })
    expect(html).toContain('Sie sind als Mara angemeldet')
    expect(html).not.toContain('data-press=""')
    expect(html).toMatch(/<a class="button" href="\/faq">Als Mara bleiben/)
    const same = await handover('session.t', { answers: { ...answers, 'websession/token/owner': owner } })
    expect(same.html).toContain('data-press=""')
  })

  it('newer terms come first here too', async () => {
    const { location } = await exchange('session.t', {
      'websession/login': { terms: { show: true }, token: 'x', unverified: false },
    })
    expect(location).toBe('/user/register/acceptTerms?redirect=%2Ffaq')
  })
})

describe('logging out', () => {
  const answers = { 'websession/webinfo': mara, 'websession/logout': emptyAnswer }
  const leave = (path: string, headers: Record<string, string>) => visitor(website.handle)(path, { answers, headers })
  const from = (page: string) => ({ 'sec-fetch-site': 'same-origin', referer: `https://kiosk.example${page}` })

  it.each([
    ['/user/logout?redirect=/features', from('/faq'), '/features'],
    ['/user/logout?redirect=//evil.example', { 'sec-fetch-site': 'none' }, '/'],
    ['/user/logout', from('/faq?x=1'), '/faq?x=1'],
    ['/user/logout', from('/user/subscription/pub'), '/user/subscription/pub'],
    ['/user/logout', from('/user/device'), '/'],
    ['/user/logout', from('/user/login'), '/'],
    ['/user/logout', { 'sec-fetch-site': 'none' }, '/'],
    ['/user/logout', { referer: 'https://kiosk.example/faq' }, '/faq'],
  ])('%s %o leads to %s', async (path, headers, target) => {
    const { location, asked } = await leave(path, headers)
    expect(location).toBe(target)
    expect(asked.map((each) => `${each.method} ${each.path}`)).toContain('POST /api/v8/websession/logout')
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
    { referer: 'https://evil.example/' },
    {},
  ])('%o is asked first', async (headers) => {
    const { html, asked, response } = await leave('/user/logout', headers as Record<string, string>)
    expect([response.status, asked.some(({ path }) => path.includes('logout'))]).toEqual([200, false])
    expect(html).toContain('Wirklich abmelden?')
    const pressed = await visit('/user/logout', { method: 'POST', form: { to: '/faq' }, answers })
    expect([pressed.location, pressed.asked.some(({ path }) => path.includes('logout'))]).toEqual(['/faq', true])
  })
})

describe('a session for the web app', () => {
  const ask = (webapp: string, more: Options['answers'] = {}) =>
    visit('/user/web-app-session', {
      method: 'POST',
      form: {},
      webapp,
      answers: {
        'websession/webinfo': mara,
        'websession/webAppSessiontoken': { sessionToken: 'handed' },
        ...more,
      },
    })

  it('is handed over where the web app is at another origin, which the policy then allows', async () => {
    expect((await ask('https://read.example')).html).toBe('{"sessionToken":"handed"}')
    const { response } = await visit('/user/login', { webapp: 'https://read.example/app' })
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self' https://read.example;")
  })

  it.each([
    ['at our own origin', '/reader', {}],
    ['signed out', 'https://read.example', { 'websession/webinfo': visitorFrom('AT') }],
    ['refused', 'https://read.example', { 'websession/webAppSessiontoken': status(500) }],
  ])('%s is not, silently', async (_why, webapp, more) => {
    const { response, html } = await ask(webapp, more)
    expect([response.status, html]).toEqual([204, ''])
  })
})
