// Purchases whose result becomes known long after the order: the reader had no access meanwhile, so the thirty days start when
// the result is known.
import { formatDay } from '@kiosk/domain/date-format'
import { dayInUtc } from '@kiosk/domain/day'
import { languages, localeOf } from '@kiosk/domain/locale'
import { lastDayOfWithdrawal } from '@kiosk/domain/payments/rules'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { readDatabaseFigures } from '../../monitoring/database-figures.ts'
import { planOf } from '../plans/prices.ts'
import { runRenewals } from '../renewals/run.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { expectLedgerToBalance } from '../testing/invariants.ts'
import { emailsFor, lastEmail, sumsOfLines } from '../testing/invoices.ts'
import { recoverPayments } from './recover.ts'
import { settleAttempts } from './settle.ts'
import { sweepPayments } from './sweep-pending.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(() => forgetJobs(shop.db))
afterAll(() => shop.close())

type Ordered = Awaited<ReturnType<typeof ordered>>
const attemptsOf = ({ id }: { id: number }) =>
  shop.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select(['a.id', 'a.state', 'a.amount', 'i.id as invoice'])
    .where('i.account_id', '=', id)
    .orderBy('i.id')
    .execute()
const periodsOf = (subscription: number) =>
  shop.db.selectFrom('periods').selectAll().where('subscription_id', '=', subscription).orderBy('sequence').execute()
const linesOf = (invoice: number) =>
  shop.db.selectFrom('invoice_lines').selectAll().where('invoice_id', '=', invoice).orderBy('position').execute()
const reads = async ({ headers }: Ordered) =>
  ((await (await shop.api.ask('user', { headers })).json()) as { subscription?: object }).subscription !== undefined

/** Creates an order whose charge reached the provider but whose response was lost; by default with a card in Austria. */
async function ordered(options: { plan?: number; region?: number; language?: string; became?: 'succeeded' | 'processing' } = {}) {
  const { plan = 2, region = 1, language = 'de', became = 'succeeded' } = options
  const reader = await shop.reader({ region_id: region, language })
  return { ...reader, ...(await order(reader, { plan, became })) }
}
async function order(
  reader: { id: number; headers: { cookie: string } },
  { plan, became }: { plan: number; became: 'succeeded' | 'processing' },
) {
  const reference = await shop.leave(reader, 'card-lost')
  shop.psp.behave(reference, () => ({ state: 'unknown' }))
  await shop.accept(reader, plan)
  await shop.begin(reader, plan)
  expect((await shop.purchase(reader, plan)).status).toBe(200)
  const attempt = (await attemptsOf(reader)).at(-1)!
  expect(attempt.state).toBe('unknown')
  const { amount } = attempt
  const { currency } = planOf(plan)!
  shop.psp.charges.set(attempt.id, {
    outcome: outcome('unknown', attempt.id),
    amount,
    currency,
    at: shop.now(),
    calls: 1,
    unattended: false,
  })
  shop.psp.becomes(attempt.id, became)
  return { attempt, plan }
}

test('a provider that does not answer is asked once for each result in a run, and all are settled when it answers', async () => {
  const began = shop.now()
  const readers = [await ordered(), await ordered(), await ordered()]
  const ids = readers.map(({ attempt }) => attempt.id)
  const fetchState = vi.spyOn(shop.psp.provider, 'fetchState')
  /** Runs while each call takes so long that its attempt is due again. Time stops after many calls, or a run would never end. */
  const asked = async (answers: (id: string) => boolean) => {
    fetchState.mockReset().mockImplementation(async (id) => {
      if (fetchState.mock.calls.length < 20) shop.later((2 * MINUTE_MS) / DAY_MS)
      if (!answers(id)) throw new Error('timeout')
      return { state: 'processing', reference: 'charge' }
    })
    await recoverPayments(shop.api.ctx, 2)
    return fetchState.mock.calls.map(([id]) => id)
  }
  shop.later(HOUR_MS / DAY_MS)
  // Nothing answers, so the third one is left to the next run, which begins with it.
  const first = await asked(() => false)
  expect(first).toHaveLength(2)
  expect((await asked((id) => !first.includes(id))).toSorted()).toEqual(ids.toSorted())
  fetchState.mockRestore()
  shop.later(1)
  await recoverPayments(shop.api.ctx)
  for (const reader of readers) expect(await attemptsOf(reader)).toMatchObject([{ state: 'succeeded' }])
  shop.later((began.getTime() - shop.now().getTime()) / DAY_MS)
})

