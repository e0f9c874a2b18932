import { type Selectable, sql, type Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB, Subscriptions } from '../../db/schema.ts'
import { lockAttempts, OPEN } from '../charges/lock-attempts.ts'
import { settleIn } from '../charges/settle.ts'
import { holdAccounts, lockSubscription } from '../locks.ts'
import { planOf } from '../plans/prices.ts'
import { graceEnd } from '../renewals/dunning.ts'
import { dropUnpaid } from '../subscriptions/expire.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { draftWalletPeriod } from '../wallets/period.ts'
import type { Booked } from './history.ts'
import { resolveSuspense } from './suspense.ts'
import { lockKeptSuspense, SuspenseRejected } from './suspense-rejected.ts'

/**
 * Applies a charge in suspense to an active subscription: to the unpaid period, else the next one, with an invoice for the amount
 * received. The payment is a regular attempt, so that refunds and disputes of the charge find it.
 * @throws SuspenseRejected
 */
export async function applyToSubscription(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'log' | 'now'>,
  id: number,
  { subscription, why }: { subscription: number; why: string },
): Promise<Booked> {
  const contract = await lockToApply(trx, subscription)
  if (contract.state !== 'active' && contract.state !== 'past-due') throw new SuspenseRejected('not-running')
  const suspended = await trx.selectFrom('suspense').selectAll().where('id', '=', id).executeTakeFirst()
  if (!suspended) throw new SuspenseRejected('not-open')
  if (suspended.kind !== 'charge' || suspended.amount < 0) throw new SuspenseRejected('other-direction')
  if (suspended.currency !== planOf(contract.plan_id)?.currency) throw new SuspenseRejected('other-currency')
  if (await hasChargeUnderWay(trx, subscription)) throw new SuspenseRejected('charge-under-way')
  const attemptId = await draft(trx, ctx, contract, suspended)
  // Locks in the order of ADR-0068: the attempt, then the money, then the invoice number.
  await lockAttempts(trx, [attemptId], { withUpgrades: false })
  const row = await lockKeptSuspense(trx, id)
  await resolveSuspense(trx, ctx, id, { state: 'booked', resolution: why })
  await settleIn(trx, ctx, [{ attemptId, outcome: { state: 'succeeded', reference: row.reference } }])
  await trx.updateTable('suspense').set({ subscription_id: subscription, attempt_id: attemptId }).where('id', '=', id).execute()
  const { number } = await trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select('number')
    .where('payment_attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return { contract: subscriptionNumber(subscription), invoice: number, attempt: attemptId }
}

/** Locks a subscription and its account. @throws SuspenseRejected no-contract */
async function lockToApply(trx: Transaction<DB>, id: number): Promise<Selectable<Subscriptions>> {
  const subscription = await trx.selectFrom('subscriptions').select('account_id').where('id', '=', id).executeTakeFirst()
  if (!subscription) throw new SuspenseRejected('no-contract')
  await holdAccounts(trx, [subscription.account_id])
  return (await lockSubscription(trx, id))!
}

async function hasChargeUnderWay(trx: Transaction<DB>, subscription: number): Promise<boolean> {
  const found = await trx
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select('payment_attempts.id')
    .where('invoices.subscription_id', '=', subscription)
    .where('payment_attempts.state', 'in', OPEN)
    .executeTakeFirst()
  return found !== undefined
}

/** Drafts a period for the charge, in place of an unpaid one. @returns id of its attempt */
async function draft(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  subscription: Selectable<Subscriptions>,
  { amount, at, provider }: { amount: number; at: Date; provider: string },
): Promise<string> {
  const { rows } = await sql<{ sequence: number; starts_at: Date; ends_at: Date; state: string }>`
    select sequence, starts_at, ends_at, state from periods where subscription_id = ${subscription.id}
    order by sequence desc`.execute(trx)
  const unpaid = rows.find(({ state }) => state === 'open')
  const last = rows.find(({ state }) => state !== 'open' && state !== 'failed')
  if (unpaid) await dropUnpaid(trx, [subscription.id], ctx.now())
  const startsAt = unpaid?.starts_at ?? (last && graceEnd(ctx.operator.dunning, last.ends_at) >= at ? last.ends_at : at)
  return draftWalletPeriod(trx, ctx, {
    subscription: subscription.id,
    sequence: (rows[0]?.sequence ?? 0) + 1,
    startsAt,
    price: amount,
    reduced: subscription.reduced_left > 0 && amount === subscription.reduced_price,
    provider,
  })
}
