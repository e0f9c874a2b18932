// A renewal that is declined for good (the card is stolen, the account closed): not tried again, and nobody loses a subscription
// over it who leaves other payment data within the days of grace.
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { GRACE_DAYS } from '@kiosk/domain/payments/terms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeLetter } from '../outside/mail/write-letter.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { leftMethod, outcome } from '../outside/payments/pretend-card-provider.ts'
import { lastLetter, lettersFor } from './build-papers.ts'
import { runBilling } from './renew.ts'
import { replaceMethod } from './replace-method.ts'
import { sendAttempts } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

const forGood = (attemptId: string): Outcome => ({ ...outcome('declined', attemptId), retryable: false }) as Outcome

/** Somebody whose renewal was declined for good just now. */
async function refused() {
  const reader = await shop.reader({ language: 'de' })
  const reference = await shop.leave(reader)
  await shop.begin(reader)
  await shop.accept(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  shop.later(30)
  shop.psp.behave(reference, forGood)
  await runBilling(shop.api.house)
  return { ...reader, reference }
}
type Refused = Awaited<ReturnType<typeof refused>>
const reads = async ({ headers }: Refused) =>
  ((await (await shop.api.ask('user', { headers })).json()) as { subscription?: object }).subscription !== undefined
const billingOf = ({ headers }: Refused) => shop.api.answer(billing, 'billing', { headers })
const chargesOf = async ({ id }: Refused) => {
  const { count } = await shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
async function leaveAnother(reader: Refused, how: string | ((attemptId: string) => Outcome)): Promise<void> {
  const method = leftMethod({ reference: `other-${reader.id}` })
  shop.psp.behave(method.reference, how as 'succeeded')
  await shop.db
    .transaction()
    .execute(async (trx) => {
      const { id } = await trx
        .insertInto('payment_methods')
        .values({ account_id: reader.id, provider: 'sandbox', kind: 'CC', reference: method.reference })
        .returning('id')
        .executeTakeFirstOrThrow()
      return replaceMethod(trx, shop.api.house, reader.id, id)
    })
    .then((ids) => sendAttempts(shop.api.house, ids))
}
const inDays = (days: number) => new Date(shop.now().getTime() + days * 86_400_000).toISOString()

test('is not charged again, while one reads on for the days of grace; then the subscription ends', async () => {
  const anna = await refused()
  expect(await shop.contracts(anna)).toMatchObject([{ state: 'past-due', auto_renew: true }])
  for (let day = 0; day < GRACE_DAYS; day++) {
    expect(await reads(anna)).toBe(true)
    await runBilling(shop.api.house)
    shop.later(1)
  }
  expect(await reads(anna)).toBe(false)
  await runBilling(shop.api.house)
  expect(await chargesOf(anna)).toBe(2)
  expect(await shop.contracts(anna)).toMatchObject([{ state: 'ended', next_charge_at: null }])
  expect(await shop.invoices(anna)).toMatchObject([{ state: 'paid' }, { state: 'failed', number: null }])
  expect((await lettersFor(shop.db, anna.id)).slice(-2)).toEqual(['charge-declined', 'contract-ended'])
})

test('is told of: no next debit, the day on which it ends, and that other payment data are charged at once', async () => {
  const ben = await refused()
  const said = await billingOf(ben)
  expect(said).toMatchObject({ state: 'past-due', autorenewalStatus: true, expiryDate: inDays(GRACE_DAYS) })
  expect(said).not.toHaveProperty('nextDebitDate')
  const mail = await writeLetter(await lastLetter(shop.db, 'charge-declined'), shop.api.house)
  const text = mail!.text.replaceAll('\n', ' ')
  expect(text).toContain('versuchen wir es nicht noch einmal')
  expect(text).not.toContain('versuchen wir es noch einmal')
  expect(text).toContain('/user/payment/edit')
})

test('goes on with other payment data, without a break and for the price of its period', async () => {
  const cleo = await refused()
  shop.later(10)
  await leaveAnother(cleo, 'succeeded')
  expect(await shop.contracts(cleo)).toMatchObject([{ state: 'active', ends_at: new Date(inDays(20)) }])
  expect(await shop.invoices(cleo)).toMatchObject([{ state: 'paid' }, { state: 'paid', gross: 1999 }])
  shop.later(1)
  await runBilling(shop.api.house)
  expect(await chargesOf(cleo)).toBe(3)
  expect(await reads(cleo)).toBe(true)
})

test('is tried with the others where they were left while it was under way', async () => {
  const dora = await shop.reader()
  const reference = await shop.leave(dora)
  await shop.begin(dora)
  await shop.accept(dora)
  await shop.purchase(dora)
  shop.later(30)
  shop.psp.behave(reference, 'processing')
  await runBilling(shop.api.house)
  const reader = { ...dora, reference }
  await leaveAnother(reader, 'succeeded')
  const { id } = await shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select('payment_attempts.id')
    .where('account_id', '=', dora.id)
    .where('payment_attempts.state', '=', 'processing')
    .executeTakeFirstOrThrow()
  await settleAttempts(shop.api.house, [{ attemptId: id, outcome: forGood(id) }])
  shop.later(1)
  await runBilling(shop.api.house)
  expect(await shop.contracts(dora)).toMatchObject([{ state: 'active' }])
})

test('ends at once where it was cancelled, or where the house was shut for longer than the grace', async () => {
  const emil = await refused()
  await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: emil.headers })
  expect(await shop.contracts(emil)).toMatchObject([{ state: 'ended' }])
  const frieda = await shop.reader()
  const reference = await shop.leave(frieda)
  await shop.begin(frieda)
  await shop.accept(frieda)
  await shop.purchase(frieda)
  shop.psp.behave(reference, forGood)
  shop.later(30 + GRACE_DAYS)
  await runBilling(shop.api.house)
  expect(await shop.contracts(frieda)).toMatchObject([{ state: 'ended' }])
})
