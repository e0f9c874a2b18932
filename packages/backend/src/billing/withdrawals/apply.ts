import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { dayInVienna } from '@kiosk/domain/day'
import { CONFIRMATION_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { lastDayOfWithdrawal } from '@kiosk/domain/payments/rules'
import { DAY_MS, SECOND_MS } from '@kiosk/domain/time'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB, TerminationDeclarations } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { lockOpenSubscriptions } from '../locks.ts'
import { switchAutoRenew } from '../subscriptions/auto-renew.ts'
import { type LastPeriod, lastPeriod } from '../subscriptions/last-period.ts'
import { acceptanceOf } from '../subscriptions/queries.ts'
import { carryOutWithdrawal } from './carry-out-withdrawal.ts'

/**
 * Public holidays postpone the last day by at most this many days, as at Christmas and Easter. The operator checks declarations
 * received in them.
 */
const HOLIDAYS_DAYS = 4

export type Declaration = Selectable<TerminationDeclarations>
export type Subscription = {
  id: number
  account_id: number
  plan_id: number
  order_type: number
  state: string
  auto_renew: boolean
  created_at: Date
  starts_at: Date
  ends_at: Date | null
  next_charge_at: Date | null
}
/**
 * `unconfirmed`: its effect cannot be undone, so it waits for proof that the account belongs to the sender. `by-hand`,
 * `unknown` and `too-late` wait for the operator.
 */
export type TerminationOutcome = 'applied' | 'unconfirmed' | 'unknown' | 'too-late' | 'by-hand'
/** `applied` false: an operator has to decide, or the confirmation is missing. `refunds`: their ids, if there are any. */
type Outcome = { outcome: TerminationOutcome; applied: boolean; effectiveAt: Date | null; refunds?: string[] }

/**
 * Applies a declaration to a subscription as of the time of its receipt. Reversible effects apply at once, the rest once the
 * declaration is confirmed; call it again then. A cancellation always takes effect at the end of the period; what needs a
 * decision waits for the operator.
 * @param subscription locked by the caller; undefined: none was found
 */
