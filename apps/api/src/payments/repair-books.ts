import type { Database } from '../database/connect.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { CardProvider, Movement } from '../outside/payments/port.ts'
import { isUuid } from './attempt-state.ts'
import { hasTakenDispute } from './book-returned.ts'
import { attemptOf } from './find-differences.ts'
import { kindOfMovement } from './movement-kind.ts'
import { followProviderRefund } from './provider-refunds.ts'
import { settleRefund } from './refunds.ts'
import { settleAttempts } from './settle-attempts.ts'
import { recordSuspense } from './suspense.ts'

/**
 * Books a movement of a card provider's own list that no message told: a charge, a refund whoever made it, a dispute or its
 * end. What belongs to nothing we know is put into suspense. Any number of times.
 */
export async function repairMovement(house: House, provider: CardProvider, movement: Movement): Promise<void> {
  const kind = kindOfMovement(movement)
  const { reference, refundId, charge = null, amount, currency, at } = movement
  // These are booked from their entry.
  if (kind === 'fee' || kind === 'payout' || kind === 'exchange') return
  if (kind === 'refund') {
    const state = amount < 0 ? 'succeeded' : 'failed'
    if (refundId !== null && (await isOurRefund(house.db, refundId))) return settleRefund(house, refundId, state, reference)
    if (refundId !== null && (await isReturnOfSuspense(house.db, refundId))) return
    if (charge !== null) {
      const told = { provider: provider.name, reference, charge, attemptId: movement.attemptId, state, currency } as const
      return followProviderRefund(house, { ...told, amount: Math.abs(amount) }, at)
    }
  }
  const attempt = kind === 'other' ? undefined : await attemptOf(house.db, provider.name, movement)
  const reported = { provider: provider.name, kind, reference, amount, currency, at, details: { charge } }
  if (!attempt) {
    await transact(house, (trx) => recordSuspense(trx, house, { ...reported, reason: 'unknown' }))
    return
  }
  const isSecond = kind === 'charge' && attempt.provider_reference !== null && attempt.provider_reference !== reference
  if (isSecond && attempt.state === 'succeeded') {
    const details = { charge, attempt: attempt.id }
    await transact(house, (trx) => recordSuspense(trx, house, { ...reported, reason: 'unexpected', details }))
    return
  }
  if (kind === 'charge' && (amount !== attempt.amount || currency !== attempt.currency) && attempt.state !== 'succeeded') {
    const details = { charge, attempt: attempt.id }
    await transact(house, (trx) => recordSuspense(trx, house, { ...reported, reason: 'unexpected', details }))
    return
  }
  // Booked as it was told.
  if (
    kind === 'charge' &&
    attempt.state === 'succeeded' &&
    amount === attempt.amount &&
    !(await hasTakenDispute(house.db, attempt.id))
  )
    return
  const outcome = await provider.fetchState(attempt.id, attempt.provider_reference ?? charge)
  if (outcome.state === 'succeeded' || outcome.state === 'returned' || outcome.state === 'reinstated')
    await settleAttempts(house, [{ attemptId: attempt.id, outcome }])
}

async function isOurRefund(db: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await db.selectFrom('refunds').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function isReturnOfSuspense(db: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await db.selectFrom('suspense').select('id').where('return_id', '=', id).executeTakeFirst()) !== undefined
}
