import { newUser, verification } from '@kiosk/domain/accounts/registration-endpoints'
import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { languages } from '@kiosk/domain/locale'
import { refusalWords } from '@kiosk/languages/errors'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { issueToken } from '../session/one-time-tokens.ts'
import { testApi } from '../test-api.ts'
import { openTestApi } from '../testing/open-api.ts'
import { buildAccount, PASSWORD_OF_TESTS } from './build-account.ts'
import { accountByEmail } from './queries.ts'
import { pendingRegistrations } from './registrations.ts'

const { connection, api } = await openTestApi()
const neutral = await testApi(connection, { neutralAnswers: true })
afterAll(() => neutral.close())

let addresses = 0
/** Somebody who was not here before. */
const stranger = () => ({ address: `198.51.100.${++addresses % 250}` })
const form = { email: '', password: PASSWORD_OF_TESTS }

async function lettersOf(accountId: number): Promise<string[]> {
  const { rows } = await sql<{ letter: string }>`select payload->>'letter' as letter from graphile_worker._private_jobs
    where payload->>'accountId' = ${String(accountId)} order by id`.execute(connection.db)
  return rows.map(({ letter }) => letter)
}

const tokenFor = (accountId: number, now = new Date()) => issueToken(connection.db, { purpose: 'verification', accountId, now })

test('a registration keeps what was agreed to, where somebody comes from and wants to go, and has its mail on the way', async () => {
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
  // The newsletter is ticked by default: that is no consent yet.
  expect(consents).toEqual([{ kind: 'terms', given: true, wording: TERMS_VERSION }])
  expect(await lettersOf(account.id)).toEqual(['verification'])
})

test('only a path of our own is where a verification may lead to', async () => {
  for (const [place, wanted] of ['https://evil.example/', '//evil.example', '/\t/evil.example', '/\\evil.example'].entries()) {
    const email = `ziel-${place}@example.org`
    await api.ask('user/registration/newuser', { ...stranger(), form: { ...form, email, verificationTarget: wanted } })
    const account = (await accountByEmail(connection.db, email))!
    expect((await pendingRegistrations(connection.db, account.id)).map((each) => each.verification_target)).toEqual([''])
  }
})

test('an address that is taken is refused at its field, whatever the case, and nothing is added', async () => {
  const account = await buildAccount(connection.db, { email: 'Ännchen@example.org' })
  for (const email of ['Ännchen@example.org', 'äNNCHEN@EXAMPLE.ORG', 'A\u0308nnchen@example.org']) {
    for (const language of languages) {
      const answer = await api.ask('user/registration/newuser', { ...stranger(), language, form: { ...form, email } })
      expect(answer.status).toBe(409)
      const message = refusalWords(language)['VALIDATION.notAvailable']
      expect(await answer.json()).toMatchObject({ code: 'mail_taken', field: 'email', message })
    }
  }
  expect(await lettersOf(account.id)).toEqual([])
})

test('where answers are neutral, a taken address is answered like a new one, and its owner hears of it by mail', async () => {
  const account = await buildAccount(connection.db)
  const asked = { ...stranger(), form: { ...form, email: account.email } }
  const taken = await neutral.ask('user/registration/newuser', asked)
  const fresh = await neutral.ask('user/registration/newuser', { ...asked, form: { ...form, email: 'neu@example.org' } })
  expect([taken.status, await taken.text()]).toEqual([fresh.status, await fresh.text()])
  expect(await lettersOf(account.id)).toEqual(['account-exists'])
  const after = await accountByEmail(connection.db, account.email)
  expect(after?.password_hash).toBe(account.password_hash)
})

