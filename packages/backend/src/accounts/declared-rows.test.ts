import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import { expect, test } from 'vitest'
import { openTestApi } from '../testing/open-test-api.ts'
import { createAccount, signedIn } from './testing/accounts.ts'

// Declarations of an account are each recorded, up to a limit.

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })
const MOST = 30

async function rowsOf(table: 'consents' | 'withdrawal_acceptances', accountId: number): Promise<number> {
  const rows = await connection.db.selectFrom(table).select('id').where('account_id', '=', accountId).execute()
  return rows.length
}

test('records at most thirty terms acceptances in ten minutes for one account from any network', async () => {
  const [one, other] = [await createAccount(connection.db), await createAccount(connection.db)]
  const accept = async (headers: { cookie: string }, each: number) => {
    const form = { subscription: '2', version: ACCEPTANCE_VERSIONS[api.operator.withdrawal], accepted: 'true' }
    return (await api.ask('payment/acceptance', { form, headers, address: `198.51.100.${each}` })).status
  }
  const headers = await signedIn(connection.db, one)
  const statuses: number[] = []
  for (let each = 0; each < MOST + 5; each++) statuses.push(await accept(headers, each))
  expect(statuses.slice(MOST)).toEqual(Array(5).fill(429))
  expect(await rowsOf('withdrawal_acceptances', one.id)).toBe(MOST)
  expect(await accept(await signedIn(connection.db, other), 1)).toBeLessThan(300)
})

test.each([
  ['user/edit/newsletter', 'newsletter'],
  ['user/edit/newsletter/releases', 'newsletter'],
  ['user/edit/agerestriction', 'agerestriction'],
])('limits how often %s is switched on, but never switching it off', async (path, field) => {
  const account = await createAccount(connection.db, { send_newsletter: false, send_release_newsletter: false })
  const headers = await signedIn(connection.db, account)
  const change = async (on: boolean) => (await api.ask(path, { method: 'PUT', form: { [field]: String(on) }, headers })).status
  const before = await rowsOf('consents', account.id)
  const ons: number[] = []
  for (let each = 0; each < MOST + 5; each++) {
    ons.push(await change(true))
    expect(await change(false)).toBe(200)
  }
  expect(ons).toEqual([...Array(MOST).fill(200), ...Array(5).fill(429)])
  expect((await rowsOf('consents', account.id)) - before).toBeLessThanOrEqual(2 * MOST)
})
