// The next charge as stated on the billing page, in e-mails (including the purchase confirmation) and in debit announcements
// equals the amount requested from the provider: across purchases, vouchers, upgrades, list prices, tax rates, campaigns under
// every rule, and readers' responses to them.
import { dayInUtc, dayInVienna } from '@kiosk/domain/day'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { priceChange } from '@kiosk/domain/payments/price-change-endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { sendEmail } from '../../emails/send-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { settleAttempts } from '../charges/settle.ts'
import { runRenewals } from '../renewals/run.ts'
import { firstCharge } from '../subscriptions/queries.ts'
import { clearBooks } from '../testing/books.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { beginCampaign, stopCampaign } from './price-changes.ts'

const START = new Date('2026-03-10T09:00:00Z')
/** Number of runs; PROPERTY_RUNS=200 for a long test. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 4)
/** Interval of the scheduled jobs. Days. */
const STEP_DAYS = 3
const SEED = process.env.PROPERTY_SEED

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

type Reader = Awaited<ReturnType<Checkout['reader']>> & { method: string; kind: 'CC' | 'DD' }
/** Statement of an e-mail about the charge of one date, or every regular one from a date on. */
type Sentence = { letter: EmailJob['letter']; from: number; until: number; amount: number; at: number }

/** Amount that an e-mail states for a date, some days from it on, or permanently. `after`: days after the date it names. */
type Announcement = { day: string; amount: string; onwards?: boolean; after?: number; lasts?: number }

class World {
  readers: Reader[] = []
  sentences = new Map<number, Sentence[]>()
  charged = 0
  checked = 0
  confirmed = 0

  async begin(): Promise<void> {
    await clearBooks(shop.db)
    // Resets the clock, because sessions start today by the system clock and would expire.
    shop.later((START.getTime() - shop.now().getTime()) / DAY_MS)
    await forgetJobs(shop.db)
    const vouchers = [
      { code: 'ONE', plan_ids: [2, 10], price: 399, days: 30 },
      { code: 'TWO', plan_ids: [2, 10], price: 299, days: 60 },
      { code: 'FREE', plan_ids: [2, 10], price: 0, days: 30 },
    ]
    await shop.db.insertInto('vouchers').values(vouchers).execute()
    for (const kind of ['CC', 'DD'] as const) {
      const reader = await shop.reader()
      this.readers.push({ ...reader, kind, method: await shop.leave(reader, 'card-succeeded', kind) })
    }
  }

  async buy(which: number, plan: number, voucher: string | null): Promise<void> {
    const reader = this.readers[which]!
    const { headers } = reader
    const shown = await shop.api.ask(`payment/shoppingcart2/new/${plan}`, { headers })
    if (shown.status !== 200) return
    await shop.accept(reader, plan)
    if (voucher) {
      const form = { subscription: String(plan), voucher }
      await shop.api.ask('payment/voucher', { method: 'PUT', form, headers })
    }
    await shop.purchase(reader, plan)
    await this.deliver()
  }

  /** Advances the clock in steps. Each step reads the billing page and then runs all scheduled jobs. */
  async pass(days: number): Promise<void> {
    for (let left = days; left > 0; left -= STEP_DAYS) {
      shop.later(Math.min(STEP_DAYS, left))
      const pages = await Promise.all(this.readers.map((reader) => this.pageOf(reader)))
      const before = await this.attempts()
      await runRenewals(shop.api.ctx)
      await this.deliver()
      for (const attempt of (await this.attempts()).filter(({ id }) => !before.some((each) => each.id === id)))
        this.#compare(attempt, pages)
    }
  }

  async pageOf({ headers }: Reader) {
    const response = await shop.api.ask('billing', { headers })
    return response.status === 200 ? shop.api.answer(billing, 'billing', { headers }) : null
  }

  attempts() {
    return shop.db
      .selectFrom('payment_attempts as a')
      .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
      .innerJoin('periods as p', 'p.id', 'i.period_id')
      .select(['a.id', 'a.amount', 'i.account_id', 'i.subscription_id', 'p.starts_at', 'p.reduced', 'a.created_at'])
      .where('a.initiator', '=', 'merchant')
      .orderBy('a.created_at')
      .execute()
  }

