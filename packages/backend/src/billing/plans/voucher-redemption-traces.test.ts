import { registrationUrl, validateWallet } from '@kiosk/domain/payments/endpoints'
import { launchOffer } from '@kiosk/domain/subscriptions/endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../accounts/erase-account.ts'
import { lockAccount } from '../../accounts/queries.ts'
import { leftMethod } from '../../adapters/payments/testing/fake-card-provider.ts'
import { housekeeping } from '../../housekeeping.ts'
import { runBilling } from '../renewals/renew.ts'
import { switchAutoRenew } from '../subscriptions/auto-renew.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

const offerStatus = async ({ headers }: Reader) => (await shop.api.ask('voucher/launchoffer/', { headers })).status
const put = async ({ headers }: Reader, voucher: string) =>
  (await shop.api.ask('payment/voucher', { method: 'PUT', form: { subscription: '2', voucher }, headers })).status

/** Buys with the launch offer or a code, with a new card or the given one. */
async function buys(reader: Reader, options: { code?: string; fingerprint?: string } = {}): Promise<void> {
  await (await enters(reader, options))()
}

/** Enters payment data for such a purchase; returns what then makes it. */
async function enters(reader: Reader, options: { code?: string; fingerprint?: string }): Promise<() => Promise<unknown>> {
  const code =
    options.code ??
    (await shop.api.answer(launchOffer, 'voucher/launchoffer/', { headers: reader.headers })).voucherCode.voucherCode
  await shop.begin(reader)
  await shop.accept(reader)
  expect(await put(reader, code)).toBe(200)
  const path = 'psp/url/registration?subscription=2&voucher=&again=true'
  const { url } = await shop.api.answer(registrationUrl, path, { headers: reader.headers })
  const id = url.split('/').at(-1)!
  const method = leftMethod({ reference: `card-succeeded-${id}`, fingerprint: options.fingerprint ?? null })
  shop.psp.finishSetup(id, { state: 'done', method })
  return () => shop.api.ask(`payment/setup/${id}`, { headers: reader.headers })
}

/** Approves the launch offer at the wallet, as this payer; returns what then makes the purchase. */
async function approves(reader: Reader, payerId: string): Promise<() => Promise<unknown>> {
  await shop.begin(reader)
  await shop.accept(reader)
  expect(await put(reader, 'WILLKOMMEN-AT')).toBe(200)
  const { headers } = reader
  const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })
  const reference = shop.wallet.approve({ planId: 'plan-2-WILLKOMMEN-AT', customId, payerId })
  const form = { subscription: '2', paypalsubscription: reference, paypalorder: 'O-1' }
  return () => shop.api.ask('paypal/subscription', { form, headers })
}

/** Cancels, waits for the end and erases the account. */
async function leaves({ id }: Reader): Promise<void> {
  await shop.db.transaction().execute((trx) => switchAutoRenew(trx, id, false, shop.now()))
  shop.later(31)
  await runBilling(shop.api.ctx)
  await shop.db.transaction().execute(async (trx) => eraseAccount(trx, (await lockAccount(trx, id))!, shop.api.ctx))
}

const stateOf = async (reader: Reader) => (await shop.contracts(reader)).map(({ state }) => state)

