import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { sql, type Transaction } from 'kysely'
import type { Outcome } from '../../adapters/payments/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { acceptInstrument, rejectInstrument } from '../checkout/rejected-instruments.ts'
import { refundPaid } from '../refunds/refund-paid.ts'
import { refundOrphaned } from '../refunds/refunds.ts'
import { moveLatePurchases } from '../subscriptions/start-late.ts'
import { applyBankAuthentication } from './apply-bank-authentication.ts'
import { abandonedOutcome, applyDeclined } from './apply-declined.ts'
import { applyOtherAmounts, declineOtherAmounts } from './apply-other-amount.ts'
import { applyDebited, applyPaid, type Debited, type Paid } from './apply-paid.ts'
import { applyOrphanedReturned, applyReinstated, applyReturned } from './apply-returned.ts'
import { isReturned } from './is-returned.ts'
import { type Locked, lockAttempts, OPEN } from './lock-attempts.ts'

export type Settled = { attemptId: string; outcome: Outcome }

/** Non-final states in their order; a result that arrives late changes nothing. */
const ORDER_OF_STATES = ['created', 'sent', 'unknown', 'action', 'processing']
/** Results that mean that a purchase has started, even if its money was returned since. */
const BEGINS: Outcome['state'][] = ['succeeded', 'processing', 'returned', 'reinstated']
/** Final results. A payment may still be returned afterwards, which only the provider reports. */
const FINAL: Outcome['state'][] = ['succeeded', 'declined', 'returned', 'reinstated']
const isOpen = ({ state }: Locked) => OPEN.includes(state)

/**
 * Records the results of attempts from any source (the call itself, a webhook or a poll), in any order and any number of times.
 * An attempt gets its final result once.
 */
export async function settleAttempts(ctx: BillingContext, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  await transact(ctx, (trx) => settleIn(trx, ctx, settled))
}

export async function settleIn(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'log' | 'now'>,
  settled: readonly Settled[],
): Promise<void> {
  const outcomes = new Map(settled.map(({ attemptId, outcome }) => [attemptId, outcome]))
  const hasReturns = settled.some(({ outcome: { state } }) => state === 'returned' || state === 'reinstated')
  const locked = await lockAttempts(trx, [...outcomes.keys()], { withUpgrades: hasReturns })
  const otherAmounts = declineOtherAmounts(locked, outcomes)
  const mayBegin = await whoMayBegin(trx, locked)
  const begins = (attempt: Locked) => BEGINS.includes(outcomes.get(attempt.id)!.state) && isOpen(attempt) && mayBegin(attempt)
  const attempts = await moveLatePurchases(trx, locked, { begins, now: ctx.now() })
  await lockVouchers(trx, attempts)
  const settling: Settling = { trx, ctx, mayBegin, paid: [], debited: [], returned: [] }
  for (const attempt of attempts) await settle(settling, attempt, outcomes.get(attempt.id)!)
  await noteKnownOutcomes(trx, attempts, outcomes)
  await applyOtherAmounts(trx, ctx, otherAmounts)
  const { paid, debited, returned } = settling
  await applyDebited(trx, ctx, debited)
  await applyPaid(trx, ctx, paid)
  for (const { attempt } of debited) if (attempt.order_type !== ORDER_TYPE.wallet) await refundUpgraded(trx, ctx, attempt)
  for (const { attempt } of paid) await refundUpgraded(trx, ctx, attempt)
  for (const book of returned) await book()
}

/** The effects of the results of several attempts, applied together after all were looked at. */
type Settling = {
  trx: Transaction<DB>
  ctx: Pick<AppContext, 'operator' | 'now'>
  /** Whether a paid purchase or renewal may start. */
  mayBegin(attempt: Locked): boolean
  paid: Paid[]
  debited: Debited[]
  returned: (() => Promise<void>)[]
}
type Result<State extends Outcome['state']> = Extract<Outcome, { state: State }>

async function settle(settling: Settling, attempt: Locked, outcome: Outcome): Promise<void> {
  if (outcome.state === 'succeeded') await settleSucceeded(settling, attempt, outcome)
  else if (outcome.state === 'returned' || outcome.state === 'reinstated') await settleReturned(settling, attempt, outcome)
  else if (isOpen(attempt)) await settleUnpaid(settling, attempt, outcome)
}