  #compare(attempt: Awaited<ReturnType<World['attempts']>>[number], pages: Awaited<ReturnType<World['pageOf']>>[]): void {
    const which = this.readers.findIndex(({ id }) => id === attempt.account_id)
    const reader = this.readers[which]!
    const page = pages[which]
    this.charged++
    expect(page, 'the page shows a charge').not.toBeNull()
    expect({ price: page!.nextPrice }, 'the amount shown on the page is charged').toEqual({ price: attempt.amount })
    expect(page!.nextCharges![0]).toEqual({ date: page!.nextDebitDate, amount: page!.nextPrice })
    const isRetry = new Date(page!.nextDebitDate!).getTime() !== attempt.starts_at.getTime()
    if (isRetry) return
    const day = attempt.starts_at.getTime()
    const about = (this.sentences.get(attempt.subscription_id!) ?? []).filter(
      ({ from, until }) => from <= dayOf(day) && dayOf(day) <= until,
    )
    const last = about.at(-1)
    if (last) {
      this.checked++
      expect({ ...last, amount: attempt.amount }, 'the amount in the last e-mail is charged').toEqual(last)
    }
    if (reader.kind === 'DD' && attempt.amount > 0)
      expect(
        about.map(({ letter }) => letter),
        'a debit was announced',
      ).toContain('debit-announced')
  }

  /** Sends every queued e-mail and records what it states about charges. */
  async deliver(): Promise<void> {
    const { ctx, mails } = shop.api
    for (const [place, email] of (await waitingEmails(shop.db)).entries()) {
      mails.splice(0)
      await sendEmail(email, ctx, { id: String(place), lastTry: false })
      const text = mails[0]?.text.replaceAll('\u00a0', ' ').replaceAll('\n', ' ')
      if (text) await this.#read(email, text)
    }
    await forgetJobs(shop.db)
  }

  async #read(email: EmailJob, text: string): Promise<void> {
    const subscription =
      'contract' in email
        ? email.contract
        : 'noticeId' in email
          ? (
              await shop.db
                .selectFrom('price_notices')
                .select('subscription_id')
                .where('id', '=', email.noticeId)
                .executeTakeFirstOrThrow()
            ).subscription_id
          : 'accountId' in email && email.letter === 'invoice'
            ? (
                await shop.db
                  .selectFrom('invoices')
                  .select('subscription_id')
                  .where('id', '=', email.invoiceId)
                  .executeTakeFirstOrThrow()
              ).subscription_id!
            : null
    if (subscription === null) return
    const note = (options: Announcement) => {
      const from = daysOf(options.day) + (options.after ?? 0)
      const all = this.sentences.get(subscription) ?? []
      all.push({
        letter: email.letter,
        from,
        until: options.onwards ? Number.POSITIVE_INFINITY : from + (options.lasts ?? 0),
        amount: amountOf(options.amount),
        at: shop.now().getTime(),
      })
      this.sentences.set(subscription, all)
    }
    const find = (pattern: RegExp) => pattern.exec(text)?.groups as Record<'day' | 'amount', string> | undefined
    const next = find(/nächste Zahlung ist am (?<day>\d+\. \S+ \d{4}) fällig: (?<amount>[\d,]+) €/)
    if (next) note(next)
    if (email.letter === 'contract-confirmed') await this.#readConfirmation(email.contract, text, note)
    if (email.letter === 'debit-announced') note(find(/am (?<day>\d+\. \S+ \d{4}) ziehen wir (?<amount>[\d,]+) €/)!)
    if (email.letter === 'price-cut') note({ ...find(/ab (?<day>\d+\. \S+ \d{4}) nur noch (?<amount>[\d,]+) €/)!, onwards: true })
    if (email.letter === 'price-agreed')
      note({ ...find(/Ab (?<day>\d+\. \S+ \d{4}) kostet es (?<amount>[\d,]+) €/)!, onwards: true })
    if (email.letter === 'price-stays') {
      note({
        ...find(/für (?<day>\d+\. \S+ \d{4}) angekündigt haben, gilt nicht\. .*? kostet weiter (?<amount>[\d,]+) €/)!,
        onwards: true,
      })
      const announced = find(/Nur die Lastschrift am (?<day>\d+\. \S+ \d{4}) bleibt, wie angekündigt, bei (?<amount>[\d,]+) €/)
      if (announced) note(announced)
    }
    if (email.letter === 'price-rise') {
      const rise = find(/ab (?<day>\d+\. \S+ \d{4}) (?:auf )?(?<amount>[\d,]+) € statt/)!
      expect(daysOf(rise.day) - dayOf(shop.now().getTime()), 'thirty days ahead').toBeGreaterThanOrEqual(30)
      if (text.includes('müssen Sie nichts tun')) note({ ...rise, onwards: true })
    }
  }

  /** Reads the confirmation of a purchase: the amount charged and the amount of each following charge. */
  async #readConfirmation(subscription: number, text: string, note: (announcement: Announcement) => void): Promise<void> {
    const first = await firstCharge(shop.db, subscription)
    const taken = /(?:Bezahlt|Wird abgebucht): (?<amount>[\d,]+) €/.exec(text)!.groups!.amount!
    const firstPeriod = /Erste 30 Tage bis: (?<day>\d+\. \S+ \d{4})/.exec(text)!.groups!.day!
    const price =
      /Preis: (?:(?:(?<count>\d+) × |Die ersten 30 Tage )(?<reduced>[\d,]+) €, danach )?(?<regular>[\d,]+) € alle 30 Tage/.exec(
        text,
      )!
    const { count = '1', reduced, regular } = price.groups as { count?: string; reduced?: string; regular: string }
    expect({ contract: subscription, taken: amountOf(taken) }, 'the amount in the confirmation is charged').toEqual({
      contract: subscription,
      taken: first!.amount,
    })
    const credit = /Guthaben aus \S+ (?<credit>[\d,]+) €/.exec(text)?.groups?.credit
    const left = amountOf(reduced ?? regular) - (credit ? amountOf(credit) : 0)
    expect({ contract: subscription, left: Math.max(0, left) }, 'price and credit make what is taken').toEqual({
      contract: subscription,
      left: first!.amount,
    })
    const announced = /erste Lastschrift ziehen wir am .*? ein: (?<amount>[\d,]+) €/.exec(text)?.groups?.amount
    if (announced) expect(amountOf(announced), 'the first debit is announced as it is taken').toBe(first!.amount)
    // The second charge is on the day after the first period.
    const cheaper = reduced ? Number(count) - 1 : 0
    if (cheaper > 0) note({ day: firstPeriod, after: 1, lasts: PERIOD_DAYS * cheaper - 1, amount: reduced! })
    note({ day: firstPeriod, after: 1 + PERIOD_DAYS * cheaper, onwards: true, amount: regular })
    this.confirmed++
  }

  async answer(which: number, decision: 'agree' | 'cancel'): Promise<void> {
    const { headers } = this.readers[which]!
    const about = await shop.api.ask('billing/pricechange', { headers })
    if (about.status !== 200) return
    const { state } = await shop.api.answer(priceChange, 'billing/pricechange', { headers })
    const answered = await shop.api.ask('billing/pricechange', { form: { decision }, headers })
    expect([state, answered.status]).toEqual([state, 200])
    await this.deliver()
  }

  async autoRenew(which: number, on: boolean): Promise<void> {
    const { headers } = this.readers[which]!
    await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: String(on) }, headers })
    await this.deliver()
  }

  async listPrice(plan: number, price: number): Promise<void> {
    const valid_from = dayInUtc(shop.now())
    await shop.db
      .insertInto('prices')
      .values({ plan_id: plan, valid_from, price })
      .onConflict((conflict) => conflict.columns(['plan_id', 'valid_from']).doUpdateSet({ price }))
      .execute()
  }

  async taxRate(rate: number): Promise<void> {
    const valid_from = dayInUtc(shop.now())
    await shop.db
      .insertInto('tax_rates')
      .values({ country: 'AT', valid_from, rate })
      .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate }))
      .execute()
  }

  async campaign(plan: number, price: number, rule: 'consent' | 'object', otherwise: 'end' | 'keep', kind: 'raise' | 'lower') {
    Object.assign(shop.api.ctx.operator.priceRise.at, { rule, withoutConsent: otherwise })
    if (kind === 'raise') await this.listPrice(plan, price)
    const ahead = kind === 'raise' ? 31 : 0
    const fromDay = dayInUtc(new Date(shop.now().getTime() + ahead * DAY_MS))
    await beginCampaign(shop.api.ctx, { plan, price, fromDay, kind })
  }

  async stop(): Promise<void> {
    const open = await shop.db.selectFrom('price_campaigns').select('id').where('stopped_at', 'is', null).execute()
    for (const { id } of open) await stopCampaign(shop.api.ctx, id)
    await this.deliver()
  }

  /** Settles a pending debit. */
  async settle(): Promise<void> {
    const under = await shop.db.selectFrom('payment_attempts').select('id').where('state', '=', 'processing').execute()
    for (const { id } of under) await settleAttempts(shop.api.ctx, [{ attemptId: id, outcome: outcome('succeeded', id) }])
    await this.deliver()
  }

  behave(which: number, how: 'succeeded' | 'declined' | 'processing'): void {
    shop.psp.behave(this.readers[which]!.method, how)
  }
}

