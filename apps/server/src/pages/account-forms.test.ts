import { globSync, readFileSync } from 'node:fs'
import { accountById } from '@kiosk/backend/accounts/queries'
import { createAccount, signedIn, subscribe } from '@kiosk/backend/accounts/testing/accounts'
import { fingerprints } from '@kiosk/backend/accounts/testing/full-account'
import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { endpoints } from '@kiosk/backend/http/endpoints'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/limits'
import { oneClickUnsubscribe } from '@kiosk/domain/accounts/registration-endpoints'
import { appleReturn } from '@kiosk/domain/accounts/session-endpoints'
import { pages } from '@kiosk/domain/addresses'
import type { Endpoint } from '@kiosk/domain/endpoint'
import { providerWebhook } from '@kiosk/domain/payments/provider-endpoints'
import routes from '@kiosk/website/routes'
import { parse } from 'parse5'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { attribute, elements } from '../testing/elements.ts'
import { type Newsstand, testNewsstand } from '../testing/newsstand.ts'

vi.mock('../../../reader/src/document/built-assets.ts', () => ({
  buildFolder: '/nowhere/',
  builtAssets: (name: string) => ({ script: `/reader/assets/${name}.js`, modules: [], styles: [] }),
}))

let connection: Connection
let api: TestApi
let newsstand: Newsstand
beforeAll(async () => {
  connection = await testDatabase()
  const title = await createTitle(connection.db, { key: 'bergblick', name: 'Bergblick', subscriptions: [1, 2] })
  await createIssue(connection.db, { title, uid: 'berg1', issue_date: '2026-10-01', pages: ['Murmeltier'] })
  const card = fakeCardProvider().provider
  api = await testApi(connection, { requestsPerMinute: 0, payments: { card, wallet: null, store: null } })
  newsstand = await testNewsstand(api)
})
afterAll(async () => {
  await newsstand.close()
  await api.close()
  await connection.close()
})

/** A form as a browser would submit it unchanged. */
type Form = { page: string; action: string; fields: Record<string, string> }
async function formsOn(page: string, headers: Record<string, string>): Promise<Form[]> {
  const answer = await newsstand.ask(page, { headers })
  if (answer.status !== 200) return []
  const document = parse(await answer.text(), { scriptingEnabled: false })
  return elements(document, 'form')
    .filter((form) => attribute(form, 'method') === 'post')
    .map((form) => ({
      page,
      action: attribute(form, 'action') || page,
      fields: Object.fromEntries(
        [...elements(form, 'input'), ...elements(form, 'button')]
          .filter((each) => attribute(each, 'name') !== '')
          .map((each) => [attribute(each, 'name'), attribute(each, 'value')]),
      ),
    }))
}

/** Actions that change no account: settings of the browser, and forms about a typed address or a link. */
const OF_NO_ACCOUNT = [
  '/preferences',
  '/feedback',
  '/#feedback',
  '/user/newsletter/unsubscribe',
  '/user/releases/unsubscribe',
  '/user/searches/unsubscribe',
]

/** Parameters with which pages show their forms. */
const values: Record<string, string> = { ':id': 'berg1', ':magazinekey': 'bergblick', ':regionId': 'r1' }
const addresses = [
  ...Object.values(pages).map(({ path }) => path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, (slot) => values[slot] ?? 'unknown')),
  '/user/account?edit=userdata',
  '/user/account?edit=region',
  '/user/payment/overview?id=2',
  '/user/payment/dopay?id=2',
].filter((path) => path !== '/user/logout')

/** Readers whose pages show different forms: free, and with a subscription. */
async function readers() {
  const { db } = connection
  const free = await createAccount(db)
  const premium = await createAccount(db)
  await subscribe(db, premium)
  return { free: await signedIn(db, free), premium: await signedIn(db, premium) }
}

