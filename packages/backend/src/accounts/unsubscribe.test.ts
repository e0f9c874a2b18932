import { DAY_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { issueToken } from '../auth/one-time-tokens.ts'
import { TEST_ORIGIN, testApi } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { accountById } from './queries.ts'
import { createAccount } from './testing/accounts.ts'

let networks = 0
const { connection, api } = await openTestApi()

const subscribed = { send_newsletter: true, newsletter_confirmed_at: new Date(), send_release_newsletter: true }
const elsewhere = () => `198.51.100.${++networks}`
const NEWSLETTER = 'user/newsletter/unsubscribe'
const RELEASES = 'user/newsletter/unsubscribe/releases'

test('removes an address from one list and keeps it on the other, also when repeated', async () => {
  for (const [path, off, on] of [
    [NEWSLETTER, 'send_newsletter', 'send_release_newsletter'],
    [RELEASES, 'send_release_newsletter', 'send_newsletter'],
  ] as const) {
    const account = await createAccount(connection.db, subscribed)
    for (const email of [account.email.toUpperCase(), ` ${account.email} `])
      expect((await api.ask(path, { form: { email }, address: elsewhere() })).status).toBe(200)
    expect(await accountById(connection.db, account.id)).toMatchObject({ [off]: false, [on]: true })
    const consents = await connection.db.selectFrom('consents').select('given').where('account_id', '=', account.id).execute()
    expect(consents).toEqual([{ given: false }])
  }
})

test.each(['niemand@example.org', 'keine Adresse', '', 'a@b', 'x'.repeat(600), 'a@example.org\r\nBcc: b@example.org'])(
  'reports an address that gets no e-mails: %j',
  async (email) => {
    for (const path of [NEWSLETTER, RELEASES])
      expect(await api.errorOf(path, { form: { email }, address: elsewhere() })).toEqual({
        status: 406,
        code: 'mail_not_subscribed',
        field: 'email',
      })
  },
)

test('reports the same when the field is missing', async () => {
  expect(await api.errorOf(NEWSLETTER, { method: 'POST', address: elsewhere() })).toMatchObject({ status: 406 })
})

test('answers the same to everybody with neutral answers', async () => {
  const neutral = await testApi(connection, { neutralAnswers: true })
  const account = await createAccount(connection.db, subscribed)
  for (const email of [account.email, 'niemand@example.org', 'keine Adresse']) {
    const response = await neutral.ask(NEWSLETTER, { form: { email }, address: elsewhere() })
    expect([response.status, await response.text()]).toEqual([200, ''])
  }
  await neutral.close()
  expect(await accountById(connection.db, account.id)).toMatchObject({ send_newsletter: false })
})

test('takes the same time for known and unknown addresses with neutral answers', async () => {
  const neutral = await testApi(connection, { neutralAnswers: true })
  const account = await createAccount(connection.db, subscribed)
  for (const path of [NEWSLETTER, RELEASES])
    for (const email of [account.email, 'niemand@example.org', 'keine Adresse']) {
      const startedAt = performance.now()
      await neutral.ask(path, { form: { email }, address: elsewhere() })
      // A timer may fire a millisecond early.
      expect(performance.now() - startedAt).toBeGreaterThan(295)
    }
  await neutral.close()
})

test('limits the number of addresses that one network can probe', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 31; count++)
    statuses.push((await api.ask(NEWSLETTER, { form: { email: `rat-${count}@example.org` }, address: '192.0.2.77' })).status)
  expect(statuses.slice(0, 30).every((status) => status === 406)).toBe(true)
  expect(statuses[30]).toBe(429)
})

