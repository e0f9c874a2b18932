import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import type { WalletReturn } from '../outside/payments/port.ts'
import { bookReinstated, bookReturned } from './book-returned.ts'
import { lockedAttempts } from './lock-attempts.ts'

// A reversal or chargeback at a wallet is a dispute like one of a card: the same rows, corrections and end. Its name is the
// wallet's name of the return.

/**
 * Books that the wallet, or a bank behind it, took money of an attempt back. The attempt is locked.
 * @param amount minor units; no more than is left of the charge
 */
export async function bookWalletDispute(
  trx: Transaction<DB>,
  house: House,
  { attemptId, amount, stops }: { attemptId: string; amount: number; stops: boolean },
  back: Pick<WalletReturn, 'chargeId' | 'reference'>,
): Promise<void> {
  const [attempt] = await lockedAttempts(trx, [attemptId])
  const told = { reference: back.chargeId, code: 'disputed', text: '', dispute: back.reference, amount } as const
  await bookReturned(trx, house, attempt!, { state: 'returned', ...told }, { stops })
}

/**
 * Books that a dispute was won and its money came again. @returns false where no dispute of the charge took as much; nothing is
 * booked then
 */
export async function bookWalletDisputeWon(
  trx: Transaction<DB>,
  house: House,
  attemptId: string,
  back: WalletReturn,
): Promise<boolean> {
  const dispute = await takenDisputeOf(trx, attemptId, back)
  if (dispute === undefined) return false
  const [attempt] = await lockedAttempts(trx, [attemptId])
  const told = { reference: back.chargeId, code: 'disputed', text: '', dispute, amount: back.amount } as const
  await bookReinstated(trx, house, attempt!, { state: 'reinstated', ...told, isStray: attempt!.state === 'declined' })
  return true
}

/** By the name of what was undone, else the oldest that took as much. */
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
 * The wallet said first that nothing is left of a charge, which was booked as a return without a name; now it says that it was
 * a reversal: what was booked becomes its dispute. @returns false where nothing was booked so
 */
export async function nameRestAsDispute(
  trx: Transaction<DB>,
  house: House,
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
    from payment_attempts a join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription
    where a.id = ${attemptId}`.execute(trx)
  const { ended, note } = rows[0]!
  const { id } = await trx
    .insertInto('disputes')
    .values({
      ...{ provider: rest.provider, reference: back.reference, attempt_id: attemptId, code: 'disputed' },
      ...{ amount: -back.amount, ended_contract: ended, taken_at: house.now() },
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
