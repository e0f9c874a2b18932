import { createAccount, PASSWORD_OF_TESTS, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { accountReference } from '@kiosk/backend/auth/account-reference'
import { issueToken } from '@kiosk/backend/auth/one-time-tokens'
import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/limits'
import { type Language, languages } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { errorMessage, errorMessages } from '@kiosk/i18n/messages/errors'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { verificationMessages } from '@kiosk/i18n/messages/verification'
import { loadWebsite } from '@kiosk/website/testing/website'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

// Causes the account errors of the error catalogue in the real API, and reads them on the real page.

let connection: Connection
let api: TestApi
let website: Awaited<ReturnType<typeof loadWebsite>>
const publicUrl = 'https://kiosk.example.org'
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, {
    requestsPerMinute: 0,
    payments: { card: fakeCardProvider().provider, wallet: null, store: null },
  })
  website = await loadWebsite()
})
beforeEach(() => connection.db.deleteFrom('rate_limits').execute())
afterAll(async () => {
  await website.close()
  await api.close()
  await connection.close()
})

type Sent = { form?: Record<string, string>; cookie?: string; down?: string }

/** Requests a page as a browser does; calls whose path begins with `down` cannot connect. */
async function visit(language: Language, path: string, { form, cookie = '', down }: Sent = {}) {
  const headers = { cookie: `consent=1; language=${language}; ${cookie}`, 'sec-fetch-site': 'same-origin' }
  const request = new Request(publicUrl + path, {
    headers,
    method: form ? 'POST' : 'GET',
    ...(form && { body: new URLSearchParams(form) }),
  })
  const response = await website.handle(request, {
    api: (each, init) => {
      if (down && each.startsWith(`/api/v8/${down}`)) throw new TypeError('connection refused')
      const sent = Object.fromEntries(new Headers(init?.headers))
      if (init?.body) sent['content-type'] = 'application/x-www-form-urlencoded'
      return api.ask(each, { method: init?.method ?? 'GET', headers: sent, ...(init?.body ? { body: String(init.body) } : {}) })
    },
    operator: api.operator,
    environment: { name: 'production', devSystem: false },
    webapp: '/reader',
    publicUrl,
    shippedDocument,
    log: console,
  })
  const html = (await response.text()).replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
  const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0]!)
  return { html, cookies, main: /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '', location: response.headers.get('location') }
}

/** Returns the error at a field: the text that its `aria-describedby` references, if the field is marked as invalid. */
function errorAt(html: string, field: string): string {
  const input = new RegExp(`<(?:input|textarea)(?=[^>]*name="${field}")(?=[^>]*aria-invalid="true")[^>]*>`).exec(html)?.[0] ?? ''
  const ids = /aria-describedby="([^"]*)"/.exec(input)?.[1]?.split(' ') ?? []
  return ids.map((id) => html.split(`id="${id}"`)[1]?.split('</p>')[0] ?? '').join(' ')
}

/** Returns the field with which a form names the account that its page shows. */
const shownTo = async ({ id }: { id: number }) => ({ [ACCOUNT_FIELD]: await accountReference(id, api.ctx) })

let count = 0
const newAddress = () => `fehler-${++count}@example.org`
const tokenOf = (accountId: number, purpose: 'verification' | 'recovery' | 'email', late = 0, data = {}) =>
  issueToken(connection.db, { purpose, accountId, data, now: new Date(Date.now() - late) })
const TWO_WEEKS_MS = 14 * DAY_MS
const waiting = () => createAccount(connection.db, { verified_at: null })

