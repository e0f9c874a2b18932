// After a crash or a lost message between an approval at the wallet and its post, money is matched to its owner or refunded.
import { attemptState, validateWallet } from '@kiosk/domain/payments/endpoints'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deactivateAccount } from '../../accounts/deactivate-account.ts'
import { eraseAccount } from '../../accounts/erase-account.ts'
import { lockAccount } from '../../accounts/queries.ts'
import type { WalletState } from '../../adapters/payments/port.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { waitingEmails } from '../../jobs/testing/jobs.ts'
import { openAlarms } from '../alarms.ts'
import { listsOfProviders } from '../reconciliation/find-differences.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { requestReturn, suspenseOf } from '../suspense/suspense.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { lastEmail } from '../testing/invoices.ts'
import { processEvent, processPendingEvents, reportedEvent } from '../webhooks/provider-events.ts'
import { sweepWallets } from './sweep.ts'
import { undoRejected } from './undo-rejected.ts'

const HOUR_DAYS = HOUR_MS / DAY_MS
let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => {
  shop.later(4)
  shop.wallet.list(true)
  shop.wallet.break(false)
  shop.wallet.refundsBehave('succeeded')
})
afterAll(() => shop.close())

async function ready(plan = 2) {
  const reader = await shop.reader()
  await shop.begin(reader, plan)
  await shop.accept(reader, plan)
  return reader
}
const validated = async ({ headers }: Reader, plan = 2) =>
  (await shop.api.answer(validateWallet, `paypal/subscription/validation/${plan}`, { headers })).customId
/** Approves and charges at the wallet; the page that should report it is closed. */
async function approved(reader: Reader, changes: Partial<WalletState> = {}, amount = 1999) {
  const customId = await validated(reader)
  const reference = shop.wallet.approve({ planId: 'plan-2', customId, ...changes })
  return { customId, reference, charge: shop.wallet.charge(reference, amount, shop.now()) }
}
let events = 0
/** Receives a webhook of the wallet about a subscription, a charge or a refund. */
const listenTo = (about: { subscription?: string; charge?: string; refund?: string }, kind = 'BILLING.SUBSCRIPTION.ACTIVATED') =>
  processEvent(
    shop.api.ctx,
    reportedEvent('paypal', { id: `WH-${++events}`, kind, subscription: null, charge: null, refund: null, ...about }),
  )
const refundsOf = (charge: string) => [...shop.wallet.refunds.values()].filter(({ transactionId }) => transactionId === charge)
const rowOf = (reference: string) =>
  shop.db.selectFrom('wallet_subscriptions').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
const emailsFor = async ({ id }: Reader) =>
  (await waitingEmails(shop.db))
    .filter((each) => 'accountId' in each && each.accountId === id)
    .map((each) => 'letter' in each && each.letter)

