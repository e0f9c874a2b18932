// Renewals with a hard decline (stolen card, closed account) are not retried; new payment data within the grace period keep the
// subscription.
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { GRACE_DAYS } from '@kiosk/domain/payments/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../adapters/payments/port.ts'
import { leftMethod, outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { replaceMethod } from '../checkout/replace-method.ts'
import { runBilling } from '../renewals/renew.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { emailsFor, lastEmail } from '../testing/invoices.ts'
import { sendAttempts } from './send.ts'
import { settleAttempts } from './settle.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

const forGood = (attemptId: string): Outcome => ({ ...outcome('declined', attemptId), retryable: false }) as Outcome

/** Creates a reader whose renewal just got a hard decline. */
async function rejected() {
  const reader = await shop.reader({ language: 'de' })
  const reference = await shop.leave(reader)
  await shop.begin(reader)
  await shop.accept(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  shop.later(30)
  shop.psp.behave(reference, forGood)
  await runBilling(shop.api.ctx)
  return { ...reader, reference }
}
type Rejected = Awaited<ReturnType<typeof rejected>>
const reads = async ({ headers }: Rejected) =>
  ((await (await shop.api.ask('user', { headers })).json()) as { subscription?: object }).subscription !== undefined
const billingOf = ({ headers }: Rejected) => shop.api.answer(billing, 'billing', { headers })
const chargesOf = async ({ id }: Rejected) => {
  const { count } = await shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
const OTHER_CARD = { brand: 'Mastercard', masked: '•••• 0015', country: 'DE' }
async function leaveAnother(reader: Rejected, how: string | ((attemptId: string) => Outcome)): Promise<void> {
  const method = leftMethod({ reference: `other-${reader.id}` })
  shop.psp.behave(method.reference, how as 'succeeded')
  await shop.db
    .transaction()
    .execute(async (trx) => {
      const { id } = await trx
        .insertInto('payment_methods')
        .values({ account_id: reader.id, provider: 'sandbox', kind: 'CC', reference: method.reference, ...OTHER_CARD })
        .returning('id')
        .executeTakeFirstOrThrow()
      return replaceMethod(trx, shop.api.ctx, reader.id, id)
    })
    .then((ids) => sendAttempts(shop.api.ctx, ids))
}

test('does not retry a hard decline, keeps access during the grace period, then ends the subscription', async () => {
  const anna = await rejected()
  expect(await shop.contracts(anna)).toMatchObject([{ state: 'past-due', auto_renew: true }])
  for (let day = 0; day < GRACE_DAYS; day++) {
    expect(await reads(anna)).toBe(true)
    await runBilling(shop.api.ctx)
    shop.later(1)
  }
  expect(await reads(anna)).toBe(false)
  await runBilling(shop.api.ctx)
  expect(await chargesOf(anna)).toBe(2)
  expect(await shop.contracts(anna)).toMatchObject([{ state: 'ended', next_charge_at: null }])
  expect(await shop.invoices(anna)).toMatchObject([{ state: 'paid' }, { state: 'failed', number: null }])
  expect((await emailsFor(shop.db, anna.id)).slice(-2)).toEqual(['charge-declined', 'contract-ended'])
})

test('reports a hard decline: no next debit, the end date, and that new payment data are charged at once', async () => {
  const ben = await rejected()
  const shown = await billingOf(ben)
  expect(shown).toMatchObject({ state: 'past-due', autorenewalStatus: true, expiryDate: shop.inDays(GRACE_DAYS).toISOString() })
  expect(shown).not.toHaveProperty('nextDebitDate')
  const mail = await writeEmail(await lastEmail(shop.db, 'charge-declined'), shop.api.ctx)
  const text = mail!.text.replaceAll('\n', ' ')
  expect(text).toContain('versuchen wir es nicht noch einmal')
  expect(text).not.toContain('versuchen wir es noch einmal')
  expect(text).toContain('/user/payment/edit')
})

test('continues without a gap and at the price of its period once other payment data are saved', async () => {
  const cleo = await rejected()
  shop.later(10)
  await leaveAnother(cleo, 'succeeded')
  expect(await shop.contracts(cleo)).toMatchObject([{ state: 'active', ends_at: shop.inDays(20) }])
  expect(await shop.invoices(cleo)).toMatchObject([{ state: 'paid' }, { state: 'paid', gross: 1999 }])
  // The renewal's invoice was drafted with the card that was declined.
  const { rows } = await sql`select snapshot -> 'method' as method, e.country from invoices i
    left join invoice_evidence e on e.invoice_id = i.id and e.piece = 'method' where account_id = ${cleo.id} order by i.id desc limit 1`.execute(
    shop.db,
  )
  const { country, ...card } = OTHER_CARD
  expect(rows).toEqual([{ method: { ...card, kind: 'CC', mandate: null }, country }])
  shop.later(1)
  await runBilling(shop.api.ctx)
  expect(await chargesOf(cleo)).toBe(3)
  expect(await reads(cleo)).toBe(true)
})

test('charges payment data saved while the declined charge was pending in the next run', async () => {
  const dora = await shop.reader()
  const reference = await shop.leave(dora)
  await shop.begin(dora)
  await shop.accept(dora)
  await shop.purchase(dora)
  shop.later(30)
  shop.psp.behave(reference, 'processing')
  await runBilling(shop.api.ctx)
  const reader = { ...dora, reference }
  await leaveAnother(reader, 'succeeded')
  const { id } = await shop.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select('payment_attempts.id')
    .where('account_id', '=', dora.id)
    .where('payment_attempts.state', '=', 'processing')
    .executeTakeFirstOrThrow()
  await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: forGood(id) }])
  shop.later(1)
  await runBilling(shop.api.ctx)
  expect(await shop.contracts(dora)).toMatchObject([{ state: 'active' }])
})

test('ends at once if the subscription was cancelled or billing was down for longer than the grace period', async () => {
  const emil = await rejected()
  await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers: emil.headers })
  expect(await shop.contracts(emil)).toMatchObject([{ state: 'ended' }])
  const frieda = await shop.reader()
  const reference = await shop.leave(frieda)
  await shop.begin(frieda)
  await shop.accept(frieda)
  await shop.purchase(frieda)
  shop.psp.behave(reference, forGood)
  shop.later(30 + GRACE_DAYS)
  await runBilling(shop.api.ctx)
  expect(await shop.contracts(frieda)).toMatchObject([{ state: 'ended' }])
})