async function settleSucceeded(settling: Settling, attempt: Locked, outcome: Result<'succeeded'>): Promise<void> {
  const { trx, ctx } = settling
  if (isOpen(attempt)) await startOrUndo(settling, attempt, outcome)
  else if (attempt.state === 'declined' && !isReturned(attempt)) await refundOrphaned(trx, ctx, attempt, outcome.reference)
}

/** A return may be reported before the success, and the end of a dispute before its start: all are recorded as if in order. */
async function settleReturned(settling: Settling, attempt: Locked, outcome: Result<'returned' | 'reinstated'>): Promise<void> {
  const { trx, ctx, mayBegin, returned } = settling
  // An attempt with amount zero cannot be returned.
  if (attempt.amount === 0) return
  if (isOpen(attempt)) await startOrUndo(settling, attempt, outcome)
  const isOrphaned = attempt.state === 'declined' || (isOpen(attempt) && !mayBegin(attempt))
  returned.push(async () => {
    await (isOrphaned ? applyOrphanedReturned : applyReturned)(trx, ctx, attempt, outcome)
    const { payment_method_id: methodId } = attempt
    if (outcome.state === 'returned') await rejectInstrument(trx, { methodId, reason: outcome.code, now: ctx.now() })
    else {
      await applyReinstated(trx, ctx, attempt, { ...outcome, isOrphaned })
      await acceptInstrument(trx, methodId)
    }
  })
}

/** Settles the result of an open attempt that is not paid: declined, waiting for somebody, or pending as a debit. */
async function settleUnpaid(
  { trx, ctx, mayBegin, debited }: Settling,
  attempt: Locked,
  outcome: Result<'declined' | 'needs-customer' | 'action' | 'unknown' | 'processing'>,
): Promise<void> {
  if (outcome.state === 'declined') await applyDeclined(trx, ctx, attempt, outcome)
  else if (outcome.state === 'needs-customer' || (outcome.state === 'action' && attempt.sequence > 1))
    await applyBankAuthentication(trx, ctx, attempt, outcome)
  else if (ORDER_OF_STATES.indexOf(outcome.state) <= ORDER_OF_STATES.indexOf(attempt.state)) return
  else if (outcome.state !== 'processing') await wait(trx, attempt, outcome)
  else if (mayBegin(attempt)) debited.push({ attempt, reference: outcome.reference, debitOn: outcome.debitOn ?? null })
  else await undoCharge(trx, ctx, attempt, outcome)
}

/** Starts what an open attempt has paid for, or undoes it if it may not start. */
async function startOrUndo(
  { trx, ctx, mayBegin, paid }: Settling,
  attempt: Locked,
  outcome: Result<'succeeded' | 'returned' | 'reinstated'>,
): Promise<void> {
  if (mayBegin(attempt)) paid.push({ attempt, reference: outcome.reference })
  else await undoCharge(trx, ctx, attempt, outcome)
}

/**
 * Refunds what was paid for an upgraded subscription and is not used, once. Only the periods that have not started, as soon as the
 * upgrade starts: the credit on its invoice covers the running one. A wallet charges an upgrade in full, so all that was unused
 * when it started is refunded once that charge has arrived; if it is declined, the old subscription resumes (ADR-0364).
 */
async function refundUpgraded(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  { sequence, upgrade_from, order_type, starts_at }: Locked,
): Promise<void> {
  if (upgrade_from === null) return
  if (order_type === ORDER_TYPE.wallet) {
    if (await isRefunded(trx, upgrade_from)) return
    await refundPaid(trx, ctx, upgrade_from, { share: 'unused', at: starts_at, reason: 'upgrade', runningAt: starts_at })
    return
  }
  if (sequence !== 1) return
  const at = ctx.now()
  await refundPaid(trx, ctx, upgrade_from, { share: 'whole', at, reason: 'upgrade', startingAfter: at })
}

