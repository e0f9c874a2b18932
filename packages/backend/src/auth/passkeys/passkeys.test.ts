import { MINUTE_MS } from '@kiosk/domain/time'
import { describe, expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../../accounts/testing/accounts.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { TEST_ORIGIN } from '../../testing/api.ts'
import { fakeBrowser } from '../../testing/browser.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { testAuthenticator } from '../testing/authenticator.ts'

let now = new Date()
const { connection, api } = await openTestApi({ now: () => now })

const HOST = new URL(TEST_ORIGIN).hostname
type Options = Record<string, unknown>
let networks = 0

/** Creates an account with one passkey, and the browser that added it. */
async function withPasskey(given: object = {}) {
  const account = await createAccount(connection.db, given)
  const browser = fakeBrowser(api)
  const headers = await signedIn(connection.db, account, { passwordAt: now })
  for (const each of headers.cookie.split('; ')) browser.jar.set(...(each.split(/=(.*)/s) as [string, string]))
  const authenticator = testAuthenticator(HOST, TEST_ORIGIN)
  const options = (await browser.askJson('user/passkeys/options', { form: {} })) as Options
  const added = await browser.askJson('user/passkeys', { form: { credential: authenticator.create(options), name: 'Laptop' } })
  expect(added).toMatchObject({ status: 200, name: 'Laptop', lastUsedAt: null, synced: true })
  return { account, browser, authenticator, id: added.id as number, headers }
}
const loginOptions = async () => (await fakeBrowser(api).askJson('websession/passkey/options', { form: {} })) as Options
const logIn = (credential: string, browser = fakeBrowser(api)) =>
  browser.askJson('websession/passkey', { form: { credential }, address: `192.0.2.${++networks % 250}` })

test('adds a passkey, signs in with it alone and counts it as a fresh sign-in', async () => {
  await forgetJobs(connection.db)
  const { account, authenticator, browser: first } = await withPasskey()
  expect(await waitingEmails(connection.db)).toEqual([
    { letter: 'protection-changed', accountId: account.id, change: 'passkey-added' },
  ])
  const browser = fakeBrowser(api)
  expect(await logIn(authenticator.get(await loginOptions()), browser)).toMatchObject({ status: 200, terms: { show: false } })
  expect(await browser.askJson('user')).toMatchObject({ status: 200, email: account.email })
  const { passkeys, confirmed } = await browser.askJson('user/security')
  expect(confirmed).toBe(true)
  expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: now.toISOString() }])
  expect(await first.askJson('user/security/events')).toBeDefined()
})

test('treats a passkey as both factors and asks for no code', async () => {
  const { account, authenticator } = await withPasskey()
  const secret = { secret: Buffer.from('egal'), enabled_at: now }
  await connection.db
    .insertInto('totp_factors')
    .values({ account_id: account.id, ...secret })
    .execute()
  expect(await logIn(authenticator.get(await loginOptions()))).toMatchObject({ status: 200, terms: { show: false } })
})

test('on a shared device the session ends with the browser even when remembering was requested', async () => {
  const { authenticator } = await withPasskey()
  const cookiesAfter = async (more: object) => {
    const form = { credential: authenticator.get(await loginOptions()), remainSignedIn: 'true', ...more }
    const answer = await api.ask('websession/passkey', { form, address: `192.0.2.${++networks % 250}` })
    expect(answer.status).toBe(200)
    return answer.headers.getSetCookie().map((each) => each.replace(/=[^;]+/, ''))
  }
  const shared = await cookiesAfter({ sharedDevice: 'true' })
  expect(shared.map((each) => each.split(';')[0])).toEqual(['__Host-session', 'device', 'shared_device'])
  expect(shared.join()).not.toContain('Max-Age')
  const own = await cookiesAfter({})
  expect(own.map((each) => each.split(';')[0])).toEqual(['__Host-session', 'device'])
  expect(own[0]).toContain('Max-Age=2592000')
})