test('attempts of a provider that is not configured do not delay those of another', async () => {
  const began = shop.now()
  const readers: Ordered[] = []
  for (let each = 0; each < 3; each++) {
    readers.push(await ordered())
    shop.later(MINUTE_MS / DAY_MS)
  }
  const [first, second, third] = readers.map(({ attempt }) => attempt.id)
  const move = (provider: string) =>
    shop.db.updateTable('payment_attempts').set({ provider }).where('id', 'in', [first!, second!]).execute()
  const stateOf = async (index: number) => (await attemptsOf(readers[index]!))[0]!.state
  await move('former')
  shop.later(HOUR_MS / DAY_MS)
  await recoverPayments(shop.api.ctx, 2)
  expect([await stateOf(0), await stateOf(1), await stateOf(2)]).toEqual(['unknown', 'unknown', 'succeeded'])
  expect(shop.psp.charges.get(third!)).toMatchObject({ calls: 1 })
  await move('sandbox')
  shop.later(HOUR_MS / DAY_MS)
  await recoverPayments(shop.api.ctx, 2)
  expect([await stateOf(0), await stateOf(1)]).toEqual(['succeeded', 'succeeded'])
  shop.later((began.getTime() - shop.now().getTime()) / DAY_MS)
})

describe('a purchase whose result is known only weeks later', () => {
  test('starts subscription, period, invoice and next charge when the result is known', async () => {
    const anna = await ordered()
    const at = shop.now()
    shop.later(40)
    expect(await reads(anna)).toBe(false)
    // Two servers recover at once.
    await Promise.all([recoverPayments(shop.api.ctx), recoverPayments(shop.api.ctx)])
    const [subscription] = await shop.contracts(anna)
    expect(subscription).toMatchObject({
      state: 'active',
      created_at: at,
      starts_at: shop.now(),
      ends_at: shop.inDays(30),
      next_charge_at: shop.inDays(30),
    })
    expect(await periodsOf(subscription!.id)).toMatchObject([{ starts_at: shop.now(), ends_at: shop.inDays(30), state: 'paid' }])
    const [invoice] = await shop.invoices(anna)
    expect(invoice!.snapshot).toMatchObject({
      period: { startsAt: shop.now().toISOString(), endsAt: shop.inDays(30).toISOString() },
    })
    const lines = await linesOf(invoice!.id)
    expect(lines.map(({ text }) => text.replaceAll(/[\u00a0\u2009]/g, ' '))).toEqual([
      'read-it PREMIUM, 19.04.2026 bis 18.05.2026',
    ])
    expect(await sumsOfLines(shop.db, invoice!.number!)).toEqual({ net: 1817, tax: 182, gross: 1999 })
    expect(await reads(anna)).toBe(true)
    await runRenewals(shop.api.ctx)
    expect(await attemptsOf(anna)).toHaveLength(1)
    // The next charge comes when the thirty days are over, and not before.
    shop.later(30)
    await runRenewals(shop.api.ctx)
    expect(await attemptsOf(anna)).toHaveLength(2)
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
  })

  test('keeps its start when the result is reported again, also concurrently', async () => {
    const ben = await ordered()
    shop.later(40)
    const results = [{ attemptId: ben.attempt.id, outcome: outcome('succeeded', ben.attempt.id) }]
    await Promise.all([1, 2, 3].map(() => settleAttempts(shop.api.ctx, results)))
    const before = await shop.contracts(ben)
    expect(before).toMatchObject([{ starts_at: shop.now() }])
    shop.later(5)
    await settleAttempts(shop.api.ctx, results)
    expect(await shop.contracts(ben)).toEqual(before)
  })

  test.each([
    [0.9, 0],
    [1.1, 1.1],
  ])('with a result %f days after the order starts %f days after the order', async (days, later) => {
    const cleo = await ordered()
    const begins = shop.inDays(later)
    shop.later(days)
    await recoverPayments(shop.api.ctx)
    const [subscription] = await shop.contracts(cleo)
    expect(subscription).toMatchObject({ state: 'active', starts_at: begins })
    expect(subscription!.next_charge_at!.getTime() - begins.getTime()).toBe(30 * DAY_MS)
  })

  test('by debit starts when the debit is known; the arrival of the money changes nothing', async () => {
    const dora = await ordered({ became: 'processing' })
    shop.later(20)
    await recoverPayments(shop.api.ctx)
    const boughtAt = shop.now()
    expect(await shop.contracts(dora)).toMatchObject([{ state: 'active', starts_at: boughtAt, ends_at: shop.inDays(30) }])
    expect(await reads(dora)).toBe(true)
    shop.later(6)
    const results = shop.psp.becomes(dora.attempt.id, 'succeeded')
    await settleAttempts(shop.api.ctx, [{ attemptId: dora.attempt.id, outcome: results }])
    const end = new Date(boughtAt.getTime() + 30 * DAY_MS)
    expect(await shop.contracts(dora)).toMatchObject([{ starts_at: boughtAt, ends_at: end, next_charge_at: end }])
  })

  test('as an upgrade keeps the old subscription until then, and the price that was shown', async () => {
    const emil = await shop.reader()
    await shop.leave(emil)
    await shop.accept(emil, 10)
    await shop.begin(emil, 10)
    expect((await shop.purchase(emil, 10)).status).toBe(200)
    shop.later(10)
    const { attempt } = await order(emil, { plan: 2, became: 'succeeded' })
    expect(attempt.amount).toBe(1999 - 666)
    shop.later(25)
    await recoverPayments(shop.api.ctx)
    const [old, fresh] = await shop.contracts(emil)
    expect(old).toMatchObject({ state: 'ended' })
    expect(fresh).toMatchObject({ state: 'active', starts_at: shop.now(), next_charge_at: shop.inDays(30) })
    expect((await attemptsOf(emil)).map(({ amount, state }) => [amount, state])).toEqual([
      [999, 'succeeded'],
      [1333, 'succeeded'],
    ])
    await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
  })

  test('is taxed by its actual days, also if they are split between two rates', async () => {
    const frieda = await ordered({ region: 3, plan: 8 })
    shop.later(40)
    const valid_from = dayInUtc(shop.inDays(10))
    await shop.db.insertInto('tax_rates').values({ country: 'CH', valid_from, rate: 380 }).execute()
    await recoverPayments(shop.api.ctx)
    const [invoice] = await shop.invoices(frieda)
    const lines = await linesOf(invoice!.id)
    expect(lines.map(({ tax_rate }) => tax_rate)).toEqual([260, 380])
    expect(await sumsOfLines(shop.db, invoice!.number!)).toEqual({
      net: invoice!.net,
      tax: invoice!.tax,
      gross: frieda.attempt.amount,
    })
  })

  test.each(languages)(
    'states the start and the right of withdrawal from that day in the confirmation, in %s',
    async (language) => {
      const gustav = await ordered({ language })
      const at = shop.now()
      shop.later(40)
      await recoverPayments(shop.api.ctx)
      expect(await emailsFor(shop.db, gustav.id)).toEqual(['contract-confirmed'])
      const written = await writeEmail(await lastEmail(shop.db, 'contract-confirmed'), shop.api.ctx)
      const text = written!.text.replaceAll(/(\s|^>)+/gm, ' ')
      const locale = localeOf(language, { country: 'AT' })
      for (const day of [at, shop.now(), lastDayOfWithdrawal(shop.now())]) expect(text).toContain(formatDay(locale, day))
      // The e-mail quotes the wording accepted with the order.
      const { wording } = (await shop.db
        .selectFrom('withdrawal_acceptances')
        .select('wording')
        .where('account_id', '=', gustav.id)
        .executeTakeFirst())!
      expect(text).toContain(wording.replaceAll(/\s+/g, ' '))
    },
  )

  test('is refunded if the reader has bought again in the meantime', async () => {
    const hanna = await ordered()
    shop.later(2)
    await shop.leave(hanna)
    await shop.accept(hanna, 10)
    await shop.begin(hanna, 10)
    expect((await shop.purchase(hanna, 10)).status).toBe(200)
    await recoverPayments(shop.api.ctx)
    expect((await shop.contracts(hanna)).map(({ state }) => state)).toEqual(['ended', 'active'])
    const refunds = await shop.db.selectFrom('refunds').select('amount').where('attempt_id', '=', hanna.attempt.id).execute()
    expect(refunds).toEqual([{ amount: 1999 }])
  })

  test.each([
    ['has taken the money', 'succeeded', [{ amount: 1333, reason: 'stray', state: 'succeeded' }]],
    ['has begun a debit', 'processing', []],
    ['has declined it', 'declined', []],
  ] as const)(
    'as an upgrade is given up if its credit is returned; the provider is polled, and %s',
    async (_, became, refunds) => {
      const ida = await shop.reader()
      await shop.leave(ida)
      await shop.accept(ida, 10)
      await shop.begin(ida, 10)
      expect((await shop.purchase(ida, 10)).status).toBe(200)
      const [first] = await attemptsOf(ida)
      shop.later(10)
      const { attempt } = await order(ida, { plan: 2, became: 'succeeded' })
      // Its webhook is lost.
      if (became !== 'succeeded') shop.psp.charges.get(attempt.id)!.outcome = outcome(became, attempt.id)
      if (became !== 'succeeded')
        shop.psp.moved.splice(
          shop.psp.moved.findIndex(({ attemptId }) => attemptId === attempt.id),
          1,
        )
      await settleAttempts(shop.api.ctx, [{ attemptId: first!.id, outcome: shop.psp.becomes(first!.id, 'returned') }])
      const givenUp = () =>
        shop.db
          .selectFrom('payment_attempts')
          .select(['state', 'decline_code', 'outcome_unknown'])
          .where('id', '=', attempt.id)
          .executeTakeFirstOrThrow()
      expect(await givenUp()).toEqual({ state: 'declined', decline_code: 'abandoned', outcome_unknown: true })
      shop.later(1)
      // Two servers recover at once.
      await Promise.all([sweepPayments({}, shop.api.ctx), sweepPayments({}, shop.api.ctx)])
      expect(await givenUp()).toMatchObject({ state: 'declined', outcome_unknown: became === 'processing' })
      const made = () =>
        shop.db.selectFrom('refunds').select(['amount', 'reason', 'state']).where('attempt_id', '=', attempt.id).execute()
      expect(await made()).toEqual(refunds)
      if (became === 'processing') {
        shop.psp.becomes(attempt.id, 'succeeded')
        shop.later(1)
        await sweepPayments({}, shop.api.ctx)
        expect(await givenUp()).toMatchObject({ outcome_unknown: false })
        expect(await made()).toEqual([{ amount: 1333, reason: 'stray', state: 'succeeded' }])
      }
      expect((await shop.contracts(ida)).map(({ state }) => state)).toEqual(['ended', 'ended'])
      await expectLedgerToBalance(shop.db, shop.psp.moved, shop.now(), false)
    },
  )
})

test('a payment waits from its order on, however often its provider is asked for the result', async () => {
  const anna = await ordered()
  const { attempt } = anna
  shop.psp.charges.get(attempt.id)!.outcome = outcome('unknown', attempt.id)
  const waited = async () => (await readDatabaseFigures(shop.db)).find(({ name }) => name === 'kiosk_payment_wait_seconds')!.value
  const before = await waited()
  shop.later(1)
  await recoverPayments(shop.api.ctx)
  expect(await waited()).toBeGreaterThanOrEqual(before)
  shop.psp.becomes(attempt.id, 'succeeded')
  shop.later(1)
  await recoverPayments(shop.api.ctx)
  expect((await attemptsOf(anna)).map(({ state }) => state)).toEqual(['succeeded'])
})
