import type { Transaction } from 'kysely'
import type { Outcome } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { recordSuspense } from '../suspense/suspense.ts'
import { isReturned } from './is-returned.ts'
import type { Locked } from './lock-attempts.ts'

/** A charge that was collected with another amount or in another currency than its attempt has. */
type OtherAmount = { attempt: Locked; reference: string; amount: number; currency: string }

/**
 * Replaces results with another amount or currency than requested with declines: such a charge pays nothing (ADR-0376). A success
 * that is already recorded stays; the nightly reconciliation adjusts its amount.
 * @param outcomes by attempt; changed in place
 * @returns the charges whose money is to be put into suspense
 */
export function declineOtherAmounts(attempts: readonly Locked[], outcomes: Map<string, Outcome>): OtherAmount[] {
  const found: OtherAmount[] = []
  for (const attempt of attempts) {
    const outcome = outcomes.get(attempt.id)!
    if (outcome.state !== 'succeeded' || !outcome.collected) continue
    const { reference, collected } = outcome
    if (collected.amount === attempt.amount && collected.currency === attempt.currency) continue
    const text = `collected ${collected.amount} ${collected.currency} instead of ${attempt.amount} ${attempt.currency}`
    outcomes.set(attempt.id, { state: 'declined', reference, code: 'declined', text, retryable: false })
    if (collected.amount > 0 && attempt.state !== 'succeeded' && !isReturned(attempt))
      found.push({ attempt, reference, ...collected })
  }
  return found
}

/** Puts their money into suspense, once however often they are reported. This alarms the operator. */
export async function applyOtherAmounts(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'log' | 'now'>,
  found: readonly OtherAmount[],
): Promise<void> {
  for (const { attempt, reference, amount, currency } of found)
    await recordSuspense(trx, ctx, {
      provider: attempt.provider,
      kind: 'charge',
      reference,
      amount,
      currency,
      at: ctx.now(),
      reason: 'unexpected',
      details: { attempt: attempt.id, expected: attempt.amount },
    })
}
