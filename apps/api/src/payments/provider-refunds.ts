import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { isUuid } from './attempt-state.ts'
import { creditGivenBack } from './given-back.ts'
import { post } from './ledger.ts'
import { lockAttempts, OPEN } from './lock-attempts.ts'
import { settleRefundIn } from './refunds.ts'
import { cardProvider } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'
import { recordSuspense } from './suspense.ts'

/** A refund as its provider tells it; whoever made it. */
export type ToldRefund = {
  provider: string
  /** The provider's name of the refund, and of the charge that it gives back. */
  reference: string
  charge: string
  /** Ours, where the charge bears it: its answer may not have reached us yet. */
  attemptId?: string | null
  /** What went back, in minor units. */
  amount: number
  currency: string
  /** "failed": the money came to us again. */
  state: 'succeeded' | 'failed'
}

/** "settled": it is in the books now, or was; "unknown": nothing here has such a charge. */
export type ToldRefundResult = 'settled' | 'unknown'

/**
 * Does what a provider's message about such a refund asks for: hears of the charge first where its end is not known, books the
 * refund, or puts it into suspense where nothing here has such a charge.
 */
export async function followProviderRefund(house: House, told: ToldRefund, at = house.now()): Promise<void> {
  const { provider, reference, charge, amount, currency, state } = told
  const attempt = await attemptOf(house.db, told)
  const its = cardProvider(house, provider)
  if (attempt && OPEN.includes(attempt.state) && its) {
    const outcome = await its.fetchState(attempt.id, charge)
    if (outcome.state !== 'absent' && outcome.state !== 'unknown')
      await settleAttempts(house, [{ attemptId: attempt.id, outcome }])
  }
  if ((await settleProviderRefund(house, told)) === 'settled') return
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
  if (state === 'succeeded') await transact(house, (trx) => recordSuspense(trx, house, movement))
}

/**
 * Books a refund that was made at the provider without us, in its dashboard or by its support, once: a credit note as far as
 * anything is left to credit, and the cash. One for as much as a refund of ours that failed there is that refund, carried out
 * by hand. What the subscription entitles to stays as it is, as with a refund of ours.
 */
export function settleProviderRefund(house: House, told: ToldRefund): Promise<ToldRefundResult> {
  return transact(house, (trx) => settleProviderRefundIn(trx, house, told))
}

export async function settleProviderRefundIn(trx: Transaction<DB>, house: House, told: ToldRefund): Promise<ToldRefundResult> {
  const { reference, amount, currency, state } = told
  const its = await attemptOf(trx, told)
  if (!its) return 'unknown'
  const [attempt] = await lockAttempts(trx, [its.id], { withUpgrades: false })
  if (!attempt) return 'unknown'
  const known = await trx
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  if (known) {
    await settleRefundIn(trx, house, known.id, state, reference)
    return 'settled'
  }
  // It came and went before anybody heard of it.
  if (state === 'failed') return 'settled'
  const byHand = await failedRefundOf(trx, attempt.id, amount)
  if (byHand !== null) {
    await carryOut(trx, house, byHand, told, attempt.id)
    return 'settled'
  }
  const at = house.now()
  const { creditNoteId, postings } = await creditGivenBack(trx, house, attempt, { amount, disputeId: null })
  const id = randomUUID()
  await trx
    .insertInto('refunds')
    .values({
      ...{ id, attempt_id: attempt.id, credit_note_id: creditNoteId, amount, reason: 'provider', state },
      ...{ provider_reference: reference, created_at: at, settled_at: at },
    })
    .execute()
  await post(trx, [
    { postings, currency, at, invoiceId: creditNoteId ?? attempt.invoice_id, attemptId: attempt.id, refundId: id },
  ])
  return 'settled'
}

async function attemptOf(db: Kysely<DB>, { provider, charge, attemptId, currency }: ToldRefund) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'state'])
    .where('provider', '=', provider)
    .where('currency', '=', currency)
    .where((where) =>
      where.or([
        where('provider_reference', '=', charge),
        ...(attemptId && isUuid(attemptId) ? [where('id', '=', attemptId)] : []),
      ]),
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

/** The refund of ours that failed has gone out by hand, under the provider's new name of it. */
async function carryOut(
  trx: Transaction<DB>,
  house: House,
  id: string,
  { provider, reference, amount, currency }: ToldRefund,
  attemptId: string,
): Promise<void> {
  const at = house.now()
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