test('every form of a page that shows an account names the account', async () => {
  const found: Form[] = []
  for (const headers of Object.values(await readers()))
    for (const address of addresses) found.push(...(await formsOn(address, headers)))
  const ofAccounts = found.filter(({ action }) => !OF_NO_ACCOUNT.includes(action))
  expect([...new Set(ofAccounts.map(({ action }) => action.split('?')[0]))].sort()).toEqual(
    expect.arrayContaining([
      '/cancel',
      '/magazines/issues/berg1',
      '/promocode',
      '/user/account',
      '/user/device',
      '/user/payment/overview',
      '/user/subscription/current/edit',
      '/withdraw',
    ]),
  )
  expect(ofAccounts.filter(({ fields }) => !/^[\w-]{22}$/.test(fields[ACCOUNT_FIELD] ?? ''))).toEqual([])
})

test('a form of a reader who has signed out is rejected, and nothing is changed', async () => {
  const { db } = connection
  const { free } = await readers()
  const other = await createAccount(db, { firstname: 'Anna' })
  const now = await signedIn(db, other)
  const before = await accountById(db, other.id)
  const forms: Form[] = []
  for (const address of addresses) forms.push(...(await formsOn(address, free)))
  const ofAccounts = forms.filter(({ action }) => !OF_NO_ACCOUNT.includes(action))
  expect(ofAccounts.length).toBeGreaterThan(15)
  for (const { action, fields } of ofAccounts) {
    const form = { ...fields, confirmed: 'yes', value: 'Berta', accepted: 'true', name: 'Berta', email: other.email }
    const answer = await newsstand.ask(action, { headers: now, form })
    const page = await answer.text()
    expect([action, answer.status], action).toEqual([action, 409])
    expect(page).toContain('In diesem Browser ist inzwischen ein anderes Konto angemeldet')
    // The page shows the account that is signed in now.
    expect(page).toContain('Anna')
  }
  expect(await accountById(db, other.id)).toEqual(before)
  expect(await db.selectFrom('termination_declarations').select('id').execute()).toEqual([])
  expect(await db.selectFrom('favourites').select('account_id').execute()).toEqual([])
})

test.each([
  ['en', 'This browser is now logged in to a different account'],
  ['fr', 'Ce navigateur est désormais connecté à un autre compte'],
])('rejects a form without its account name with a message in the language %s', async (language, words) => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const form = { about: 'delete', confirmed: 'yes' }
  const answer = await newsstand.ask('/user/account', { headers, language, form })
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain(words)
  expect(await accountById(connection.db, account.id)).toEqual(account)
})

test('the form of the signed-in account works, and its reference does not reveal the id', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  const [form] = (await formsOn('/user/account?edit=lastname', headers)).filter(({ fields }) => fields.about === 'lastname')
  const answer = await newsstand.ask(form!.action, { headers, form: { ...form!.fields, value: 'Auer' } })
  expect(answer.status).toBe(200)
  expect(await accountById(connection.db, account.id)).toMatchObject({ lastname: 'Auer' })
  // The reference is the same in every session of the account.
  const elsewhere = await formsOn('/user/account', await signedIn(connection.db, account))
  const again = elsewhere.find(({ fields }) => fields.about === 'password')
  expect(again!.fields[ACCOUNT_FIELD]).toBe(form!.fields[ACCOUNT_FIELD])
})

test('the API rejects a call that names another account than the signed-in one', async () => {
  const { db } = connection
  const [mine, other] = [await createAccount(db), await createAccount(db)]
  const headers = await signedIn(db, mine)
  const reference = async (of: Record<string, string>) =>
    ((await (await api.ask('user', { headers: of })).json()) as { accountReference: string }).accountReference
  const put = (account: string) =>
    api.ask('user/edit/userdata', { method: 'PUT', headers: { ...headers, 'x-account': account }, form: { lastname: 'Auer' } })
  const rejected = await put(await reference(await signedIn(db, other)))
  expect([rejected.status, await rejected.json()]).toMatchObject([409, { code: 'other_account' }])
  expect(await accountById(db, mine.id)).toMatchObject({ lastname: mine.lastname })
  expect((await put(await reference(headers))).status).toBe(200)
  // The pages of the reader have another reference.
  const reader = async (of: Record<string, string>) =>
    ((await (await api.ask('reader/downloads', { headers: of })).json()) as { reader: string }).reader
  expect((await put(await reader(await signedIn(db, other)))).status).toBe(409)
  expect((await put(await reader(headers))).status).toBe(200)
})

