import { launchOffer } from '@kiosk/domain/subscriptions/endpoints'
import { LAUNCH_OFFER_STANDS } from '@kiosk/domain/subscriptions/terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, signedIn, subscribe } from '../accounts/build-account.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi } from '../test-api.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection, { now: () => NOW })
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const PATH = 'voucher/launchoffer/'
async function reader(given: Parameters<typeof buildAccount>[1] = {}) {
  const account = await buildAccount(connection.db, { verified_at: NOW, ...given })
  const { cookie } = await signedIn(connection.db, account)
  return { account, headers: { cookie } }
}

test.each([
  [1, 2, 1999, 399, 'WILLKOMMEN-AT'],
  [2, 5, 1499, 599, 'WILLKOMMEN-DE'],
  [3, 8, 2990, 790, 'WILLKOMMEN-CH'],
  [4, 9, 999, 399, 'WILLKOMMEN-LU'],
])(
  'a new reader in region %i is offered its premium tariff',
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

test('the offer stands for fourteen days from the verification', async () => {
  const term = LAUNCH_OFFER_STANDS * DAY
  const before = await reader({ verified_at: new Date(NOW.getTime() - term + 1) })
  expect((await api.ask(PATH, { headers: before.headers })).status).toBe(200)
  const after = await reader({ verified_at: new Date(NOW.getTime() - term) })
  expect(await api.refusal(PATH, { headers: after.headers })).toEqual({ status: 410, code: 'offer_expired' })
})

test('who pays is offered nothing; who paid before had it', async () => {
  const { account, headers } = await reader()
  await subscribe(connection.db, account)
  // The clock of these tests stands still.
  const began = { starts_at: new Date(NOW.getTime() - 86_400_000) }
  await connection.db.updateTable('subscriptions').set(began).where('account_id', '=', account.id).execute()
  expect(await api.refusal(PATH, { headers })).toEqual({ status: 404, code: 'not_found' })
  await connection.db
    .updateTable('subscriptions')
    .set({ ends_at: new Date(NOW.getTime() - 1) })
    .where('account_id', '=', account.id)
    .execute()
  expect(await api.refusal(PATH, { headers })).toEqual({ status: 409, code: 'offer_redeemed' })
})

test('a market without a voucher code has no offer', async () => {
  const { operator } = api
  const voucherCodes = { ...operator.launchOffer.voucherCodes, ch: null }
  const other = await testApi(connection, { operator: { ...operator, launchOffer: { days: 30, voucherCodes } }, now: () => NOW })
  const swiss = await reader({ region_id: 3 })
  expect((await other.refusal(PATH, { headers: swiss.headers })).status).toBe(404)
  const german = await reader({ region_id: 2 })
  expect((await other.answer(launchOffer, PATH, { headers: german.headers })).days).toBe(30)
  await other.close()
})
