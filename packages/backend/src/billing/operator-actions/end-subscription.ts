import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { sql, type Transaction } from 'kysely'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { giveUpUpgrades } from '../charges/apply-returned.ts'
import { OPEN } from '../charges/lock-attempts.ts'
import { refundPaid } from '../refunds/refund-paid.ts'
import { expireSubscriptions } from '../subscriptions/expire.ts'
import { terminationNumber } from '../withdrawals/number.ts'
import { ActionRejected } from './action-rejected.ts'
import { lockWaitingTermination, settleByAct } from './declarations.ts'
import {
  type ActionDocument,
  type ActionOptions,
  type EndDetails,
  type LockedSubscription,
  lastActionOf,
  lockMoneyOfSubscription,
  notifyOfAction,
  type Performed,
  performAction,
  type RefundPolicy,
  type Requested,
} from './perform.ts'

type Ended = {
  /** When it ended; unused days count from then. Not in the future. */
  at: Date
  refund: RefundPolicy
}
/** `exit`: id of the cancellation that this carries out and settles. */
export type EndRequest = Requested & { refund: RefundPolicy; exit?: number }

/**
 * Ends a subscription now at any provider: stops charges, cancels unpaid ones, and refunds days that have not passed according
 * to `refund`. A pending purchase that would replace it is cancelled too. The reader gets an e-mail; a job notifies the wallet
 * or store. A subscription that an action has already ended stays unchanged.
 * @throws ActionRejected unknown-contract, another-act, already-ended, purchase-under-way, before-begin; for the declaration,
 * unknown-exit, not-a-cancellation, exit-settled, exit-of-another
 */
export function endSubscription(
  ctx: BillingContext,
  requested: EndRequest & Partial<Ended>,
  options: ActionOptions = {},
): Promise<Performed<'end'>> {
  const { at = ctx.now(), refund, actId } = requested
  return performAction(
    ctx,
    'end',
    requested,
    options,
    async (trx, subscription) => {
      requireRunning(subscription)
      if (at < subscription.starts_at) throw new ActionRejected('before-begin')
      const termination = await settleCancellation(trx, ctx, requested.exit, { subscription: subscription.id, effectiveAt: at })
      await lockMoneyOfSubscription(trx, subscription.id)
      return { ...(await endLocked(trx, ctx, subscription, { at, refund, actId })), ...termination }
    },
    async (trx, { id, state }) => (state === 'ended' ? lastActionOf(trx, id, 'end') : undefined),
  )
}

/**
 * Settles the cancellation that an action carries out, if any. Its subscription is locked.
 * @throws ActionRejected unknown-exit, not-a-cancellation, exit-settled, exit-of-another
 */
export async function settleCancellation(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'log' | 'now'>,
  id: number | undefined,
  effect: { subscription: number; effectiveAt: Date },
): Promise<{ exit?: string }> {
  if (id === undefined) return {}
  const termination = await lockWaitingTermination(trx, id)
  if (termination.kind !== 'cancel') throw new ActionRejected('not-a-cancellation')
  if (termination.subscription_id !== null && termination.subscription_id !== effect.subscription)
    throw new ActionRejected('exit-of-another')
  await settleByAct(trx, ctx, termination, effect)
  return { exit: terminationNumber(termination) }
}

/** Requires an active subscription. @throws ActionRejected already-ended, purchase-under-way */
export function requireRunning({ state }: LockedSubscription): void {
  if (state === 'ended') throw new ActionRejected('already-ended')
  if (state === 'pending') throw new ActionRejected('purchase-under-way')
}

/** Ends an active subscription whose money is locked by `lockMoneyOfSubscription`. */
export async function endLocked(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  subscription: LockedSubscription,
  { at, refund, actId, reason = 'ended' }: Ended & { actId: string; reason?: 'ended' | 'withdrawal' },
): Promise<EndDetails> {
  const now = ctx.now()
  const { id } = subscription
  await giveUpUpgrades(trx, ctx, id)
  await expireSubscriptions(trx, [id], now)
  await sql`update subscriptions set ends_at = least(ends_at, ${at}::timestamptz), cancelled_at = coalesce(cancelled_at, ${now})
    where id = ${id}`.execute(trx)
  // If the debit of an upgrade fails later, the previous subscription resumes to the end of its paid period; this prevents its
  // renewal.
  await sql`update subscriptions set cancelled_at = coalesce(cancelled_at, ${now})
    where id = ${subscription.upgrade_from} and state = 'ended'`.execute(trx)
  for (const table of ['planned_ends', 'planned_plan_changes'] as const)
    await trx.deleteFrom(table).where('subscription_id', '=', id).execute()
  const share = refund === 'whole' ? 'whole' : 'unused'
  // A withdrawal reverses the subscription from its beginning.
  const runningAt = reason === 'withdrawal' ? subscription.starts_at : at
  const refunds = refund === 'none' ? [] : await refundPaid(trx, ctx, id, { share, at, reason, runningAt })
  const cancelsAtWallet = subscription.order_type !== ORDER_TYPE.own
  if (cancelsAtWallet) await enqueue(trx, 'cancel-wallet', { contract: id }, { key: `cancel-wallet ${id}` })
  await notifyOfAction(trx, subscription, actId)
  const papers = await documentsOfRefunds(trx, refunds)
  return { endsAt: at.toISOString(), refund, papers, underWay: await underWayOf(trx, id), cancelsAtWallet }
}

export async function documentsOfRefunds(trx: Transaction<DB>, ids: readonly string[]): Promise<ActionDocument[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<ActionDocument>`select r.id::text as "refundId", r.amount, n.currency, n.number as "creditNote", i.number as invoice
    from refunds r join invoices n on n.id = r.credit_note_id join invoices i on i.id = n.corrects
    where r.id = any(${[...ids]}::uuid[]) order by n.id`.execute(trx)
  return rows
}

async function underWayOf(trx: Transaction<DB>, subscription: number): Promise<EndDetails['underWay']> {
  return trx
    .selectFrom('payment_attempts as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.amount', 'p.currency'])
    .where('i.subscription_id', '=', subscription)
    .where('p.state', 'in', OPEN)
    .orderBy('p.created_at')
    .execute()
}
