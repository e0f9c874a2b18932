import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { newUser, verification } from '@kiosk/domain/accounts/registration-endpoints'
import { languages } from '@kiosk/domain/locale'
import { DAY_MS } from '@kiosk/domain/time'
import { errorMessage } from '@kiosk/i18n/messages/errors'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { issueToken } from '../auth/one-time-tokens.ts'
import { forgetJobs } from '../jobs/testing/jobs.ts'
import { testApi } from '../testing/api.ts'
import { fakeBrowser } from '../testing/browser.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { accountByEmail } from './queries.ts'
import { pendingRegistrations } from './registrations.ts'
import { createAccount, PASSWORD_OF_TESTS } from './testing/accounts.ts'

const { connection, api } = await openTestApi()
const neutral = await testApi(connection, { neutralAnswers: true })
afterAll(() => neutral.close())

let addresses = 0
/** Returns a new visitor's network. */
const stranger = () => ({ address: `198.51.100.${++addresses % 250}` })
const form = { email: '', password: PASSWORD_OF_TESTS }

async function emailsOf(accountId: number): Promise<string[]> {
  const { rows } = await sql<{ letter: string }>`select payload->>'letter' as letter from graphile_worker._private_jobs
    where payload->>'accountId' = ${String(accountId)} order by id`.execute(connection.db)
  return rows.map(({ letter }) => letter)
}

const tokenFor = (accountId: number, now = new Date()) => issueToken(connection.db, { purpose: 'verification', accountId, now })

