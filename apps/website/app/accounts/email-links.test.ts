import { API_BASE } from '@kiosk/contract/route'
import { languages } from '@kiosk/domain/locale'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { describe, expect, it } from 'vitest'
import { emptyAnswer, type Options, openWebsite, visitorFrom } from '../testing/website.ts'

const requestPage = openWebsite()
/** Requests a page as if from an e-mail program or the address bar, without a referring site. */
const openPage: typeof requestPage = (path, { headers, ...options } = {}) =>
  requestPage(path, { ...options, headers: { 'sec-fetch-site': 'none', ...headers } })
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

describe('the link of the verification email', () => {
  const press = (answer: unknown, form: Record<string, string> = {}) =>
    openPage('/user/verify?token=t', {
      method: 'POST',
      form: { token: 't', ...form },
      answers: { 'user/registration/verification': answer },
    })

  it('changes nothing on GET; the script submits the form', async () => {
    const { html, requests } = await openPage('/user/verify?token=t')
    expect(requests.some(({ path }) => path.includes('verification'))).toBe(false)
    expect(html).toMatch(/<form(?=[^>]*method="post")[^>]*data-press=""/)
    expect(html).toContain('name="token" value="t"')
    expect(html).toContain('Ihre Adresse wird bestätigt …')
  })

  it.each([{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])('is not used by a prefetch', async (headers) => {
    const { html } = await openPage('/user/verify?token=t', { headers })
    expect(html).not.toContain('data-press=""')
    expect(html).toContain('Jetzt bestätigen')
  })

  it('asks for a click when another site led here, except in the browser of the registration', async () => {
    const open = (answer: object, headers = fromElsewhere) =>
      openPage('/user/verify?token=t', { headers, answers: { 'websession/token/owner': answer } })
    const { html } = await open(owner)
    expect(html).not.toContain('data-press=""')
    expect(html).toContain('Als m***@example.org anmelden')
    expect((await open({ ...owner, thisBrowser: true })).html).toContain('data-press=""')
    expect((await open({ ...owner, thisBrowser: true, other: true })).html).not.toContain('data-press=""')
    expect((await openPage('/user/verify?token=t', { headers: fromElsewhere })).html).not.toContain('data-press=""')
  })

  it('asks the user whether to link a provider login that began in this browser', async () => {
    const waitingIdentity = { provider: 'facebook', name: 'Mira <b>' }
    const answers = { 'websession/token/owner': { ...owner, thisBrowser: true, waitingIdentity } }
    const { html } = await openPage('/user/verify?token=t', { answers })
    expect(html).not.toContain('data-press=""')
    expect(html).toMatch(/<input(?=[^>]*name="link")(?=[^>]*value="true")(?=[^>]*type="checkbox")(?![^>]*checked)[^>]*>/)
    expect(html).toContain('Künftig auch über Facebook anmelden, als „Mira &lt;b&gt;“')
    const nameless = await openPage('/user/verify?token=t', {
      answers: { 'websession/token/owner': { ...owner, waitingIdentity: { provider: 'facebook', name: '' } } },
    })
    expect(nameless.html).toMatch(/Künftig auch über Facebook anmelden</)
    const { requests } = await press({ verificationTarget: '' }, { link: 'true' })
    expect(requests.map(({ path }) => path)).toContain(
      `${API_BASE}user/registration/verification?token=t&newsletter=false&link=true`,
    )
  })

  it('asks the user about the newsletter with two buttons and submits neither automatically', async () => {
    const { html } = await openPage('/user/verify?token=t&newsletter=1')
    expect(html).not.toContain('data-press=""')
    expect(html).toContain('Bestätigen und Newsletter bestellen')
    expect(html).toContain('Nur bestätigen')
    const { requests } = await press({ verificationTarget: '' }, { newsletter: 'true' })
    expect(requests.map(({ path }) => path)).toContain(`${API_BASE}user/registration/verification?token=t&newsletter=true`)
  })

  it('redirects to the welcome page without the token in the URL', async () => {
    const { location, response } = await press({ verificationTarget: '/faq' })
    expect([response.status, location]).toEqual([303, '/user/verify?verified=new&to=%2Ffaq'])
    expect((await press({ verificationTarget: '//evil.example' })).location).toBe('/user/verify?verified=new')
  })

  it.each([
    ['de', 'Den Newsletter haben Sie auch bestellt.', 'Ob Sie den Newsletter bekommen, sehen Sie in Ihrem Konto.'],
    ['en', 'You are also subscribed to the newsletter.', 'Your account shows whether you get the newsletter.'],
    ['fr', 'Vous recevrez aussi la newsletter.', 'Votre compte indique si vous recevez la newsletter.'],
  ])('says that the newsletter is ordered, or where that is shown (%s)', async (language, ordered, inAccount) => {
    const form = { newsletter: 'true' }
    const places = [(await press({ verificationTarget: '' }, form)).location, (await press(status(409), form)).location]
    expect(places).toEqual(['/user/verify?verified=new&newsletter=1', '/user/verify?verified=already&newsletter=1'])
    const [first, again] = await Promise.all(places.map((place) => openPage(`${place}&lang=${language}`)))
    expect(first!.html).toContain(`<p>${ordered}`)
    expect(again!.html).not.toContain(`<p>${ordered}`)
    expect(again!.html).toMatch(new RegExp(`href="[^"]*edit=newsletter[^"]*"[^>]*>${inAccount}`))
    const { html } = await openPage(`/user/verify?verified=new&lang=${language}`)
    expect(html).not.toContain(`<p>${ordered}`)
  })

  it('redirects to choosing a password when the link opens in a different browser than the registration', async () => {
    const { location, response } = await press({ verificationTarget: '/faq', choosePassword: 'r3' })
    expect([response.status, location]).toEqual([303, '/createNewPassword?token=r3&after=verification&to=%2Ffaq'])
    const { html } = await openPage(location!, { answers: { 'websession/webinfo': mara } })
    expect(html).toContain('Der Link wurde nicht in dem Browser geöffnet')
    expect(html).toContain('name="token" value="r3"')
    const form = { token: 'r3', newPassword: 'Murmeltier', repeat: 'Murmeltier' }
    const answers = { 'websession/webinfo': mara, 'websession/newPassword': emptyAnswer }
    const saved = await openPage(location!, { method: 'POST', form, answers })
    expect(saved.html).toContain('Sie bleiben hier angemeldet')
    expect(saved.html).toMatch(/<a class="button" href="\/faq">/)
  })

  it('treats 409 as success because the address is already verified', async () => {
    expect((await press(status(409))).location).toBe('/user/verify?verified=already')
    const { html } = await openPage('/user/verify?verified=already')
    expect(html).toContain('Diese Adresse ist bereits bestätigt')
    expect(html).toMatch(/<a(?=[^>]*class="button")(?=[^>]*href="\/user\/login")[^>]*>Anmelden</)
  })

  it.each([
    [400, { message: 'Server sagt' }, 'Ihre Adresse konnte nicht bestätigt werden'],
    [500, null, 'Ihre Adresse konnte nicht bestätigt werden'],
    [403, { message: 'Server sagt 403' }, 'Server sagt 403'],
    [406, { message: 'Server sagt 406' }, 'Server sagt 406'],
    [406, null, 'Ihre Adresse konnte nicht bestätigt werden'],
  ])('status %i %o shows the error and a link to support, without another attempt', async (code, body, words) => {
    const { html, response } = await press(status(code, body))
    expect(response.status).toBe(code)
    expect(html).toContain(words)
    expect(html).toMatch(/<a[^>]*href="\/feedback"/)
    expect(html).not.toContain('data-press=""')
  })

  it('shows an error without calling the API when the token is missing', async () => {
    const { html, requests } = await openPage('/user/verify')
    expect(html).toContain('Ihre Adresse konnte nicht bestätigt werden')
    expect(requests.some(({ path }) => path.includes('verification'))).toBe(false)
  })

  it('shows the launch offer with its price, the later price and the link to the reader', async () => {
    const answers = { 'websession/webinfo': mara, 'voucher/launchoffer/': offer }
    const { html } = await openPage('/user/verify?verified=new&to=/faq', { answers, webapp: 'https://read.example' })
    expect(html).toContain('Premium für 3 × 2,99\u00a0€')
    expect(html).toContain('Danach 19,99\u00a0€ alle 30 Tage')
    expect(html).toContain('href="/user/payment/overview?id=2&amp;voucher=EINSTAND"')
    expect(html).toContain('href="https://read.example"')
    expect(html).toContain('href="/faq"')
  })

  it.each([404, 409, 410, 500])('hides the launch offer when the API answers %i', async (code) => {
    const answers = { 'websession/webinfo': mara, 'voucher/launchoffer/': status(code) }
    const onward = await openPage('/user/verify?verified=new&to=%2Freader%2Fissues%2Fx%3Fp%3D9', { answers })
    expect(onward.html).toMatch(/href="\/reader\/issues\/x\?p=9"[^>]*>Weiterlesen</)
    expect(onward.html, 'one way to read').not.toContain('Gratis lesen</a>')
    const { html, response } = await openPage('/user/verify?verified=new', { answers })
    expect(response.status).toBe(200)
    expect(html).toContain('Ihr Konto ist bereit')
    expect(html).not.toContain('href="/user/payment/overview')
    expect(html).not.toContain('id="error-title"')
  })
})

describe('the link to a changed address', () => {
  const press = (answer: unknown) =>
    openPage('/user/verifyEmail?token=t', {
      method: 'POST',
      form: { token: 't' },
      answers: { 'websession/emailVerification': answer },
    })

  it('requires the button, then confirms the new address', async () => {
    expect((await openPage('/user/verifyEmail?token=t')).html).toMatch(/<form(?=[^>]*method="post")[^>]*data-press=""/)
    const { location, requests } = await press({ email: 'neu@example.org' })
    expect(requests.map(({ path }) => path)).toContain(`${API_BASE}websession/emailVerification?token=t`)
    expect(location).toBe('/user/verifyEmail?verified=1')
    expect((await openPage('/user/verifyEmail?verified=1')).html).toContain('Neue Adresse bestätigt')
  })

  it('names the requesting account and submits nothing when that account is not signed in', async () => {
    for (const other of [false, true]) {
      const answers = { 'websession/token/owner': { ...owner, other } }
      const { html, requests } = await openPage('/user/verifyEmail?token=t', { answers })
      expect(html).toContain('Diese E-Mail-Adresse wurde für das Konto m***@example.org eingetragen')
      expect(html).not.toContain('name="token"')
      expect(html).toContain('%2Fuser%2FverifyEmail%3Ftoken%3Dt')
      expect(requests.some(({ path }) => path.includes('emailVerification'))).toBe(false)
    }
    const own = { 'websession/token/owner': { ...owner, own: true } }
    expect((await openPage('/user/verifyEmail?token=t', { answers: own })).html).toContain('data-press=""')
  })

  it.each([400, 403, 406, 500])("shows VERIFICATION.ERROR for status %i, whatever the server's message", async (code) => {
    const { html } = await press(status(code, { message: 'Server sagt' }))
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    expect(main).toContain('Ihre Adresse konnte nicht bestätigt werden')
    expect(main).not.toContain('Server sagt')
  })
})

describe('a URL with a token', () => {
  const let_in = { terms: { show: false }, unverified: false }

  it.each([
    ['/faq?sessionToken=good&x=1', 'session.good', '/faq?x=1'],
    ['/magazines?ssoToken=good', 'sso.good', '/magazines'],
    ['/user/device?sessionToken=good', 'session.good', '/user/device'],
    ['/user/login?sessionTokenFromAppleLogin=good', 'apple.good', '/'],
    ['/user/login?sessionTokenFromAppleLogin=good&redirect=/faq', 'apple.good', '/faq'],
    ['/user/login?facebookToken=good', 'facebook.good', '/user/account'],
  ])('redirects %s to the address without the token, which stays valid', async (path, held, to) => {
    const { location, response, requests } = await openPage(path)
    expect(location).toBe(`/user/handover?${new URLSearchParams({ to })}`)
    expect(response.headers.getSetCookie().join()).toMatch(
      new RegExp(`^handover=${held}; Path=/user/handover; Max-Age=\\d+; HttpOnly; SameSite=Lax; Secure$`),
    )
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  const handover = (cookie: string, options: Options = {}) =>
    openPage('/user/handover?to=/faq', { headers: { cookie: `handover=${cookie}` }, ...options })
  const exchange = (cookie: string, answers: Options['answers']) =>
    handover(cookie, { method: 'POST', form: {}, answers: { ...answers } })

  it('submits the handover form by script and keeps the token out of the page', async () => {
    const { html, response } = await handover('session.secret')
    expect(html).toMatch(/<form(?=[^>]*method="post")[^>]*data-press=""/)
    expect(html).not.toContain('secret')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await openPage('/user/handover?to=/faq')).location).toBe('/faq')
  })

  it.each([
    ['session.t', 'websession/login/sessiontoken', { sessionToken: 't' }],
    ['apple.t', 'websession/login/sessiontoken', { sessionToken: 't' }],
    ['sso.t', 'websession/login/sso', { ssoToken: 't' }],
    ['facebook.t', 'websession/login', { username: '', password: 't', type: '1' }],
  ])('exchanges %s at %s', async (cookie, call, body) => {
    const { requests, location, response } = await exchange(cookie, { 'websession/login': let_in })
    const posted = requests.find(({ method }) => method === 'POST')
    expect([posted?.path, Object.fromEntries(new URLSearchParams(posted?.body))]).toEqual([`${API_BASE}${call}`, body])
    expect([response.status, location]).toEqual([303, '/faq'])
    expect(response.headers.getSetCookie().join()).toContain('handover=; Path=/user/handover; Max-Age=0')
  })

  it.each(['session.bad', 'sso.bad', 'apple.bad', 'facebook.bad'])(
    '403 for %s ends the previous session and says that the account does not exist',
    async (cookie) => {
      const { html, requests, response } = await exchange(cookie, {
        'websession/login': status(403, { code: 'account_unknown', message: 'Dieses Konto gibt es nicht' }),
        'websession/logout': emptyAnswer,
      })
      expect(response.status).toBe(403)
      expect(requests.map(({ path, method }) => `${method} ${path}`)).toContain(`POST ${API_BASE}websession/logout`)
      expect(html).toContain('Dieses Konto gibt es nicht')
      expect(html).toContain('href="/user/login?redirect=%2Ffaq"')
    },
  )

  it.each(['session.t', 'facebook.t', 'apple.t'])('%s of a deactivated account shows a message', async (cookie) => {
    for (const language of languages) {
      const message = validationMessages[language]['VALIDATION.userInactive']
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

  it('asks for a click when another site led here, whichever page is opened next', async () => {
    const { location } = await openPage('/faq?sessionToken=good', { headers: fromElsewhere })
    expect(location).toBe('/user/handover?to=%2Ffaq&ask=1')
    const answers = { 'websession/token/owner': owner }
    for (const [query, headers] of [
      ['', fromElsewhere],
      ['&ask=1', { 'sec-fetch-site': 'none' }],
    ] as const) {
      const options = { answers, headers: { cookie: 'handover=session.t', ...headers } }
      const { html } = await openPage(`/user/handover?to=/faq${query}`, options)
      expect(html).not.toContain('data-press=""')
      expect(html).toContain('Als m***@example.org anmelden')
      expect(html).toContain('Ist das nicht Ihres, schließen Sie diese Seite')
    }
    const back = { ...answers, 'websession/token/owner': { ...owner, thisBrowser: true } }
    const headers = { cookie: 'handover=apple.t', ...fromElsewhere }
    expect((await openPage('/user/handover?to=/faq&ask=1', { answers: back, headers })).html).toContain('data-press=""')
  })

  it('submits a Facebook token automatically only in the browser that requested it', async () => {
    const page = (answer: unknown) =>
      openPage('/user/handover?to=/faq&ask=1', {
        answers: { 'websession/token/owner': answer },
        headers: { cookie: 'handover=facebook.t', ...fromElsewhere },
      })
    expect((await page(status(403, { code: 'account_unknown', message: '' }))).html).not.toContain('data-press=""')
    expect((await page({ ...owner, account: '', thisBrowser: true })).html).toContain('data-press=""')
    // Tokens that a provider issues to apps are not bound to a browser.
    const { location, response } = await openPage('/faq?facebookToken=eyJ.eyJ.c2ln', { headers: fromElsewhere })
    expect([location, response.headers.getSetCookie().join()]).toEqual(['/user/account', expect.not.stringContaining('eyJ')])
  })

  it('asks before replacing the signed-in account by another one', async () => {
    const answers = { 'websession/webinfo': mara, 'websession/token/owner': { ...owner, other: true } }
    const { html } = await handover('session.t', { answers })
    expect(html).toContain('Sie sind als Mara angemeldet')
    expect(html).not.toContain('data-press=""')
    expect(html).toMatch(/<a class="button" href="\/faq">Als Mara bleiben/)
    const same = await handover('session.t', { answers: { ...answers, 'websession/token/owner': owner } })
    expect(same.html).toContain('data-press=""')
  })

  it('asks for newer terms before completing the login', async () => {
    const { location } = await exchange('session.t', {
      'websession/login': { terms: { show: true }, token: 'x', unverified: false },
    })
    expect(location).toBe('/user/register/acceptTerms?redirect=%2Ffaq')
  })
})

describe('logging out', () => {
  const answers = { 'websession/webinfo': mara, 'websession/logout': emptyAnswer }
  const leave = (path: string, headers: Record<string, string>) => requestPage(path, { answers, headers })
  const from = (page: string) => ({ 'sec-fetch-site': 'same-origin', referer: `https://kiosk.example${page}` })

  it.each([
    ['/user/logout?redirect=/features', from('/faq'), '/features'],
    ['/user/logout?redirect=//evil.example', { 'sec-fetch-site': 'none' }, '/'],
    // Somebody else's link would sign in to somebody else's account.
    ['/user/logout?redirect=/user/verify?token=t', { 'sec-fetch-site': 'none' }, '/'],
    ['/user/logout?redirect=/faq?sessionToken=t', { 'sec-fetch-site': 'none' }, '/'],
    ['/user/logout', from('/faq?x=1'), '/faq?x=1'],
    ['/user/logout', from('/user/subscription/pub'), '/user/subscription/pub'],
    ['/user/logout', from('/user/device'), '/'],
    ['/user/logout', from('/user/login'), '/'],
    ['/user/logout', { 'sec-fetch-site': 'none' }, '/'],
    ['/user/logout', { referer: 'https://kiosk.example/faq' }, '/faq'],
  ])('%s with %o redirects to %s', async (path, headers, target) => {
    const { location, requests } = await leave(path, headers)
    expect(location).toBe(target)
    expect(requests.map((each) => `${each.method} ${each.path}`)).toContain(`POST ${API_BASE}websession/logout`)
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
    { referer: 'https://evil.example/' },
    {},
  ])('requests with %o are asked for confirmation', async (headers) => {
    const { html, requests, response } = await leave('/user/logout', headers as Record<string, string>)
    expect([response.status, requests.some(({ path }) => path.includes('logout'))]).toEqual([200, false])
    expect(html).toContain('Möchten Sie sich abmelden?')
    const pressed = await openPage('/user/logout', { method: 'POST', form: { to: '/faq' }, answers })
    expect([pressed.location, pressed.requests.some(({ path }) => path.includes('logout'))]).toEqual(['/faq', true])
  })
})

describe('a session for the web app', () => {
  const requestSession = (webapp: string, more: Options['answers'] = {}) =>
    openPage('/user/web-app-session', {
      method: 'POST',
      form: {},
      webapp,
      answers: {
        'websession/webinfo': mara,
        'websession/webAppSessiontoken': { sessionToken: 'handed' },
        ...more,
      },
    })

  it('hands the session to a web app at another origin and allows that origin in the content security policy', async () => {
    expect((await requestSession('https://read.example')).html).toBe('{"sessionToken":"handed"}')
    const { response } = await openPage('/user/login', { webapp: 'https://read.example/app' })
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self' https://read.example;")
  })

  it.each([
    ['at our own origin', '/reader', {}],
    ['signed out', 'https://read.example', { 'websession/webinfo': visitorFrom('AT') }],
    ['refused', 'https://read.example', { 'websession/webAppSessiontoken': status(500) }],
  ])('is not created %s, without an error', async (_why, webapp, more) => {
    const { response, html } = await requestSession(webapp, more)
    expect([response.status, html]).toEqual([204, ''])
  })
})

describe('the link of the email about the deletion of the account', () => {
  it('says nothing about an account that it does not know before its button is pressed', async () => {
    const { text, html, requests } = await openPage('/user/account/restore?token=invented')
    expect(requests.some(({ path }) => path.includes('restore'))).toBe(false)
    expect(html).not.toContain('data-press=""')
    expect(text).toContain('Solange es nicht endgültig gelöscht ist, stellen Sie es mit „Konto behalten“ wieder her.')
    expect(text).not.toContain('Ihr Konto ist geschlossen')
    const pressed = await openPage('/user/account/restore', {
      method: 'POST',
      form: { token: 'invented' },
      answers: { 'user/restore': status(400, { code: 'token_invalid', message: 'Ungültig.', requestId: 'r' }) },
    })
    expect(pressed.text).toContain('Dieser Link funktioniert nicht')
    expect(pressed.text).toContain('Der Link ist unvollständig, oder das Konto ist schon wiederhergestellt oder gelöscht.')
  })

  it.each([
    [false, 'Melden Sie sich wie gewohnt an', '/user/login'],
    [true, 'Wir haben Ihr Konto aber gesperrt.', '/feedback'],
  ])('restores the account, closed by the operator: %s, and says what its owner can do', async (closed, says, leadsTo) => {
    const { response, location } = await openPage('/user/account/restore', {
      method: 'POST',
      form: { token: 't' },
      answers: { 'user/restore': { closed } },
    })
    expect(response.status).toBe(303)
    const { main, text } = await openPage(location!)
    expect(text).toContain(says)
    expect(main).toContain(`href="${leadsTo}`)
  })
})