async function expectPaidBack({ reference, charge }: { reference: string; charge: string }, reason: string) {
  expect(shop.wallet.cancelled).toContain(reference)
  expect(refundsOf(charge)).toEqual([{ transactionId: charge, money: { minor: 1999, currency: 'EUR' } }])
  expect(await rowOf(reference)).toMatchObject({ state: 'refused', reason })
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(l.amount), 0)::int as sum from ledger l
    join suspense s on s.id = l.suspense_id where s.reference = ${charge} and l.account = 'suspense'`.execute(shop.db)
  expect(rows).toEqual([{ sum: 0 }])
}

describe('an approval that was never posted', () => {
  test.each([
    ['its activation', ({ reference }: { reference: string }) => listenTo({ subscription: reference })],
    [
      'its first charge',
      ({ reference }: { reference: string }) => listenTo({ subscription: reference }, 'PAYMENT.SALE.COMPLETED'),
    ],
    [
      'a refund that names the charge alone',
      ({ charge }: { charge: string }) => listenTo({ charge, refund: 'R-1' }, 'PAYMENT.SALE.REFUNDED'),
    ],
    ['the list of the wallet', () => sweepWallets(shop.api.ctx)],
  ])('%s creates the subscription with invoice and e-mail, as if it had been posted', async (_, report) => {
    const reader = await ready()
    const there = await approved(reader)
    await report(there)
    expect(await shop.contracts(reader)).toMatchObject([
      {
        state: 'active',
        order_type: 3,
        plan_id: 2,
        provider_reference: there.reference,
        ends_at: new Date(shop.now().getTime() + 30 * DAY_MS),
      },
    ])
    expect(await shop.invoices(reader)).toMatchObject([{ state: 'paid', gross: 1999, number: expect.any(String) }])
    expect(await emailsFor(reader)).toEqual(['contract-confirmed'])
    const { text } = (await writeEmail(await lastEmail(shop.db, 'contract-confirmed'), shop.api.ctx))!
    expect(text).toMatch(/Bezahlt: 19,99\s€/)
    expect(text).not.toContain('Lastschrift')
    expect(await rowOf(there.reference)).toMatchObject({ state: 'bound', approval_id: there.customId })
    expect(refundsOf(there.charge)).toEqual([])
  })

  test('posts, webhooks and sweeps on two servers create one subscription', async () => {
    const reader = await ready()
    const there = await approved(reader)
    const { headers } = reader
    const form = { subscription: '2', paypalsubscription: there.reference, paypalorder: 'O-1' }
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => shop.api.ask('paypal/subscription', { form, headers }).then(({ status }) => status)),
      ...[1, 2, 3].map(() => listenTo({ subscription: there.reference })),
      ...[1, 2].map(() => sweepWallets(shop.api.ctx)),
    ])
    expect(answers.slice(0, 3)).toEqual([200, 200, 200])
    expect(await shop.contracts(reader)).toHaveLength(1)
    expect(await shop.invoices(reader)).toHaveLength(1)
    expect((await emailsFor(reader)).filter((template) => template === 'contract-confirmed')).toHaveLength(1)
  })

  test('a late answer that it is pending does not change one that another server has bound meanwhile', async () => {
    const reader = await ready()
    const { reference } = await approved(reader, { state: 'pending' })
    const { fetchSubscription } = shop.wallet.provider
    let bound: object | undefined
    shop.wallet.provider.fetchSubscription = async (asked) => {
      shop.wallet.provider.fetchSubscription = fetchSubscription
      const late = { ...(await fetchSubscription(asked))! }
      shop.wallet.subscriptions.get(reference)!.state = 'active'
      await listenTo({ subscription: reference })
      bound = await rowOf(reference)
      return late
    }
    await listenTo({ subscription: reference })
    expect(bound).toMatchObject({ state: 'bound' })
    expect(await rowOf(reference)).toEqual(bound)
  })

  test('a voucher that has expired since still applies as shown', async () => {
    const reader = await ready()
    const code = await shop.voucher({ days: 60, redeemable_until: new Date(shop.now().getTime() + DAY_MS / 24) })
    const { headers } = reader
    await shop.api.ask('payment/voucher', { method: 'PUT', form: { subscription: '2', voucher: code }, headers })
    const customId = await validated(reader)
    const reference = shop.wallet.approve({ planId: `plan-2-${code}`, customId })
    shop.wallet.charge(reference, 399, shop.now())
    shop.later(2 * HOUR_DAYS)
    await sweepWallets(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', voucher_code: code, reduced_left: 1 }])
    expect(await shop.invoices(reader)).toMatchObject([{ gross: 399, state: 'paid' }])
  })

  test('retries when the wallet does not answer, and the webhook is not lost', async () => {
    const reader = await ready()
    const there = await approved(reader)
    shop.wallet.break(true)
    await expect(listenTo({ subscription: there.reference })).rejects.toThrow()
    await sweepWallets(shop.api.ctx)
    shop.wallet.break(false)
    shop.wallet.list(false)
    shop.later(0.1 * HOUR_DAYS)
    await processPendingEvents(shop.api.ctx)
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
  })
})

describe('an approval that cannot start is cancelled at the wallet and refunded once within the hour,', () => {
  const rejected: [string, string, (reader: Reader) => Promise<unknown>][] = [
    [
      'because the account was closed',
      'account-closed',
      async ({ id }) => shop.db.transaction().execute((trx) => deactivateAccount(trx, id, shop.now())),
    ],
    [
      'because the account was erased',
      'account-gone',
      ({ id }) => shop.db.transaction().execute(async (trx) => eraseAccount(trx, (await lockAccount(trx, id))!, shop.api.ctx)),
    ],
    [
      'because another voucher is in the cart',
      'cart-changed',
      async ({ headers }) => {
        const form = { subscription: '2', voucher: await shop.voucher() }
        await shop.api.ask('payment/voucher', { method: 'PUT', form, headers })
      },
    ],
    [
      'because it was bought by card meanwhile',
      'subscribed-already',
      async (reader) => {
        await shop.leave(reader)
        expect((await shop.purchase(reader)).status).toBe(200)
      },
    ],
  ]
  test.each(rejected)('%s', async (_, reason, happens) => {
    const reader = await ready()
    const there = await approved(reader)
    await happens(reader)
    const before = await shop.contracts(reader)
    await Promise.all([listenTo({ subscription: there.reference }), sweepWallets(shop.api.ctx), sweepWallets(shop.api.ctx)])
    await expectPaidBack(there, reason)
    expect(await shop.contracts(reader)).toEqual(before)
    const { rows } = await sql<{ price: number }>`select price from wallet_approvals where id = ${there.customId}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ price: 1999 }])
    const emails = reason === 'account-gone' ? [] : ['wallet-refused']
    expect((await emailsFor(reader)).filter((template) => template === 'wallet-refused')).toEqual(emails)
  })

  test.each([
    [
      'de',
      /Bei read-it läuft schon Ihr Abo read-it PREMIUM: Daran ändert sich nichts/,
      /Das zweite haben wir bei PayPal gekündigt/,
    ],
    ['en', /You already have the subscription read-it PREMIUM at read-it/, /We have cancelled the second one at PayPal/],
    ['fr', /Vous avez déjà l’abonnement read-it PREMIUM chez read-it/, /Nous avons résilié le second chez PayPal/],
  ] as const)('in %s, with page and e-mail saying that the running one stays as it is', async (language, running, second) => {
    const reader = await ready()
    await shop.db.updateTable('accounts').set({ language }).where('id', '=', reader.id).execute()
    const there = await approved(reader)
    await shop.leave(reader)
    expect((await shop.purchase(reader)).status).toBe(200)
    await listenTo({ subscription: there.reference })
    const state = await shop.api.answer(attemptState, `payment/attempt/${there.customId}`, { headers: reader.headers })
    expect(state).toMatchObject({ state: 'failed', reason: 'subscribed_already' })
    const { text } = (await writeEmail(await lastEmail(shop.db, 'wallet-refused'), shop.api.ctx))!
    for (const words of [running, second]) expect(text.replaceAll(/\s+/g, ' ')).toMatch(words)
  })

  test('sends one e-mail, also if a server acts on charges that it read before another one returned them', async () => {
    const reader = await ready()
    const { reference } = await approved(reader)
    await shop.db.transaction().execute((trx) => deactivateAccount(trx, reader.id, shop.now()))
    const state = await shop.wallet.provider.fetchSubscription(reference)
    const charges = await shop.wallet.provider.charges(reference, new Date(0), new Date(shop.now().getTime() + DAY_MS))
    expect(charges).toMatchObject([{ state: 'completed' }])
    await sweepWallets(shop.api.ctx)
    const late = { ...shop.wallet.provider, charges: async () => charges }
    await undoRejected(shop.api.ctx, late, await rowOf(reference), state)
    expect((await emailsFor(reader)).filter((template) => template === 'wallet-refused')).toEqual(['wallet-refused'])
    expect(refundsOf(charges[0]!.transactionId)).toHaveLength(1)
  })

  test.each([
    ['at a price that was changed in the browser', 'changed-plan', { isOverridden: true }],
    ['of another plan of ours', 'other-plan', { planId: 'plan-10' }],
    ['that charges in a year', 'later-start', { startsAt: new Date('2029-01-01T00:00:00Z') }],
    ['that has ended there', 'not-active', { state: 'suspended' as const }],
    ['under a name that is not ours', 'no-approval', { customId: '3f0e3e9a-5a3c-4c1e-9a43-3f2b4d8c9e10' }],
  ])('as one %s', async (_, reason, changes) => {
    const reader = await ready()
    await validated(reader)
    const { rows } = await sql`select from wallet_approvals where wallet_plan = 'plan-10'`.execute(shop.db)
    if (rows.length === 0) await validated(await ready(10), 10)
    const there = await approved(reader, changes)
    await sweepWallets(shop.api.ctx)
    await expectPaidBack(there, reason)
    expect(await shop.contracts(reader)).toEqual([])
  })

  test('the second subscription created from one approval', async () => {
    const reader = await ready()
    const [first, second] = [await approved(reader), await approved(reader)]
    expect(second.customId).toBe(first.customId)
    await listenTo({ subscription: first.reference })
    await listenTo({ subscription: second.reference })
    expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', provider_reference: first.reference }])
    await expectPaidBack(second, 'approval-used')
  })

  test('through any number of interrupted calls, including later charges', async () => {
    const reader = await ready()
    const there = await approved(reader, { isOverridden: true })
    const { provider } = shop.wallet
    const { charges, refund } = provider
    provider.charges = async () => {
      throw new TypeError('fetch failed')
    }
    await expect(listenTo({ subscription: there.reference })).rejects.toThrow()
    expect(shop.wallet.cancelled).toContain(there.reference)
    provider.charges = charges
    provider.refund = async (...options) => {
      await refund(...options)
      throw new TypeError('fetch failed')
    }
    shop.later(0.1 * HOUR_DAYS)
    await sweepWallets(shop.api.ctx)
    provider.refund = refund
    shop.later(0.1 * HOUR_DAYS)
    await sweepWallets(shop.api.ctx)
    await expectPaidBack(there, 'changed-plan')
    const late = shop.wallet.charge(there.reference, 1999, shop.now())
    await listenTo({ subscription: there.reference }, 'PAYMENT.SALE.COMPLETED')
    expect(refundsOf(late)).toHaveLength(1)
    // Polling stops after a while, and the alarm is cleared.
    for (const days of [1, 2, 2]) {
      shop.later(days)
      await sweepWallets(shop.api.ctx)
    }
    expect(await rowOf(there.reference)).toMatchObject({ state: 'closed', next_check_at: null })
    expect(await openAlarms(shop.db)).toEqual([])
    const last = shop.wallet.charge(there.reference, 1999, shop.now())
    await listenTo({ subscription: there.reference }, 'PAYMENT.SALE.COMPLETED')
    expect(refundsOf(last)).toHaveLength(1)
  })

  test('raises one operator alarm until the money is refunded', async () => {
    const there = await approved(await ready(), { isOverridden: true })
    shop.wallet.refundsBehave('unknown')
    await sweepWallets(shop.api.ctx)
    const subjects = async () => (await openAlarms(shop.db)).map(({ kind, subject }) => `${kind} ${subject}`).sort()
    expect(await subjects()).toEqual([`wallet-refused paypal ${there.reference}`])
    // A refund that the wallet rejects is left to a person.
    shop.wallet.refundsBehave('failed')
    shop.later(1.1)
    await sweepWallets(shop.api.ctx)
    expect(await subjects()).toContain(`return-failed paypal charge ${there.charge}`)
    shop.wallet.refundsBehave('succeeded')
    const { id } = (await suspenseOf(shop.db, { provider: 'paypal', kind: 'charge', reference: there.charge }))!
    await shop.db.transaction().execute((trx) => requestReturn(trx, shop.api.ctx, id, 'again', 'anna'))
    shop.later(1.1)
    await sweepWallets(shop.api.ctx)
    await sweepWallets(shop.api.ctx)
    expect(await subjects()).toEqual([])
  })
})

