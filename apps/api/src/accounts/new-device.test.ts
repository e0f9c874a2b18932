import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { runWaitingJobs } from '../jobs/run-jobs.ts'
import { signIn, testProvider } from '../outside/identity/test-provider.ts'
import { TEST_ORIGIN } from '../test-api.ts'
import { openTestApi } from '../testing/open-api.ts'
import { buildAccount, PASSWORD_OF_TESTS } from './build-account.ts'
import { accountById } from './queries.ts'
import { type TestBrowser, testBrowser } from './test-browser.ts'

const provider = await testProvider(TEST_ORIGIN)
afterAll(() => provider.close())
const { connection, api } = await openTestApi({ identity: provider.providers })

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const logIn = (browser: TestBrowser, username: string, password = PASSWORD_OF_TESTS) =>
  browser.ask('websession/login', {
    address: '203.0.113.99',
    country: 'CH',
    headers: { cookie: [...browser.jar].map((each) => each.join('=')).join('; '), 'user-agent': FIREFOX },
    form: { username, password },
  })
async function mailsTo(email: string) {
  await runWaitingJobs(connection.url, api.house)
  return api.mails.filter(({ to }) => to === email)
}
const disown = (token: string) => api.ask('websession/disown', { form: { token } })

test('the first sign-in is news to nobody, a new device is told by mail with time, device and country, a known one is not', async () => {
  const { id, email } = await buildAccount(connection.db)
  const home = testBrowser(api)
  expect((await logIn(home, email)).status).toBe(200)
  expect(await mailsTo(email)).toEqual([])
  expect((await logIn(testBrowser(api), email)).status).toBe(200)
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

test('"this was not me" ends everything, once, and leads to a new password', async () => {
  const account = await buildAccount(connection.db)
  const [owner, thief] = [testBrowser(api), testBrowser(api)]
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

test('an invented link disowns nothing, and a second factor from before stays', async () => {
  expect((await disown('invented')).status).toBe(400)
  const account = await buildAccount(connection.db)
  const before = new Date(Date.now() - 24 * 3_600_000)
  await logIn(testBrowser(api), account.email)
  await logIn(testBrowser(api), account.email)
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

test('it brings the address back that a thief has changed, and ends the links in the mailbox of the thief', async () => {
  const { id, email } = await buildAccount(connection.db)
  const theirs = `thief-${id}@example.org`
  const thief = testBrowser(api)
  await logIn(testBrowser(api), email)
  await logIn(thief, email)
  const [mail] = await mailsTo(email)
  const form = { email: theirs, password: PASSWORD_OF_TESTS }
  expect((await thief.ask('user/edit/userdata', { method: 'PUT', form })).status).toBe(200)
  const [confirmation] = await mailsTo(theirs)
  const token = /token=([\w-]+)/.exec(confirmation!.text)![1]!
  expect((await thief.ask(`websession/emailVerification?token=${token}`)).status).toBe(200)
  expect((await accountById(connection.db, id))?.email).toBe(theirs)
  // A further device of the thief, whose letter goes to the thief; and the owner's address is registered by the thief, too.
  await logIn(testBrowser(api), theirs)
  const thiefsLink = disownLinkIn((await mailsTo(theirs)).at(-1)!.text)
  const registration = { form: { email, password: 'Meins-jetzt' }, address: '203.0.113.98' }
  expect((await api.ask('user/registration/newuser', registration)).status).toBe(200)

  const answer = await disown(disownLinkIn(mail!.text))
  expect(answer.status).toBe(200)
  expect((await accountById(connection.db, id))?.email).toBe(email)
  expect((await disown(thiefsLink)).status).toBe(498)
  const recovery = { form: { email: theirs }, address: '203.0.113.97' }
  expect((await api.ask('websession/passwordRecovery', recovery)).status).toBe(401)
  const { choosePassword } = (await answer.json()) as { choosePassword: string }
  const chosen = { token: choosePassword, newPassword: 'Endlich-allein' }
  expect((await api.ask('websession/newPassword', { form: chosen })).status).toBe(200)
  expect((await logIn(testBrowser(api), email, 'Endlich-allein')).status).toBe(200)
})

test('it unlinks the provider that a thief has linked, and leaves the one from before', async () => {
  const { id, email } = await buildAccount(connection.db, { apple_id: 'apple-of-the-owner' })
  const who = `thief-${id}`
  provider.people.set(who, { email, email_verified: false })
  const byFacebook = async (browser: TestBrowser) => {
    const { address } = await signIn(await browser.sentTo('websession/identity/facebook'), who)
    const back = await browser.sentTo(address.pathname + address.search)
    const form = { type: '1', password: back.searchParams.get('facebookToken') ?? 'none' }
    return (await browser.ask('websession/login', { form })).status
  }
  const thief = testBrowser(api)
  await logIn(testBrowser(api), email)
  expect(await byFacebook(thief)).toBe(403)
  expect((await logIn(thief, email)).status).toBe(200)
  expect((await thief.ask('user/identity', { method: 'PUT', form: { link: 'true' } })).status).toBe(200)
  expect(await accountById(connection.db, id)).toMatchObject({ facebook_id: who })
  const mail = (await mailsTo(email)).find(({ text }) => text.includes('/user/disown'))
  expect((await disown(disownLinkIn(mail!.text))).status).toBe(200)
  expect(await accountById(connection.db, id)).toMatchObject({ facebook_id: null, apple_id: 'apple-of-the-owner' })
  expect(await byFacebook(thief)).toBe(403)
})