export async function applyTermination(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  declaration: Declaration,
  subscription: Subscription | undefined,
): Promise<{ declaration: Declaration; refunds: string[] }> {
  const now = ctx.now()
  const {
    outcome,
    applied,
    effectiveAt,
    refunds = [],
  } = !subscription
    ? await unknown(trx, declaration)
    : subscription.state === 'ended'
      ? await endedSince(trx, declaration, subscription)
      : declaration.kind === 'cancel'
        ? await cancel(trx, declaration, subscription, now)
        : await withdraw(trx, ctx, declaration, subscription)
  const updated = await trx
    .updateTable('termination_declarations')
    .set({
      outcome,
      applied_at: applied ? now : null,
      effective_at: effectiveAt,
      ...(subscription && { subscription_id: subscription.id }),
    })
    .where('id', '=', declaration.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { declaration: updated, refunds }
}

/** Locks and returns the active subscription of an account, or the one being purchased. */
export async function lockActiveSubscription(trx: Transaction<DB>, accountId: number): Promise<Subscription | undefined> {
  const open = await lockOpenSubscriptions(trx, accountId)
  return (open.find(({ state }) => state !== 'pending') ?? open[0]) as Subscription | undefined
}

/**
 * Returns the outcome if no subscription was found. If the account that had the address before has a subscription, the operator
 * decides about it, and the sender learns nothing of it. The same applies to a subscription of another address; its number is not
 * looked up, because the result would reveal which numbers exist.
 */
async function unknown(trx: Transaction<DB>, { account_id }: Declaration): Promise<Outcome> {
  const formerly = account_id !== null && (await lockActiveSubscription(trx, account_id))
  return { outcome: formerly ? 'by-hand' : 'unknown', applied: false, effectiveAt: null }
}

/**
 * Returns the outcome if the subscription ended while the declaration waited for confirmation. If another one has replaced it,
 * the operator decides.
 */
async function endedSince(trx: Transaction<DB>, { kind }: Declaration, subscription: Subscription): Promise<Outcome> {
  const isDone = kind === 'cancel' && !(await lockActiveSubscription(trx, subscription.account_id))
  return { outcome: isDone ? 'applied' : 'by-hand', applied: isDone, effectiveAt: subscription.ends_at }
}

async function cancel(trx: Transaction<DB>, declaration: Declaration, subscription: Subscription, now: Date): Promise<Outcome> {
  const { manner, requested_end, confirmed_at, effective_at: promised } = declaration
  const { ends_at } = subscription
  // The operator handles a requested later end.
  const isLater = requested_end !== null && ends_at !== null && new Date(requested_end) > ends_at
  if (isLater && manner === 'ordinary') return { outcome: 'by-hand', applied: false, effectiveAt: null }
  if (subscription.state === 'pending' || ends_at === null) return { outcome: 'by-hand', applied: false, effectiveAt: null }
  const last = await lastPeriod(trx, subscription.id)
  if (confirmed_at === null && !canBeTakenBack(subscription, last)) return waiting(trx, declaration, subscription)
  const effectiveAt = await cancelledFor(trx, subscription, now)
  // The operator refunds a charge made between the declaration and its confirmation.
  const isChargedSince =
    confirmed_at !== null && promised !== null && effectiveAt !== null && effectiveAt > promised && effectiveAt > now
  const needsPerson = manner === 'extraordinary' || effectiveAt === null || isChargedSince
  return {
    outcome: needsPerson ? 'by-hand' : 'applied',
    applied: !needsPerson,
    effectiveAt: isChargedSince ? promised : effectiveAt,
  }
}

/**
 * Returns whether the account can undo a cancellation: our own renewal can be turned on again, but not that of a wallet or of a
 * subscription that would end at once.
 */
function canBeTakenBack({ order_type, auto_renew }: Subscription, last: LastPeriod | undefined): boolean {
  if (!auto_renew) return true
  return order_type === ORDER_TYPE.own && !(last?.state === 'open' && !last.charging)
}

/**
 * Returns the outcome before the confirmation. Changes nothing except that a declined renewal is retried later, to leave time for
 * the confirmation.
 */
async function waiting(trx: Transaction<DB>, { received_at }: Declaration, subscription: Subscription): Promise<Outcome> {
  if (subscription.order_type !== ORDER_TYPE.own)
    return { outcome: 'unconfirmed', applied: false, effectiveAt: subscription.ends_at }
  await sql`update subscriptions set next_charge_at =
      greatest(next_charge_at, least(ends_at, ${new Date(received_at.getTime() + CONFIRMATION_DAYS * DAY_MS)}::timestamptz))
    where id = ${subscription.id} and next_charge_at is not null`.execute(trx)
  return { outcome: 'unconfirmed', applied: false, effectiveAt: received_at }
}

/** Cancels a subscription now and returns its end; null if not known yet. */
async function cancelledFor(trx: Transaction<DB>, subscription: Subscription, now: Date): Promise<Date | null> {
  if (subscription.order_type === ORDER_TYPE.own) return switchAutoRenew(trx, subscription.account_id, false, now)
  if (subscription.auto_renew) await enqueue(trx, 'cancel-wallet', { contract: subscription.id })
  return subscription.ends_at
}

/**
 * Ends a subscription at once and refunds it, if declared within the deadline, confirmed while the link of its receipt was valid, and the
 * right was not waived.
 */
async function withdraw(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  declaration: Declaration,
  subscription: Subscription,
): Promise<Outcome> {
  const { received_at, confirmed_at } = declaration
  const lastDay = lastDayOfWithdrawal(subscription.starts_at)
  if (dayInVienna(new Date(received_at.getTime() - HOLIDAYS_DAYS * DAY_MS)) > lastDay)
    return { outcome: 'too-late', applied: false, effectiveAt: null }
  const givenUp = (await acceptanceOf(trx, subscription.account_id, subscription))?.policy === 'given-up'
  const isOwn = subscription.order_type === ORDER_TYPE.own && subscription.state === 'active'
  if (givenUp || !isOwn || dayInVienna(received_at) > lastDay) return { outcome: 'by-hand', applied: false, effectiveAt: null }
  if (confirmed_at === null) return { outcome: 'unconfirmed', applied: false, effectiveAt: null }
  // All that was charged since its receipt would be refunded, for however many months it was read meanwhile.
  if (confirmed_at.getTime() - received_at.getTime() > TOKEN_TTL_SECONDS.exit * SECOND_MS)
    return { outcome: 'by-hand', applied: false, effectiveAt: null }
  const refunds = await carryOutWithdrawal(trx, ctx, subscription, received_at)
  return { outcome: 'applied', applied: true, effectiveAt: ctx.now(), refunds }
}