/** Returns days since 1970 in Vienna. */
function dayOf(time: number): number {
  return Date.parse(dayInVienna(new Date(time))) / DAY_MS
}
const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]
function daysOf(words: string): number {
  const [, date, month, year] = /(\d+)\. (\S+) (\d{4})/.exec(words)!
  return Date.UTC(Number(year), MONTHS.indexOf(month!.replace('Jänner', 'Januar')), Number(date)) / DAY_MS
}
const amountOf = (words: string) => Math.round(Number(words.replace(',', '.')) * 100)

type Step = fc.AsyncCommand<object, World>
function step<Options extends unknown[]>(
  name: string,
  options: fc.Arbitrary<Options>,
  run: (world: World, ...options: Options) => unknown,
) {
  return options.map(
    (values): Step => ({
      check: () => true,
      run: async (_, world) => void (await run(world, ...values)),
      toString: () => `${name}(${values.join(', ')})`,
    }),
  )
}
const reader = fc.nat({ max: 1 })
const plan = fc.constantFrom(10, 2, 2)
const voucher = fc.constantFrom(null, null, 'ONE', 'TWO', 'FREE')
const pass = step('pass', fc.tuple(fc.constantFrom(3, 10, 18, 31)), (world, days) => world.pass(days))
const campaign = step(
  'campaign',
  fc.tuple(
    plan,
    fc.constantFrom(1099, 2299, 2499),
    fc.constantFrom('consent' as const, 'object' as const),
    fc.constantFrom('end' as const, 'keep' as const),
    fc.constant('raise' as const),
  ),
  (world, ...options) => world.campaign(...options),
)
const answer = step(
  'answer',
  fc.tuple(reader, fc.constantFrom('agree' as const, 'agree' as const, 'cancel' as const)),
  (world, ...options) => world.answer(...options),
)
const steps = [
  pass,
  pass,
  pass,
  campaign,
  campaign,
  answer,
  answer,
  step('buy', fc.tuple(reader, plan, voucher), (world, ...options) => world.buy(...options)),
  step('cut', fc.tuple(plan, fc.constantFrom(599, 899, 1499)), (world, of, price) =>
    world.campaign(of, price, 'consent', 'keep', 'lower'),
  ),
  step('stop', fc.constant([] as []), (world) => world.stop()),
  step('autoRenew', fc.tuple(reader, fc.boolean()), (world, ...options) => world.autoRenew(...options)),
  step('list', fc.tuple(plan, fc.constantFrom(999, 1999, 2999)), (world, ...options) => world.listPrice(...options)),
  step('tax', fc.tuple(fc.constantFrom(1000, 2000)), (world, rate) => world.taxRate(rate)),
  step(
    'behaves',
    fc.tuple(reader, fc.constantFrom('succeeded' as const, 'succeeded' as const, 'declined' as const, 'processing' as const)),
    (world, ...options) => world.behave(...options),
  ),
  step('settle', fc.constant([] as []), (world) => world.settle()),
]

