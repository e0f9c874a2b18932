import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { accountById } from '../accounts/queries.ts'
import { createAccount, PASSWORD_OF_TESTS } from '../accounts/testing/accounts.ts'
import { signIn } from '../adapters/oidc/testing/oidc-server.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { fakeBrowser, type TestBrowser } from '../testing/browser.ts'
import { openIdentityTest } from './testing/open-identity-test.ts'

let clock: Date | null = null
const { connection, api, provider } = await openIdentityTest({ now: () => clock ?? new Date() })
afterEach(() => {
  clock = null
})

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const logIn = (browser: TestBrowser, username: string, password = PASSWORD_OF_TESTS) =>
  browser.ask('websession/login', {
    address: '203.0.113.99',
    country: 'CH',
    headers: { cookie: [...browser.jar].map((each) => each.join('=')).join('; '), 'user-agent': FIREFOX },
    form: { username, password },
  })
async function mailsTo(email: string) {
  await runWaitingJobs(connection.url, api.ctx)
  return api.mails.filter(({ to }) => to === email)
}
const disown = (token: string) => api.ask('websession/disown', { form: { token } })

test('turns no device name into a link in the e-mail', async () => {
  const { email } = await createAccount(connection.db)
  expect((await logIn(fakeBrowser(api), email)).status).toBe(200)
  const named = async (userAgent: string) => {
    const address = '198.51.100.99'
    const form = { username: email, password: PASSWORD_OF_TESTS }
    expect((await api.ask('websession/login', { form, address, headers: { 'user-agent': userAgent } })).status).toBe(200)
    await connection.db.updateTable('accounts').set({ new_device_email_at: null }).where('email', '=', email).execute()
    return (await mailsTo(email)).at(-1)!
  }
  const { text, html } = await named('www.evil.example/konto-pruefen')
  expect(`${text}${html}`).not.toContain('evil')
  expect((await named('KOReader/2026.04')).text).toContain('KOReader/2026.04')
})

test('reports a new device by e-mail with time, device and country, but not the first sign-in or a known device', async () => {
  const { id, email } = await createAccount(connection.db)
  const home = fakeBrowser(api)
  expect((await logIn(home, email)).status).toBe(200)
  expect(await mailsTo(email)).toEqual([])
  expect((await logIn(fakeBrowser(api), email)).status).toBe(200)
  const [mail, ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Anmeldung auf einem neuen Gerät')
  for (const fact of ['Firefox · Windows', 'Schweiz', String(new Date().getFullYear())]) expect(mail?.text).toContain(fact)
  expect(`${mail?.text}${mail?.html}`).not.toContain('203.0.113')
  expect((await logIn(home, email)).status).toBe(200)
  expect(await mailsTo(email)).toHaveLength(1)
  const events = await connection.db
    .selectFrom('security_events')
    .select('kind')
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events.map(({ kind }) => kind)).toEqual(['sign-in.accepted', 'sign-in.new-device', 'sign-in.accepted'])
})

