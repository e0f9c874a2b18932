import type { GOODWILL_REASONS, REFUND_POLICIES } from '@kiosk/domain/staff/limits'
import { type Selectable, sql, type Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { DB, SubscriptionActions, Subscriptions } from '../../db/schema.ts'
import { transactOrRehearse } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { holdAccounts } from '../locks.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { ActionRejected } from './action-rejected.ts'

/** What an action changed, by its kind; stored in `subscription_actions.details`. Times in ISO 8601, amounts in minor units. */
export type ActionDetails = {
  end: EndDetails
  'plan-end': { endsAt: string; refund: RefundPolicy; cancelsAtWallet: boolean; exit?: string }
  'take-back-planned-end': { endsAt: string }
  withdraw: EndDetails & { exit: string; receivedAt: string }
  extend: GrantDetails
  goodwill: GrantDetails & { because: GoodwillReason }
  downgrade: DowngradeDetails & { price: number; currency: string }
  'take-back-downgrade': DowngradeDetails
  'offer-upgrade': OfferDetails
  'dispute-received': DisputeDetails
  'dispute-lost': EndDetails
  /** `endsAt`: the end of the paid period and the next charge. */
  'renewed-after-dispute': { endsAt: string }
  /** `exit`: number of the declaration that was answered; its subscription continues. */
  'leave-running': { exit: string }
}
export const ACTION_KINDS = [
  'end',
  'plan-end',
  'take-back-planned-end',
  'withdraw',
  'leave-running',
  'extend',
  'goodwill',
  'downgrade',
  'take-back-downgrade',
  'offer-upgrade',
  'dispute-received',
  'dispute-lost',
  'renewed-after-dispute',
] as const satisfies (keyof ActionDetails)[]
export type ActionKind = keyof ActionDetails

export type RefundPolicy = (typeof REFUND_POLICIES)[number]

export type EndDetails = {
  /** Number of the declaration that the action carried out. */
  exit?: string
  endsAt: string
  refund: RefundPolicy
  /** Correction documents with their refunds. */
  papers: ActionDocument[]
  /** Charges with an unknown result. What they collect is refunded, except for days already used. */
  underWay: { amount: number; currency: string }[]
  /** The subscription is also cancelled at its wallet. */
  cancelsAtWallet: boolean
  /** Id of the action that planned the end. */
  plannedBy?: string
}
/**
 * Disputes that currently hold money of the subscription. `isEnded`: no other period is paid; `isRenewed`: it continues because
 * only part of a charge that we cannot stop was disputed; `endsAt`: the end of the paid period.
 */
export type DisputeDetails = { disputes: ReceivedDispute[]; isEnded: boolean; isRenewed: boolean; endsAt: string }
/** `reference`: the provider's id; `amount`: minor units; `creditNote`: null if nothing was left to credit. */
export type ReceivedDispute = { reference: string; amount: number; currency: string; creditNote: string | null }
/** `from`: the previous end of the paid period; `isCharged`: the next charge is at `endsAt`. */
export type GrantDetails = { days: number; from: string; endsAt: string; isCharged: boolean }
/** Tiers; `endsAt`: when the current one ends and the other begins. */
type DowngradeDetails = { from: string; to: string; endsAt: string }
/**
 * `price`: for the next periods, reduced by the special offer `voucher` if there is one; `regular`: afterwards; `due`: what an
 * order now would charge. Minor units.
 */
export type OfferDetails = {
  from: string
  to: string
  plan: number
  voucher: string | null
  price: number
  regular: number
  due: number
  currency: string
}
export type GoodwillReason = (typeof GOODWILL_REASONS)[number]
export type ActionDocument = { creditNote: string; invoice: string; amount: number; currency: string; refundId: string }

/** Request for an action. */
export type Requested = {
  /** UUID that identifies the action: repeating it changes nothing. */
  actId: string
  subscription: number
  actor: string
  why: string
}
export type OperatorAction<Kind extends ActionKind = ActionKind> = {
  id: string
  subscription: number
  kind: Kind
  actor: string
  why: string
  at: Date
  details: ActionDetails[Kind]
}
/** Converts a row to an action. */
export function actionFrom<Kind extends ActionKind>(row: Selectable<SubscriptionActions>): OperatorAction<Kind> {
  const { id, subscription_id: subscription, actor, why, at } = row
  return { id, subscription, kind: row.kind as Kind, actor, why, at, details: row.details as ActionDetails[Kind] }
}
export type Performed<Kind extends ActionKind> = {
  /** False: the action was carried out before. */
  isNew: boolean
  act: OperatorAction<Kind>
}
/** `isRehearsal`: dry run, which is rolled back. */
export type ActionOptions = { isRehearsal?: boolean }

export type LockedSubscription = Selectable<Subscriptions>
type Work<Kind extends ActionKind> = (trx: Transaction<DB>, subscription: LockedSubscription) => Promise<ActionDetails[Kind]>
/** Finds the earlier action that already did what is requested. */
type FindDone<Kind extends ActionKind> = (
  trx: Transaction<DB>,
  subscription: LockedSubscription,
) => Promise<OperatorAction<Kind> | undefined>

/**
 * Carries out an action on a subscription, with its row in `subscription_actions` and its e-mail, in one transaction. If it was
 * carried out before (an action with the same id, or the one that `findDone` returns), only looks it up.
 * @param work gets the subscription locked by `lockSubscriptionOfAct`
 * @throws ActionRejected if the subscription does not exist or the id belongs to another action; and what `work` throws
 */
export function performAction<Kind extends ActionKind>(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  kind: Kind,
  requested: Requested,
  { isRehearsal = false }: ActionOptions,
  work: Work<Kind>,
  findDone?: FindDone<Kind>,
): Promise<Performed<Kind>> {
  return transactOrRehearse(ctx, isRehearsal, (trx) => performIn(trx, ctx, kind, requested, work, findDone))
}

/** Does the same in an open transaction. */
export async function performIn<Kind extends ActionKind>(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'actor'>,
  kind: Kind,
  { actId: id, subscription: subscriptionId, actor, why }: Requested,
  work: Work<Kind>,
  findDone: FindDone<Kind> = async () => undefined,
): Promise<Performed<Kind>> {
  const subscription = await lockSubscriptionOfAct(trx, subscriptionId)
  if (!subscription) throw new ActionRejected('unknown-contract')
  const known = await trx.selectFrom('subscription_actions').selectAll().where('id', '=', id).executeTakeFirst()
  if (known) {
    if (known.subscription_id !== subscriptionId || known.kind !== kind) throw new ActionRejected('another-act')
    return { isNew: false, act: actionFrom(known) }
  }
  const done = await findDone(trx, subscription)
  if (done) return { isNew: false, act: done }
  const details = await work(trx, subscription)
  const at = ctx.now()
  await trx
    .insertInto('subscription_actions')
    .values({ id, subscription_id: subscriptionId, kind, actor, why, at, details: JSON.stringify(details) })
    .execute()
  await recordAudit(trx, ctx.actor, at, {
    action: 'subscription.changed',
    subject: { kind: 'subscription', id: subscriptionId, name: subscriptionNumber(subscriptionId) },
    after: { action: kind, ...details },
    reason: why,
  })
  return { isNew: true, act: { id, subscription: subscriptionId, kind, actor, why, at, details } }
}

/**
 * Locks a subscription and, in the order of ADR-0068, its account, the open subscriptions of the account, the one it replaced,
 * and purchases that would replace it.
 * @returns undefined if the subscription does not exist
 */
export async function lockSubscriptionOfAct(trx: Transaction<DB>, id: number): Promise<LockedSubscription | undefined> {
  const subscription = await trx.selectFrom('subscriptions').select('account_id').where('id', '=', id).executeTakeFirst()
  if (!subscription) return undefined
  await holdAccounts(trx, [subscription.account_id])
  const { rows } = await sql<LockedSubscription>`select s.* from subscriptions s
    where s.id = ${id} or (s.account_id = ${subscription.account_id} and s.state <> 'ended')
      or s.id = (select c.upgrade_from from subscriptions c where c.id = ${id}) or (s.upgrade_from = ${id} and s.state = 'pending')
    order by s.id for no key update of s`.execute(trx)
  return rows.find((each) => each.id === id)
}

/** Locks the carts and attempts of a locked subscription and of purchases that would replace it. */
export async function lockMoneyOfSubscription(trx: Transaction<DB>, id: number): Promise<void> {
  const attempts = sql`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    join subscriptions s on s.id = i.subscription_id where s.id = ${id} or (s.upgrade_from = ${id} and s.state = 'pending')`
  await sql`select c.id from carts c where c.attempt_id in (${attempts}) order by c.id for no key update of c`.execute(trx)
  await sql`select p.id from payment_attempts p where p.id in (${attempts}) order by p.id for no key update of p`.execute(trx)
}

/** Finds the last action of a kind on a subscription. */
export async function lastActionOf<Kind extends ActionKind>(
  trx: Transaction<DB>,
  subscription: number,
  kind: Kind,
): Promise<OperatorAction<Kind> | undefined> {
  const found = await trx
    .selectFrom('subscription_actions')
    .selectAll()
    .where('subscription_id', '=', subscription)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found && actionFrom(found)
}

/** Enqueues the e-mail about an action if the account still exists. */
export async function notifyOfAction(trx: Transaction<DB>, subscription: LockedSubscription, actId: string): Promise<void> {
  const { account_id: accountId } = subscription
  if (accountId !== null) await enqueue(trx, 'letter', { letter: 'contract-act', accountId, actId })
}