test('charges exactly the announced amounts', async () => {
  let [charged, checked, confirmed] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(plan, voucher, plan, voucher),
      // Every run contains a price increase and a reader's response to it.
      fc.tuple(
        fc.constantFrom('consent', 'object', 'object'),
        fc.constantFrom('end', 'keep'),
        fc.constantFrom('agree', 'cancel', 'nothing', 'nothing'),
      ),
      fc.commands(steps, { maxCommands: 8, size: 'max' }),
      async ([first, itsVoucher, second, other], [rule, otherwise, does], commands) => {
        const world = new World()
        await world.begin()
        await world.buy(0, first, itsVoucher)
        await world.buy(1, second, other)
        await world.pass(3)
        await world.campaign(first, 2499, rule, otherwise, 'raise')
        await world.pass(3)
        if (does !== 'nothing') for (const which of [0, 1]) await world.answer(which, does)
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        for (const which of [0, 1]) world.behave(which, 'succeeded')
        await world.settle()
        await world.pass(63)
        charged += world.charged
        checked += world.checked
        confirmed += world.confirmed
      },
    ),
    { numRuns: RUNS, ...(SEED && { seed: Number(SEED) }) },
  )
  // Guards against a run in which nothing was charged or announced.
  expect(charged).toBeGreaterThanOrEqual(RUNS)
  expect(checked).toBeGreaterThanOrEqual(RUNS / 2)
  expect(confirmed).toBeGreaterThanOrEqual(2 * RUNS)
}, 7_200_000)