test('"this was not me" ends everything once and leads to a new password', async () => {
  const account = await createAccount(connection.db)
  const [owner, thief] = [fakeBrowser(api), fakeBrowser(api)]
  await logIn(owner, account.email)
  await logIn(thief, account.email)
  const [mail] = await mailsTo(account.email)
  const token = /\/user\/disown\?token=([\w-]+)/.exec(mail!.text)![1]!
  await connection.db
    .insertInto('totp_factors')
    .values({ account_id: account.id, secret: Buffer.alloc(40), enabled_at: new Date() })
    .execute()
  await connection.db
    .insertInto('passkeys')
    .values({
      account_id: account.id,
      credential_id: Buffer.from('of-the-thief'),
      public_key: Buffer.alloc(8),
      counter: 0,
      backup_eligible: false,
      backed_up: false,
      name: 'Firefox',
    })
    .execute()

  const answers = await Promise.all(Array.from({ length: 5 }, () => disown(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 498, 498, 498, 498])
  const { choosePassword } = (await answers.find(({ status }) => status === 200)!.json()) as { choosePassword: string }
  for (const browser of [owner, thief]) expect((await browser.ask('user')).status).toBe(401)
  expect((await logIn(thief, account.email)).status).toBe(401)
  expect((await accountById(connection.db, account.id))?.password_hash).toBeNull()
  for (const table of ['passkeys', 'totp_factors'] as const) {
    const left = await connection.db.selectFrom(table).select('account_id').where('account_id', '=', account.id).execute()
    expect(left).toEqual([])
  }
  const devices = await connection.db.selectFrom('devices').select('vendor_id').where('account_id', '=', account.id).execute()
  expect(devices.map(({ vendor_id }) => vendor_id)).toEqual([owner.jar.get('device')])

  const form = { token: choosePassword, newPassword: 'Endlich-allein' }
  expect((await owner.ask('websession/newPassword', { form })).status).toBe(200)
  expect((await logIn(owner, account.email, 'Endlich-allein')).status).toBe(200)
})

test('an unknown link disowns nothing, and an older second factor stays', async () => {
  expect((await disown('invented')).status).toBe(400)
  const account = await createAccount(connection.db)
  const before = new Date(Date.now() - DAY_MS)
  await logIn(fakeBrowser(api), account.email)
  await logIn(fakeBrowser(api), account.email)
  await connection.db
    .insertInto('totp_factors')
    .values({ account_id: account.id, secret: Buffer.alloc(40), enabled_at: before, created_at: before })
    .execute()
  const [mail] = await mailsTo(account.email)
  expect((await disown(/disown\?token=([\w-]+)/.exec(mail!.text)![1]!)).status).toBe(200)
  const { rows } = await sql`select 1 from totp_factors where account_id = ${account.id}`.execute(connection.db)
  expect(rows).toHaveLength(1)
})

const disownLinkIn = (text: string) => /disown\?token=([\w-]+)/.exec(text)![1]!

test('restores the address changed by a thief and ends the links in the thief’s mailbox', async () => {
  const { id, email } = await createAccount(connection.db)
  const thiefEmail = `thief-${id}@example.org`
  const thief = fakeBrowser(api)
  await logIn(fakeBrowser(api), email)
  await logIn(thief, email)
  const [mail] = await mailsTo(email)
  const form = { email: thiefEmail, password: PASSWORD_OF_TESTS }
  expect((await thief.ask('user/edit/userdata', { method: 'PUT', form })).status).toBe(200)
  const [confirmation] = await mailsTo(thiefEmail)
  const token = /token=([\w-]+)/.exec(confirmation!.text)![1]!
  expect((await thief.ask(`websession/emailVerification?token=${token}`)).status).toBe(200)
  expect((await accountById(connection.db, id))?.email).toBe(thiefEmail)
  // Much later the thief signs in on another device, gets the e-mail about it, and registers the owner's old address.
  await sql`update accounts set new_device_email_at = null where id = ${id}`.execute(connection.db)
  await logIn(fakeBrowser(api), thiefEmail)
  const thiefsLink = disownLinkIn((await mailsTo(thiefEmail)).at(-1)!.text)
  const registration = { form: { email, password: 'Meins-jetzt' }, address: '203.0.113.98' }
  expect((await api.ask('user/registration/newuser', registration)).status).toBe(200)

  const answer = await disown(disownLinkIn(mail!.text))
  expect(answer.status).toBe(200)
  expect((await accountById(connection.db, id))?.email).toBe(email)
  expect((await disown(thiefsLink)).status).toBe(498)
  const recovery = { form: { email: thiefEmail }, address: '203.0.113.97' }
  expect((await api.ask('websession/passwordRecovery', recovery)).status).toBe(401)
  const { choosePassword } = (await answer.json()) as { choosePassword: string }
  const chosen = { token: choosePassword, newPassword: 'Endlich-allein' }
  expect((await api.ask('websession/newPassword', { form: chosen })).status).toBe(200)
  expect((await logIn(fakeBrowser(api), email, 'Endlich-allein')).status).toBe(200)
})

test('unlinks the identity provider linked by a thief and keeps older ones', async () => {
  const { id, email } = await createAccount(connection.db, { apple_id: 'apple-of-the-owner' })
  const who = `thief-${id}`
  provider.people.set(who, { email, email_verified: false })
  const byFacebook = async (browser: TestBrowser) => {
    const { address } = await signIn(await browser.sentTo('websession/identity/facebook'), who)
    const back = await browser.sentTo(address.pathname + address.search)
    const form = { type: '1', password: back.searchParams.get('facebookToken') ?? 'none' }
    return (await browser.ask('websession/login', { form })).status
  }
  const thief = fakeBrowser(api)
  await logIn(fakeBrowser(api), email)
  expect(await byFacebook(thief)).toBe(403)
  expect((await logIn(thief, email)).status).toBe(200)
  expect((await thief.ask('user/identity', { method: 'PUT', form: { link: 'true' } })).status).toBe(200)
  expect(await accountById(connection.db, id)).toMatchObject({ facebook_id: who })
  const mail = (await mailsTo(email)).find(({ text }) => text.includes('/user/disown'))
  expect((await disown(disownLinkIn(mail!.text))).status).toBe(200)
  expect(await accountById(connection.db, id)).toMatchObject({ facebook_id: null, apple_id: 'apple-of-the-owner' })
  expect(await byFacebook(thief)).toBe(403)
  provider.people.set(who, { email, email_verified: true })
  expect(await byFacebook(thief)).toBe(403)
})

/** Sends the delayed e-mails now and returns all to an address. */
async function hourLater(email: string) {
  await sql`update graphile_worker._private_jobs set run_at = now() where payload ->> 'letter' = 'new-devices'`.execute(
    connection.db,
  )
  return mailsTo(email)
}

test('many sign-ins in an hour cause two e-mails: the first at once, the others together', async () => {
  const { email } = await createAccount(connection.db)
  await logIn(fakeBrowser(api), email)
  for (let each = 0; each < 22; each++) await logIn(fakeBrowser(api), email)
  const atOnce = await mailsTo(email)
  expect(atOnce).toHaveLength(1)
  expect(atOnce[0]!.subject).toBe('Anmeldung auf einem neuen Gerät')
  const [, gathered, ...more] = await hourLater(email)
  expect(more).toEqual([])
  expect(gathered!.subject).toBe('Anmeldungen auf neuen Geräten')
  expect(gathered!.text.match(/Firefox · Windows/g)).toHaveLength(20)
  expect(gathered!.text).toContain('und eine weitere.')
  expect(gathered!.text).toContain('Schweiz')
})

test('reports a single further sign-in within the hour in the singular', async () => {
  const { email } = await createAccount(connection.db)
  await logIn(fakeBrowser(api), email)
  await logIn(fakeBrowser(api), email)
  await logIn(fakeBrowser(api), email)
  const [, second, ...more] = await hourLater(email)
  expect(more).toEqual([])
  expect(second!.subject).toBe('Anmeldung auf einem neuen Gerät')
})

test('reports the next sign-in at once after an hour without an e-mail and delays it otherwise', async () => {
  clock = new Date()
  const startedAt = clock.getTime()
  const account = await createAccount(connection.db, { first_signed_in_at: clock })
  const signInAfter = (minutes: number) => {
    clock = new Date(startedAt + minutes * MINUTE_MS)
    return logIn(fakeBrowser(api), account.email)
  }
  const dueMinutes = async () => {
    const { rows } = await sql<{ letter: string; at: Date }>`select payload ->> 'letter' as letter, run_at as at
      from graphile_worker._private_jobs where (payload ->> 'accountId')::int = ${account.id} order by id`.execute(connection.db)
    return rows.map(({ letter, at }) => [letter, Math.max(0, Math.round((at.getTime() - startedAt) / 60_000))])
  }
  for (const minutes of [0, 10, 50, 59, 70]) await signInAfter(minutes)
  const gathered = (await dueMinutes()).filter(([letter]) => letter === 'new-devices')
  expect(gathered).toEqual([
    ['new-devices', 60],
    ['new-devices', 120],
  ])
  await signInAfter(181)
  expect((await dueMinutes()).filter(([letter]) => letter === 'new-device')).toHaveLength(2)
})

test.each([
  ['the first email', (mails: string[]) => mails[0]!],
  ['the email that lists the others', (mails: string[]) => mails[1]!],
])('"this was not me" in %s ends all these sign-ins and forgets their browsers', async (_, chosen) => {
  const account = await createAccount(connection.db)
  const owner = fakeBrowser(api)
  await logIn(owner, account.email)
  const thieves = Array.from({ length: 4 }, () => fakeBrowser(api))
  for (const thief of thieves) await logIn(thief, account.email)
  const mails = (await hourLater(account.email)).map(({ text }) => text)
  expect(mails).toHaveLength(2)
  expect((await disown(disownLinkIn(chosen(mails)))).status).toBe(200)
  for (const thief of thieves) expect((await thief.ask('user')).status).toBe(401)
  const left = await connection.db.selectFrom('devices').select('vendor_id').where('account_id', '=', account.id).execute()
  const known = left.map(({ vendor_id }) => vendor_id)
  expect(known).toContain(owner.jar.get('device'))
  const listed = chosen(mails) === mails[0] ? thieves : thieves.slice(1)
  for (const thief of listed) expect(known).not.toContain(thief.jar.get('device'))
})

test('does not report disowned sign-ins again and reports a later sign-in at once', async () => {
  const account = await createAccount(connection.db)
  for (let each = 0; each < 3; each++) await logIn(fakeBrowser(api), account.email)
  const [first] = await mailsTo(account.email)
  const { choosePassword } = (await (await disown(disownLinkIn(first!.text))).json()) as { choosePassword: string }
  const form = { token: choosePassword, newPassword: 'Endlich-allein' }
  expect((await api.ask('websession/newPassword', { form })).status).toBe(200)
  const before = (await hourLater(account.email)).filter(({ text }) => text.includes('/user/disown'))
  expect(before).toHaveLength(1)
  await logIn(fakeBrowser(api), account.email, 'Endlich-allein')
  const after = (await mailsTo(account.email)).filter(({ text }) => text.includes('/user/disown'))
  expect(after).toHaveLength(2)
})

test('sends a delayed e-mail to the address the account had at the sign-in', async () => {
  const { id, email } = await createAccount(connection.db)
  const thiefEmail = `thief-${id}@example.org`
  const thief = fakeBrowser(api)
  await logIn(fakeBrowser(api), email)
  await logIn(fakeBrowser(api), email)
  await logIn(thief, email)
  await logIn(fakeBrowser(api), email)
  const form = { email: thiefEmail, password: PASSWORD_OF_TESTS }
  expect((await thief.ask('user/edit/userdata', { method: 'PUT', form })).status).toBe(200)
  const token = /token=([\w-]+)/.exec((await mailsTo(thiefEmail))[0]!.text)![1]!
  expect((await thief.ask(`websession/emailVerification?token=${token}`)).status).toBe(200)
  const notices = (await hourLater(email)).filter(({ text }) => text.includes('/user/disown'))
  expect(notices.map(({ subject }) => subject)).toEqual(['Anmeldung auf einem neuen Gerät', 'Anmeldungen auf neuen Geräten'])
  expect((await mailsTo(thiefEmail)).filter(({ text }) => text.includes('/user/disown'))).toEqual([])
  expect((await disown(disownLinkIn(notices[1]!.text))).status).toBe(200)
  expect((await accountById(connection.db, id))?.email).toBe(email)
})