test('every action of the website reads account forms through the check', () => {
  const free = new Set([
    'shell/account-form.ts',
    // Settings of the browser, and crash reports.
    'shell/preferences.ts',
    'shell/crash-report-action.ts',
    // Messages to us, from a typed address.
    'content/feedback-screen.tsx',
    'catalogue/home/home-screen.tsx',
    // Signing in and out: the form has an address, or a link from an e-mail names the account.
    ...['accept-terms', 'verify', 'verify-email', 'logout', 'handover', 'register', 'new-password', 'unsubscribe', 'disown'].map(
      (name) => `accounts/${name}-screen.tsx`,
    ),
    // A challenge changes nothing; the form with its response is checked.
    'accounts/passkey-options.ts',
    'accounts/restore-screen.tsx',
    'accounts/log-in-action.ts',
    'accounts/login-screen.tsx',
  ])
  const app = new URL('../../../website/app/', import.meta.url)
  const reading = globSync('**/*.{ts,tsx}', { cwd: app }).filter((file) =>
    /request\.(clone\(\)\.)?formData\(\)/.test(readFileSync(new URL(file, app), 'utf8')),
  )
  expect(reading.filter((file) => !free.has(file))).toEqual([])
})

/** What browsers send along with a form of another site; the last ones are those of older browsers. */
const FROM_ELSEWHERE = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://shop.kiosk.example.org', 'sec-fetch-site': 'same-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
]
/** Sent by other sites on purpose, each with a secret or a signature (ADR-0170). */
const MEANT_FOR_OTHERS: readonly Endpoint[] = [appleReturn, oneClickUnsubscribe, providerWebhook]

test('no form and no call of another site changes anything with the session of a reader', async () => {
  const account = await createAccount(connection.db)
  const { cookie } = await signedIn(connection.db, account)
  // Every route, because a form may be added to each of them.
  const forms = [...routes.map(({ path = '' }) => path.replace(/:\w+\??/g, 'berg1').replace('*', '/no/page')), '/reader/push']
  const calls = Object.values(endpoints)
    .flat()
    .map(({ declared }): Endpoint => declared)
    .filter((declared) => declared.method !== 'GET' && !MEANT_FOR_OTHERS.includes(declared))
  const own = { cookie, origin: 'https://kiosk.example.org', 'sec-fetch-site': 'same-origin' }
  const preferences = { theme: 'dark', back: '/' }
  expect((await newsstand.ask('/preferences', { headers: own, form: preferences })).status).toBe(303)
  const before = await fingerprints(connection.db)
  const accepted: string[] = []
  for (const elsewhere of FROM_ELSEWHERE) {
    const headers = { cookie, ...elsewhere }
    for (const path of forms) {
      const { status } = await newsstand.ask(path, { headers, form: preferences })
      if (status !== 403) accepted.push(`${path} ${JSON.stringify(elsewhere)} ${status}`)
    }
    for (const { method, path } of calls) {
      const { code } = await api.errorOf(path.replace(/\{\w+\}/g, '1'), { method, headers, form: {} })
      if (code !== 'foreign_origin') accepted.push(`${method} ${path} ${JSON.stringify(elsewhere)} ${code}`)
    }
  }
  expect(accepted).toEqual([])
  expect(await fingerprints(connection.db)).toEqual(before)
})
