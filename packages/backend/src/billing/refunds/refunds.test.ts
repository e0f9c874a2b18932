import { ApiError } from '@kiosk/domain/errors'
import { taxIn } from '@kiosk/domain/payments/rules'
import { withdrawSubscription } from '@kiosk/domain/payments/termination-endpoints'
import { DAY_MS, MINUTE_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recoverPayments } from '../charges/recover.ts'
import { runBilling } from '../renewals/renew.ts'
import { runRenewals } from '../renewals/run.ts'
import { createSubscription } from '../subscriptions/create.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { refund } from './refunds.ts'
import { sendRefunds } from './send.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

async function paid(plan = 10) {
  const reader = await shop.reader()
  await shop.leave(reader)
  await shop.begin(reader, plan)
  await shop.accept(reader, plan)
  expect((await shop.purchase(reader, plan)).status).toBe(200)
  const [invoice] = await shop.invoices(reader)
  const attempts = shop.db.selectFrom('payment_attempts').select(['id', 'payment_method_id'])
  const { id: attemptId, payment_method_id } = await attempts.where('invoice_id', '=', invoice!.id).executeTakeFirstOrThrow()
  return { ...reader, attemptId, methodId: payment_method_id!, invoice: invoice! }
}
const giveBack = (attemptId: string, amount: number) =>
  shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, { attemptId, amount, reason: 'goodwill', text: 'Kulanz' }))

test('splits a partial refund into net and tax to the cent', async () => {
  const parts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(parts, async (amounts) => {
      const { attemptId, invoice, ...reader } = await paid(2)
      const last = invoice.gross - amounts.reduce((sum, each) => sum + each, 0)
      let credited = 0
      for (const amount of [...amounts, last]) {
        await giveBack(attemptId, amount)
        credited += amount
        const notes = (await shop.invoices(reader)).filter(({ kind }) => kind === 'credit-note')
        const sum = (of: 'net' | 'tax') => notes.reduce((all, note) => all - note[of], 0)
        expect({ net: sum('net'), tax: sum('tax') }).toMatchObject({
          net: taxIn(credited, invoice.tax_rate).net,
          tax: taxIn(credited, invoice.tax_rate).tax,
        })
        for (const { net, tax, gross } of notes) expect(net + tax).toBe(gross)
      }
    }),
    { numRuns: 8 },
  )
})

test('a withdrawal from an upgrade also returns what the credit had paid, to the earlier payment', async () => {
  const reader = await paid()
  shop.later(5)
  await shop.leave(reader)
  await shop.accept(reader)
  await shop.begin(reader)
  expect((await shop.purchase(reader)).status).toBe(200)
  shop.later(3)
  const { email } = reader.account
  const form = { name: 'Mira Holm', contract: '', email }
  const answer = await shop.api.answer(withdrawSubscription, 'contract/withdraw', { form, headers: reader.headers })
  expect(answer.outcome).toBe('applied')
  await sendRefunds(shop.api.ctx)
  const paidFor = { magz: 999, upgrade: 1999 - Math.floor((999 * 25) / 30) }
  const unused = Math.floor((1999 * 27) / 30)
  const { rows } = await sql<{ amount: number; own: boolean }>`select r.amount, r.attempt_id = ${reader.attemptId} as own
    from refunds r join payment_attempts a on a.id = r.attempt_id join invoices i on i.id = a.invoice_id
    where i.account_id = ${reader.id} and r.state = 'succeeded' order by own`.execute(shop.db)
  expect(rows).toEqual([
    { amount: paidFor.upgrade, own: false },
    { amount: unused - paidFor.upgrade, own: true },
  ])
  expect((await shop.invoices(reader)).map(({ gross }) => gross)).toEqual([999, paidFor.upgrade - 1999, 1999, -unused])
  await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
})

test('never refunds more than was paid, also during a concurrent upgrade', async () => {
  const { id: accountId, methodId, attemptId, invoice } = await paid()
  shop.later(10)
  const waits = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds, 'waits'))
  const [started, first] = await shop.db.transaction().execute(async (trx) => {
    await createSubscription(trx, shop.api.ctx, { accountId, plan: 2, methodId, voucherCode: null })
    const giving = giveBack(attemptId, invoice.gross).catch((error: unknown) => error)
    return [[giving], await Promise.race([giving, waits(300)])] as const
  })
  expect(first).toBe('waits')
  expect(await started[0]).toEqual(new ApiError('wrong_input', 'amount'))
  const { rows } = await sql<{ sum: number }>`select -sum(gross)::int as sum from invoices
    where corrects = ${invoice.id} and state <> 'void'`.execute(shop.db)
  expect(rows[0]!.sum).toBeLessThanOrEqual(invoice.gross)
  shop.later(-10)
})

test('a refund that the provider does not answer is sent once in a run', async () => {
  for (const { attemptId } of [await paid(), await paid()]) await giveBack(attemptId, 500)
  const refundAtProvider = vi.spyOn(shop.psp.provider, 'refund')
  // Each call takes so long that its refund is due again. Time stops after many calls, or the run would never end.
  refundAtProvider.mockImplementation(async () => {
    if (refundAtProvider.mock.calls.length < 20) shop.later((2 * MINUTE_MS) / DAY_MS)
    throw new Error('timeout')
  })
  const sentBy = async (run: () => Promise<unknown>) => {
    refundAtProvider.mockClear()
    await run()
    return refundAtProvider.mock.calls.map(([{ refundId }]) => refundId)
  }
  const sent = await sentBy(() => sendRefunds(shop.api.ctx, 1))
  expect(sent).toHaveLength(new Set(sent).size)
  shop.later((2 * MINUTE_MS) / DAY_MS)
  const sentByBilling = await sentBy(() => runRenewals(shop.api.ctx))
  refundAtProvider.mockRestore()
  expect(sentByBilling.toSorted()).toEqual([...new Set(sent)].toSorted())
})

test('keeps charge and refund pending until a missing provider is configured', async () => {
  const { attemptId, id } = await paid(2)
  shop.later(30)
  const { ctx } = shop.api
  const without = { ...ctx, payments: { ...ctx.payments, card: null } }
  await giveBack(attemptId, 500)
  await runBilling(without)
  await sendRefunds(without)
  const states = async () => {
    const { rows } = await sql<{
      what: string
    }>`select a.state as what from payment_attempts a join invoices i on i.id = a.invoice_id
        where i.account_id = ${id} union all select r.state from refunds r where r.attempt_id = ${attemptId} order by 1`.execute(
      shop.db,
    )
    return rows.map(({ what }) => what)
  }
  expect(await states()).toEqual(['sent', 'succeeded', 'unknown'])
  expect(await shop.contracts({ id })).toMatchObject([{ state: 'active' }])
  shop.later(0.1)
  await recoverPayments(ctx)
  await runRenewals(ctx)
  expect(await states()).toEqual(['succeeded', 'succeeded', 'succeeded'])
})
