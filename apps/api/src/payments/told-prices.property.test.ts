// What the billing page, the e-mails and the notices of debits say about the next charge is what the provider is asked to take:
// over purchases, vouchers, upgrades, list prices, tax rates, campaigns under every rule, and what readers answer to them.
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { priceChange } from '@kiosk/domain/payments/price-change-endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetJobs, waitingLetters } from '../jobs/test-jobs.ts'
import type { LetterJob } from '../outside/mail/letters.ts'
import { sendLetter } from '../outside/mail/send-letter.ts'
import { outcome } from '../outside/payments/pretend-card-provider.ts'
import { bill } from './bill.ts'
import { beginCampaign, stopCampaign } from './price-campaigns.ts'
import { settleAttempts } from './settle-attempts.ts'
import { clearBooks } from './test-books.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

const DAY_MS = 86_400_000
const START = new Date('2026-03-10T09:00:00Z')
/** The long run: PROPERTY_RUNS=200. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 4)
/** So often everything runs that runs by itself. Days. */
const STEP_DAYS = 3
const SEED = process.env.PROPERTY_SEED

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
afterAll(() => shop.close())

type Reader = Awaited<ReturnType<Checkout['reader']>> & { method: string; kind: 'CC' | 'DD' }
/** A sentence of an e-mail: the charge of one day, or every regular one from a day on. */
type Sentence = { letter: LetterJob['letter']; from: number; until: number; amount: number; at: number }

class World {
  readers: Reader[] = []
  sentences = new Map<number, Sentence[]>()
  charged = 0
  checked = 0

  async begin(): Promise<void> {
    await clearBooks(shop.db)
    // Sessions of a test are made today, and do not hold for years.
    shop.later((START.getTime() - shop.now().getTime()) / DAY_MS)
    await forgetJobs(shop.db)
    const vouchers = [
      { code: 'ONE', subscription_ids: [2, 10], price: 399, days: 30 },
      { code: 'TWO', subscription_ids: [2, 10], price: 299, days: 60 },
      { code: 'FREE', subscription_ids: [2, 10], price: 0, days: 30 },
    ]
    await shop.db.insertInto('vouchers').values(vouchers).execute()
    for (const kind of ['CC', 'DD'] as const) {
      const reader = await shop.reader()
      this.readers.push({ ...reader, kind, method: await shop.leave(reader, 'card-succeeded', kind) })
    }
  }

  async buy(which: number, tariff: number, voucher: string | null): Promise<void> {
    const reader = this.readers[which]!
    const { headers } = reader
    const shown = await shop.api.ask(`payment/shoppingcart2/new/${tariff}`, { headers })
    if (shown.status !== 200) return
    await shop.accept(reader, tariff)
    if (voucher) {
      const form = { subscription: String(tariff), voucher }
      await shop.api.ask('payment/voucher', { method: 'PUT', form, headers })
    }
    await shop.purchase(reader, tariff)
    await this.deliver()
  }

  /** One step of time: everything that runs by itself, and a look at the page just before. */
  async pass(days: number): Promise<void> {
    for (let left = days; left > 0; left -= STEP_DAYS) {
      shop.later(Math.min(STEP_DAYS, left))
      const told = await Promise.all(this.readers.map((reader) => this.pageOf(reader)))
      const before = await this.attempts()
      await bill(shop.api.house)
      await this.deliver()
      for (const attempt of (await this.attempts()).filter(({ id }) => !before.some((each) => each.id === id)))
        this.#compare(attempt, told)
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
      .select(['a.id', 'a.amount', 'i.account_id', 'i.subscription', 'p.starts_at', 'p.reduced', 'a.created_at'])
      .where('a.initiator', '=', 'merchant')
      .orderBy('a.created_at')
      .execute()
  }

  #compare(attempt: Awaited<ReturnType<World['attempts']>>[number], told: Awaited<ReturnType<World['pageOf']>>[]): void {
    const which = this.readers.findIndex(({ id }) => id === attempt.account_id)
    const reader = this.readers[which]!
    const page = told[which]
    this.charged++
    expect(page, 'a charge was told by the page').not.toBeNull()
    expect({ price: page!.nextPrice }, 'what the page told is taken').toEqual({ price: attempt.amount })
    const isRetry = new Date(page!.nextDebitDate!).getTime() !== attempt.starts_at.getTime()
    if (isRetry) return
    const day = attempt.starts_at.getTime()
    const about = (this.sentences.get(attempt.subscription!) ?? []).filter(
      ({ from, until }) => from <= dayOf(day) && dayOf(day) <= until,
    )
    const last = about.at(-1)
    if (last) {
      this.checked++
      expect({ ...last, amount: attempt.amount }, 'what the last e-mail told is taken').toEqual(last)
    }
    if (reader.kind === 'DD' && attempt.amount > 0)
      expect(
        about.map(({ letter }) => letter),
        'a debit was announced',
      ).toContain('debit-announced')
  }

