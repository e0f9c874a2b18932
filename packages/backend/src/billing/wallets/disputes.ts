import { sql, type Transaction } from 'kysely'
import type { WalletReturn } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { applyReinstated, applyReturned } from '../charges/apply-returned.ts'
import { lockedAttempts } from '../charges/lock-attempts.ts'

// A reversal or chargeback at a wallet is handled like a card dispute, with the same rows, corrections and end. Its reference is
// that of the return at the wallet.

/**
 * Records that the wallet, or a bank behind it, took back money of an attempt. The attempt is locked.
 * @param amount minor units; no more than remains of the charge
 */
export async function applyWalletDispute(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  { attemptId, amount, endsSubscription }: { attemptId: string; amount: number; endsSubscription: boolean },
  back: Pick<WalletReturn, 'chargeId' | 'reference'>,
): Promise<void> {
  const [attempt] = await lockedAttempts(trx, [attemptId])
  const outcome = { reference: back.chargeId, code: 'disputed', text: '', dispute: back.reference, amount } as const
  await applyReturned(trx, ctx, attempt!, { state: 'returned', ...outcome }, { endsSubscription })
}

/**
 * Records that a dispute was won and its money came back.
 * @returns false, without recording anything, if no dispute of the charge took the same amount
 */
export async function applyWalletDisputeWon(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  attemptId: string,
  back: WalletReturn,
): Promise<boolean> {
  const dispute = await takenDisputeOf(trx, attemptId, back)
  if (dispute === undefined) return false
  const [attempt] = await lockedAttempts(trx, [attemptId])
  const outcome = { reference: back.chargeId, code: 'disputed', text: '', dispute, amount: back.amount } as const
  await applyReinstated(trx, ctx, attempt!, { state: 'reinstated', ...outcome, isOrphaned: attempt!.state === 'declined' })
  return true
}

/** Finds the dispute with the same amount that was reversed: by its reference, else the oldest. */
async function takenDisputeOf(
  trx: Transaction<DB>,
  attemptId: string,
  { amount, undoes = '' }: WalletReturn,
): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`select reference from disputes
    where attempt_id = ${attemptId} and state = 'taken' and amount = ${amount}
    order by reference = ${undoes} desc, id limit 1`.execute(trx)
  return rows[0]?.reference
}

/**
 * Converts a return into a dispute: the wallet first reported only that nothing remains of a charge, which was recorded as a
 * return without a reference, and now reports a reversal. @returns false if there was no such return
 */
export async function nameRemainderAsDispute(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  attemptId: string,
  back: WalletReturn,
): Promise<boolean> {
  const rest = await trx
    .updateTable('wallet_returns')
    .set({ booked: 0 })
    .where('attempt_id', '=', attemptId)
    .where('reference', '=', `rest-of-${back.chargeId}`)
    .where('booked', '=', -back.amount)
    .returning(['provider', 'noted_at'])
    .executeTakeFirst()
  if (!rest) return false
  const { rows } = await sql<{ ended: boolean; note: number | null }>`select s.state = 'ended' as ended,
      (select max(n.id) from ledger l join invoices n on n.id = l.invoice_id and n.kind = 'credit-note'
        where l.attempt_id = a.id and l.account = 'cash:' || a.provider and l.amount = ${back.amount} and l.refund_id is null) as note
    from payment_attempts a join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription_id
    where a.id = ${attemptId}`.execute(trx)
  const { ended, note } = rows[0]!
  const { id } = await trx
    .insertInto('disputes')
    .values({
      provider: rest.provider,
      reference: back.reference,
      attempt_id: attemptId,
      code: 'disputed',
      amount: -back.amount,
      ended_subscription: ended,
      taken_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (note !== null)
    await trx
      .insertInto('dispute_invoices')
      .values({ invoice_id: note, dispute_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return true
}
