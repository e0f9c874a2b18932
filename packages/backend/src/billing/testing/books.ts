// Events of a ledger test: readers who buy, a provider with arbitrary answers, two workers, a clock.
import { randomUUID } from 'node:crypto'
import { dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { DAY_MS } from '@kiosk/domain/time'
import { hasSubscription } from '../../accounts/queries.ts'
import { createAccount } from '../../accounts/testing/accounts.ts'
import type { Outcome } from '../../adapters/payments/port.ts'
import { type fakeCardProvider, outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import type { Connection, Database } from '../../db/connect.ts'
import { asOwner } from '../../db/testing/database.ts'
import { transact } from '../../db/transaction.ts'
import type { TestApi } from '../../testing/api.ts'
import { recoverPayments } from '../charges/recover.ts'
import { sendAttempts } from '../charges/send.ts'
import { settleAttempts } from '../charges/settle.ts'
import { replaceMethod } from '../checkout/replace-method.ts'
import { acceptWithdrawal } from '../operator-actions/accept-withdrawal.ts'
import { ActionRejected } from '../operator-actions/action-rejected.ts'
import { endForLostDispute, renewAfterWonDispute } from '../operator-actions/decide-dispute.ts'
import { downgrade, takeBackDowngrade } from '../operator-actions/downgrade.ts'
import { endSubscription } from '../operator-actions/end-subscription.ts'
import { extendSubscription } from '../operator-actions/grant-days.ts'
import type { RefundPolicy, Requested } from '../operator-actions/perform.ts'
import { carryOutPlannedEnds, planEnd, takeBackPlannedEnd } from '../operator-actions/plan-end.ts'
import { settleProviderRefund } from '../refunds/provider-refunds.ts'
import { refund, refundAgain } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { settleRefund } from '../refunds/settle.ts'
import { runBilling } from '../renewals/renew.ts'
import { switchAutoRenew } from '../subscriptions/auto-renew.ts'
import { createSubscription } from '../subscriptions/create.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'

export type Answer = 'succeeded' | 'declined' | 'hard' | 'unknown' | 'action' | 'needs-customer' | 'processing' | 'breaks'
export const ANSWERS: Answer[] = ['succeeded', 'declined', 'hard', 'unknown', 'action', 'needs-customer', 'processing', 'breaks']
type Psp = ReturnType<typeof fakeCardProvider>
type Reader = { accountId: number; methodId: number; answer: Answer }
type Webhook = { attemptId: string; outcome: Outcome }

/** Waits for all promises even if one fails, so that the next sequence starts with nothing pending. */
export async function atOnce(many: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(many)) if (each.status === 'rejected') throw each.reason
}

/** Deletes all money, subscriptions and accounts. */
export async function clearBooks(db: Database): Promise<void> {
  await asOwner(
    db,
    `do $$ declare
    guarded text[] := array['ledger', 'invoices', 'invoice_lines', 'invoice_files', 'number_series', 'suspense_actions',
      'provider_entries', 'subscription_actions', 'subscription_documents'];
    guarded_table text;
  begin
    foreach guarded_table in array guarded loop execute format('alter table %I disable trigger user', guarded_table); end loop;
    delete from ledger; delete from provider_entries; delete from suspense_actions; delete from suspense; delete from operator_alarms;
    delete from dispute_invoices; delete from refunds;
    delete from disputes; delete from setup_sessions; delete from wallet_returns; delete from wallet_subscriptions;
    delete from wallet_approvals; delete from payment_attempts; update invoices set credit_note_id = null, corrects = null;
    delete from invoice_files; delete from invoices; delete from periods; delete from voucher_redemptions; delete from carts;
    delete from termination_declarations; delete from planned_ends; delete from planned_plan_changes; delete from subscription_actions; delete from price_notices;
    delete from price_campaigns; delete from subscription_documents; delete from subscriptions; delete from payment_methods; delete from vouchers;
    delete from provider_events; delete from number_series; delete from prices; delete from tax_rates; delete from accounts;
    set constraints all immediate;
    foreach guarded_table in array guarded loop execute format('alter table %I enable trigger user', guarded_table); end loop;
  end $$`,
  )
}

/** One sequence of a test. Numbers called `which` select among the existing items. */
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

  /**
   * Clears the data of the previous sequence. @param methods number of payment methods so far. Every third is a debit, so a
   * repeated sequence needs the same number
   */
  async begin(start: Date, methods = this.#methods): Promise<void> {
    this.now = start
    this.#methods = methods
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
        { code: 'THREE', plan_ids: [2, 10], price: 299, days: null, max_redemptions: 2 },
        { code: 'TWO', plan_ids: [2, 10], price: 399, days: 89 },
        { code: 'GIFT', plan_ids: [2, 10], price: 0, days: 30 },
      ])
      .execute()
    this.readers = [await this.#reader(), await this.#reader()]
  }

  async #reader(): Promise<Reader> {
    const { id: accountId } = await createAccount(this.db)
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
    // A webhook reports each answer again later.
    this.webhooks.push({ attemptId, outcome: made })
    return made
  }

  async #refusing(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }

  reader(which: number): Reader {
    return this.readers[which % this.readers.length]!
  }

  /** Buys a plan. @param sends false: the process crashes between the commit and the call */
  async buy(which: number, plan: number, voucher: number, sends = true): Promise<void> {
    const { accountId, methodId } = this.reader(which)
    await this.#refusing(async () => {
      const voucherCode = this.vouchers[voucher] ?? null
      const id = await transact(this.api.ctx, (trx) =>
        createSubscription(trx, this.api.ctx, { accountId, plan, methodId, voucherCode }),
      )
      if (sends) await sendAttempts(this.api.ctx, [id])
    })
  }

  async autoRenew(which: number, on: boolean): Promise<void> {
    const { accountId } = this.reader(which)
    await this.#refusing(() => transact(this.api.ctx, (trx) => switchAutoRenew(trx, accountId, on, this.now)))
  }

  wait(days: number): void {
    this.now = new Date(this.now.getTime() + days * DAY_MS)
    if (this.now > this.#latest) this.#latest = this.now
  }

  async bill(): Promise<void> {
    await atOnce([runBilling(this.api.ctx), runBilling(this.api.ctx)])
  }

  async recover(): Promise<void> {
    const { ctx } = this.api
    await atOnce([1, 2].map(() => recoverPayments(ctx).then(() => sendRefunds(ctx))))
  }

  /** Answers a challenge, or completes a debit. */
  becomes(which: number, state: 'succeeded' | 'declined' | 'processing'): void {
    const waiting = this.#chargesIn(['action', 'needs-customer', 'processing'])
    const attemptId = waiting[which % Math.max(1, waiting.length)]
    if (!attemptId) return
    if (state === 'processing' && this.psp.charges.get(attemptId)?.outcome.state === 'processing') return
    this.webhooks.push({ attemptId, outcome: this.psp.becomes(attemptId, state) })
  }

  /** Returns a debit, or disputes a charge. */
  goesBack(which: number): void {
    const taken = this.#chargesIn(['succeeded'])
    const attemptId = taken[which % Math.max(1, taken.length)]
    if (attemptId) this.webhooks.push({ attemptId, outcome: this.psp.becomes(attemptId, 'returned') })
  }

  /** Wins a dispute, or reverses a return. */
  comesAgain(which: number): void {
    const gone = this.#chargesIn(['returned'])
    const attemptId = gone[which % Math.max(1, gone.length)]
    if (attemptId) this.webhooks.push({ attemptId, outcome: this.psp.becomes(attemptId, 'reinstated') })
  }

  /** Refunds in the provider's dashboard and delivers the webhook, possibly twice concurrently. */
  async refundByHand(which: number, share: number, twice: boolean): Promise<void> {
    const taken = this.#chargesIn(['succeeded', 'reinstated'])
    const attemptId = taken[which % Math.max(1, taken.length)]
    const amount = attemptId ? Math.ceil(this.psp.charges.get(attemptId)!.amount * share) : 0
    const reference = attemptId && amount > 0 ? this.psp.refundByHand(attemptId, amount) : null
    if (!reference) return
    // A provider reports a charge before its refund; reconciliation finds lost reports.
    await settleAttempts(this.api.ctx, [{ attemptId: attemptId!, outcome: outcome('succeeded', attemptId!) }])
    const refund = {
      provider: 'sandbox',
      reference,
      charge: `charge ${attemptId}`,
      amount,
      currency: 'EUR',
      state: 'succeeded',
    } as const
    await atOnce(Array.from({ length: twice ? 2 : 1 }, () => settleProviderRefund(this.api.ctx, refund)))
  }

  #chargesIn(states: Outcome['state'][]): string[] {
    return [...this.psp.charges].filter(([, { outcome }]) => states.includes(outcome.state)).map(([id]) => id)
  }

  /** Delivers one of the pending webhooks: any of them, possibly twice, possibly again later. */
  async deliverWebhook(which: number, twice: boolean, again: boolean): Promise<void> {
    if (this.webhooks.length === 0) return
    const place = which % this.webhooks.length
    const webhook = this.webhooks[place]!
    if (!again) this.webhooks.splice(place, 1)
    const settle = () => settleAttempts(this.api.ctx, [webhook])
    await (twice ? atOnce([settle(), settle()]) : settle())
  }

  async refund(which: number, share: number): Promise<void> {
    const paid = await this.db.selectFrom('payment_attempts').select(['id', 'amount']).where('state', '=', 'succeeded').execute()
    const attempt = paid.toSorted((a, b) => (a.id < b.id ? -1 : 1))[which % Math.max(1, paid.length)]
    if (!attempt) return
    const options = { attemptId: attempt.id, amount: Math.ceil(attempt.amount * share), reason: 'goodwill', text: 'Kulanz' }
    await this.#refusing(() => transact(this.api.ctx, (trx) => refund(trx, this.api.ctx, options)))
  }

  async sendRefunds(how: 'succeeded' | 'processing' | 'failed' | 'unknown'): Promise<void> {
    this.psp.refundsBehave(how)
    await atOnce([sendRefunds(this.api.ctx), sendRefunds(this.api.ctx)])
  }

  /** Completes a refund that takes days, and reports it twice. */
  async refundEnds(state: 'succeeded' | 'failed'): Promise<void> {
    for (const [id, { state: before, reference }] of this.psp.refunds) {
      if (before !== 'processing') continue
      this.psp.refundBecomes(id, state)
      await atOnce([1, 2].map(() => settleRefund(this.api.ctx, id, state, reference)))
    }
  }

  async refundAgain(): Promise<void> {
    const failed = await this.db.selectFrom('refunds').select('id').where('state', '=', 'failed').execute()
    for (const { id } of failed) await transact(this.api.ctx, (trx) => refundAgain(trx, this.api.ctx, id))
  }

  async replaceMethod(which: number): Promise<void> {
    const reader = this.reader(which)
    reader.methodId = await this.#method(reader.accountId)
    const ids = await transact(this.api.ctx, (trx) => replaceMethod(trx, this.api.ctx, reader.accountId, reader.methodId))
    await sendAttempts(this.api.ctx, ids)
  }

  async setPrice(price: number, rate: number): Promise<void> {
    const valid_from = dayInUtc(this.now)
    await this.db
      .insertInto('prices')
      .values({ plan_id: 2, valid_from, price })
      .onConflict((conflict) => conflict.columns(['plan_id', 'valid_from']).doUpdateSet({ price }))
      .execute()
    await this.db
      .insertInto('tax_rates')
      .values({ country: 'AT', valid_from, rate })
      .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate }))
      .execute()
  }

  /** Ends a subscription at once, as by withdrawal or cancellation for cause. */
  async end(which: number): Promise<void> {
    const { accountId } = this.reader(which)
    await transact(this.api.ctx, async (trx) => {
      const own = await trx
        .selectFrom('subscriptions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('state', '<>', 'ended')
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      await expireSubscriptions(
        trx,
        own.map(({ id }) => id),
        this.now,
      )
    })
  }

  /** Requests an operator action on the last subscription of a reader twice concurrently; it must happen once. */
  async #operate(which: number, perform: (requested: Requested) => Promise<{ isNew: boolean }>): Promise<void> {
    const { accountId } = this.reader(which)
    const own = this.db.selectFrom('subscriptions').select('id').where('account_id', '=', accountId)
    const last = await own.orderBy('id', 'desc').executeTakeFirst()
    if (!last) return
    const requested = { actId: randomUUID(), subscription: last.id, actor: 'anna', why: 'ticket 7' }
    const done: boolean[] = []
    await atOnce(
      [1, 2].map(async () => {
        const performed = await perform(requested).catch((error: unknown) => {
          if (!(error instanceof ActionRejected)) throw error
        })
        if (performed) done.push(performed.isNew)
      }),
    )
    if (done.filter(Boolean).length > 1) throw new Error('an act was carried out twice')
  }

  endByOperator(which: number, refund: RefundPolicy): Promise<void> {
    return this.#operate(which, (requested) => endSubscription(this.api.ctx, { ...requested, refund }))
  }

  /** Accepts a withdrawal that was declared some days ago. */
  async acceptWithdrawal(which: number, daysAgo: number, share: 'pro-rata' | 'whole'): Promise<void> {
    const { accountId: account_id } = this.reader(which)
    const received_at = new Date(this.now.getTime() - daysAgo * DAY_MS)
    const declared = { kind: 'withdraw', name: 'M', email: 'm@example.org', language: 'de', outcome: 'by-hand' }
    const { id: termination } = await this.db
      .insertInto('termination_declarations')
      .values({ ...declared, account_id, received_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#operate(which, (requested) => acceptWithdrawal(this.api.ctx, { ...requested, exit: termination, refund: share }))
  }

  grantDays(which: number, days: number): Promise<void> {
    return this.#operate(which, (requested) => extendSubscription(this.api.ctx, { ...requested, days }))
  }

  moveDown(which: number, isTakenBack: boolean): Promise<void> {
    return this.#operate(which, (requested) => (isTakenBack ? takeBackDowngrade : downgrade)(this.api.ctx, requested))
  }

  decideDispute(which: number, isWon: boolean): Promise<void> {
    return this.#operate(which, (requested) => (isWon ? renewAfterWonDispute : endForLostDispute)(this.api.ctx, requested))
  }

  planEnd(which: number, days: number, refund: RefundPolicy): Promise<void> {
    const endsAt = new Date(this.now.getTime() + days * DAY_MS)
    return this.#operate(which, (requested) => planEnd(this.api.ctx, { ...requested, refund, endsAt }))
  }

  takeBackPlannedEnd(which: number): Promise<void> {
    return this.#operate(which, (requested) => takeBackPlannedEnd(this.api.ctx, requested))
  }

  async carryOutPlannedEnds(): Promise<void> {
    await atOnce([carryOutPlannedEnds(this.api.ctx), carryOutPlannedEnds(this.api.ctx)])
  }

  /** Erases an account without a subscription, even if something is pending, and creates a new account. */
  async erase(which: number): Promise<void> {
    const place = which % this.readers.length
    const { accountId } = this.readers[place]!
    if (await hasSubscription(this.db, accountId, this.now)) return
    await this.db.deleteFrom('accounts').where('id', '=', accountId).execute()
    this.readers[place] = await this.#reader()
  }

  /** Completes everything pending, in some order. */
  async settle(order: number): Promise<void> {
    for (const reader of this.readers) reader.answer = 'succeeded'
    this.psp.refundsBehave('succeeded')
    for (const attemptId of this.#chargesIn(['action', 'needs-customer', 'processing'])) {
      const state = (order + attemptId.charCodeAt(1)) % 3 === 0 ? 'declined' : 'succeeded'
      this.webhooks.push({ attemptId, outcome: this.psp.becomes(attemptId, state) })
    }
    for (let turn = 0; this.webhooks.length > 0; turn++) await this.deliverWebhook(order * (turn + 1), turn % 2 === 0, false)
    // If the clock was set back, continues until it has caught up: rows dated in the future are processed when their time comes.
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