  /** Every e-mail that waits goes out, and what it says about charges is written down. */
  async deliver(): Promise<void> {
    const { house, mails } = shop.api
    // The confirmation of a purchase says what was bought; its documents take long to draw.
    const letters = (await waitingLetters(shop.db)).filter(({ letter }) => letter !== 'contract-confirmed')
    for (const [place, letter] of letters.entries()) {
      mails.splice(0)
      await sendLetter(letter, house, { id: String(place), lastTry: false })
      const text = mails[0]?.text.replaceAll('\u00a0', ' ').replaceAll('\n', ' ')
      if (text) await this.#read(letter, text)
    }
    await forgetJobs(shop.db)
  }

  async #read(letter: LetterJob, text: string): Promise<void> {
    const contract =
      'contract' in letter
        ? letter.contract
        : 'noticeId' in letter
          ? (
              await shop.db
                .selectFrom('price_notices')
                .select('contract_id')
                .where('id', '=', letter.noticeId)
                .executeTakeFirstOrThrow()
            ).contract_id
          : 'accountId' in letter && letter.letter === 'invoice'
            ? (
                await shop.db
                  .selectFrom('invoices')
                  .select('subscription')
                  .where('id', '=', letter.invoiceId)
                  .executeTakeFirstOrThrow()
              ).subscription!
            : null
    if (contract === null) return
    const note = (given: { day: string; amount: string; onwards?: boolean }) => {
      const from = daysOf(given.day)
      const all = this.sentences.get(contract) ?? []
      all.push({
        letter: letter.letter,
        from,
        until: given.onwards ? Number.POSITIVE_INFINITY : from,
        amount: amountOf(given.amount),
        at: shop.now().getTime(),
      })
      this.sentences.set(contract, all)
    }
    const find = (pattern: RegExp) => pattern.exec(text)?.groups as Record<'day' | 'amount', string> | undefined
    const next = find(/nächste Zahlung ist am (?<day>\d+\. \S+ \d{4}) fällig: (?<amount>[\d,]+) €/)
    if (next) note(next)
    if (letter.letter === 'debit-announced') note(find(/am (?<day>\d+\. \S+ \d{4}) ziehen wir (?<amount>[\d,]+) €/)!)
    if (letter.letter === 'price-cut')
      note({ ...find(/ab (?<day>\d+\. \S+ \d{4}) nur noch (?<amount>[\d,]+) €/)!, onwards: true })
    if (letter.letter === 'price-agreed')
      note({ ...find(/Ab (?<day>\d+\. \S+ \d{4}) kostet es (?<amount>[\d,]+) €/)!, onwards: true })
    if (letter.letter === 'price-stays')
      note({
        ...find(/für (?<day>\d+\. \S+ \d{4}) angekündigt haben, kommt nicht\. .*? kostet weiter (?<amount>[\d,]+) €/)!,
        onwards: true,
      })
    if (letter.letter === 'price-rise') {
      const rise = find(/ab (?<day>\d+\. \S+ \d{4}) (?<amount>[\d,]+) € statt/)!
      expect(daysOf(rise.day) - dayOf(shop.now().getTime()), 'thirty days ahead').toBeGreaterThanOrEqual(30)
      if (text.includes('müssen Sie nichts tun')) note({ ...rise, onwards: true })
    }
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

  async listPrice(tariff: number, price: number): Promise<void> {
    const valid_from = shop.now().toISOString().slice(0, 10)
    await shop.db
      .insertInto('prices')
      .values({ subscription_id: tariff, valid_from, price })
      .onConflict((conflict) => conflict.columns(['subscription_id', 'valid_from']).doUpdateSet({ price }))
      .execute()
  }