test('does not touch subscriptions of another business at the same wallet', async () => {
  const reference = shop.wallet.approve({ planId: 'plan-of-somebody-else', customId: 'their-customer' })
  const charge = shop.wallet.charge(reference, 500, shop.now())
  await listenTo({ subscription: reference })
  await listenTo({ charge, refund: 'R-9' }, 'PAYMENT.SALE.REFUNDED')
  await sweepWallets(shop.api.ctx)
  expect(shop.wallet.cancelled).not.toContain(reference)
  expect(refundsOf(charge)).toEqual([])
  expect(await rowOf(reference)).toMatchObject({ state: 'closed', reason: 'not-ours' })
})

test('stops polling an approval that is never completed, and the page no longer waits for it', async () => {
  const reader = await ready()
  const { reference, customId } = await approved(reader, { state: 'pending' })
  const state = () => shop.api.answer(attemptState, `payment/attempt/${customId}`, { headers: reader.headers })
  expect(await state()).toMatchObject({ state: 'waiting' })
  for (let day = 0; day < 40; day++) {
    await sweepWallets(shop.api.ctx)
    shop.later(1)
  }
  expect(await rowOf(reference)).toMatchObject({ state: 'closed', reason: 'never-approved', next_check_at: null })
  expect(await shop.contracts(reader)).toEqual([])
  expect(await state()).toMatchObject({ state: 'failed', reason: 'abandoned' })
  // If it becomes active after all, a report about it is still processed.
  shop.wallet.subscriptions.get(reference)!.state = 'active'
  await listenTo({ subscription: reference })
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
  expect(await state()).toMatchObject({ state: 'succeeded' })
})

