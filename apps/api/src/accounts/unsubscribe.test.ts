import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { issueToken } from '../session/one-time-tokens.ts'
import { TEST_ORIGIN, type TestApi, testApi } from '../test-api.ts'
import { buildAccount } from './build-account.ts'
import { accountById } from './queries.ts'

let connection: Connection
let api: TestApi
let networks = 0
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const subscribed = { send_newsletter: true, newsletter_confirmed_at: new Date(), send_release_newsletter: true }
const elsewhere = () => `198.51.100.${++networks}`
const NEWSLETTER = 'user/newsletter/unsubscribe'
const RELEASES = 'user/newsletter/unsubscribe/releases'

test('an address is taken off one list and stays on the other; a second time is fine too', async () => {
  for (const [path, off, on] of [
    [NEWSLETTER, 'send_newsletter', 'send_release_newsletter'],
    [RELEASES, 'send_release_newsletter', 'send_newsletter'],
  ] as const) {
    const account = await buildAccount(connection.db, subscribed)
    for (const email of [account.email.toUpperCase(), ` ${account.email} `])
      expect((await api.ask(path, { form: { email }, address: elsewhere() })).status).toBe(200)
    expect(await accountById(connection.db, account.id)).toMatchObject({ [off]: false, [on]: true })
    const consents = await connection.db.selectFrom('consents').select('given').where('account_id', '=', account.id).execute()
    expect(consents).toEqual([{ given: false }])
  }
})

test.each(['niemand@example.org', 'keine Adresse', '', 'a@b', 'x'.repeat(600), 'a@example.org\r\nBcc: b@example.org'])(
  'an address that gets no mails is told so: %j',
  async (email) => {
    for (const path of [NEWSLETTER, RELEASES])
      expect(await api.refusal(path, { form: { email }, address: elsewhere() })).toEqual({
        status: 406,
        code: 'mail_not_subscribed',
        field: 'email',
      })
  },
)

test('without a field at all it is the same', async () => {
  expect(await api.refusal(NEWSLETTER, { method: 'POST', address: elsewhere() })).toMatchObject({ status: 406 })
})

test('neutral answers are the same for everybody', async () => {
  const neutral = await testApi(connection, { neutralAnswers: true })
  const account = await buildAccount(connection.db, subscribed)
  for (const email of [account.email, 'niemand@example.org', 'keine Adresse']) {
    const response = await neutral.ask(NEWSLETTER, { form: { email }, address: elsewhere() })
    expect([response.status, await response.text()]).toEqual([200, ''])
  }
  await neutral.close()
  expect(await accountById(connection.db, account.id)).toMatchObject({ send_newsletter: false })
})

test('neutral answers take as long for known and unknown addresses', async () => {
  const neutral = await testApi(connection, { neutralAnswers: true })
  const account = await buildAccount(connection.db, subscribed)
  for (const path of [NEWSLETTER, RELEASES])
    for (const email of [account.email, 'niemand@example.org', 'keine Adresse']) {
      const begun = performance.now()
      await neutral.ask(path, { form: { email }, address: elsewhere() })
      // A timer may fire a millisecond early.
      expect(performance.now() - begun).toBeGreaterThan(295)
    }
  await neutral.close()
})

test('nobody finds out addresses by the thousand', async () => {
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
    const account = await buildAccount(connection.db, subscribed)
    const token = await issueToken(connection.db, {
      purpose: 'unsubscribe',
      accountId: account.id,
      data: { list },
      now: new Date(),
    })
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const mailProgram = { 'x-api-token': '', origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
    for (const asked of [
      { form: { 'List-Unsubscribe': 'One-Click' }, headers: mailProgram },
      { method: 'POST', body: multipart, headers: { ...mailProgram, 'content-type': 'multipart/form-data; boundary=x' } },
      { method: 'POST', headers: mailProgram },
    ])
      expect((await api.ask(`user/newsletter/oneclick/${token}`, asked)).status).toBe(200)
    const after = await accountById(connection.db, account.id)
    expect(after).toMatchObject({ ...{ send_newsletter: true, send_release_newsletter: true }, [column]: false })
  },
)

test('the link of the header, opened in a browser, leads to the page with its button and ends nothing', async () => {
  const account = await buildAccount(connection.db, subscribed)
  const given = { purpose: 'unsubscribe', accountId: account.id, now: new Date() } as const
  const released = await issueToken(connection.db, { ...given, data: { list: 'releases' } })
  const news = await issueToken(connection.db, { ...given, data: { list: 'newsletter' } })
  const email = encodeURIComponent(account.email)
  for (const [token, page] of [
    [released, `/user/releases/unsubscribe?email=${email}`],
    [news, `/user/newsletter/unsubscribe?email=${email}`],
    ['erfunden', '/user/releases/unsubscribe'],
  ]) {
    const { status, headers } = await api.ask(`user/newsletter/oneclick/${token}`, { headers: { 'x-api-token': '' } })
    expect([status, headers.get('location')]).toEqual([303, TEST_ORIGIN + page])
  }
  expect(await accountById(connection.db, account.id)).toEqual(account)
})

test('a link that was invented, is another kind of link, or has run out ends nothing', async () => {
  const account = await buildAccount(connection.db, subscribed)
  const long = new Date(Date.now() - 500 * 86_400_000)
  const tokens = [
    'erfunden',
    await issueToken(connection.db, { purpose: 'recovery', accountId: account.id, now: new Date() }),
    await issueToken(connection.db, { purpose: 'unsubscribe', accountId: account.id, data: { list: 'newsletter' }, now: long }),
  ]
  for (const token of tokens)
    expect(await api.refusal(`user/newsletter/oneclick/${token}`, { method: 'POST' })).toMatchObject({
      status: 400,
      code: 'token_invalid',
    })
  expect(await accountById(connection.db, account.id)).toEqual(account)
})

test('every other call stays closed to foreign pages', async () => {
  const headers = { origin: 'https://mail.example' }
  expect(await api.refusal(NEWSLETTER, { form: { email: 'a@example.org' }, headers })).toMatchObject({ code: 'foreign_origin' })
})