describe.each(languages)('in %s', (language) => {
  const words = (key: string) => errorMessage(language, key)
  const entry = loginMessages[language] as Record<string, string>
  const verification = verificationMessages[language]
  const logIn = (username: string, password: string, more: Sent = {}) =>
    visit(language, '/user/login', { form: { intent: 'login', username, password }, ...more })

  test('login: 202 requires verification, 401 means wrong credentials, everything else is denied', async () => {
    const { email } = await waiting()
    expect((await logIn(email, PASSWORD_OF_TESTS)).main).toContain(entry['LOGIN.UNVERIFIED_TITLE'])
    expect((await logIn(email, 'falsch-getippt')).main).toContain(entry['LOGIN.WRONG'])
    expect((await logIn(newAddress(), 'falsch-getippt')).main).toContain(entry['LOGIN.WRONG'])
    expect((await logIn(email, PASSWORD_OF_TESTS, { down: 'websession/login' })).main).toContain(entry['LOGIN.DENIED'])
  })

  test.each(['sessionToken', 'ssoToken'])(
    'an invalid ?%s says that the account does not exist and signs nobody in',
    async (name) => {
      const { cookie } = await signedIn(connection.db, await createAccount(connection.db))
      const { location, cookies } = await visit(language, `/faq?${name}=invented`, { cookie })
      const page = await visit(language, location!, { cookie: `${cookie}; ${cookies.join('; ')}`, form: {} })
      expect(page.main).toContain(errorMessages[language]['ERROR.ACCOUNT_UNKNOWN'])
      expect(page.html).toContain(errorMessages[language]['ERROR.ERROR403'])
      expect((await api.ask('user', { headers: { cookie } })).status).toBe(401)
    },
  )

  test('verification: an invented token gives VERIFICATION.ERROR, an expired one the server’s message, a used one succeeds', async () => {
    const account = await waiting()
    const verify = (token: string, more: Sent = {}) =>
      visit(language, `/user/verify?token=${token}`, { form: { token }, ...more })
    expect((await verify('invented')).main).toContain(verification['VERIFICATION.ERROR'])
    expect((await verify(await tokenOf(account.id, 'verification', TWO_WEEKS_MS))).main).toContain(
      words('ERROR.VERIFICATION_EXPIRED'),
    )
    const token = await tokenOf(account.id, 'verification')
    const down = 'user/registration/verification'
    expect((await verify(token, { down })).main).toContain(verification['VERIFICATION.ERROR'])
    expect((await verify(token)).location).toMatch(/^\/createNewPassword\?token=[\w-]{43}&after=verification$/)
    const { location } = await verify(token)
    expect((await visit(language, location!)).main).toContain(verification['VERIFICATION.ALREADY'])
  })

  test('a changed address: an invalid link gives VERIFICATION.ERROR, a taken address its own message', async () => {
    const account = await createAccount(connection.db)
    const { id } = account
    const { cookie } = await signedIn(connection.db, account)
    const change = async (email: string) => {
      const row = { account_id: id, email }
      const { id: changeId } = await connection.db
        .insertInto('address_changes')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow()
      return { changeId }
    }
    const taken = await createAccount(connection.db)
    const verify = async (token: string, down?: string) =>
      (await visit(language, `/user/verifyEmail?token=${token}`, { cookie, form: { token }, ...(down && { down }) })).main
    const late = await tokenOf(id, 'email', TWO_WEEKS_MS, await change(newAddress()))
    for (const token of ['invented', late]) {
      const main = await verify(token)
      for (const key of ['VERIFICATION.ERROR', 'EMAIL_VERIFICATION.AGAIN'] as const) expect(main).toContain(verification[key])
      expect(main).toContain('href="/user/account?edit=email"')
    }
    const good = await tokenOf(id, 'email', 0, await change(taken.email))
    expect(await verify(good, 'websession/emailVerification')).toContain(verification['VERIFICATION.ERROR'])
    expect(await verify(good)).toContain(words('VALIDATION.notAvailable'))
    // The session has ended since the page was opened.
    const path = `/user/verifyEmail?token=${good}`
    expect((await visit(language, path, { form: { token: good } })).location).toBe(path)
  })

  test.each([
    ['/user/newsletter/unsubscribe', 'NEWSLETTER_UNSUBSCRIBE.ERROR'],
    ['/user/releases/unsubscribe', 'RELEASENEWSLETTER_UNSUBSCRIBE.ERROR'],
  ] as const)('%s of an address that gets none: %s', async (path, key) => {
    const { main } = await visit(language, path, { form: { email: newAddress() } })
    expect(main).toContain(accountMessages[language][key])
  })

  test('recovery: an unknown, unverified or invalid address and an unavailable service are reported at the field', async () => {
    const recover = async (email: string, more: Sent = {}) => {
      const { html } = await visit(language, '/user/login', { form: { intent: 'recover', email }, ...more })
      return [errorAt(html, 'email'), html] as const
    }
    const [unknown] = await recover(newAddress())
    expect(unknown).toContain(words('VALIDATION.unknownMail'))
    const [resent, html] = await recover((await waiting()).email)
    expect(resent).toContain(words('VALIDATION.verificationResent'))
    expect(html).toContain(words('ERROR.ERROR403'))
    expect((await recover('abc'))[0]).toContain(words('VALIDATION.email'))
    expect((await recover(newAddress(), { down: 'websession/passwordRecovery' }))[0]).toContain(words('VALIDATION.unknownError'))
  })

  test('a new password: a missing, invented, expired or used token, a bad password, an unavailable service', async () => {
    const { id } = await createAccount(connection.db)
    const save = (token: string, newPassword = 'Neu-am-Morgen', more: Sent = {}) => {
      const form = { token, newPassword, repeat: newPassword }
      return visit(language, `/createNewPassword?${new URLSearchParams({ token })}`, { form, ...more })
    }
    const token = await tokenOf(id, 'recovery')
    expect((await save('')).main).toContain(words('VALIDATION.invalidToken'))
    expect((await save('invented')).main).toContain(words('VALIDATION.invalidToken'))
    expect((await save('x'.repeat(5000))).main).toContain(words('VALIDATION.badrequest'))
    expect((await save(await tokenOf(id, 'recovery', TWO_WEEKS_MS))).main).toContain(words('VALIDATION.vercodeexpired'))
    expect(errorAt((await save(token, 'a b c d e f')).html, 'newPassword')).toContain(words('VALIDATION.passwordPattern'))
    expect((await save(token, undefined, { down: 'websession/newPassword' })).main).toContain(words('VALIDATION.servererror'))
    expect((await save(token)).main).toContain(entry['NEW_PASSWORD.SAVED_TITLE'])
    const used = (await save(token)).main
    expect(used).toContain(words('VALIDATION.vercodeexpired'))
    expect(used).toContain('href="/user/login?forgot=1"')
    // The form would be rejected again.
    expect(used).not.toContain('name="newPassword"')
  })

  test('registering: a taken address is reported at its field', async () => {
    const { email } = await createAccount(connection.db)
    const form = { intent: 'register', email, password: 'kaffeehaus', repeat: 'kaffeehaus', terms: '1' }
    const { html } = await visit(language, '/user/register', { form })
    expect(errorAt(html, 'email')).toContain(words('VALIDATION.notAvailable'))
  })

  test('a wrong old password is reported at its field', async () => {
    const account = await createAccount(connection.db)
    const { cookie } = await signedIn(connection.db, account)
    const form = {
      ...(await shownTo(account)),
      about: 'password',
      oldPassword: 'falsch',
      newPassword: 'Neu-am-Morgen',
      repeat: 'Neu-am-Morgen',
    }
    const { html } = await visit(language, '/user/account', { form, cookie })
    expect(errorAt(html, 'oldPassword')).toContain(words('VALIDATION.passwordInvalid'))
  })

  test('a running subscription: the account is not deleted, and the reason is shown', async () => {
    const account = await createAccount(connection.db)
    await subscribe(connection.db, account)
    const { cookie } = await signedIn(connection.db, account)
    const { main } = await visit(language, '/user/account', {
      cookie,
      form: { ...(await shownTo(account)), about: 'delete', confirmed: 'yes' },
    })
    expect(main).toContain(accountMessages[language]['ACCOUNT.DELETE_BLOCKED'])
    expect((await api.ask('user', { headers: { cookie } })).status).toBe(200)
  })

  test('a promo code: an invalid one is reported at its field, a valid one is redeemed', async () => {
    const code = `AKTION${++count}`
    const titles = JSON.stringify({ de: 'Lesezeit', en: 'Reading time', fr: 'Du temps' })
    const redeemable_until = new Date(Date.now() + TWO_WEEKS_MS)
    await connection.db.insertInto('promo_codes').values({ code, titles, days: 30, redeemable_until }).execute()
    const account = await createAccount(connection.db)
    const { cookie } = await signedIn(connection.db, account)
    const shown = await shownTo(account)
    const redeem = (typed: string) => visit(language, '/promocode', { cookie, form: { ...shown, code: typed } })
    expect(errorAt((await redeem('NICHTDA')).html, 'code')).toContain(subscriptionMessages[language]['PROMO.INVALID'])
    await redeem(code)
    const { main } = await visit(language, '/promocode?redeemed=1', { cookie })
    expect(main).toContain(subscriptionMessages[language]['PROMO.DONE_TITLE'])
  })

  test('without consent to social networks: the reason, with links to settings and privacy policy', async () => {
    const { html } = await visit(language, '/user/login')
    const dialog = /<dialog id="missing-consent"[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? ''
    expect(dialog).toContain(errorMessages[language]['ERROR.COOKIE.MISSING_SOCIAL_CONSENT'])
    expect(dialog).toContain('popoverTarget="cookie-settings"')
    expect(dialog).toContain('href="/privacy"')
  })

  test('a launch offer that is expired, redeemed or unavailable is not shown', async () => {
    const over = await createAccount(connection.db, { verified_at: new Date(Date.now() - 4 * TWO_WEEKS_MS) })
    const redeemed = await createAccount(connection.db)
    const past = new Date(Date.now() - TWO_WEEKS_MS)
    const row = { account_id: redeemed.id, plan_id: 2, regular_price: 1999, starts_at: past, ends_at: past }
    await connection.db.insertInto('subscriptions').values(row).execute()
    const fresh = await createAccount(connection.db)
    const welcome = async (account: { id: number }, down?: string) => {
      const { cookie } = await signedIn(connection.db, account)
      const { main } = await visit(language, '/user/verify?verified=new', { cookie, ...(down && { down }) })
      expect(main).toContain(verification['VERIFICATION.SUCCESS'])
      return main.includes(verification['VERIFICATION.PREMIUM'])
    }
    expect([await welcome(fresh), await welcome(over), await welcome(redeemed), await welcome(fresh, 'voucher')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
