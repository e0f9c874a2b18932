// Nobody is charged for what a closed account can't read.
import { validateWallet } from '@kiosk/domain/payments/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateAccount, deactivateAccount } from '../accounts/deactivate-account.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import { outcome } from '../outside/payments/pretend-card-provider.ts'
import { lastLetter } from './build-papers.ts'
import { buy } from './buy.ts'
import { cancelAtWallet } from './cancel-at-wallet.ts'
import { sendRefunds } from './refunds.ts'
import { runBilling } from './renew.ts'
import { settleAttempts } from './settle-attempts.ts'
import { sweepWallets } from './sweep-wallets.ts'
import { type Checkout, type Reader, testCheckout } from './test-checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

const close = ({ id }: Reader) => shop.db.transaction().execute((trx) => deactivateAccount(trx, id, shop.now()))
const open = ({ id }: Reader) => shop.db.transaction().execute((trx) => activateAccount(trx, id))
async function buyer(method = 'card-succeeded') {
  const reader = await shop.reader({ language: 'de' })
  const reference = await shop.leave(reader, method)
  await shop.begin(reader)
  await shop.accept(reader)
  return { ...reader, reference }
}
async function subscriber() {
  const reader = await buyer()
  expect((await shop.purchase(reader)).status).toBe(200)
  return reader
}
const attemptsOf = ({ id }: Reader) =>
  shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(['payment_attempts.id', 'payment_attempts.state'])
    .where('account_id', '=', id)
    .execute()
const refundsOf = async (reader: Reader) => {
  const ids = (await attemptsOf(reader)).map(({ id }) => id)
  return shop.db.selectFrom('refunds').select(['amount', 'reason']).where('attempt_id', 'in', ids).execute()
}

test.each([10, 27])('closed after %i days of thirty, the subscription ends with what is paid', async (days) => {
  const reader = await subscriber()
  shop.later(days)
  await close(reader)
  const [{ ends_at } = { ends_at: null }] = await shop.contracts(reader)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', auto_renew: false, next_charge_at: null }])
  shop.later(31 - days)
  await runBilling(shop.api.house)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended', ends_at }])
  expect(await attemptsOf(reader)).toHaveLength(1)
  expect(await refundsOf(reader)).toEqual([])
})

test('its end is told, without the way back that there is not', async () => {
  const reader = await subscriber()
  await close(reader)
  shop.later(31)
  await runBilling(shop.api.house)
  const letter = await writeLetter(await lastLetter(shop.db, 'contract-ended'), shop.api.house)
  expect(letter?.to).toBe(reader.account.email)
  expect(letter!.text).toMatch(/Es wird nichts\s+mehr verrechnet\./)
  expect(letter!.text).not.toContain('Wieder einsteigen')
})

test('a cancellation that still had one charge to come has none', async () => {
  const reader = await subscriber()
  shop.later(27)
  expect(
    (await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: reader.headers })).status,
  ).toBe(200)
  expect((await shop.contracts(reader))[0]?.next_charge_at).not.toBeNull()
  await close(reader)
  shop.later(4)
  await runBilling(shop.api.house)
  expect(await attemptsOf(reader)).toHaveLength(1)
})

test('a renewal that was declined is not tried again', async () => {
  const reader = await subscriber()
  shop.psp.behave(reader.reference, 'declined')
  shop.later(30)
  await runBilling(shop.api.house)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'past-due' }])
  await close(reader)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
  const before = await attemptsOf(reader)
  shop.later(10)
  await runBilling(shop.api.house)
  expect(await attemptsOf(reader)).toEqual(before)
})

test('opened again it is read on, and still not renewed', async () => {
  const reader = await subscriber()
  await close(reader)
  await open(reader)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', auto_renew: false, next_charge_at: null }])
})

test('what a payment under way brings back to life is not charged for a closed account', async () => {
  const reader = await subscriber()
  await close(reader)
  const [contract] = await shop.contracts(reader)
  const again = { auto_renew: true, next_charge_at: contract!.ends_at }
  await shop.db.updateTable('subscriptions').set(again).where('id', '=', contract!.id).execute()
  shop.later(30)
  await runBilling(shop.api.house)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
  expect(await attemptsOf(reader)).toHaveLength(1)
})

test('a first purchase that was under way does not begin, and its money goes back', async () => {
  const reader = await buyer('card-unknown')
  await shop.purchase(reader)
  const [attempt] = await attemptsOf(reader)
  await close(reader)
  await settleAttempts(shop.api.house, [{ attemptId: attempt!.id, outcome: outcome('succeeded', attempt!.id) }])
  await sendRefunds(shop.api.house)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
  expect(await refundsOf(reader)).toEqual([{ amount: 1999, reason: 'stray' }])
})

test('payment data that are left too late buy nothing', async () => {
  const reader = await buyer()
  await close(reader)
  const { id: methodId } = await shop.db
    .selectFrom('payment_methods')
    .select('id')
    .where('account_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  const given = { accountId: reader.id, tariff: 2, methodId, voucherCode: null }
  const bought = shop.db.transaction().execute((trx) => buy(trx, shop.api.house, given))
  await expect(bought).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await shop.contracts(reader)).toEqual([])
})

test('what a wallet charges is cancelled there, and what is approved too late is not bound', async () => {
  const reader = await buyer()
  const post = (reference: string) => {
    const form = { subscription: '2', paypalsubscription: reference, paypalorder: 'O-1' }
    return shop.api.ask('paypal/subscription', { form, headers: reader.headers })
  }
  const validated = async ({ headers }: Pick<Reader, 'headers'>) =>
    (await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })).customId
  const reference = shop.wallet.approve({ customId: await validated(reader), planId: 'plan-2' })
  shop.wallet.charge(reference, 1999, shop.now())
  expect((await post(reference)).status).toBe(200)
  await close(reader)
  const [contract] = await shop.contracts(reader)
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'cancel-wallet'`.execute(shop.db)
  expect(rows).toEqual([{ payload: { contract: contract!.id } }])
  await cancelAtWallet(shop.api.house, contract!.id)
  expect(shop.wallet.cancelled).toContain(reference)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', auto_renew: false, next_charge_at: null }])
  const late = await buyer()
  const approved = shop.wallet.approve({ customId: await validated(late), planId: 'plan-2' })
  const charge = shop.wallet.charge(approved, 1999, shop.now())
  await close(late)
  await sweepWallets(shop.api.house)
  expect(await shop.contracts(late)).toEqual([])
  expect(shop.wallet.cancelled).toContain(approved)
  expect([...shop.wallet.refunds.values()]).toContainEqual({ transactionId: charge, money: { minor: 1999, currency: 'EUR' } })
})