describe('an offer for new readers', () => {
  test('is not granted again after the account is erased and the address registered in any spelling', async () => {
    const first = await shop.reader({ email: 'Wieder.Da@M\u00fcller.example' })
    await buys(first)
    expect(await stateOf(first)).toEqual(['active'])
    await leaves(first)
    const again = await shop.reader({ email: 'wieder.da@XN--MLLER-KVA.example' })
    expect(await offerStatus(again)).toBe(404)
    await shop.begin(again)
    expect(await put(again, 'WILLKOMMEN-AT')).toBe(406)
    const other = await shop.reader({ email: 'jemand.anders@xn--mller-kva.example' })
    expect(await offerStatus(other)).toBe(200)
  })

  test('counts as the same offer in every market', async () => {
    const first = await shop.reader({ email: 'zieht.um@example.org' })
    await buys(first)
    await leaves(first)
    expect(await offerStatus(await shop.reader({ email: 'zieht.um@example.org', region_id: 2 }))).toBe(404)
  })

  test('is not sold again to the same card of an existing or an erased account', async () => {
    const first = await shop.reader()
    await buys(first, { fingerprint: 'fp-one' })
    const second = await shop.reader()
    await buys(second, { fingerprint: 'fp-one' })
    expect(await stateOf(second)).toEqual([])
    await leaves(first)
    const third = await shop.reader()
    await buys(third, { fingerprint: 'fp-one' })
    expect(await stateOf(third)).toEqual([])
    // The card is known now, so the cart shows the regular price, at which the reader can buy.
    expect(await offerStatus(third)).toBe(404)
    const other = await shop.reader()
    await buys(other, { fingerprint: 'fp-two' })
    expect(await stateOf(other)).toEqual(['active'])
  })

  test('is sold once to the same card, however many accounts buy with it at once', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => shop.reader()))
    const purchases = await Promise.all(readers.map((reader) => enters(reader, { fingerprint: 'fp-at-once' })))
    await Promise.all(purchases.map((buy) => buy()))
    const states = await Promise.all(readers.map(stateOf))
    expect(states.filter(([state]) => state === 'active')).toHaveLength(1)
  })

  test('is not sold again to the same account of the wallet, of an existing or an erased reader, nor to many at once', async () => {
    const first = await shop.reader()
    await (await approves(first, 'PAYER1'))()
    expect(await stateOf(first)).toEqual(['active'])
    const others = await Promise.all(Array.from({ length: 3 }, () => shop.reader()))
    for (const reader of others) await (await approves(reader, 'PAYER1'))()
    expect((await Promise.all(others.map(stateOf))).flat()).toEqual([])
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => shop.reader()))
    const purchases = await Promise.all(atOnce.map((reader) => approves(reader, 'PAYER2')))
    await Promise.all(purchases.map((buy) => buy()))
    expect((await Promise.all(atOnce.map(stateOf))).flat()).toEqual(['active'])
    const { db, api } = shop
    await db.updateTable('subscriptions').set({ state: 'ended' }).where('account_id', '=', first.id).execute()
    await db.transaction().execute(async (trx) => eraseAccount(trx, (await lockAccount(trx, first.id))!, api.ctx))
    const last = await shop.reader()
    await (await approves(last, 'PAYER1'))()
    expect(await stateOf(last)).toEqual([])
  })

  test('that was not paid leaves no trace', async () => {
    const before = await sql<{ count: number }>`select count(*)::int as count from voucher_redemption_hashes`.execute(shop.db)
    const reader = await shop.reader({ email: 'abgelehnt@example.org' })
    await shop.leave(reader, 'card-declined')
    await shop.begin(reader)
    await shop.accept(reader)
    expect(await put(reader, 'WILLKOMMEN-AT')).toBe(200)
    await shop.purchase(reader)
    await shop.db.transaction().execute(async (trx) => eraseAccount(trx, (await lockAccount(trx, reader.id))!, shop.api.ctx))
    const after = await sql<{ count: number }>`select count(*)::int as count from voucher_redemption_hashes`.execute(shop.db)
    expect(after.rows).toEqual(before.rows)
    expect(await offerStatus(await shop.reader({ email: 'abgelehnt@example.org' }))).toBe(200)
  })
})

test('a voucher code is redeemed once per address, and by different accounts with the same card', async () => {
  const code = await shop.voucher({ days: 30 })
  const first = await shop.reader({ email: 'gutschein@example.org' })
  await buys(first, { code, fingerprint: 'fp-family' })
  await leaves(first)
  const again = await shop.reader({ email: 'gutschein@example.org' })
  await shop.begin(again)
  expect(await put(again, code)).not.toBe(200)
  const sister = await shop.reader()
  await buys(sister, { code, fingerprint: 'fp-family' })
  expect(await stateOf(sister)).toEqual(['active'])
})

test('traces contain no personal data, cannot be computed without the key, and expire after two years', async () => {
  const { rows } = await sql<{
    row: string
  }>`select voucher_redemption_hashes::text as row from voucher_redemption_hashes`.execute(shop.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { row } of rows) expect(row).not.toMatch(/example|wieder|gutschein|fp-/)
  const { rows: lengths } = await sql<{
    bytes: number
  }>`select distinct octet_length(hash) as bytes from voucher_redemption_hashes`.execute(shop.db)
  expect(lengths).toEqual([{ bytes: 32 }])
  const aged = (days: number) =>
    sql`update voucher_redemption_hashes set at = ${new Date(shop.now().getTime() - days * DAY_MS)}`.execute(shop.db)
  await aged(729)
  await housekeeping(null as never, shop.api.ctx)
  expect((await sql`select from voucher_redemption_hashes`.execute(shop.db)).rows).toHaveLength(rows.length)
  await aged(731)
  await housekeeping(null as never, shop.api.ctx)
  expect((await sql`select from voucher_redemption_hashes`.execute(shop.db)).rows).toEqual([])
})
