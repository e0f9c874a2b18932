// What happens to the books of a test: readers who buy, a provider that answers as it likes, two workers, a clock.
import { randomUUID } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { buildAccount } from '../accounts/build-account.ts'
import { hasContract } from '../accounts/queries.ts'
import type { Connection, Database } from '../database/connect.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { outcome, type pretendCardProvider } from '../outside/payments/pretend-card-provider.ts'
import type { TestApi } from '../test-api.ts'
import { switchAutoRenew } from './auto-renew.ts'
import { buy } from './buy.ts'
import { acceptWithdrawal } from './contract-acts/accept-withdrawal.ts'
import { ActRefused } from './contract-acts/act-refused.ts'
import { endForLostDispute, renewAfterWonDispute } from './contract-acts/decide-dispute.ts'
import { endContract } from './contract-acts/end-contract.ts'
import { extendContract } from './contract-acts/grant-days.ts'
import { moveDown, takeBackMoveDown } from './contract-acts/move-down.ts'
import type { Asked, RefundPolicy } from './contract-acts/perform-act.ts'
import { carryOutPlannedEnds, planEnd, takeBackPlannedEnd } from './contract-acts/planned-ends.ts'
import { endContracts } from './end-contracts.ts'
import { settleProviderRefund } from './provider-refunds.ts'
import { recoverPayments } from './recover.ts'
import { refund, refundAgain, sendRefunds, settleRefund } from './refunds.ts'
import { runBilling } from './renew.ts'
import { replaceMethod } from './replace-method.ts'
import { sendAttempts } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'

const DAY = 86_400_000
export type Answer = 'succeeded' | 'declined' | 'hard' | 'unknown' | 'action' | 'needs-customer' | 'processing' | 'breaks'
export const ANSWERS: Answer[] = ['succeeded', 'declined', 'hard', 'unknown', 'action', 'needs-customer', 'processing', 'breaks']
type Psp = ReturnType<typeof pretendCardProvider>
type Reader = { accountId: number; methodId: number; answer: Answer }
type Webhook = { attemptId: string; outcome: Outcome }

/** Waits for all of them, also where one fails: the next sequence begins when nothing of this one is under way. */
export async function atOnce(many: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(many)) if (each.status === 'rejected') throw each.reason
}

/** Nothing is left of money, subscriptions and accounts. */
export async function clearBooks(db: Database): Promise<void> {
  await sql`do $$ begin
    alter table ledger disable trigger user; alter table invoices disable trigger user; alter table invoice_lines disable trigger user;
    alter table invoice_papers disable trigger user; alter table number_series disable trigger user;
    alter table suspense_acts disable trigger user; alter table provider_entries disable trigger user;
    alter table contract_acts disable trigger user;
    delete from ledger; delete from provider_entries; delete from suspense_acts; delete from suspense; delete from operator_alarms;
    delete from dispute_invoices; delete from refunds;
    delete from disputes; delete from setup_sessions; delete from wallet_returns; delete from wallet_subscriptions;
    delete from wallet_approvals; delete from payment_attempts; update invoices set credit_note_id = null, corrects = null;
    delete from invoice_papers; delete from invoices; delete from periods; delete from voucher_redemptions; delete from carts;
    delete from exit_declarations; delete from planned_ends; delete from planned_plans; delete from contract_acts; delete from price_notices;
    delete from price_campaigns; delete from subscriptions; delete from payment_methods; delete from vouchers;
    delete from provider_events; delete from number_series; delete from prices; delete from tax_rates; delete from accounts;
    set constraints all immediate;
    alter table ledger enable trigger user; alter table invoices enable trigger user; alter table invoice_lines enable trigger user;
    alter table invoice_papers enable trigger user; alter table number_series enable trigger user;
    alter table suspense_acts enable trigger user; alter table provider_entries enable trigger user;
    alter table contract_acts enable trigger user;
  end $$`.execute(db)
}

/** One sequence of a test; `which` numbers choose among what is there, whatever there is. */
export class Books {
  now = new Date('2026-03-10T09:00:00Z')
  readonly connection: Connection
  readonly psp: Psp
  api!: TestApi
  readers: Reader[] = []
  webhooks: Webhook[] = []
  vouchers: string[] = []
  steps = 0
  #methods = 0
  #latest = this.now

  constructor(connection: Connection, psp: Psp) {
    this.connection = connection
    this.psp = psp
    psp.setClock(() => this.now)
  }

  get db() {
    return this.connection.db
  }