/** Returns whether the rest of an upgraded subscription was refunded, whichever charge of the upgrade was the first to arrive. */
async function isRefunded(trx: Transaction<DB>, upgraded: number): Promise<boolean> {
  const refunded = await trx
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select('r.id')
    .where('i.subscription_id', '=', upgraded)
    .where('r.reason', '=', 'upgrade')
    .limit(1)
    .executeTakeFirst()
  return refunded !== undefined
}

/** Marks an attempt as waiting: for bank authentication, or for a result if it is unknown. */
async function wait(
  trx: Transaction<DB>,
  attempt: Locked,
  outcome: Extract<Outcome, { state: 'action' | 'unknown' }>,
): Promise<void> {
  const action = outcome.state === 'action' ? JSON.stringify({ url: outcome.url, params: outcome.params }) : null
  await trx
    .updateTable('payment_attempts')
    .set({ state: outcome.state, action, ...(outcome.state === 'action' && { provider_reference: outcome.reference }) })
    .where('id', '=', attempt.id)
    .execute()
}

/**
 * Returns a function that decides whether a paid purchase or renewal may start: not if the subscription has ended meanwhile, the
 * account was erased, or the account bought something else or was closed before its purchase started. A debit that was already
 * pending when its subscription ended may start it, because it pays for days that were used.
 */
async function whoMayBegin(trx: Transaction<DB>, attempts: readonly Locked[]): Promise<(attempt: Locked) => boolean> {
  const firsts = attempts.filter(({ sequence, subscription_state }) => sequence === 1 && subscription_state === 'pending')
  const activeOf = new Map<number, number>()
  if (firsts.length > 0) {
    const accounts = firsts.flatMap(({ account_id }) => account_id ?? [])
    const { rows } = await sql<{ id: number; account_id: number }>`select id, account_id from subscriptions
      where account_id = any(${accounts}::bigint[]) and state in ('active', 'past-due')`.execute(trx)
    for (const { id, account_id } of rows) activeOf.set(account_id, id)
  }
  const rejected = new Set<string>()
  for (const attempt of attempts) {
    const { id, account_id, sequence, subscription, subscription_state, upgrade_from, state, deactivated_at } = attempt
    if (state === 'processing') continue
    if (account_id === null || subscription_state === 'ended') rejected.add(id)
    else if (sequence === 1 && subscription_state === 'pending' && deactivated_at !== null) rejected.add(id)
    else if (sequence === 1) {
      const running = activeOf.get(account_id)
      if (running === undefined || running === upgrade_from) activeOf.set(account_id, subscription)
      else if (running !== subscription) rejected.add(id)
    }
  }
  return ({ id }) => !rejected.has(id)
}

/** Undoes a purchase or renewal that may not start, like a decline. If it has been paid, the payment is refunded. */
async function undoCharge(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  attempt: Locked,
  { state, reference }: Extract<Outcome, { state: 'succeeded' | 'processing' | 'returned' | 'reinstated' }>,
): Promise<void> {
  const isPaid = state === 'succeeded'
  await applyDeclined(trx, ctx, attempt, abandonedOutcome(reference), { sendsEmail: !isPaid, isGivenUp: state === 'processing' })
  if (isPaid) await refundOrphaned(trx, ctx, attempt, reference)
}

/** Attempts that were given up need not be polled any more once the provider has reported their final result. */
async function noteKnownOutcomes(
  trx: Transaction<DB>,
  attempts: readonly Locked[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const known = attempts.filter(({ id, outcome_unknown }) => outcome_unknown && FINAL.includes(outcomes.get(id)!.state))
  if (known.length === 0) return
  const ids = known.map(({ id }) => id)
  await trx.updateTable('payment_attempts').set({ outcome_unknown: false }).where('id', 'in', ids).execute()
}

/** Locks several vouchers in a fixed order, because failed purchases release theirs one by one. */
async function lockVouchers(trx: Transaction<DB>, attempts: readonly Locked[]): Promise<void> {
  const codes = attempts.flatMap(({ sequence, state, voucher_code }) =>
    sequence === 1 && OPEN.includes(state) ? (voucher_code ?? []) : [],
  )
  if (new Set(codes).size < 2) return
  await sql`select v.code from vouchers v where v.code = any(${codes}::text[]) order by v.code for no key update of v`.execute(
    trx,
  )
}
