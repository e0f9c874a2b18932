// A wallet's charges and returns are recorded once, as they arrive, from any source.

import { formatDay } from '@kiosk/domain/date-format'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { attemptState, validateWallet } from '@kiosk/domain/payments/endpoints'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { openAlarms } from '../alarms.ts'
import { listsOfProviders } from '../reconciliation/find-differences.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { refund } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { listSuspense, suspenseOf } from '../suspense/suspense.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { emailsFor } from '../testing/invoices.ts'
import { processEvent, reportedEvent } from '../webhooks/provider-events.ts'
import { cancelAtWallet } from './cancel-at-provider.ts'
import { mirrorSubscription } from './mirror.ts'
import { applyWalletReturn } from './returns.ts'
import { sweepWallets } from './sweep.ts'

const HOUR_DAYS = HOUR_MS / DAY_MS
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => {
  shop.later(1)
})
afterAll(() => shop.close())

/** Writes the waiting e-mails to an account; those that would be dropped are left out. */
async function writtenEmails({ id }: { id: number }) {
  const jobs = (await waitingEmails(shop.db)).filter((job) => 'accountId' in job && job.accountId === id)
  const emails = await Promise.all(jobs.map((job) => writeEmail(job, shop.api.ctx)))
  return emails.flatMap((email, at) => (email ? { letter: jobs[at]!.letter, text: email.text.replaceAll(/\s+/g, ' ') } : []))
}
let events = 0
const listenTo = (about: { subscription?: string; charge?: string; refund?: string }, kind = 'PAYMENT.SALE.REFUNDED') =>
  processEvent(
    shop.api.ctx,
    reportedEvent('paypal', { id: `WH-C-${++events}`, kind, subscription: null, charge: null, refund: null, ...about }),
  )

