import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'

import { contractNumber } from './contract-number.ts'
import { type Locked, lockAttempts, OPEN } from './lock-attempts.ts'
import { settleProviderRefundIn } from './provider-refunds.ts'
import { settleIn } from './settle-attempts.ts'
import { isReturning, resolveSuspense, type SuspenseRow } from './suspense.ts'
import type { Booked } from './suspense-history.ts'
import { openSuspense, SuspenseRejected } from './suspense-rejected.ts'

/**
 * Books money in suspense with a payment that we know: a charge is the answer that was missing, a refund is credited, a
 * dispute takes the money and its end brings it again, as if the provider had named the payment.
 * @throws SuspenseRejected
 */
export async function bookOnPayment(
  trx: Transaction<DB>,
  house: House,
  id: number,
  { attemptId, why }: { attemptId: string; why: string },
): Promise<Booked> {
  const [attempt] = await lockAttempts(trx, [attemptId], { withUpgrades: true })
  if (!attempt) throw new SuspenseRejected('no-payment')
  const row = await openSuspense(trx, id)
  if (isReturning(row)) throw new SuspenseRejected('return-under-way')
  if (row.provider !== attempt.provider) throw new SuspenseRejected('other-provider')
  if (row.currency !== attempt.currency) throw new SuspenseRejected('other-currency')
  const { reference, provider, currency } = row
  if (row.kind === 'refund') {
    if (row.amount > 0 || attempt.state !== 'succeeded') throw new SuspenseRejected('other-payment')
    await resolveSuspense(trx, house, id, { state: 'booked', resolution: why })
    const told = { provider, reference, charge: attempt.provider_reference ?? '', attemptId, amount: -row.amount, currency }
    await settleProviderRefundIn(trx, house, { ...told, state: 'succeeded' })
  } else {
    const outcome = await outcomeOf(trx, row, attempt)
    await resolveSuspense(trx, house, id, { state: 'booked', resolution: why })
    await settleIn(trx, house, [{ attemptId, outcome }])
  }
  await trx
    .updateTable('suspense')
    .set({ subscription: attempt.subscription, attempt_id: attemptId })
    .where('id', '=', id)
    .execute()
  return { attempt: attemptId, contract: contractNumber(attempt.subscription) }
}

/** What the money tells of the payment. */
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
