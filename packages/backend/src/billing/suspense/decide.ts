import type { Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { applyToPayment } from './apply-to-payment.ts'
import { applyToSubscription } from './apply-to-subscription.ts'
import { type Booked, noteSuspenseAct } from './history.ts'
import { requestReturn, resolveSuspense, type SuspenseRow, sendReturns } from './suspense.ts'
import { lockKeptSuspense, lockOpenSuspense, SuspenseRejected } from './suspense-rejected.ts'

/** Operator and reason of a decision, which are stored permanently. */
export type Decision = { actor: string; why: string }

/** Ledger accounts for money in suspense that belongs to no subscription. No VAT is posted. */
export const OTHER_ACCOUNTS = {
  /** Incoming money without an owner. */
  income: { account: () => 'other-income', sign: 1 },
  /** Outgoing money that no customer owes us. */
  loss: { account: () => 'losses', sign: -1 },
  /** A provider's fee, or a refund of one. */
  fee: { account: (provider: string) => `fees:${provider}`, sign: 0 },
  /** The provider's payout to our bank account, or a debit from it. */
  payout: { account: () => 'bank', sign: 0 },
} as const
export type OtherAccount = keyof typeof OTHER_ACCOUNTS

/** Target of money in suspense. */
export type Target =
  /** A charge pays for the next 30 days of a subscription: a period with an invoice for the amount received. */
  | { to: 'contract'; subscription: number }
  /** A refund, dispute or charge of a known payment. */
  | { to: 'payment'; attemptId: string }
  | { to: OtherAccount }

/**
 * Assigns money in suspense to a subscription. The money stays in suspense until it is applied or returned.
 * @throws SuspenseRejected not-open, no-contract
 */
export function assignSuspense(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'actor'>,
  id: number,
  subscription: number,
  decision: Decision,
): Promise<void> {
  return transact(ctx, (trx) => assignSuspenseIn(trx, ctx, id, subscription, decision))
}

export async function assignSuspenseIn(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'actor'>,
  id: number,
  subscription: number,
  decision: Decision,
): Promise<void> {
  const known = await trx.selectFrom('subscriptions').select('id').where('id', '=', subscription).executeTakeFirst()
  if (!known) throw new SuspenseRejected('no-contract')
  await lockOpenSuspense(trx, id)
  await trx.updateTable('suspense').set({ subscription_id: subscription }).where('id', '=', id).execute()
  await noteSuspenseAct(trx, ctx, id, { act: 'assigned', ...decision, details: { contract: subscriptionNumber(subscription) } })
  await auditDecision(trx, ctx, id, 'suspense.assigned', decision, { subscription: subscriptionNumber(subscription) })
}

/**
 * Applies money in suspense to its target, once: cash, document, period and history in one transaction.
 * @returns what was recorded
 * @throws SuspenseRejected if it cannot be applied there
 */
export function bookSuspense(ctx: BillingContext, id: number, target: Target, decision: Decision): Promise<Booked> {
  return transact(ctx, (trx) => bookSuspenseIn(trx, ctx, id, target, decision))
}

export async function bookSuspenseIn(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'log' | 'now' | 'actor'>,
  id: number,
  target: Target,
  decision: Decision,
): Promise<Booked> {
  const details = await bookAt(trx, ctx, id, target, decision)
  await noteSuspenseAct(trx, ctx, id, { act: 'booked', ...decision, details })
  await auditDecision(trx, ctx, id, 'suspense.booked', decision, details)
  return details
}

async function bookAt(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'log' | 'now'>,
  id: number,
  target: Target,
  { why }: Decision,
): Promise<Booked> {
  if (target.to === 'contract') return applyToSubscription(trx, ctx, id, { subscription: target.subscription, why })
  if (target.to === 'payment') return applyToPayment(trx, ctx, id, { attemptId: target.attemptId, why })
  const { account, sign } = OTHER_ACCOUNTS[target.to]
  const row = await lockKeptSuspense(trx, id)
  if (sign !== 0 && Math.sign(row.amount) !== sign) throw new SuspenseRejected('other-direction')
  const into = account(row.provider)
  await resolveSuspense(trx, ctx, id, { state: 'booked', resolution: why, into })
  return { account: into }
}

/**
 * Returns money in suspense to its source, once even after a crash: commits the decision first, then calls the provider with the
 * same id until it answers (`sendReturns`, which the server repeats).
 * @returns the row afterwards: "returned", or "open" if the provider is still processing it or rejected it
 * @throws SuspenseRejected not-open, or not-returnable if it was not an incoming payment
 */
export async function returnSuspense(ctx: BillingContext, id: number, decision: Decision): Promise<SuspenseRow> {
  await transact(ctx, (trx) => requestReturnIn(trx, ctx, id, decision))
  await sendReturns(ctx)
  const row = await ctx.db.selectFrom('suspense').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return row as SuspenseRow
}

export async function requestReturnIn(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'actor'>,
  id: number,
  decision: Decision,
): Promise<void> {
  const { amount, currency, kind } = await lockOpenSuspense(trx, id)
  if (amount < 0 || kind !== 'charge') throw new SuspenseRejected('not-returnable')
  await requestReturn(trx, ctx, id, decision.why, decision.actor)
  await auditDecision(trx, ctx, id, 'suspense.return-requested', decision, { amount, currency })
}

/** `--by` may name somebody else than the user who runs the command. */
function auditDecision(
  trx: Transaction<DB>,
  { actor, now }: Pick<AppContext, 'now' | 'actor'>,
  id: number,
  action: 'suspense.assigned' | 'suspense.booked' | 'suspense.return-requested',
  { actor: decidedBy, why }: Decision,
  after: Record<string, unknown>,
): Promise<void> {
  const subject = { kind: 'suspense', id, name: String(id) }
  return recordAudit(trx, actor, now(), { action, subject, after: { ...after, decidedBy }, reason: why })
}
