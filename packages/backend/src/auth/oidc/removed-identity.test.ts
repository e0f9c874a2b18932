import { HOUR_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from '../../accounts/testing/accounts.ts'
import { signIn } from '../../adapters/oidc/testing/oidc-server.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { fakeBrowser, type TestBrowser } from '../../testing/browser.ts'
import { openIdentityTest } from '../testing/open-identity-test.ts'

const { connection, api } = await openIdentityTest()
let people = 0

/** Logs in at Apple, whose people have verified addresses, and returns the answer of the login, or that it was refused. */
async function byApple(browser: TestBrowser, who: string): Promise<Record<string, unknown>> {
  const { address, form } = await signIn(await browser.sentTo('websession/identity/apple'), who)
  const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
  const back = await browser.sentTo(address.pathname, { form: form!, headers })
  if (back.searchParams.has('denied')) return { denied: true }
  const sessionToken = back.searchParams.get('sessionTokenFromAppleLogin') ?? 'none'
  return browser.askJson('websession/login/sessiontoken', { form: { sessionToken } })
}
const byPassword = (browser: TestBrowser, username: string) =>
  browser.askJson('websession/login', { form: { username, password: PASSWORD_OF_TESTS } })
const appleIdOf = async ({ id }: { id: number }) =>
  (await connection.db.selectFrom('accounts').select('apple_id').where('id', '=', id).executeTakeFirstOrThrow()).apple_id
const remove = (headers: Record<string, string>) => api.ask('user/identity/apple', { method: 'DELETE', headers })

/** An account that somebody with its address at Apple has linked. */
async function linked() {
  const who = `removed-${++people}`
  const account = await createAccount(connection.db, { email: `${who}@example.org` })
  expect(await byApple(fakeBrowser(api), who)).toMatchObject({ status: 200 })
  expect(await appleIdOf(account)).toBe(who)
  return { who, account, headers: await signedIn(connection.db, account, { passwordAt: new Date() }) }
}

test('what the owner has removed is not linked again by its verified address, only by the owner', async () => {
  const { who, account, headers } = await linked()
  expect(await (await api.ask('user/security', { headers })).json()).toMatchObject({ providers: ['apple'] })
  await forgetJobs(connection.db)
  expect((await remove(headers)).status).toBe(204)
  expect(await (await api.ask('user/security', { headers })).json()).toMatchObject({ providers: [] })
  expect(await waitingEmails(connection.db)).toEqual([
    { letter: 'protection-changed', accountId: account.id, change: 'provider-removed' },
  ])
  expect((await remove(headers)).status).toBe(404)

  const browser = fakeBrowser(api)
  expect(await byApple(browser, who)).toEqual({ denied: true })
  expect(await appleIdOf(account)).toBeNull()

  expect(await byPassword(browser, account.email)).toMatchObject({ status: 200, waitingIdentity: 'apple' })
  expect(await browser.askJson('user/identity', { method: 'PUT', form: { link: 'true' } })).toMatchObject({ linked: true })
  expect(await byApple(fakeBrowser(api), who)).toMatchObject({ status: 200 })
})

test('a login by the provider that is under way when it is removed signs nobody in', async () => {
  const { who, headers } = await linked()
  const browser = fakeBrowser(api)
  const { address, form } = await signIn(await browser.sentTo('websession/identity/apple'), who)
  const cross = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
  const back = await browser.sentTo(address.pathname, { form: form!, headers: cross })
  expect((await remove(headers)).status).toBe(204)
  const sessionToken = back.searchParams.get('sessionTokenFromAppleLogin')!
  expect((await browser.ask('websession/login/sessiontoken', { form: { sessionToken } })).status).toBe(403)
})

test('requires a fresh login and another way in', async () => {
  const { account } = await linked()
  const before = new Date(Date.now() - HOUR_MS)
  expect((await remove(await signedIn(connection.db, account, { passwordAt: before }))).status).toBe(403)
  await connection.db.updateTable('accounts').set({ password_hash: null }).where('id', '=', account.id).execute()
  const only = await remove(await signedIn(connection.db, account, { passwordAt: new Date() }))
  expect([only.status, ((await only.json()) as { code: string }).code]).toEqual([409, 'no_password'])
  expect(await appleIdOf(account)).not.toBeNull()
})