  /** Nothing is left of the sequence before. */
  async begin(start: Date): Promise<void> {
    this.now = start
    this.#latest = start
    this.webhooks = []
    this.psp.charges.clear()
    this.psp.refunds.clear()
    this.psp.moved.length = 0
    this.psp.refundsBehave('succeeded')
    await clearBooks(this.db)
    this.vouchers = ['THREE', 'TWO', 'GIFT']
    await this.db
      .insertInto('vouchers')
      .values([
        { code: 'THREE', subscription_ids: [2, 10], price: 299, days: null, most: 2 },
        { code: 'TWO', subscription_ids: [2, 10], price: 399, days: 89 },
        { code: 'GIFT', subscription_ids: [2, 10], price: 0, days: 30 },
      ])
      .execute()
    this.readers = [await this.#reader(), await this.#reader()]
  }

  async #reader(): Promise<Reader> {
    const { id: accountId } = await buildAccount(this.db)
    return { accountId, methodId: await this.#method(accountId), answer: 'succeeded' }
  }

  async #method(accountId: number): Promise<number> {
    const reference = `method-${++this.#methods}`
    const { id } = await this.db
      .insertInto('payment_methods')
      .values({ account_id: accountId, provider: 'sandbox', kind: this.#methods % 3 ? 'CC' : 'DD', reference })
      .returning('id')
      .executeTakeFirstOrThrow()
    this.psp.behave(reference, (attemptId) => {
      const reader = this.readers.find((each) => each.accountId === accountId)
      return this.#answerOf(reader?.answer ?? 'succeeded', attemptId)
    })
    return id
  }

  #answerOf(answer: Answer, attemptId: string): Outcome {
    if (answer === 'hard') return { ...outcome('declined', attemptId), retryable: false } as Outcome
    if (answer === 'breaks') throw new Error('the line is dead')
    const made = outcome(answer, attemptId)
    // What is told on the line is told by webhook as well, some time.
    this.webhooks.push({ attemptId, outcome: made })
    return made
  }

  async #refusing(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }

  reader(which: number): Reader {
    return this.readers[which % this.readers.length]!
  }

  /** @param sends false = the process dies between the commit and the call */
  async buy(which: number, tariff: number, voucher: number, sends = true): Promise<void> {
    const { accountId, methodId } = this.reader(which)
    await this.#refusing(async () => {
      const voucherCode = this.vouchers[voucher] ?? null
      const id = await this.db
        .transaction()
        .execute((trx) => buy(trx, this.api.house, { accountId, tariff, methodId, voucherCode }))
      if (sends) await sendAttempts(this.api.house, [id])
    })
  }

  async autoRenew(which: number, on: boolean): Promise<void> {
    const { accountId } = this.reader(which)
    await this.#refusing(() => this.db.transaction().execute((trx) => switchAutoRenew(trx, accountId, on, this.now)))
  }

  wait(days: number): void {
    this.now = new Date(this.now.getTime() + days * DAY)
    if (this.now > this.#latest) this.#latest = this.now
  }

  async bill(): Promise<void> {
    await atOnce([runBilling(this.api.house), runBilling(this.api.house)])
  }

  async recover(): Promise<void> {
    await atOnce([recoverPayments(this.api.house), recoverPayments(this.api.house)])
  }

  /** A challenge is answered, a debit ends. */
  becomes(which: number, state: 'succeeded' | 'declined' | 'processing'): void {
    const waiting = this.#chargesIn(['action', 'needs-customer', 'processing'])
    const attemptId = waiting[which % Math.max(1, waiting.length)]
    if (!attemptId) return
    if (state === 'processing' && this.psp.charges.get(attemptId)?.outcome.state === 'processing') return
    this.webhooks.push({ attemptId, outcome: this.psp.becomes(attemptId, state) })
  }

  /** A debit is returned, a charge disputed. */
  goesBack(which: number): void {
    const taken = this.#chargesIn(['succeeded'])
    const attemptId = taken[which % Math.max(1, taken.length)]
    if (attemptId) this.webhooks.push({ attemptId, outcome: this.psp.becomes(attemptId, 'returned') })
  }

  /** A dispute is won, a return taken back. */
  comesAgain(which: number): void {
    const gone = this.#chargesIn(['returned'])
    const attemptId = gone[which % Math.max(1, gone.length)]
    if (attemptId) this.webhooks.push({ attemptId, outcome: this.psp.becomes(attemptId, 'reinstated') })
  }

  /** Somebody refunds in the provider's dashboard, and the provider tells; perhaps twice at once. */
  async refundByHand(which: number, share: number, twice: boolean): Promise<void> {
    const taken = this.#chargesIn(['succeeded', 'reinstated'])
    const attemptId = taken[which % Math.max(1, taken.length)]
    const amount = attemptId ? Math.ceil(this.psp.charges.get(attemptId)!.amount * share) : 0
    const reference = attemptId && amount > 0 ? this.psp.refundByHand(attemptId, amount) : null
    if (!reference) return
    // A provider tells of a charge before it tells of its refund; what is lost of it the comparison of books finds.
    await settleAttempts(this.api.house, [{ attemptId: attemptId!, outcome: outcome('succeeded', attemptId!) }])
    const told = {
      provider: 'sandbox',
      reference,
      charge: `charge ${attemptId}`,
      amount,
      currency: 'EUR',
      state: 'succeeded',
    } as const
    await atOnce(Array.from({ length: twice ? 2 : 1 }, () => settleProviderRefund(this.api.house, told)))
  }

  #chargesIn(states: Outcome['state'][]): string[] {
    return [...this.psp.charges].filter(([, { outcome }]) => states.includes(outcome.state)).map(([id]) => id)
  }

  /** Delivers one of the messages under way: any of them, perhaps twice, perhaps to come again later. */
  async hear(which: number, twice: boolean, again: boolean): Promise<void> {
    if (this.webhooks.length === 0) return
    const place = which % this.webhooks.length
    const told = this.webhooks[place]!
    if (!again) this.webhooks.splice(place, 1)
    const settle = () => settleAttempts(this.api.house, [told])
    await (twice ? atOnce([settle(), settle()]) : settle())
  }

  async refund(which: number, share: number): Promise<void> {
    const paid = await this.db.selectFrom('payment_attempts').select(['id', 'amount']).where('state', '=', 'succeeded').execute()
    const attempt = paid.toSorted((a, b) => (a.id < b.id ? -1 : 1))[which % Math.max(1, paid.length)]
    if (!attempt) return
    const given = { attemptId: attempt.id, amount: Math.ceil(attempt.amount * share), reason: 'goodwill', text: 'Kulanz' }
    await this.#refusing(() => this.db.transaction().execute((trx) => refund(trx, this.api.house, given)))
  }

  async sendRefunds(how: 'succeeded' | 'processing' | 'failed' | 'unknown'): Promise<void> {
    this.psp.refundsBehave(how)
    await atOnce([sendRefunds(this.api.house), sendRefunds(this.api.house)])
  }

  /** A refund that takes days ends; heard of twice. */
  async refundEnds(state: 'succeeded' | 'failed'): Promise<void> {
    for (const [id, { state: before, reference }] of this.psp.refunds) {
      if (before !== 'processing') continue
      this.psp.refundBecomes(id, state)
      await atOnce([1, 2].map(() => settleRefund(this.api.house, id, state, reference)))
    }
  }

  async refundAgain(): Promise<void> {
    const failed = await this.db.selectFrom('refunds').select('id').where('state', '=', 'failed').execute()
    for (const { id } of failed) await this.db.transaction().execute((trx) => refundAgain(trx, this.api.house, id))
  }

  async replaceMethod(which: number): Promise<void> {
    const reader = this.reader(which)
    reader.methodId = await this.#method(reader.accountId)
    const ids = await this.db
      .transaction()
      .execute((trx) => replaceMethod(trx, this.api.house, reader.accountId, reader.methodId))
    await sendAttempts(this.api.house, ids)
  }

  async setPrice(price: number, rate: number): Promise<void> {
    const valid_from = this.now.toISOString().slice(0, 10)
    await this.db
      .insertInto('prices')
      .values({ subscription_id: 2, valid_from, price })
      .onConflict((conflict) => conflict.columns(['subscription_id', 'valid_from']).doUpdateSet({ price }))
      .execute()
    await this.db
      .insertInto('tax_rates')
      .values({ country: 'AT', valid_from, rate })
      .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate }))
      .execute()
  }

  /** The contract ends at once: withdrawn, or for a reason of weight. */
  async end(which: number): Promise<void> {
    const { accountId } = this.reader(which)
    await this.db.transaction().execute(async (trx) => {
      const own = await trx
        .selectFrom('subscriptions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('state', '<>', 'ended')
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      await endContracts(
        trx,
        own.map(({ id }) => id),
        this.now,
      )
    })
  }

  /** An act of the operator on the last contract of a reader; asked twice at once, it happens once. */
  async #operate(which: number, perform: (asked: Asked) => Promise<{ isNew: boolean }>): Promise<void> {
    const { accountId } = this.reader(which)
    const own = this.db.selectFrom('subscriptions').select('id').where('account_id', '=', accountId)
    const last = await own.orderBy('id', 'desc').executeTakeFirst()
    if (!last) return
    const asked = { actId: randomUUID(), contract: last.id, actor: 'anna', why: 'ticket 7' }
    const done: boolean[] = []
    await atOnce(
      [1, 2].map(async () => {
        const performed = await perform(asked).catch((error: unknown) => {
          if (!(error instanceof ActRefused)) throw error
        })
        if (performed) done.push(performed.isNew)
      }),
    )
    if (done.filter(Boolean).length > 1) throw new Error('an act was carried out twice')
  }

  endByOperator(which: number, refund: RefundPolicy): Promise<void> {
    return this.#operate(which, (asked) => endContract(this.api.house, { ...asked, refund }))
  }

  /** A withdrawal was declared some time ago, and is accepted. */
  async acceptWithdrawal(which: number, daysAgo: number, share: 'pro-rata' | 'whole'): Promise<void> {
    const { accountId: account_id } = this.reader(which)
    const received_at = new Date(this.now.getTime() - daysAgo * DAY)
    const declared = { kind: 'withdraw', name: 'M', email: 'm@example.org', language: 'de', outcome: 'by-hand' }
    const { id: exit } = await this.db
      .insertInto('exit_declarations')
      .values({ ...declared, account_id, received_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#operate(which, (asked) => acceptWithdrawal(this.api.house, { ...asked, exit, refund: share }))
  }

  grantDays(which: number, days: number): Promise<void> {
    return this.#operate(which, (asked) => extendContract(this.api.house, { ...asked, days }))
  }

  moveDown(which: number, isTakenBack: boolean): Promise<void> {
    return this.#operate(which, (asked) => (isTakenBack ? takeBackMoveDown : moveDown)(this.api.house, asked))
  }

  decideDispute(which: number, isWon: boolean): Promise<void> {
    return this.#operate(which, (asked) => (isWon ? renewAfterWonDispute : endForLostDispute)(this.api.house, asked))
  }

  planEnd(which: number, days: number, refund: RefundPolicy): Promise<void> {
    const endsAt = new Date(this.now.getTime() + days * DAY)
    return this.#operate(which, (asked) => planEnd(this.api.house, { ...asked, refund, endsAt }))
  }

  takeBackPlannedEnd(which: number): Promise<void> {
    return this.#operate(which, (asked) => takeBackPlannedEnd(this.api.house, asked))
  }

  async carryOutPlannedEnds(): Promise<void> {
    await atOnce([carryOutPlannedEnds(this.api.house), carryOutPlannedEnds(this.api.house)])
  }

  /** An account without a contract is erased, whatever is still under way; somebody else comes. */
  async erase(which: number): Promise<void> {
    const place = which % this.readers.length
    const { accountId } = this.readers[place]!
    if (await hasContract(this.db, accountId, this.now)) return
    await this.db.deleteFrom('accounts').where('id', '=', accountId).execute()
    this.readers[place] = await this.#reader()
  }

  /** Everything that is under way comes to its end, in some order. */
  async settle(order: number): Promise<void> {
    for (const reader of this.readers) reader.answer = 'succeeded'
    this.psp.refundsBehave('succeeded')
    for (const attemptId of this.#chargesIn(['action', 'needs-customer', 'processing'])) {
      const state = (order + attemptId.charCodeAt(1)) % 3 === 0 ? 'declined' : 'succeeded'
      this.webhooks.push({ attemptId, outcome: this.psp.becomes(attemptId, state) })
    }
    for (let turn = 0; this.webhooks.length > 0; turn++) await this.hear(order * (turn + 1), turn % 2 === 0, false)
    // A clock that went back catches up: what was made later than now is taken up when its time has come.
    const caughtUp = this.#latest
    for (let turn = 0; turn < 2 || this.now < caughtUp; turn++) {
      this.wait(1.01)
      await this.refundEnds('succeeded')
      await this.refundAgain()
      await this.recover()
      await this.carryOutPlannedEnds()
      await this.bill()
    }
    this.wait(0.01)
    await this.recover()
  }
}