  async taxRate(rate: number): Promise<void> {
    const valid_from = shop.now().toISOString().slice(0, 10)
    await shop.db
      .insertInto('tax_rates')
      .values({ country: 'AT', valid_from, rate })
      .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate }))
      .execute()
  }

  async campaign(tariff: number, price: number, rule: 'consent' | 'object', otherwise: 'end' | 'keep', kind: 'raise' | 'lower') {
    Object.assign(shop.api.house.operator.priceRise.at, { rule, withoutConsent: otherwise })
    if (kind === 'raise') await this.listPrice(tariff, price)
    const ahead = kind === 'raise' ? 31 : 0
    const fromDay = new Date(shop.now().getTime() + ahead * DAY_MS).toISOString().slice(0, 10)
    await beginCampaign(shop.api.house, { tariff, price, fromDay, kind })
  }

  async stop(): Promise<void> {
    const open = await shop.db.selectFrom('price_campaigns').select('id').where('stopped_at', 'is', null).execute()
    for (const { id } of open) await stopCampaign(shop.api.house, id)
    await this.deliver()
  }

  /** A debit that was under way has come. */
  async settle(): Promise<void> {
    const under = await shop.db.selectFrom('payment_attempts').select('id').where('state', '=', 'processing').execute()
    for (const { id } of under) await settleAttempts(shop.api.house, [{ attemptId: id, outcome: outcome('succeeded', id) }])
    await this.deliver()
  }

  behave(which: number, how: 'succeeded' | 'declined' | 'processing'): void {
    shop.psp.behave(this.readers[which]!.method, how)
  }
}

/** Days since 1970 in Vienna. */
function dayOf(moment: number): number {
  return Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna' }).format(new Date(moment))) / DAY_MS
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
function step<Given extends unknown[]>(
  name: string,
  given: fc.Arbitrary<Given>,
  run: (world: World, ...given: Given) => unknown,
) {
  return given.map(
    (values): Step => ({
      check: () => true,
      run: async (_, world) => void (await run(world, ...values)),
      toString: () => `${name}(${values.join(', ')})`,
    }),
  )
}
const reader = fc.nat({ max: 1 })
const tariff = fc.constantFrom(10, 2, 2)
const voucher = fc.constantFrom(null, null, 'ONE', 'TWO', 'FREE')
const pass = step('pass', fc.tuple(fc.constantFrom(3, 10, 18, 31)), (world, days) => world.pass(days))
const campaign = step(
  'campaign',
  fc.tuple(
    tariff,
    fc.constantFrom(1099, 2299, 2499),
    fc.constantFrom('consent' as const, 'object' as const),
    fc.constantFrom('end' as const, 'keep' as const),
    fc.constant('raise' as const),
  ),
  (world, ...given) => world.campaign(...given),
)
const answer = step(
  'answer',
  fc.tuple(reader, fc.constantFrom('agree' as const, 'agree' as const, 'cancel' as const)),
  (world, ...given) => world.answer(...given),
)
const steps = [
  ...[pass, pass, pass, campaign, campaign, answer, answer],
  step('buy', fc.tuple(reader, tariff, voucher), (world, ...given) => world.buy(...given)),
  step('cut', fc.tuple(tariff, fc.constantFrom(599, 899, 1499)), (world, of, price) =>
    world.campaign(of, price, 'consent', 'keep', 'lower'),
  ),
  step('stop', fc.constant([] as []), (world) => world.stop()),
  step('autoRenew', fc.tuple(reader, fc.boolean()), (world, ...given) => world.autoRenew(...given)),
  step('list', fc.tuple(tariff, fc.constantFrom(999, 1999, 2999)), (world, ...given) => world.listPrice(...given)),
  step('tax', fc.tuple(fc.constantFrom(1000, 2000)), (world, rate) => world.taxRate(rate)),
  step(
    'behaves',
    fc.tuple(reader, fc.constantFrom('succeeded' as const, 'succeeded' as const, 'declined' as const, 'processing' as const)),
    (world, ...given) => world.behave(...given),
  ),
  step('settle', fc.constant([] as []), (world) => world.settle()),
]

test('what was told is what is taken', async () => {
  let [charged, checked] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(tariff, voucher, tariff, voucher),
      // A rise, and what a reader does about it, are part of every run.
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
      },
    ),
    { numRuns: RUNS, ...(SEED && { seed: Number(SEED) }) },
  )
  // So that it cannot pass because nothing was charged, or nothing was told.
  expect(charged).toBeGreaterThanOrEqual(RUNS)
  expect(checked).toBeGreaterThanOrEqual(RUNS / 2)
}, 7_200_000)