/** Creates a reader whose wallet subscription has started and was charged the amount; null: not charged yet. */
async function subscriber(amount: number | null = 1999, currency = 'EUR', plan = 2) {
  return order(await shop.reader(), { amount, currency, plan })
}
/** Orders a plan with the wallet, also in place of the reader's running one. */
async function order(
  reader: Reader,
  { amount = null, currency = 'EUR', plan = 2 }: { amount?: number | null; currency?: string; plan?: number } = {},
) {
  await shop.begin(reader, plan)
  await shop.accept(reader, plan)
  const { headers } = reader
  const { customId } = await shop.api.answer(validateWallet, `paypal/subscription/validation/${plan}`, { headers })
  const reference = shop.wallet.approve({ customId, planId: `plan-${plan}` })
  const charge = amount === null ? '' : shop.wallet.charge(reference, amount, shop.now(), { currency })
  await listenTo({ subscription: reference }, 'BILLING.SUBSCRIPTION.ACTIVATED')
  const subscription = (await shop.contracts(reader)).at(-1)
  return { ...reader, customId, reference, charge, contract: subscription!.id }
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>
const mirror = ({ contract: subscription }: Subscriber) => mirrorSubscription(shop.api.ctx, subscription)
const subscriptionOf = async (who: Reader) => (await shop.contracts(who))[0]!
const issued = async (who: Reader) => (await shop.invoices(who)).filter(({ number }) => number !== null)
const grossOf = async (who: Reader) => (await issued(who)).map(({ kind, gross }) => [kind, gross])
const periodsOf = ({ contract: subscription }: Subscriber) =>
  shop.db.selectFrom('periods').selectAll().where('subscription_id', '=', subscription).orderBy('sequence').execute()
const cashOf = async ({ contract: subscription }: Subscriber) => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(l.amount), 0)::int as sum from ledger l
    join payment_attempts a on a.id = l.attempt_id join invoices i on i.id = a.invoice_id
    where i.subscription_id = ${subscription} and l.account = 'cash:paypal'`.execute(shop.db)
  return rows[0]!.sum
}
/** Counts queued jobs that cancel the subscription at the wallet. */
const cancellationsOf = async ({ contract: subscription }: Subscriber) => {
  const { rows } = await sql`select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'cancel-wallet' and (j.payload->>'contract')::int = ${subscription}`.execute(shop.db)
  return rows.length
}
const waitingOf = async ({ contract: subscription }: Subscriber) => {
  const { rows } = await sql`select from payment_attempts a join invoices i on i.id = a.invoice_id
    where i.subscription_id = ${subscription} and a.state not in ('succeeded', 'declined')`.execute(shop.db)
  return rows.length
}

describe('a charge', () => {
  test.each([1999 - 200, 1999 + 200])(
    'of %i cents instead of the agreed amount gets an invoice over that amount and an alarm',
    async (amount) => {
      const reader = await subscriber(amount)
      const { starts_at } = await subscriptionOf(reader)
      expect(await grossOf(reader)).toEqual([['invoice', amount]])
      expect(await waitingOf(reader)).toBe(0)
      expect((await periodsOf(reader)).filter(({ state }) => state !== 'failed')).toMatchObject([
        { starts_at, price: amount, state: 'paid' },
      ])
      expect(await subscriptionOf(reader)).toMatchObject({
        state: 'active',
        ends_at: new Date(starts_at.getTime() + 30 * DAY_MS),
      })
      expect((await openAlarms(shop.db, 'wallet-amount')).map(({ subject, details }) => [subject, details])).toContainEqual([
        `paypal charge ${reader.charge}`,
        { amount, currency: 'EUR', expected: 1999, subscription: reader.contract },
      ])
      // The next charge is recorded, too. Day by day nothing becomes overdue, and access continues.
      shop.later(30)
      shop.wallet.charge(reader.reference, amount, shop.now())
      await sweepWallets(shop.api.ctx)
      expect(await grossOf(reader)).toEqual([
        ['invoice', amount],
        ['invoice', amount],
      ])
      expect(await subscriptionOf(reader)).toMatchObject({
        state: 'active',
        ends_at: new Date(starts_at.getTime() + 60 * DAY_MS),
      })
      expect(await cashOf(reader)).toBe(2 * amount)
    },
  )

  test('in another currency goes into suspense, and the attempt that waits for it times out', async () => {
    const reader = await subscriber(1999, 'CHF')
    expect(await listSuspense(shop.db, { state: 'open' })).toMatchObject([
      { reference: reader.charge, amount: 1999, currency: 'CHF', reason: 'other-currency' },
    ])
    shop.later(3.1)
    await sweepWallets(shop.api.ctx)
    expect(await waitingOf(reader)).toBe(0)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'ended' })
    expect(shop.wallet.cancelled).toContain(reader.reference)
  })

  test('that never comes ends the access granted in advance; if it comes later, it is refunded', async () => {
    const reader = await subscriber(null)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'active' })
    shop.later(2)
    await sweepWallets(shop.api.ctx)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'active' })
    shop.later(1.1)
    await sweepWallets(shop.api.ctx)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'ended' })
    expect(shop.wallet.cancelled).toContain(reader.reference)
    expect(await waitingOf(reader)).toBe(0)
    const late = shop.wallet.charge(reader.reference, 1999, shop.now())
    await listenTo({ subscription: reader.reference, charge: late }, 'PAYMENT.SALE.COMPLETED')
    expect([...shop.wallet.refunds.values()]).toContainEqual({ transactionId: late, money: { minor: 1999, currency: 'EUR' } })
    expect([await cashOf(reader), await grossOf(reader)]).toEqual([0, []])
  })

  test('that is declined ends the purchase at once, and another order may follow', async () => {
    const reader = await subscriber(null)
    const failed = shop.wallet.charge(reader.reference, 1999, shop.now(), { state: 'failed' })
    for (let times = 0; times < 2; times++)
      await listenTo({ subscription: reader.reference, charge: failed }, 'PAYMENT.SALE.DENIED')
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'ended' })
    expect(shop.wallet.cancelled).toContain(reader.reference)
    const { headers } = reader
    expect(await shop.api.answer(attemptState, `payment/attempt/${reader.customId}`, { headers })).toMatchObject({
      state: 'failed',
      reason: 'declined',
    })
    // The confirmation, which waits for the charge, is dropped.
    expect((await writtenEmails(reader)).map(({ letter, text }) => [letter, text])).toEqual([
      [
        'purchase-failed',
        expect.stringContaining(
          'Ihre Zahlung von 19,99 € für read-it PREMIUM mit PayPal p•••@example.org ist nicht zustande gekommen. Ihr Abo hat darum nicht begonnen',
        ),
      ],
    ])
    await shop.accept(reader)
    expect((await shop.api.ask('paypal/subscription/validation/2', { headers })).status).toBe(200)
  })

  test('that is pending at the bank is waited for; the confirmation is not', async () => {
    await forgetJobs(shop.db)
    const reader = await subscriber(null)
    const { rows } = await sql<{ at: Date }>`select run_at as at from graphile_worker._private_jobs
      where payload->>'letter' = 'contract-confirmed'`.execute(shop.db)
    expect(rows).toEqual([{ at: new Date(shop.now().getTime() + 5 * MINUTE_MS) }])
    shop.wallet.charge(reader.reference, 1999, shop.now(), { state: 'pending' })
    shop.later(5)
    await sweepWallets(shop.api.ctx)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'active' })
    shop.wallet.subscriptions.get(reader.reference)!.charges[0]!.state = 'completed'
    await sweepWallets(shop.api.ctx)
    expect(await grossOf(reader)).toEqual([['invoice', 1999]])
    expect(await emailsFor(shop.db, reader.id)).toEqual(['contract-confirmed', 'invoice'])
  })
})

describe('the first charge of an upgrade', () => {
  /** Orders PREMIUM in place of MAGZ after some days. @returns MAGZ, and what declines the charge */
  async function upgraded(days: number) {
    const old = await subscriber(999, 'EUR', 10)
    shop.later(days)
    await forgetJobs(shop.db)
    const { reference } = await order(old)
    const decline = () => {
      const failed = shop.wallet.charge(reference, 1999, shop.now(), { state: 'failed' })
      return listenTo({ subscription: reference, charge: failed }, 'PAYMENT.SALE.DENIED')
    }
    return { old, reference, decline }
  }
  const failedEmail = async (reader: Reader) => {
    const emails = await writtenEmails(reader)
    const [failed, ...others] = emails.filter(({ letter }) => letter !== 'contract-cancelled')
    expect([failed?.letter, others]).toEqual(['purchase-failed', []])
    return failed!.text
  }
  const refundsOf = ({ charge }: Subscriber) =>
    [...shop.wallet.refunds.values()].filter(({ transactionId }) => transactionId === charge)

  test('that is declined leaves the old subscription, which the wallet charges on, as it was', async () => {
    const { old, reference, decline } = await upgraded(10)
    const { ends_at: paidUntil } = (await periodsOf(old))[0]!
    expect(await shop.contracts(old)).toMatchObject([{ state: 'ended' }, { state: 'active', plan_id: 2 }])
    await sweepWallets(shop.api.ctx)
    await decline()
    await sweepWallets(shop.api.ctx)
    expect(shop.wallet.cancelled).toContain(reference)
    expect(shop.wallet.cancelled).not.toContain(old.reference)
    expect([refundsOf(old), await grossOf(old)]).toEqual([[], [['invoice', 999]]])
    expect(await shop.contracts(old)).toMatchObject([
      { state: 'active', ends_at: paidUntil, auto_renew: true, next_charge_at: paidUntil },
      { state: 'ended' },
    ])
    const text = await failedEmail(old)
    expect(text).toContain('Ihr Abo hat darum nicht begonnen, und Sie zahlen nichts. Ihr voriges Abo read-it MAGZ läuft weiter')
    expect(text).not.toContain('Möchten Sie weiterlesen?')
    shop.later(20)
    shop.wallet.charge(old.reference, 999, shop.now())
    await sweepWallets(shop.api.ctx)
    expect(await grossOf(old)).toEqual([
      ['invoice', 999],
      ['invoice', 999],
    ])
    shop.later(-30)
  })

  const cancelAt = { method: 'POST', form: {} }
  test.each<[string, number, (old: Subscriber) => Promise<unknown>]>([
    ['was cancelled at the wallet', 10, ({ reference }) => shop.wallet.provider.cancel(reference, 'by the customer')],
    ['would be charged again within a day', 29.5, () => sweepWallets(shop.api.ctx)],
    [
      'was to be replaced by an upgrade that was cancelled',
      10,
      ({ headers }) => shop.api.ask('paypal/subscription/cancel', { ...cancelAt, headers }),
    ],
  ])('that is declined leaves an old subscription that %s to the end of its paid period', async (_, days, before) => {
    const { old, decline } = await upgraded(days)
    const { ends_at: paidUntil } = (await periodsOf(old))[0]!
    await before(old)
    await decline()
    expect(await shop.contracts(old)).toMatchObject([
      { state: 'active', ends_at: paidUntil, auto_renew: false, next_charge_at: null },
      { state: 'ended' },
    ])
    expect(shop.wallet.cancelled).toContain(old.reference)
    expect(refundsOf(old)).toEqual([])
    const day = formatDay('de-AT', paidUntil).replaceAll(/\s+/g, ' ')
    expect(await failedEmail(old)).toContain(`Ihr voriges Abo read-it MAGZ läuft noch bis ${day}.`)
    shop.later(-days)
  })

  test.each([
    ['late', 1999],
    ['late, with another amount,', 1799],
  ])('that comes %s cancels the old subscription and refunds what was unused when the upgrade was ordered', async (_, amount) => {
    const { old, reference } = await upgraded(10)
    shop.later(2)
    await sweepWallets(shop.api.ctx)
    const asked = vi.spyOn(shop.wallet.provider, 'fetchSubscription')
    await listenTo({ subscription: reference }, 'BILLING.SUBSCRIPTION.UPDATED')
    expect(asked.mock.calls).toEqual([[old.reference], [reference]])
    asked.mockRestore()
    expect([refundsOf(old), shop.wallet.cancelled.includes(old.reference)]).toEqual([[], false])
    const charge = shop.wallet.charge(reference, amount, shop.now())
    await listenTo({ subscription: reference, charge }, 'PAYMENT.SALE.COMPLETED')
    expect(refundsOf(old)).toMatchObject([{ money: { minor: 666 } }])
    expect(shop.wallet.cancelled).toContain(old.reference)
    // Once: the next charge of the upgrade refunds nothing.
    shop.later(28)
    shop.wallet.charge(reference, amount, shop.now())
    await sweepWallets(shop.api.ctx)
    expect(await grossOf(old)).toEqual([
      ['invoice', 999],
      ['invoice', amount],
      ['credit-note', -666],
      ['invoice', amount],
    ])
    shop.later(-40)
  })
})

describe('a return at the wallet', () => {
  test('is recorded from a webhook that names only the charge, in part and then the rest, to the cent', async () => {
    const reader = await subscriber()
    const part = shop.wallet.back(reader.charge, 500)
    await listenTo({ charge: reader.charge, refund: part })
    await listenTo({ charge: reader.charge, refund: part })
    expect(await grossOf(reader)).toEqual([
      ['invoice', 1999],
      ['credit-note', -500],
    ])
    expect(await cashOf(reader)).toBe(1499)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'active', auto_renew: true })
    const rest = shop.wallet.back(reader.charge, 1499)
    await listenTo({ refund: rest })
    expect((await grossOf(reader)).at(-1)).toEqual(['credit-note', -1499])
    expect(await cashOf(reader)).toBe(0)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'ended' })
    expect((await periodsOf(reader)).map(({ state }) => state)).toEqual(['refunded'])
    shop.later(2 * HOUR_DAYS)
    await sweepWallets(shop.api.ctx)
    expect(await cashOf(reader)).toBe(0)
  })

  test('in another currency than its charge goes into suspense, once', async () => {
    const reader = await subscriber()
    const back = { chargeId: reader.charge, reference: 'in francs', amount: -1999, currency: 'CHF', at: shop.now() }
    shop.wallet.returns.push({ ...back, kind: 'refund' })
    for (let times = 0; times < 2; times++) await listenTo({ refund: back.reference })
    expect([await grossOf(reader), await cashOf(reader)]).toEqual([[['invoice', 1999]], 1999])
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'active' })
    const open = await listSuspense(shop.db, { state: 'open' })
    expect(open.filter(({ reference }) => reference === 'in francs')).toMatchObject([
      { kind: 'refund', amount: -1999, currency: 'CHF', reason: 'other-currency' },
    ])
  })

  test('is found in the wallet’s list, including a chargeback that names only the charge', async () => {
    const [refunded, reversed] = [await subscriber(), await subscriber()]
    shop.wallet.back(refunded.charge, 300)
    shop.wallet.back(reversed.charge, 1999, 'CB-1', 'reversal')
    shop.wallet.subscriptions.get(reversed.reference)!.charges[0]!.state = 'completed'
    await listenTo({ charge: reversed.charge }, 'PAYMENT.SALE.REVERSED')
    expect(await cashOf(reversed)).toBe(1999)
    shop.later(2 * HOUR_DAYS)
    await Promise.all([sweepWallets(shop.api.ctx), sweepWallets(shop.api.ctx)])
    expect([await cashOf(refunded), await cashOf(reversed)]).toEqual([1699, 0])
    expect(await subscriptionOf(reversed)).toMatchObject({ state: 'ended' })
    const { rows } = await sql<{ code: string }>`select decline_code as code from payment_attempts
      where provider_reference = ${reversed.charge}`.execute(shop.db)
    expect(rows).toEqual([{ code: 'disputed' }])
    const disputes = () =>
      shop.db.selectFrom('disputes').select(['reference', 'state', 'amount']).where('provider', '=', 'paypal').execute()
    expect(await disputes()).toEqual([{ reference: 'CB-1', state: 'taken', amount: 1999 }])
    // Won: the money is back, the correction is reversed, and the paid period keeps its access.
    shop.wallet.back(reversed.charge, -1999, 'CB-2')
    shop.later(2 * HOUR_DAYS)
    await sweepWallets(shop.api.ctx)
    expect(await disputes()).toEqual([{ reference: 'CB-1', state: 'won', amount: 1999 }])
    expect(await cashOf(reversed)).toBe(1999)
    expect((await grossOf(reversed)).map(([, gross]) => gross)).toEqual([1999, -1999, 1999])
    expect(await subscriptionOf(reversed)).toMatchObject({ state: 'active', auto_renew: false })
    expect(await suspenseOf(shop.db, { provider: 'paypal', kind: 'dispute', reference: 'CB-2' })).toBeUndefined()
    // PayPal took the money back and returned it, not a bank.
    const emails = (await waitingEmails(shop.db)).filter((each) => 'accountId' in each && each.accountId === reversed.id)
    for (const [language, who] of [
      ['de', 'Ihre Bank oder Ihr Zahlungsdienst hat'],
      ['en', 'Your bank or payment service ha'],
      ['fr', 'Votre banque ou votre service de paiement a'],
    ] as const) {
      await shop.db.updateTable('accounts').set({ language }).where('id', '=', reversed.id).execute()
      for (const name of ['credit-note', 'dispute-won'] as const) {
        const { text } = (await writeEmail(emails.findLast(({ letter }) => letter === name)!, shop.api.ctx))!
        expect(text.replaceAll(/\s+/g, ' ')).toContain(who)
      }
    }
    // Money that comes back without a dispute waits for an operator's decision.
    shop.wallet.back(reversed.charge, -100, 'CB-3')
    shop.later(2 * HOUR_DAYS)
    await sweepWallets(shop.api.ctx)
    expect(await listSuspense(shop.db, { state: 'open' })).toContainEqual(
      expect.objectContaining({ kind: 'dispute', reference: 'CB-3', amount: 100, reason: 'unexpected' }),
    )
  })

  test.each(['reversal', 'refund'] as const)(
    'as a %s of one period while the next is paid stops further charges here and at the wallet',
    async (kind) => {
      const reader = await subscriber()
      shop.later(29.9)
      shop.wallet.charge(reader.reference, 1999, shop.now())
      await mirror(reader)
      shop.wallet.back(reader.charge, 1999, `CB-20 ${kind}`, kind)
      shop.later(2 * HOUR_DAYS)
      await sweepWallets(shop.api.ctx)
      expect(await subscriptionOf(reader)).toMatchObject({ state: 'active', auto_renew: false })
      expect(await cancellationsOf(reader)).toBe(1)
      expect(shop.wallet.cancelled).not.toContain(reader.reference)
      const creditNote = (await writtenEmails(reader)).find(({ letter }) => letter === 'credit-note')
      expect(creditNote!.text).toContain('verlängert sich deshalb nicht mehr')
      await cancelAtWallet(shop.api.ctx, reader.contract)
      expect(await shop.api.answer(billing, 'billing', { headers: reader.headers })).toMatchObject({ returned: true })
      expect(shop.wallet.cancelled).toContain(reader.reference)
      expect(await subscriptionOf(reader)).toMatchObject({ state: 'active', auto_renew: false })
      shop.later(-30)
    },
  )

  test('that is won before the wallet is polled again still cancels the subscription at the wallet', async () => {
    const reader = await subscriber()
    shop.wallet.back(reader.charge, 1999, 'CB-30', 'reversal')
    shop.wallet.back(reader.charge, -1999, 'CB-31', 'won', 'CB-30')
    for (const back of shop.wallet.returns.slice(-2)) await applyWalletReturn(shop.api.ctx, shop.wallet.provider, back)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'active', auto_renew: false })
    expect(await cancellationsOf(reader)).toBe(1)
  })

  test('stops the charges even if the wallet was not reached: the next check of the subscription cancels it there', async () => {
    const reader = await subscriber()
    await shop.db
      .updateTable('subscriptions')
      .set({ auto_renew: false, next_charge_at: null })
      .where('id', '=', reader.contract)
      .execute()
    await mirror(reader)
    expect(shop.wallet.cancelled).toContain(reader.reference)
    expect(await subscriptionOf(reader)).toMatchObject({ state: 'active', auto_renew: false })
  })

  test('is recorded once when reported first as a state and later with its id', async () => {
    const reader = await subscriber()
    const [one, two] = [shop.wallet.back(reader.charge, 500), shop.wallet.back(reader.charge, 1499)]
    await mirror(reader)
    expect(await cashOf(reader)).toBe(0)
    await listenTo({ charge: reader.charge, refund: one })
    await listenTo({ charge: reader.charge, refund: two })
    shop.later(2 * HOUR_DAYS)
    await sweepWallets(shop.api.ctx)
    expect(await cashOf(reader)).toBe(0)
    expect((await grossOf(reader)).map(([, gross]) => Number(gross)).reduce((sum, each) => sum + each)).toBe(0)
  })

  test('is a dispute even if reported first as a state and later with its id; a partial one stops nothing', async () => {
    const [whole, part] = [await subscriber(), await subscriber()]
    shop.wallet.back(whole.charge, 1999, 'CB-10', 'reversal')
    const listed = shop.wallet.returns.pop()!
    await mirror(whole)
    expect(await cashOf(whole)).toBe(0)
    shop.wallet.returns.push(listed)
    shop.wallet.back(part.charge, 700, 'CB-11', 'reversal')
    shop.later(2 * HOUR_DAYS)
    await sweepWallets(shop.api.ctx)
    const disputes = () =>
      shop.db
        .selectFrom('disputes')
        .select(['reference', 'state', 'amount'])
        .where('reference', 'in', ['CB-10', 'CB-11'])
        .orderBy('reference')
        .execute()
    expect(await disputes()).toEqual([
      { reference: 'CB-10', state: 'taken', amount: 1999 },
      { reference: 'CB-11', state: 'taken', amount: 700 },
    ])
    expect([await cashOf(whole), await cashOf(part)]).toEqual([0, 1299])
    expect(await subscriptionOf(part)).toMatchObject({ state: 'active', auto_renew: true })
    shop.wallet.back(whole.charge, -1999, 'CB-12', 'won', 'CB-10')
    shop.wallet.back(part.charge, -700, 'CB-13', 'won', 'CB-11')
    shop.later(2 * HOUR_DAYS)
    await Promise.all([sweepWallets(shop.api.ctx), sweepWallets(shop.api.ctx)])
    expect((await disputes()).map(({ state }) => state)).toEqual(['won', 'won'])
    expect([await cashOf(whole), await cashOf(part)]).toEqual([1999, 1999])
    expect((await grossOf(whole)).map(([, gross]) => Number(gross)).reduce((sum, each) => sum + each)).toBe(1999)
  })

  test('requested by us counts as our refund even if the webhook arrives first and the response is lost', async () => {
    const reader = await subscriber()
    const attempt = await shop.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('provider_reference', '=', reader.charge)
      .executeTakeFirstOrThrow()
    const options = { attemptId: attempt.id, amount: 700, reason: 'goodwill', text: 'Kulanz' }
    await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
    const { provider } = shop.wallet
    const answered = provider.refund
    provider.refund = async (...requested) => {
      await answered(...requested)
      throw new TypeError('fetch failed')
    }
    await sendRefunds(shop.api.ctx)
    provider.refund = answered
    await listenTo({ charge: reader.charge, refund: shop.wallet.returns.at(-1)!.reference })
    expect(await cashOf(reader)).toBe(1299)
    shop.later(2 * HOUR_DAYS)
    await sendRefunds(shop.api.ctx)
    await sweepWallets(shop.api.ctx)
    expect(await cashOf(reader)).toBe(1299)
    expect(await grossOf(reader)).toEqual([
      ['invoice', 1999],
      ['credit-note', -700],
    ])
  })

  test('in full while our partial refund is pending is a loss only if the money left twice', async () => {
    const reader = await subscriber()
    const attempt = await shop.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('provider_reference', '=', reader.charge)
      .executeTakeFirstOrThrow()
    const options = { attemptId: attempt.id, amount: 700, reason: 'goodwill', text: 'Kulanz' }
    await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
    shop.wallet.back(reader.charge, 1999, 'CB-7', 'reversal')
    await listenTo({ charge: reader.charge, refund: 'CB-7' })
    expect(await cashOf(reader)).toBe(0)
    expect([...shop.wallet.refunds.values()].filter(({ transactionId }) => transactionId === reader.charge)).toEqual([])
    const { rows } = await sql<{ account: string; sum: number }>`select l.account, sum(l.amount)::int as sum from ledger l
      join payment_attempts a on a.id = l.attempt_id where a.id = ${attempt.id} and l.account in ('owed', 'losses')
      group by 1 having sum(l.amount) <> 0`.execute(shop.db)
    expect(rows).toEqual([])
  })

  test('of a charge in suspense removes it from suspense', async () => {
    const charge = shop.wallet.charge(shop.wallet.approve({ customId: null, planId: 'plan-2' }), 1999, shop.now())
    await sql`insert into wallet_approvals (id, provider, plan_id, wallet_plan, price, regular_price, currency, created_at)
      values (gen_random_uuid(), 'paypal', 2, 'plan-2', 1999, 1999, 'EUR', ${shop.now()})`.execute(shop.db)
    shop.wallet.refundsBehave('unknown')
    await sweepWallets(shop.api.ctx)
    expect((await listSuspense(shop.db, { state: 'open' })).map(({ reference }) => reference)).toContain(charge)
    const back = shop.wallet.back(charge, 1999)
    await listenTo({ charge, refund: back })
    shop.wallet.refundsBehave('succeeded')
    expect((await listSuspense(shop.db, { state: 'open' })).map(({ reference }) => reference)).not.toContain(charge)
    expect((await listSuspense(shop.db, { state: 'returned' })).at(-1)).toMatchObject({
      reference: charge,
      return_reference: back,
    })
  })
})

test('the ledger agrees with the wallet to the cent for every charge and return', async () => {
  shop.later(1)
  await sweepWallets(shop.api.ctx)
  const books = listsOfProviders(shop.api.ctx, shop.api.ctx.payments).find(({ name }) => name === 'paypal')!
  const to = new Date(shop.now().getTime() + DAY_MS)
  expect((await reconcile(shop.api.ctx, books, new Date('2026-01-01'), to)).differences).toEqual([])
})
