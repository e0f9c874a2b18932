import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { AppContext, BillingContext } from '../../context.ts'
import { isUuid } from '../../db/is-uuid.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { lockAttempts, OPEN } from '../charges/lock-attempts.ts'
import { settleAttempts } from '../charges/settle.ts'
import { post } from '../ledger/ledger.ts'
import { cardProvider } from '../provider-calls.ts'
import { recordSuspense } from '../suspense/suspense.ts'
import { creditReturned } from './credit-returned.ts'
import { settleRefundIn } from './settle.ts'

/** A refund as reported by its provider, whether we made it or not. */
type ReportedRefund = {
  provider: string
  /** The provider's ids of the refund and of the refunded charge. */
  reference: string
  charge: string
  /** Our id, if the provider reports it: our record of the charge may lack its reference. */
  attemptId?: string | null
  /** Refunded amount in minor units. */
  amount: number
  currency: string
  /** "failed": the money came back to us. */
  state: 'succeeded' | 'failed'
}

/** "settled": the refund is in the ledger now, or was before; "unknown": we do not know the charge. */
type ReportedRefundResult = 'settled' | 'unknown'

/**
 * Handles a provider's message about a refund: polls the charge first if its result is unknown, records the refund, or puts it
 * into suspense if the charge is unknown.
 */
export async function followProviderRefund(ctx: BillingContext, refund: ReportedRefund, at = ctx.now()): Promise<void> {
  const { provider, reference, charge, amount, currency, state } = refund
  const attempt = await attemptOf(ctx.db, refund)
  const its = cardProvider(ctx, provider)
  if (attempt && OPEN.includes(attempt.state) && its) {
    const outcome = await its.fetchState(attempt.id, charge)
    if (outcome.state !== 'absent' && outcome.state !== 'unknown') await settleAttempts(ctx, [{ attemptId: attempt.id, outcome }])
  }
  if ((await settleProviderRefund(ctx, refund)) === 'settled') return
  const movement = {
    provider,
    kind: 'refund',
    reference,
    amount: -amount,
    currency,
    at,
    reason: 'unknown',
    details: { charge },
  } as const
  if (state === 'succeeded') await transact(ctx, (trx) => recordSuspense(trx, ctx, movement))
}

/**
 * Records, once, a refund made at the provider without us, in its dashboard or by its support: a credit note as far as anything
 * is left to credit, and the cash. A refund with the amount of a failed refund of ours counts as that refund, made manually.
 * As with our own refunds, the subscription's access does not change.
 */
export function settleProviderRefund(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  refund: ReportedRefund,
): Promise<ReportedRefundResult> {
  return transact(ctx, (trx) => settleProviderRefundIn(trx, ctx, refund))
}

export async function settleProviderRefundIn(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  refund: ReportedRefund,
): Promise<ReportedRefundResult> {
  const { reference, amount, currency, state } = refund
  const its = await attemptOf(trx, refund)
  if (!its) return 'unknown'
  const [attempt] = await lockAttempts(trx, [its.id], { withUpgrades: true })
  if (!attempt) return 'unknown'
  const known = await trx
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  if (known) {
    await settleRefundIn(trx, ctx, known.id, state, reference)
    return 'settled'
  }
  // Neither the refund nor its failure was recorded, so nothing changes.
  if (state === 'failed') return 'settled'
  const byHand = await failedRefundOf(trx, attempt.id, amount)
  if (byHand !== null) {
    await carryOut(trx, ctx, byHand, refund, attempt.id)
    return 'settled'
  }
  const at = ctx.now()
  const { creditNoteId, postings } = await creditReturned(trx, ctx, attempt, { amount, disputeId: null })
  const id = randomUUID()
  await trx
    .insertInto('refunds')
    .values({
      id,
      attempt_id: attempt.id,
      credit_note_id: creditNoteId,
      amount,
      reason: 'provider',
      state,
      provider_reference: reference,
      created_at: at,
      settled_at: at,
    })
    .execute()
  await post(trx, [
    { postings, currency, at, invoiceId: creditNoteId ?? attempt.invoice_id, attemptId: attempt.id, refundId: id },
  ])
  return 'settled'
}

/** Finds the attempt that a refund names, otherwise that of its charge. */
async function attemptOf(db: Kysely<DB>, { provider, charge, attemptId, currency }: ReportedRefund) {
  const named = attemptId && isUuid(attemptId) ? attemptId : null
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'state'])
    .where('provider', '=', provider)
    .where('currency', '=', currency)
    .where((where) => where.or([where('provider_reference', '=', charge), where('id', '=', named)]))
    .orderBy(
      (by) => by('id', '=', named),
      (order) => order.desc().nullsLast(),
    )
    .executeTakeFirst()
}

async function failedRefundOf(trx: Transaction<DB>, attemptId: string, amount: number): Promise<string | null> {
  const found = await trx
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'failed')
    .where('amount', '=', amount)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Marks a failed refund of ours as made manually, with the provider's new id. */
async function carryOut(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  id: string,
  { provider, reference, amount, currency }: ReportedRefund,
  attemptId: string,
): Promise<void> {
  const at = ctx.now()
  await trx
    .updateTable('refunds')
    .set({ state: 'succeeded', provider_reference: reference, settled_at: at })
    .where('id', '=', id)
    .execute()
  const postings = [
    { account: 'owed', amount },
    { account: `cash:${provider}`, amount: -amount },
  ]
  await post(trx, [{ postings, currency, at, attemptId, refundId: id }])
}