test('gives up an order that the wallet does not know after a day, and the page no longer waits for it', async () => {
  const reader = await ready()
  const { headers } = reader
  const customId = await validated(reader)
  const planId = 'plan-2'
  const reference = shop.wallet.approve({ planId, customId })
  const there = shop.wallet.subscriptions.get(reference)!
  shop.wallet.subscriptions.delete(reference)
  const form = { subscription: '2', paypalsubscription: reference }
  expect((await shop.api.ask('paypal/subscription/log', { form, headers })).status).toBeLessThan(300)
  const state = () => shop.api.answer(attemptState, `payment/attempt/${customId}`, { headers })
  for (let hours = 0; hours < 23; hours++) {
    await sweepWallets(shop.api.ctx)
    shop.later(HOUR_DAYS)
  }
  expect(await state()).toMatchObject({ state: 'waiting' })
  // A wallet that does not answer has not said that it does not know it.
  shop.wallet.break(true)
  shop.later(3)
  await sweepWallets(shop.api.ctx)
  expect(await state()).toMatchObject({ state: 'waiting' })
  shop.wallet.break(false)
  await sweepWallets(shop.api.ctx)
  shop.later(HOUR_DAYS)
  await sweepWallets(shop.api.ctx)
  expect(await rowOf(reference)).toMatchObject({ state: 'closed', reason: 'unknown-there', next_check_at: null })
  expect(await state()).toMatchObject({ state: 'failed', reason: 'abandoned' })
  // If it appears after all, with a charge, it begins; nothing is cancelled or refunded.
  shop.wallet.subscriptions.set(reference, there)
  const charge = shop.wallet.charge(reference, 1999, shop.now())
  await listenTo({ subscription: reference })
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active' }])
  expect(await state()).toMatchObject({ state: 'succeeded' })
  expect([shop.wallet.cancelled.includes(reference), refundsOf(charge)]).toEqual([false, []])
})