test.each([
  ['newsletter', 'send_newsletter'],
  ['releases', 'send_release_newsletter'],
] as const)(
  'the button of a mail program ends the %s, however often it is pressed and whatever it sends',
  async (list, column) => {
    const account = await createAccount(connection.db, subscribed)
    const token = await issueToken(connection.db, {
      purpose: 'unsubscribe',
      accountId: account.id,
      data: { list },
      now: new Date(),
    })
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const mailProgram = { 'x-api-token': '', origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
    for (const requested of [
      { form: { 'List-Unsubscribe': 'One-Click' }, headers: mailProgram },
      { method: 'POST', body: multipart, headers: { ...mailProgram, 'content-type': 'multipart/form-data; boundary=x' } },
      { method: 'POST', headers: mailProgram },
    ])
      expect((await api.ask(`user/newsletter/oneclick/${token}`, requested)).status).toBe(200)
    const after = await accountById(connection.db, account.id)
    expect(after).toMatchObject({ ...{ send_newsletter: true, send_release_newsletter: true }, [column]: false })
  },
)

test('the header link opened in a browser leads to the page with its button and unsubscribes nothing', async () => {
  const account = await createAccount(connection.db, subscribed)
  const options = { purpose: 'unsubscribe', accountId: account.id, now: new Date() } as const
  const released = await issueToken(connection.db, { ...options, data: { list: 'releases' } })
  const news = await issueToken(connection.db, { ...options, data: { list: 'newsletter' } })
  for (const [token, page] of [
    [released, `/user/releases/unsubscribe?token=${released}`],
    [news, `/user/newsletter/unsubscribe?token=${news}`],
    ['erfunden', '/user/releases/unsubscribe'],
  ]) {
    const { status, headers } = await api.ask(`user/newsletter/oneclick/${token}`, { headers: { 'x-api-token': '' } })
    expect([status, headers.get('location')]).toEqual([303, TEST_ORIGIN + page])
  }
  expect(await accountById(connection.db, account.id)).toEqual(account)
})

test('a link of before a change of address unsubscribes the account, not who has the address now, and tells no address', async () => {
  const account = await createAccount(connection.db, subscribed)
  const options = { purpose: 'unsubscribe', accountId: account.id, data: { list: 'releases' }, now: new Date() } as const
  const token = await issueToken(connection.db, options)
  const email = `new-${account.email}`
  await connection.db.updateTable('accounts').set({ email }).where('id', '=', account.id).execute()
  const other = await createAccount(connection.db, { ...subscribed, email: account.email })
  const opened = await api.ask(`user/newsletter/oneclick/${token}`, { headers: { 'x-api-token': '' } })
  expect(opened.headers.get('location')).toBe(`${TEST_ORIGIN}/user/releases/unsubscribe?token=${token}`)
  const pressed = await api.ask(`user/newsletter/oneclick/${token}`, { method: 'POST' })
  expect([pressed.status, await pressed.text()]).toEqual([200, ''])
  expect(await accountById(connection.db, account.id)).toMatchObject({ email, send_release_newsletter: false })
  expect(await accountById(connection.db, other.id)).toMatchObject({ send_release_newsletter: true })
})

test('an unknown, expired or different link unsubscribes nothing', async () => {
  const account = await createAccount(connection.db, subscribed)
  const long = new Date(Date.now() - 500 * DAY_MS)
  const tokens = [
    'erfunden',
    await issueToken(connection.db, { purpose: 'recovery', accountId: account.id, now: new Date() }),
    await issueToken(connection.db, { purpose: 'unsubscribe', accountId: account.id, data: { list: 'newsletter' }, now: long }),
  ]
  for (const token of tokens)
    expect(await api.errorOf(`user/newsletter/oneclick/${token}`, { method: 'POST' })).toMatchObject({
      status: 400,
      code: 'token_invalid',
    })
  expect(await accountById(connection.db, account.id)).toEqual(account)
})

test('every other call rejects cross-site requests', async () => {
  const headers = { origin: 'https://mail.example' }
  expect(await api.errorOf(NEWSLETTER, { form: { email: 'a@example.org' }, headers })).toMatchObject({ code: 'foreign_origin' })
})