test('fifty registrations of one unproved address at once are one account, five that wait, and few mails', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      api.ask('user/registration/newuser', { ...stranger(), form: { ...form, email: 'eile@example.org' } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  const { id } = (await accountByEmail(connection.db, 'eile@example.org'))!
  expect(await pendingRegistrations(connection.db, id)).toHaveLength(5)
  expect(await connection.db.selectFrom('registrations').select('id').where('account_id', '=', id).execute()).toHaveLength(5)
  expect(await lettersOf(id)).toEqual(Array(6).fill('verification'))
  expect(await connection.db.selectFrom('consents').select('id').where('account_id', '=', id).execute()).toHaveLength(5)
})

test('one network registers twenty times an hour', async () => {
  const registered = await Promise.all(
    Array.from({ length: 22 }, (_, place) =>
      api.ask('user/registration/newuser', { address: '192.0.2.77', form: { ...form, email: `viele-${place}@example.org` } }),
    ),
  )
  const refused = registered.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(2)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(60)
})

test('the verification mail is sent again to who waits for it, and everybody gets the same answer', async () => {
  const waiting = await buildAccount(connection.db, { verified_at: null })
  const verified = await buildAccount(connection.db)
  for (const email of [waiting.email, verified.email, 'niemand@example.org']) {
    const answer = await api.ask('user/registration/sendNewEmail', { ...stranger(), form: { email } })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  }
  expect(await lettersOf(waiting.id)).toEqual(['verification'])
  expect(await lettersOf(verified.id)).toEqual([])
})

test('one network may ask for five mails an hour to one mailbox, known or not', async () => {
  const waiting = await buildAccount(connection.db, { verified_at: null })
  for (const email of [waiting.email, 'unbekannt@example.org']) {
    const statuses = []
    const same = stranger()
    for (let time = 0; time < 6; time++)
      statuses.push((await api.ask('user/registration/sendNewEmail', { ...same, form: { email } })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  }
})

test('a link that proves the address signs in, and leads to where the reader wanted to go', async () => {
  const account = await buildAccount(connection.db, { verified_at: null, verification_target: '/faq' })
  const other = await tokenFor(account.id)
  const answer = await api.ask(`user/registration/verification?token=${await tokenFor(account.id)}`)
  expect(verification.output.parse(await answer.json())).toMatchObject({ verificationTarget: '/faq' })
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  expect(await (await api.ask('user', { headers: { cookie } })).json()).toMatchObject({ email: account.email })
  expect(await api.refusal(`user/registration/verification?token=${other}`)).toEqual({ status: 409, code: 'already_verified' })
})

test('a link used again says so and signs nobody in', async () => {
  const account = await buildAccount(connection.db, { verified_at: null })
  const token = await tokenFor(account.id)
  await api.ask(`user/registration/verification?token=${token}`)
  for (const language of languages) {
    const answer = await api.ask(`user/registration/verification?token=${token}`, { language })
    expect(answer.status).toBe(409)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await answer.json()).toMatchObject({ message: refusalWords(language)['ERROR.ALREADY_VERIFIED'] })
  }
})

test('a link that came late is refused, unless the address is proved already', async () => {
  const late = new Date(Date.now() - 8 * 24 * 3600 * 1000)
  const waiting = await buildAccount(connection.db, { verified_at: null })
  const verified = await buildAccount(connection.db)
  for (const language of languages) {
    const answer = await api.ask(`user/registration/verification?token=${await tokenFor(waiting.id, late)}`, { language })
    expect(answer.status).toBe(406)
    expect(await answer.json()).toMatchObject({ message: refusalWords(language)['ERROR.VERIFICATION_EXPIRED'] })
  }
  expect((await api.ask(`user/registration/verification?token=${await tokenFor(verified.id, late)}`)).status).toBe(409)
  expect((await accountByEmail(connection.db, waiting.email))?.verified_at).toBeNull()
})

test('an invented link, and one made for another purpose, are refused', async () => {
  const account = await buildAccount(connection.db, { verified_at: null })
  const recovery = await issueToken(connection.db, { purpose: 'recovery', accountId: account.id, now: new Date() })
  for (const token of ['invented', recovery])
    expect(await api.refusal(`user/registration/verification?token=${token}`)).toEqual({
      status: 400,
      code: 'token_invalid',
      field: 'token',
    })
})

test('of a hundred uses of one verification link at once exactly one wins', async () => {
  const account = await buildAccount(connection.db, { verified_at: null })
  const token = await tokenFor(account.id)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => api.ask(`user/registration/verification?token=${token}`, stranger())),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(99).fill(409)])
  const sessions = await connection.db.selectFrom('sessions').select('id').where('account_id', '=', account.id).execute()
  expect(sessions).toHaveLength(1)
})

test('the newsletter is confirmed by its own button, before, after or with the address, but never twice', async () => {
  const confirmed = async (email: string) => {
    const account = await accountByEmail(connection.db, email)
    return account!.send_newsletter && account!.newsletter_confirmed_at !== null
  }
  const both = await buildAccount(connection.db, { verified_at: null })
  await api.ask(`user/registration/verification?newsletter=true&token=${await tokenFor(both.id)}`)
  expect(await confirmed(both.email)).toBe(true)

  const later = await buildAccount(connection.db, { verified_at: null, send_newsletter: true })
  const token = await tokenFor(later.id)
  await api.ask(`user/registration/verification?token=${token}`)
  expect(await confirmed(later.email)).toBe(false)
  expect((await api.ask(`user/registration/verification?newsletter=true&token=${token}`)).status).toBe(409)
  expect(await confirmed(later.email)).toBe(true)

  await connection.db.updateTable('accounts').set({ send_newsletter: false }).where('id', '=', later.id).execute()
  await api.ask(`user/registration/verification?newsletter=true&token=${token}`)
  expect(await confirmed(later.email)).toBe(false)
})

test('what the form may not send is refused at its field, in exact words', async () => {
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
      const asked = { ...stranger(), language, form: { ...form, email: 'gut@example.org', [field]: value } }
      const answer = await api.ask(newUser.path, asked)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ field, message: refusalWords(language)[`VALIDATION.${words}`] })
    }
  }
})