test('an order whose subscription was never reported is given up after a day, and begins if it is reported after all', async () => {
  const reader = await ready()
  const { headers } = reader
  const customId = await validated(reader)
  const state = () => shop.api.answer(attemptState, `payment/attempt/${customId}`, { headers })
  // One of somebody else, of which the wallet has not said yet to which order it belongs.
  const another = { provider: 'paypal', reference: 'I-OF-ANOTHER', found_at: shop.now(), next_check_at: shop.now() }
  await shop.db.insertInto('wallet_subscriptions').values(another).execute()
  shop.later(0.9)
  expect(await state()).toMatchObject({ state: 'waiting' })
  shop.later(0.2)
  expect(await state()).toMatchObject({ state: 'failed', reason: 'abandoned' })
  const reference = shop.wallet.approve({ planId: 'plan-2', customId })
  shop.wallet.subscriptions.get(reference)!.state = 'pending'
  await listenTo({ subscription: reference })
  expect(await state()).toMatchObject({ state: 'waiting' })
  shop.wallet.subscriptions.get(reference)!.state = 'active'
  shop.wallet.charge(reference, 1999, shop.now())
  await listenTo({ subscription: reference })
  expect(await state()).toMatchObject({ state: 'succeeded' })
})

test('a server that was down for two weeks finds lost approvals, charges and double charges', async () => {
  const reader = await ready()
  await sweepWallets(shop.api.ctx)
  const there = await approved(reader)
  shop.later(14)
  await sweepWallets(shop.api.ctx)
  expect(await shop.contracts(reader)).toMatchObject([{ state: 'active', provider_reference: there.reference }])
})

test('the ledger agrees with the wallet to the cent after any loss', async () => {
  const books = listsOfProviders(shop.api.ctx, shop.api.ctx.payments).find(({ name }) => name === 'paypal')!
  const to = new Date(shop.now().getTime() + DAY_MS)
  const { differences } = await reconcile(shop.api.ctx, books, new Date('2026-01-01'), to)
  // Movements of another business are ignored.
  expect(differences.filter(({ providerAmount: theirs }) => theirs !== 500)).toEqual([])
})