test('a registration stores consents, attribution and redirect path and queues its e-mail', async () => {
  const answer = await api.ask('user/registration/newuser', {
    ...stranger(),
    country: 'CH',
    language: 'fr-CH',
    form: {
      email: ' Mira.Holm@Example.org ',
      password: 'Föhn-am-Grat',
      newsletter: 'true',
      verificationTarget: '/promocode?x=1',
      platform: 'website',
      utmSource: 'brief\r\nX-Evil: 1',
      utmMedium: 'm'.repeat(300),
      utmCampaign: 'herbst',
      referrer: 'https://partner.example/',
    },
  })
  expect(answer.status).toBe(200)
  const account = (await accountByEmail(connection.db, 'mira.holm@example.org'))!
  expect(account).toMatchObject({
    email: 'Mira.Holm@example.org',
    region_id: 3,
    language: 'fr',
    verified_at: null,
    password_hash: null,
    firstname: '',
    newsletter_confirmed_at: null,
  })
  const [registration] = await pendingRegistrations(connection.db, account.id)
  expect(registration).toMatchObject({
    region_id: 3,
    language: 'fr',
    send_newsletter: true,
    terms_version: TERMS_VERSION,
    verification_target: '/promocode?x=1',
    platform: 'website',
    utm_source: 'briefX-Evil: 1',
    utm_medium: 'm'.repeat(100),
    utm_content: '',
    utm_campaign: 'herbst',
    referrer: 'https://partner.example/',
  })
  expect(registration?.password_hash).toMatch(/^\$argon2id\$v=19\$m=12288,t=3,p=1\$/)
  const consents = await connection.db
    .selectFrom('consents')
    .select(['kind', 'given', 'wording'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()
  // The newsletter is ticked by default, which is not a consent yet.
  expect(consents).toEqual([{ kind: 'terms', given: true, wording: TERMS_VERSION }])
  expect(await emailsOf(account.id)).toEqual(['verification'])
})

test('accepts only a path of this site as the redirect after verification', async () => {
  for (const [place, target] of ['https://evil.example/', '//evil.example', '/\t/evil.example', '/\\evil.example'].entries()) {
    const email = `ziel-${place}@example.org`
    await api.ask('user/registration/newuser', { ...stranger(), form: { ...form, email, verificationTarget: target } })
    const account = (await accountByEmail(connection.db, email))!
    expect((await pendingRegistrations(connection.db, account.id)).map((each) => each.verification_target)).toEqual([''])
  }
})

test('rejects a taken address at its field, whatever its case, and adds nothing', async () => {
  const account = await createAccount(connection.db, { email: 'Ännchen@example.org' })
  for (const email of ['Ännchen@example.org', 'äNNCHEN@EXAMPLE.ORG', 'A\u0308nnchen@example.org']) {
    for (const language of languages) {
      const answer = await api.ask('user/registration/newuser', { ...stranger(), language, form: { ...form, email } })
      expect(answer.status).toBe(409)
      const message = errorMessage(language, 'VALIDATION.notAvailable')
      expect(await answer.json()).toMatchObject({ code: 'mail_taken', field: 'email', message })
    }
  }
  expect(await emailsOf(account.id)).toEqual([])
})

test('with neutral answers, answers a taken address like a new one and notifies its owner by e-mail', async () => {
  const account = await createAccount(connection.db)
  const requested = { ...stranger(), form: { ...form, email: account.email } }
  const taken = await neutral.ask('user/registration/newuser', requested)
  const fresh = await neutral.ask('user/registration/newuser', { ...requested, form: { ...form, email: 'neu@example.org' } })
  expect([taken.status, await taken.text()]).toEqual([fresh.status, await fresh.text()])
  expect(await emailsOf(account.id)).toEqual(['account-exists'])
  const after = await accountByEmail(connection.db, account.email)
  expect(after?.password_hash).toBe(account.password_hash)
})

test('fifty concurrent registrations of one address make one account, five pending registrations and few e-mails', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      api.ask('user/registration/newuser', { ...stranger(), form: { ...form, email: 'eile@example.org' } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  const { id } = (await accountByEmail(connection.db, 'eile@example.org'))!
  expect(await pendingRegistrations(connection.db, id)).toHaveLength(5)
  expect(await connection.db.selectFrom('registrations').select('id').where('account_id', '=', id).execute()).toHaveLength(5)
  expect(await emailsOf(id)).toEqual(Array(6).fill('verification'))
  expect(await connection.db.selectFrom('consents').select('id').where('account_id', '=', id).execute()).toHaveLength(5)
})

test('limits registrations to twenty an hour per network', async () => {
  const registered = await Promise.all(
    Array.from({ length: 22 }, (_, place) =>
      api.ask('user/registration/newuser', { address: '192.0.2.77', form: { ...form, email: `viele-${place}@example.org` } }),
    ),
  )
  const rejected = registered.filter(({ status }) => status === 429)
  expect(rejected).toHaveLength(2)
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(60)
})

test('resends the verification e-mail to a pending account and answers everybody the same', async () => {
  const waiting = await createAccount(connection.db, { verified_at: null })
  const verified = await createAccount(connection.db)
  for (const email of [waiting.email, verified.email, 'niemand@example.org']) {
    const answer = await api.ask('user/registration/sendNewEmail', { ...stranger(), form: { email } })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  }
  expect(await emailsOf(waiting.id)).toEqual(['verification'])
  expect(await emailsOf(verified.id)).toEqual([])
})

test('a resent verification e-mail takes the same time for every address with neutral answers', async () => {
  const waiting = await createAccount(connection.db, { verified_at: null })
  for (const email of [waiting.email, 'niemand@example.org']) {
    const startedAt = performance.now()
    await neutral.ask('user/registration/sendNewEmail', { ...stranger(), form: { email } })
    // A timer may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(295)
  }
})

test('limits a network to five e-mails an hour to one mailbox, known or not', async () => {
  const waiting = await createAccount(connection.db, { verified_at: null })
  for (const email of [waiting.email, 'unbekannt@example.org']) {
    const statuses = []
    const same = stranger()
    for (let time = 0; time < 6; time++)
      statuses.push((await api.ask('user/registration/sendNewEmail', { ...same, form: { email } })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  }
})

test('the verification link signs in and leads to the requested page', async () => {
  const account = await createAccount(connection.db, { verified_at: null, verification_target: '/faq' })
  const other = await tokenFor(account.id)
  const answer = await api.ask(`user/registration/verification?token=${await tokenFor(account.id)}`)
  expect(verification.output.parse(await answer.json())).toMatchObject({ verificationTarget: '/faq' })
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  expect(await (await api.ask('user', { headers: { cookie } })).json()).toMatchObject({ email: account.email })
  expect(await api.errorOf(`user/registration/verification?token=${other}`)).toEqual({ status: 409, code: 'already_verified' })
})

test('a link used again reports it and signs nobody in', async () => {
  const account = await createAccount(connection.db, { verified_at: null })
  const token = await tokenFor(account.id)
  await api.ask(`user/registration/verification?token=${token}`)
  for (const language of languages) {
    const answer = await api.ask(`user/registration/verification?token=${token}`, { language })
    expect(answer.status).toBe(409)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await answer.json()).toMatchObject({ message: errorMessage(language, 'ERROR.ALREADY_VERIFIED') })
  }
})

test('rejects an expired link unless the address is already verified', async () => {
  const late = new Date(Date.now() - 8 * DAY_MS)
  const waiting = await createAccount(connection.db, { verified_at: null })
  const verified = await createAccount(connection.db)
  for (const language of languages) {
    const answer = await api.ask(`user/registration/verification?token=${await tokenFor(waiting.id, late)}`, { language })
    expect(answer.status).toBe(406)
    expect(await answer.json()).toMatchObject({ message: errorMessage(language, 'ERROR.VERIFICATION_EXPIRED') })
  }
  expect((await api.ask(`user/registration/verification?token=${await tokenFor(verified.id, late)}`)).status).toBe(409)
  expect((await accountByEmail(connection.db, waiting.email))?.verified_at).toBeNull()
})

test('rejects an unknown link and one made for another purpose', async () => {
  const account = await createAccount(connection.db, { verified_at: null })
  const recovery = await issueToken(connection.db, { purpose: 'recovery', accountId: account.id, now: new Date() })
  for (const token of ['invented', recovery])
    expect(await api.errorOf(`user/registration/verification?token=${token}`)).toEqual({
      status: 400,
      code: 'token_invalid',
      field: 'token',
    })
})

test('lets exactly one of a hundred concurrent uses of a verification link win', async () => {
  const account = await createAccount(connection.db, { verified_at: null })
  const token = await tokenFor(account.id)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => api.ask(`user/registration/verification?token=${token}`, stranger())),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(99).fill(409)])
  const sessions = await connection.db.selectFrom('sessions').select('id').where('account_id', '=', account.id).execute()
  expect(sessions).toHaveLength(1)
})

test('confirms the newsletter by its own button at any time, but only once', async () => {
  const confirmed = async (email: string) => {
    const account = await accountByEmail(connection.db, email)
    return account!.send_newsletter && account!.newsletter_confirmed_at !== null
  }
  const both = await createAccount(connection.db, { verified_at: null })
  await api.ask(`user/registration/verification?newsletter=true&token=${await tokenFor(both.id)}`)
  expect(await confirmed(both.email)).toBe(true)

  const later = await createAccount(connection.db, { verified_at: null, send_newsletter: true })
  const token = await tokenFor(later.id)
  await api.ask(`user/registration/verification?token=${token}`)
  expect(await confirmed(later.email)).toBe(false)
  expect((await api.ask(`user/registration/verification?newsletter=true&token=${token}`)).status).toBe(409)
  expect(await confirmed(later.email)).toBe(true)

  const unsubscribed = await api.ask('user/newsletter/unsubscribe', { form: { email: later.email } })
  expect(unsubscribed.status).toBe(200)
  await api.ask(`user/registration/verification?newsletter=true&token=${token}`)
  expect(await confirmed(later.email)).toBe(false)
})

test('rejects invalid form values at their field with the specified message', async () => {
  for (const [field, value, words] of [
    ['email', '', 'required'],
    ['email', 'abc', 'email'],
    ['email', 'a@b', 'email'],
    ['email', 'a b@c.de', 'email'],
    ['email', `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.de`, 'maxlength'],
    ['password', '', 'required'],
    ['password', '12345', 'minlength'],
    ['password', 'x'.repeat(101), 'maxlength'],
    ['password', 'abc def', 'passwordPattern'],
  ] as const) {
    for (const language of languages) {
      const requested = { ...stranger(), language, form: { ...form, email: 'gut@example.org', [field]: value } }
      const answer = await api.ask(newUser.path, requested)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ field, message: errorMessage(language, `VALIDATION.${words}`) })
    }
  }
})

