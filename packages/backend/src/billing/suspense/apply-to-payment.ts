import type { Transaction } from 'kysely'
import type { Outcome } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { type Locked, lockAttempts, OPEN } from '../charges/lock-attempts.ts'
import { settleIn } from '../charges/settle.ts'
import { settleProviderRefundIn } from '../refunds/provider-refunds.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import type { Booked } from './history.ts'
import { resolveSuspense, type SuspenseRow } from './suspense.ts'
import { lockKeptSuspense, SuspenseRejected } from './suspense-rejected.ts'

/**
 * Applies money in suspense to a known payment: a charge is the missing result, a refund is credited, a dispute takes the money
 * and its end returns it, as if the provider had named the payment.
 * @throws SuspenseRejected
 */
export async function applyToPayment(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'log' | 'now'>,
  id: number,
  { attemptId, why }: { attemptId: string; why: string },
): Promise<Booked> {
  const [attempt] = await lockAttempts(trx, [attemptId], { withUpgrades: true })
  if (!attempt) throw new SuspenseRejected('no-payment')
  const row = await lockKeptSuspense(trx, id)
  if (row.provider !== attempt.provider) throw new SuspenseRejected('other-provider')
  if (row.currency !== attempt.currency) throw new SuspenseRejected('other-currency')
  const { reference, provider, currency } = row
  if (row.kind === 'refund') {
    if (row.amount > 0 || attempt.state !== 'succeeded') throw new SuspenseRejected('other-payment')
    await resolveSuspense(trx, ctx, id, { state: 'booked', resolution: why })
    const refund = { provider, reference, charge: attempt.provider_reference ?? '', attemptId, amount: -row.amount, currency }
    await settleProviderRefundIn(trx, ctx, { ...refund, state: 'succeeded' })
  } else {
    const outcome = await outcomeOf(trx, row, attempt)
    await resolveSuspense(trx, ctx, id, { state: 'booked', resolution: why })
    await settleIn(trx, ctx, [{ attemptId, outcome }])
  }
  await trx
    .updateTable('suspense')
    .set({ subscription_id: attempt.subscription, attempt_id: attemptId })
    .where('id', '=', id)
    .execute()
  return { attempt: attemptId, contract: subscriptionNumber(attempt.subscription) }
}

/** Returns the payment result that the money implies. @throws SuspenseRejected */
async function outcomeOf(trx: Transaction<DB>, row: SuspenseRow, attempt: Locked): Promise<Outcome> {
  const { kind, amount, reference } = row
  if (kind === 'charge') {
    if (!OPEN.includes(attempt.state) || amount !== attempt.amount) throw new SuspenseRejected('other-payment')
    return { state: 'succeeded', reference }
  }
  if (kind !== 'dispute' || attempt.state !== 'succeeded') throw new SuspenseRejected('other-payment')
  const of = { reference: attempt.provider_reference ?? '', code: 'disputed', text: '' } as const
  if (amount < 0) return { state: 'returned', ...of, dispute: reference, amount: -amount }
  const taken = await trx
    .selectFrom('disputes')
    .select('reference')
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', 'taken')
    .where('amount', '=', amount)
    .orderBy('id')
    .executeTakeFirst()
  if (!taken) throw new SuspenseRejected('no-dispute')
  return { state: 'reinstated', ...of, dispute: taken.reference, amount }
}
