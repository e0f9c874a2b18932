import type { CardProvider, Movement } from '../../adapters/payments/port.ts'
import type { BillingContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { isUuid } from '../../db/is-uuid.ts'
import { transact } from '../../db/transaction.ts'
import { hasTakenDispute } from '../charges/apply-returned.ts'
import { settleAttempts } from '../charges/settle.ts'
import { kindOfMovement } from '../ledger/movement-kind.ts'
import { followProviderRefund } from '../refunds/provider-refunds.ts'
import { settleRefund } from '../refunds/settle.ts'
import { recordSuspense } from '../suspense/suspense.ts'
import { attemptOf, isOurRefund } from './find-differences.ts'

/**
 * Records a movement of a card provider's list that no webhook reported: a charge, a refund by anyone, a dispute or its end.
 * Unknown movements go into suspense. Safe to repeat.
 */
export async function repairMovement(ctx: BillingContext, provider: CardProvider, movement: Movement): Promise<void> {
  const kind = kindOfMovement(movement)
  const { reference, refundId, charge = null, amount, currency, at } = movement
  // `bookEntries` records these.
  if (kind === 'fee' || kind === 'payout' || kind === 'exchange') return
  if (kind === 'refund') {
    const state = amount < 0 ? 'succeeded' : 'failed'
    if (refundId !== null && (await isOurRefund(ctx.db, refundId))) return settleRefund(ctx, refundId, state, reference)
    if (refundId !== null && (await isReturnOfSuspense(ctx.db, refundId))) return
    if (charge !== null) {
      const refund = { provider: provider.name, reference, charge, attemptId: movement.attemptId, state, currency } as const
      return followProviderRefund(ctx, { ...refund, amount: Math.abs(amount) }, at)
    }
  }
  const attempt = kind === 'other' ? undefined : await attemptOf(ctx.db, provider.name, movement)
  const reported = { provider: provider.name, kind, reference, amount, currency, at, details: { charge } }
  if (!attempt) {
    await transact(ctx, (trx) => recordSuspense(trx, ctx, { ...reported, reason: 'unknown' }))
    return
  }
  const isSecond = attempt.provider_reference !== null && attempt.provider_reference !== reference
  const isOtherAmount = amount !== attempt.amount || currency !== attempt.currency
  if (kind === 'charge' && (attempt.state === 'succeeded' ? isSecond : isOtherAmount)) {
    const details = { charge, attempt: attempt.id }
    await transact(ctx, (trx) => recordSuspense(trx, ctx, { ...reported, reason: 'unexpected', details }))
    return
  }
  // The charge is already recorded as listed.
  if (
    kind === 'charge' &&
    attempt.state === 'succeeded' &&
    amount === attempt.amount &&
    !(await hasTakenDispute(ctx.db, attempt.id))
  )
    return
  const outcome = await provider.fetchState(attempt.id, attempt.provider_reference ?? charge)
  if (outcome.state === 'succeeded' || outcome.state === 'returned' || outcome.state === 'reinstated')
    await settleAttempts(ctx, [{ attemptId: attempt.id, outcome }])
}

async function isReturnOfSuspense(db: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await db.selectFrom('suspense').select('id').where('return_id', '=', id).executeTakeFirst()) !== undefined
}