test('with neutral answers, signing in with the password of a registration does not reveal whether the address had an account', async () => {
  const known = await createAccount(connection.db)
  const email = 'noch-nie@example.org'
  const browser = fakeBrowser(neutral)
  const requested = { ...stranger(), form: { ...form, password: 'Von-Fremden-9' } }
  const answers: unknown[] = []
  for (const address of [known.email, email]) {
    await browser.ask('user/registration/newuser', { ...requested, form: { ...requested.form, email: address } })
    const login = { ...requested, form: { username: address, password: 'Von-Fremden-9', type: '0' } }
    const statuses: number[] = []
    for (let time = 0; time < 11; time++) statuses.push((await browser.ask('websession/login', login)).status)
    const { message } = (await (await browser.ask('websession/login', login)).json()) as { message: string }
    answers.push([statuses, message])
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]).toEqual([[...Array(10).fill(401), 429], expect.any(String)])
  const waiting = (await accountByEmail(connection.db, email))!
  expect(await emailsOf(waiting.id)).toContain('verification')
})

test('with neutral answers, a rejected sign-in takes the same time, however often an address was registered', async () => {
  const known = await createAccount(connection.db)
  const email = 'viermal@example.org'
  const register = async (password: string) => {
    const requested = { ...stranger(), form: { ...form, email, password } }
    expect((await fakeBrowser(neutral).ask('user/registration/newuser', requested)).status).toBe(200)
  }
  const signIn = async (username: string, password: string) => {
    const startedAt = performance.now()
    const { status } = await neutral.ask('websession/login', { ...stranger(), form: { username, password, type: '0' } })
    expect(status).toBe(401)
    return performance.now() - startedAt
  }
  for (const password of ['Erstes-Wort-1', 'Zweites-Wort-2', 'Drittes-Wort-3', 'Viertes-Wort-4']) await register(password)
  // A timer may fire a millisecond early.
  for (const address of [known.email, email, 'niemand@example.org'])
    expect(await signIn(address, 'Keines-davon-5')).toBeGreaterThan(295)
  // Each comparison of a password takes time, so for several registrations only one is made.
  const { id } = (await accountByEmail(connection.db, email))!
  await forgetJobs(connection.db)
  await signIn(email, 'Erstes-Wort-1')
  expect(await emailsOf(id)).toEqual([])
  await signIn(email, 'Viertes-Wort-4')
  expect(await emailsOf(id)).toEqual(['verification'])
})
