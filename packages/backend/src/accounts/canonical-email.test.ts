import { expect, test } from 'vitest'
import { openTestApi } from '../testing/open-test-api.ts'
import { canonicalEmail } from './canonical-email.ts'
import { accountByEmail, pendingAddress } from './queries.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'

const { connection, api } = await openTestApi()

const writings = (name: string) => [
  `${name}@müller.example`,
  `${name}@xn--mller-kva.example`,
  `${name}@MÜLLER.Example`,
  `${name}@mu\u0308ller.example`,
]

test.each([
  ['Mira.Holm@Example.ORG', 'Mira.Holm@example.org'],
  [' grüße@MÜLLER.example ', 'grüße@xn--mller-kva.example'],
  ['post@пример.рф', 'post@xn--e1afmkfd.xn--p1ai'],
  ['nobody', 'nobody'],
  ['a@b c', 'a@b c'],
])('normalises %j to %j', (typed, kept) => {
  expect(canonicalEmail(typed)).toBe(kept)
  expect(canonicalEmail(kept)).toBe(kept)
})

test('treats every spelling of an address as the same for registration, login and recovery', async () => {
  await createAccount(connection.db, { email: canonicalEmail(writings('neu')[0]!) })
  for (const email of writings('neu')) {
    const form = { email, password: PASSWORD_OF_TESTS }
    expect((await api.ask('user/registration/newuser', { form })).status).toBe(409)
    const login = await api.ask('websession/login', { form: { username: email, password: PASSWORD_OF_TESTS } })
    expect([email, login.status]).toEqual([email, 200])
    expect((await api.ask('websession/passwordRecovery', { form: { email } })).status).toBe(200)
  }
})

test('finds an account from before canonical addresses by every spelling and does not register it twice', async () => {
  const old = await createAccount(connection.db, { email: 'früher@müller.example' })
  for (const email of writings('früher')) {
    expect((await accountByEmail(connection.db, email))?.id).toBe(old.id)
    const form = { email, password: PASSWORD_OF_TESTS }
    expect((await api.ask('user/registration/newuser', { form })).status).toBe(409)
  }
})

test('prefers the verified account when two old accounts share one address', async () => {
  await createAccount(connection.db, { email: 'zwei@xn--mller-kva.example', verified_at: null })
  const proved = await createAccount(connection.db, { email: 'zwei@müller.example' })
  for (const email of writings('zwei')) expect((await accountByEmail(connection.db, email))?.id).toBe(proved.id)
})

test('does not treat another spelling as an address change and stores a new address in canonical form', async () => {
  const account = await createAccount(connection.db, { email: 'wechsel@xn--mller-kva.example' })
  const headers = await signedIn(connection.db, account)
  const change = (email: string) => api.ask('user/edit/userdata', { method: 'PUT', headers, form: { email } })
  expect(await (await change('wechsel@MÜLLER.example')).json()).toEqual({ emailPending: false })
  expect(await (await change('neu@BÜCHER.example')).json()).toEqual({ emailPending: true })
  expect(await pendingAddress(connection.db, account.id)).toBe('neu@xn--bcher-kva.example')
})

test('keeps a capital dotted I distinct from "i" in PostgreSQL and in the rate limits', async () => {
  const { id, email } = await createAccount(connection.db, { email: 'mimi@firmi.example' })
  expect((await accountByEmail(connection.db, email.toUpperCase()))?.id).toBe(id)
  for (const odd of ['m\u0130mi@firmi.example', 'mimi@f\u0130rmi.example', 'mI\u0307mi@firmi.example'])
    expect([odd, await accountByEmail(connection.db, odd)]).toEqual([odd, undefined])
  const form = { email: 'm\u0130mi@firmi.example', password: PASSWORD_OF_TESTS }
  expect((await api.ask('user/registration/newuser', { form })).status).toBe(200)
  expect((await accountByEmail(connection.db, form.email))?.id).not.toBe(id)
  const change = {
    method: 'PUT',
    headers: await signedIn(connection.db, { id }),
    form: { ...form, email: 'm\u0130m\u0130@firmi.example' },
  }
  expect((await api.ask('user/edit/userdata', change)).status).toBe(200)
  expect(await pendingAddress(connection.db, id)).toBe('mi\u0307mi\u0307@firmi.example')
})
