// Closed accounts are not charged, because they have no access.
import { validateWallet } from '@kiosk/domain/payments/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateAccount, deactivateAccount } from '../../accounts/deactivate-account.ts'
import { outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { settleAttempts } from '../charges/settle.ts'
import { sendRefunds } from '../refunds/send.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { lastEmail } from '../testing/invoices.ts'
import { cancelAtWallet } from '../wallets/cancel-at-provider.ts'
import { sweepWallets } from '../wallets/sweep.ts'
import { createSubscription } from './create.ts'

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

test.each([10, 27])('closed after %i days of thirty, the subscription ends with the paid period', async (days) => {
  const reader = await subscriber()
  shop.later(days)
  await close(reader)
  const [{ ends_at } = { ends_at: null }] = await shop.contracts(reader)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', auto_renew: false, next_charge_at: null }])
  shop.later(31 - days)
  await runBilling(shop.api.ctx)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended', ends_at }])
  expect(await attemptsOf(reader)).toHaveLength(1)
  expect(await refundsOf(reader)).toEqual([])
})

test('e-mails the end without offering a way to resume', async () => {
  const reader = await subscriber()
  await close(reader)
  shop.later(31)
  await runBilling(shop.api.ctx)
  const email = await writeEmail(await lastEmail(shop.db, 'contract-ended'), shop.api.ctx)
  expect(email?.to).toBe(reader.account.email)
  expect(email!.text).toMatch(/Es\s+wird\s+nichts\s+mehr\s+abgebucht\./)
  expect(email!.text).not.toContain('Neu abonnieren')
})

test('drops the remaining charge of a cancelled subscription', async () => {
  const reader = await subscriber()
  shop.later(27)
  expect(
    (await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: reader.headers })).status,
  ).toBe(200)
  expect((await shop.contracts(reader))[0]?.next_charge_at).not.toBeNull()
  await close(reader)
  shop.later(4)
  await runBilling(shop.api.ctx)
  expect(await attemptsOf(reader)).toHaveLength(1)
})

test('does not retry a declined renewal', async () => {
  const reader = await subscriber()
  shop.psp.behave(reader.reference, 'declined')
  shop.later(30)
  await runBilling(shop.api.ctx)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'past-due' }])
  await close(reader)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
  const before = await attemptsOf(reader)
  shop.later(10)
  await runBilling(shop.api.ctx)
  expect(await attemptsOf(reader)).toEqual(before)
})

test('reopened, the account has access again but is still not renewed', async () => {
  const reader = await subscriber()
  await close(reader)
  await open(reader)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', auto_renew: false, next_charge_at: null }])
})

test('does not renew a subscription reactivated by a pending payment of a closed account', async () => {
  const reader = await subscriber()
  await close(reader)
  const [subscription] = await shop.contracts(reader)
  const again = { auto_renew: true, next_charge_at: subscription!.ends_at }
  await shop.db.updateTable('subscriptions').set(again).where('id', '=', subscription!.id).execute()
  shop.later(30)
  await runBilling(shop.api.ctx)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
  expect(await attemptsOf(reader)).toHaveLength(1)
})

test('does not start a pending first purchase, and refunds it', async () => {
  const reader = await buyer('card-unknown')
  await shop.purchase(reader)
  const [attempt] = await attemptsOf(reader)
  await close(reader)
  await settleAttempts(shop.api.ctx, [{ attemptId: attempt!.id, outcome: outcome('succeeded', attempt!.id) }])
  await sendRefunds(shop.api.ctx)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'ended' }])
  expect(await refundsOf(reader)).toEqual([{ amount: 1999, reason: 'stray' }])
})

test.each([
  ['de', 'Eine Lastschrift über 19,99 € ist noch unterwegs', 'und es wird nichts abgebucht'],
  ['en', 'A direct debit of €19.99 is still under way', 'and nothing is charged'],
  ['fr', 'Un prélèvement de 19,99 € est encore en cours', 'et rien n’est débité'],
] as const)(
  'an owner who closes the account while a debit is under way is told so in %s',
  async (language, underWay, nothing) => {
    const closedAt = async (becomes?: 'succeeded') => {
      const reader = await shop.reader({ language })
      await shop.leave(reader, 'debit-processing', 'DD')
      await shop.begin(reader)
      await shop.accept(reader)
      expect((await shop.purchase(reader)).status).toBe(200)
      const [{ id: attemptId } = { id: '' }] = await attemptsOf(reader)
      if (becomes) await settleAttempts(shop.api.ctx, [{ attemptId, outcome: shop.psp.becomes(attemptId, becomes) }])
      const form = { name: 'Mira', email: reader.account.email, contract: '' }
      expect((await shop.api.ask('contract/withdraw', { form, headers: reader.headers })).status).toBe(200)
      expect((await shop.api.ask('user/deleteAccount', { method: 'PUT', form: {}, headers: reader.headers })).status).toBe(200)
      const email = await writeEmail(await lastEmail(shop.db, 'erasure-requested'), shop.api.ctx)
      return email!.text.replaceAll(/[\s\u00a0]+/g, ' ')
    }
    const told = await closedAt()
    expect(told).toContain(underWay)
    expect(told).not.toContain(nothing)
    const settled = await closedAt('succeeded')
    expect(settled).toContain(nothing)
    expect(settled).not.toContain(underWay)
  },
)

test('buys nothing with payment data saved too late', async () => {
  const reader = await buyer()
  await close(reader)
  const { id: methodId } = await shop.db
    .selectFrom('payment_methods')
    .select('id')
    .where('account_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  const options = { accountId: reader.id, plan: 2, methodId, voucherCode: null }
  const bought = shop.db.transaction().execute((trx) => createSubscription(trx, shop.api.ctx, options))
  await expect(bought).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await shop.contracts(reader)).toEqual([])
})

test('cancels a wallet subscription at the wallet, and does not bind a late approval', async () => {
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
  const [subscription] = await shop.contracts(reader)
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'cancel-wallet'`.execute(shop.db)
  expect(rows).toEqual([{ payload: { contract: subscription!.id } }])
  await cancelAtWallet(shop.api.ctx, subscription!.id)
  expect(shop.wallet.cancelled).toContain(reference)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', auto_renew: false, next_charge_at: null }])
  const late = await buyer()
  const approved = shop.wallet.approve({ customId: await validated(late), planId: 'plan-2' })
  const charge = shop.wallet.charge(approved, 1999, shop.now())
  await close(late)
  await sweepWallets(shop.api.ctx)
  expect(await shop.contracts(late)).toEqual([])
  expect(shop.wallet.cancelled).toContain(approved)
  expect([...shop.wallet.refunds.values()]).toContainEqual({ transactionId: charge, money: { minor: 1999, currency: 'EUR' } })
})
