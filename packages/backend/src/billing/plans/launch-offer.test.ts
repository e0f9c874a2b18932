import { launchOffer } from '@kiosk/domain/subscriptions/endpoints'
import { LAUNCH_OFFER_DAYS } from '@kiosk/domain/subscriptions/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { createAccount, signedIn, subscribe } from '../../accounts/testing/accounts.ts'
import { fakeCardProvider } from '../../adapters/payments/testing/fake-card-provider.ts'
import { testApi } from '../../testing/api.ts'
import { openTestApi } from '../../testing/open-test-api.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const payments = { card: fakeCardProvider().provider, wallet: null, store: null }
const { connection, api } = await openTestApi({
  now: () => NOW,
  payments,
})

const PATH = 'voucher/launchoffer/'
async function reader(options: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(connection.db, { verified_at: NOW, ...options })
  const { cookie } = await signedIn(connection.db, account)
  return { account, headers: { cookie } }
}

test.each([
  [1, 2, 1999, 399, 'WILLKOMMEN-AT'],
  [2, 5, 1499, 599, 'WILLKOMMEN-DE'],
  [3, 8, 2990, 790, 'WILLKOMMEN-CH'],
  [4, 9, 999, 399, 'WILLKOMMEN-LU'],
])(
  'offers a new reader in region %i the premium plan',
  async (region_id, subscriptionId, regularPrice, reducedPrice, voucherCode) => {
    const { headers } = await reader({ region_id })
    expect(await api.answer(launchOffer, PATH, { headers, country: 'DE' })).toEqual({
      subscriptionId,
      voucherCode: { voucherCode },
      regularPrice,
      reducedPrice,
      days: 90,
    })
  },
)

test('the launch offer is valid for fourteen days after verification', async () => {
  const term = LAUNCH_OFFER_DAYS * DAY_MS
  const before = await reader({ verified_at: new Date(NOW.getTime() - term + 1) })
  expect((await api.ask(PATH, { headers: before.headers })).status).toBe(200)
  const after = await reader({ verified_at: new Date(NOW.getTime() - term) })
  expect(await api.errorOf(PATH, { headers: after.headers })).toEqual({ status: 410, code: 'offer_expired' })
})

test('the launch offer is not made to current or former subscribers', async () => {
  const { account, headers } = await reader()
  await subscribe(connection.db, account)
  // The clock of these tests does not advance.
  const began = { starts_at: new Date(NOW.getTime() - DAY_MS) }
  await connection.db.updateTable('subscriptions').set(began).where('account_id', '=', account.id).execute()
  expect(await api.errorOf(PATH, { headers })).toEqual({ status: 404, code: 'not_found' })
  await connection.db
    .updateTable('subscriptions')
    .set({ ends_at: new Date(NOW.getTime() - 1) })
    .where('account_id', '=', account.id)
    .execute()
  expect(await api.errorOf(PATH, { headers })).toEqual({ status: 409, code: 'offer_redeemed' })
})

test('the launch offer is not made in a market without a voucher code', async () => {
  const { operator } = api
  const voucherCodes = { ...operator.launchOffer.voucherCodes, ch: null }
  const other = await testApi(connection, {
    operator: { ...operator, launchOffer: { days: 30, voucherCodes } },
    now: () => NOW,
    payments,
  })
  const swiss = await reader({ region_id: 3 })
  expect((await other.errorOf(PATH, { headers: swiss.headers })).status).toBe(404)
  const german = await reader({ region_id: 2 })
  expect((await other.answer(launchOffer, PATH, { headers: german.headers })).days).toBe(30)
  await other.close()
})

test('the launch offer is not made while there is no payment provider', async () => {
  const { headers } = await reader()
  expect((await api.ask(PATH, { headers })).status).toBe(200)
  const closed = await testApi(connection, { now: () => NOW })
  expect(await closed.errorOf(PATH, { headers })).toEqual({ status: 404, code: 'not_found' })
  await closed.close()
})