describe('rejects', () => {
  const rejected = { status: 401, code: 'passkey_rejected' }
  test('an assertion of another site or type, or without user verification', async () => {
    const { authenticator } = await withPasskey()
    for (const clientOptions of [
      { origin: 'https://kiosk.example.evil' },
      { origin: 'http://kiosk.example.org' },
      { rpId: 'example.evil' },
      { type: 'webauthn.create' },
      { verified: false },
      { userHandle: Buffer.from('somebody else').toString('base64url') },
    ])
      expect([clientOptions, await logIn(authenticator.get(await loginOptions(), clientOptions))]).toMatchObject([
        clientOptions,
        rejected,
      ])
    expect(await logIn(authenticator.get(await loginOptions()))).toMatchObject({ status: 200 })
  })

  test('an assertion used before, and all but one of many concurrent ones', async () => {
    const { authenticator } = await withPasskey()
    const credential = authenticator.get(await loginOptions())
    const answers = await Promise.all(Array.from({ length: 6 }, () => logIn(credential)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    expect(await logIn(credential)).toMatchObject(rejected)
  })

  test('a challenge that is unknown, 16 minutes old or made for another purpose', async () => {
    const { authenticator, browser } = await withPasskey()
    expect(await logIn(authenticator.get({ challenge: Buffer.alloc(32, 7).toString('base64url') }))).toMatchObject(rejected)
    const old = await loginOptions()
    const before = now
    now = new Date(now.getTime() + 16 * MINUTE_MS)
    expect(await logIn(authenticator.get(old))).toMatchObject(rejected)
    now = before
    const confirming = (await browser.askJson('websession/passkey/options', { form: {} })) as Options
    expect(await logIn(authenticator.get(confirming))).toMatchObject(rejected)
  })

  test('a reuse of the challenge after a rejected assertion', async () => {
    const { authenticator } = await withPasskey()
    const options = await loginOptions()
    expect(await logIn(authenticator.get(options, { verified: false }))).toMatchObject(rejected)
    expect(await logIn(authenticator.get(options))).toMatchObject(rejected)
  })

  test('a signature of another key and a counter that decreased', async () => {
    const { authenticator } = await withPasskey()
    const other = testAuthenticator(HOST, TEST_ORIGIN)
    const options = await loginOptions()
    const forged = { ...JSON.parse(other.get(options, { userHandle: '' })), id: authenticator.id, rawId: authenticator.id }
    expect(await logIn(JSON.stringify(forged))).toMatchObject(rejected)
    expect(await logIn(authenticator.get(await loginOptions(), { counter: 9 }))).toMatchObject({ status: 200 })
    expect(await logIn(authenticator.get(await loginOptions(), { counter: 9 }))).toMatchObject(rejected)
    expect(await logIn(authenticator.get(await loginOptions(), { counter: 10 }))).toMatchObject({ status: 200 })
  })

  test('a passkey that is unknown, removed or of a deactivated account', async () => {
    expect(await logIn(testAuthenticator(HOST, TEST_ORIGIN).get(await loginOptions()))).toMatchObject(rejected)
    const { account, authenticator, browser, id } = await withPasskey()
    await connection.db.updateTable('accounts').set({ deactivated_at: now }).where('id', '=', account.id).execute()
    expect(await logIn(authenticator.get(await loginOptions()))).toMatchObject({ status: 403, code: 'account_inactive' })
    await connection.db.updateTable('accounts').set({ deactivated_at: null }).where('id', '=', account.id).execute()
    expect((await browser.ask(`user/passkeys/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await logIn(authenticator.get(await loginOptions()))).toMatchObject(rejected)
  })

  test('a malformed assertion', async () => {
    for (const credential of ['{}', '[]', 'null', '"x"', '{"id":1}', 'x'.repeat(100), '{"type":"public-key","response":{}}'])
      expect([credential, await logIn(credential)]).toMatchObject([credential, { status: 400, code: 'wrong_input' }])
    const { authenticator } = await withPasskey()
    const good = JSON.parse(authenticator.get(await loginOptions()))
    for (const broken of ['', 'AAAA', '****'])
      for (const part of ['clientDataJSON', 'authenticatorData', 'signature']) {
        const credential = JSON.stringify({ ...good, response: { ...good.response, [part]: broken } })
        expect([401, 400]).toContain((await logIn(credential)).status)
      }
  })
})

test('further passkeys from a network with many rejected ones, without checking them', async () => {
  const { authenticator } = await withPasskey()
  const form = { credential: testAuthenticator(HOST, TEST_ORIGIN).get({ challenge: 'x' }) }
  for (let at = 0; at < 30; at++)
    expect((await api.ask('websession/passkey', { form, address: '198.51.100.77' })).status).toBe(401)
  const good = { credential: authenticator.get(await loginOptions()) }
  expect((await api.ask('websession/passkey', { form: good, address: '198.51.100.77' })).status).toBe(429)
  expect((await api.ask('websession/passkey', { form: good, address: '198.51.100.78' })).status).toBe(200)
})

describe('adding and removing', () => {
  const address = '203.0.113.9'
  // The library would fetch revocation lists from URLs in the certificates, which an attacker chooses.
  test('ignores attestation statements in every format', async () => {
    const { browser } = await withPasskey()
    for (const fmt of ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm', 'invented']) {
      const options = (await browser.askJson('user/passkeys/options', { form: {}, address })) as Options
      const attStmt = new Map<string, unknown>([
        ['alg', -7],
        ['sig', new Uint8Array(70)],
        ['x5c', [new Uint8Array(300), new Uint8Array(300)]],
      ])
      const credential = testAuthenticator(HOST, TEST_ORIGIN).create(options, { attestation: { fmt, attStmt } })
      expect([fmt, await browser.askJson('user/passkeys', { form: { credential }, address })]).toMatchObject([
        fmt,
        { status: 200 },
      ])
    }
  })

  test('rejects a malformed attestation object', async () => {
    const { browser } = await withPasskey()
    const options = (await browser.askJson('user/passkeys/options', { form: {}, address })) as Options
    const good = JSON.parse(testAuthenticator(HOST, TEST_ORIGIN).create(options))
    for (const attestationObject of ['', 'AAAA', '****', 'gA', 'oA', good.response.attestationObject.slice(0, -9)]) {
      const credential = JSON.stringify({ ...good, response: { ...good.response, attestationObject } })
      const answer = await browser.askJson('user/passkeys', { form: { credential }, address })
      expect([attestationObject, answer]).toMatchObject([attestationObject, { status: 401, code: 'passkey_rejected' }])
    }
  })

  test('requires a recent confirmation, which a passkey of the account provides', async () => {
    const { account, authenticator, browser, id } = await withPasskey()
    await connection.db
      .updateTable('sessions')
      .set({ password_at: new Date(now.getTime() - 11 * MINUTE_MS) })
      .where('account_id', '=', account.id)
      .execute()
    const stale = { status: 403, code: 'confirmation_required' }
    expect(await browser.askJson('user/passkeys/options', { form: {} })).toMatchObject(stale)
    expect(await browser.askJson('user/passkeys', { form: { credential: '{}' } })).toMatchObject(stale)
    expect(await browser.askJson(`user/passkeys/${id}`, { method: 'DELETE' })).toMatchObject(stale)
    const foreign = await withPasskey()
    const confirm = async (key: typeof authenticator) => {
      const options = (await browser.askJson('websession/passkey/options', { form: {} })) as Options
      return browser.ask('user/security/confirm', { form: { credential: key.get(options) } })
    }
    expect((await confirm(foreign.authenticator)).status).toBe(401)
    expect((await browser.askJson('user/security')).confirmed).toBe(false)
    expect((await confirm(authenticator)).status).toBe(204)
    expect((await browser.askJson('user/security')).confirmed).toBe(true)
    expect((await browser.ask(`user/passkeys/${id}`, { method: 'DELETE' })).status).toBe(204)
  })

  test('rejects the challenge of another account, another origin or another site, and adds nothing', async () => {
    const { browser } = await withPasskey()
    const other = await withPasskey()
    const key = () => testAuthenticator(HOST, TEST_ORIGIN)
    const optionsOf = async (from: typeof browser) => (await from.askJson('user/passkeys/options', { form: {} })) as Options
    const add = (credential: string) => browser.askJson('user/passkeys', { form: { credential } })
    expect(await add(key().create(await optionsOf(other.browser)))).toMatchObject({ status: 401 })
    for (const clientOptions of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { verified: false },
      { type: 'webauthn.get' },
    ])
      expect([clientOptions, await add(key().create(await optionsOf(browser), clientOptions))]).toMatchObject([
        clientOptions,
        { status: 401 },
      ])
    const login = await loginOptions()
    expect(await add(key().create({ ...(await optionsOf(browser)), challenge: login.challenge }))).toMatchObject({ status: 401 })
    expect((await browser.askJson('user/security')).passkeys).toHaveLength(1)
  })

  test('excludes existing passkeys and rejects one of another account', async () => {
    const { browser, authenticator } = await withPasskey()
    const options = (await browser.askJson('user/passkeys/options', { form: {} })) as Options
    expect(options.excludeCredentials).toEqual([{ id: authenticator.id, transports: ['internal'], type: 'public-key' }])
    expect(options.rp).toMatchObject({ id: HOST })
    expect(JSON.stringify(options.user)).toContain('@example.org')
    const other = await withPasskey()
    const foreign = (await other.browser.askJson('user/passkeys/options', { form: {} })) as Options
    expect(await other.browser.askJson('user/passkeys', { form: { credential: authenticator.create(foreign) } })).toMatchObject({
      status: 401,
    })
  })

  test('stores the name given by the owner and answers a passkey of another account as unknown', async () => {
    const { browser, id } = await withPasskey()
    const other = await withPasskey()
    const rename = (from: typeof browser, name: string) =>
      from.ask(`user/passkeys/${id}`, {
        method: 'PUT',
        body: new URLSearchParams({ name }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await rename(other.browser, 'Meiner')).status).toBe(404)
    expect((await rename(browser, '')).status).toBe(400)
    expect((await rename(browser, 'Schlüsselbund')).status).toBe(204)
    expect((await other.browser.ask(`user/passkeys/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await browser.askJson('user/security')).passkeys).toMatchObject([{ id, name: 'Schlüsselbund' }])
  })

  test('allows at most twenty passkeys', async () => {
    const { account, browser } = await withPasskey()
    const row = {
      account_id: account.id,
      public_key: Buffer.alloc(1),
      counter: 0,
      backup_eligible: false,
      backed_up: false,
      name: 'x',
    }
    await connection.db
      .insertInto('passkeys')
      .values(Array.from({ length: 19 }, (_, at) => ({ ...row, credential_id: Buffer.from(`viele ${account.id} ${at}`) })))
      .execute()
    expect(await browser.askJson('user/passkeys/options', { form: {} })).toMatchObject({ status: 409, code: 'too_many_passkeys' })
  })
})

test('keeps the password as a sign-in method', async () => {
  const { account } = await withPasskey()
  const form = { username: account.email, password: PASSWORD_OF_TESTS }
  expect((await api.ask('websession/login', { form })).status).toBe(200)
})
