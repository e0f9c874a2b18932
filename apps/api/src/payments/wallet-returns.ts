import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { WalletProvider, WalletReturn } from '../outside/payments/port.ts'
import { endAfterPaid, noteReturn } from './book-returned.ts'
import { creditGivenBack } from './given-back.ts'
import { post } from './ledger.ts'
import { lockSubscriptionOfAttempt } from './locks.ts'
import { sendRefunds, settleRefund } from './refunds.ts'
import { recordSuspense, resolveSuspense, suspenseOf } from './suspense.ts'
import { bookWalletDispute, bookWalletDisputeWon, nameRestAsDispute } from './wallet-disputes.ts'

/**
 * Books what went back of a charge at the wallet, once: with a credit note over exactly that, also of a part. When nothing is
 * left of a charge, its period entitles no more. A refund of ours is settled by it. A reversal is a dispute, and its end takes
 * the correction back. Money that came again without a dispute is put in suspense. What is in suspense leaves it.
 * @returns false where the charge is not known here
 */
export async function bookWalletReturn(house: House, wallet: WalletProvider, back: WalletReturn): Promise<boolean> {
  const { db } = house
  if (await isNoted(db, wallet.name, back)) return true
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', wallet.name)
    .where('provider_reference', '=', back.chargeId)
    .executeTakeFirst()
  if (!attempt) return bookOfSuspense(house, wallet, back)
  const ours = await transact(house, (trx) => bookOfAttempt(trx, house, wallet, attempt.id, back))
  if (ours !== null) {
    await settleRefund(house, ours, 'succeeded', back.reference)
    await note(db, house, wallet, back, { attemptId: attempt.id, booked: 0 })
  }
  await sendRefunds(house)
  return true
}

/** @returns the refund of ours that it is, and that has no answer yet; else null */
async function bookOfAttempt(
  trx: Transaction<DB>,
  house: House,
  wallet: WalletProvider,
  attemptId: string,
  back: WalletReturn,
): Promise<string | null> {
  await lockSubscriptionOfAttempt(trx, attemptId)
  if (await isNoted(trx, wallet.name, back)) return null
  const refunds = await trx
    .selectFrom('refunds')
    .select(['id', 'amount', 'state', 'provider_reference as reference'])
    .where('attempt_id', '=', attemptId)
    .execute()
  const isOurs = refunds.some(({ reference, state }) => reference === back.reference && state === 'succeeded')
  const underWay = refunds.find(
    ({ amount, state, reference }) =>
      reference === back.reference ||
      (reference === null && amount === -back.amount && (state === 'sent' || state === 'unknown')),
  )
  if (underWay && !isOurs) return underWay.id
  if (isOurs) await note(trx, house, wallet, back, { attemptId, booked: 0 })
  else if (back.amount > 0) {
    const isWon = await bookWalletDisputeWon(trx, house, attemptId, back)
    if (isWon) await note(trx, house, wallet, back, { attemptId, booked: 0 })
    else await bookAgain(trx, house, wallet, attemptId, back)
  } else {
    const booked = await bookBack(trx, house, attemptId, back)
    await note(trx, house, wallet, back, { attemptId, booked })
  }
  return null
}

/** Money has come again that no dispute of ours had taken: somebody decides what it pays. */
async function bookAgain(trx: Transaction<DB>, house: House, wallet: WalletProvider, attemptId: string, back: WalletReturn) {
  const { reference, chargeId, amount, currency, at } = back
  const movement = { provider: wallet.name, kind: 'dispute' as const, reference, amount, currency, at }
  await recordSuspense(trx, house, { ...movement, reason: 'unexpected', details: { charge: chargeId, attempt: attemptId } })
  await note(trx, house, wallet, back, { attemptId, booked: 0 })
}

/** @returns what was booked: never more than is left of the charge, for the same money may be told under two names */
async function bookBack(trx: Transaction<DB>, house: House, attemptId: string, back: WalletReturn): Promise<number> {
  const now = house.now()
  const attempt = await attemptWith(trx, attemptId)
  const { invoice_id, currency } = attempt
  const left = attempt.amount - (await returnedOf(trx, attemptId))
  const amount = Math.min(-back.amount, left)
  const isReversal = back.kind === 'reversal'
  if (isReversal && (await nameRestAsDispute(trx, house, attemptId, back))) return 0
  if (amount <= 0) return 0
  const isAll = amount === left
  if (isReversal && attempt.state === 'succeeded') {
    // It is counted by its dispute.
    await bookWalletDispute(trx, house, { attemptId, amount, stops: isAll }, back)
    return 0
  }
  const { creditNoteId, postings } = await creditGivenBack(trx, house, attempt, { amount, disputeId: null })
  await post(trx, [{ postings, currency, at: now, invoiceId: creditNoteId ?? invoice_id, attemptId }])
  if (!isAll || attempt.state !== 'succeeded') return amount
  await noteReturn(trx, attemptId, { code: isReversal ? 'disputed' : 'returned', text: '' })
  await trx.updateTable('periods').set({ state: 'refunded' }).where('id', '=', attempt.period_id).execute()
  await endAfterPaid(trx, attempt, now)
  return amount
}

function attemptWith(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('payment_attempts as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .innerJoin('periods as t', 't.id', 'i.period_id')
    .innerJoin('subscriptions as s', 's.id', 't.subscription')
    .select(['p.id', 'p.amount', 'p.currency', 'p.provider', 'p.state', 'p.invoice_id', 'i.country', 't.id as period_id'])
    .select(['t.starts_at', 't.ends_at', 's.id as subscription', 's.account_id'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** What has gone back of an attempt, by refunds of ours and by the wallet. Minor units. */
export async function returnedOf(db: Kysely<DB>, attemptId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select (
      (select coalesce(sum(amount), 0) from refunds where attempt_id = ${attemptId} and state = 'succeeded')
      + (select coalesce(sum(booked), 0) from wallet_returns where attempt_id = ${attemptId})
      + (select coalesce(sum(amount), 0) from disputes where attempt_id = ${attemptId} and state = 'taken'))::int as sum`.execute(
    db,
  )
  return rows[0]!.sum
}

/** What the wallet has given back of a charge, and neither we nor its messages account for. Minor units. */
export async function unexplainedRest(db: Kysely<DB>, provider: string, charge: string): Promise<number> {
  const { rows } = await sql<{ rest: number }>`select (p.amount
      - (select coalesce(sum(r.amount), 0) from refunds r where r.attempt_id = p.id and r.state not in ('failed', 'dropped'))
      - (select coalesce(sum(w.booked), 0) from wallet_returns w where w.attempt_id = p.id)
      - (select coalesce(sum(d.amount), 0) from disputes d where d.attempt_id = p.id and d.state = 'taken'))::int as rest
    from payment_attempts p where p.provider = ${provider} and p.provider_reference = ${charge}`.execute(db)
  return rows[0]?.rest ?? 0
}

async function bookOfSuspense(house: House, wallet: WalletProvider, back: WalletReturn): Promise<boolean> {
  const { name: provider } = wallet
  const { chargeId, reference, amount, currency, at } = back
  return transact(house, async (trx) => {
    const row = await suspenseOf(trx, { provider, kind: 'charge', reference: chargeId })
    if (!row) return false
    const isOurs = row.return_reference === reference
    if (!isOurs && row.state === 'open' && row.amount === -amount)
      await resolveSuspense(trx, house, row.id, { state: 'returned', resolution: row.resolution, returnReference: reference })
    else if (!isOurs) {
      const kind = amount > 0 ? 'dispute' : 'refund'
      const details = { charge: chargeId, suspense: row.id }
      await recordSuspense(trx, house, { provider, kind, reference, amount, currency, at, reason: 'unexpected', details })
    }
    await note(trx, house, wallet, back, { attemptId: null, booked: 0 })
    return true
  })
}

/** Of another business at the same wallet: it is not looked at again. */
export function noteForeignReturn(house: House, wallet: WalletProvider, back: WalletReturn): Promise<void> {
  return note(house.db, house, wallet, back, { attemptId: null, booked: 0 })
}

async function isNoted(db: Kysely<DB>, provider: string, { reference }: WalletReturn): Promise<boolean> {
  const known = await db
    .selectFrom('wallet_returns')
    .select('reference')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return known !== undefined
}

async function note(
  db: Kysely<DB>,
  { now }: Pick<House, 'now'>,
  { name: provider }: WalletProvider,
  { reference, chargeId: charge, at }: WalletReturn,
  { attemptId: attempt_id, booked }: { attemptId: string | null; booked: number },
): Promise<void> {
  await db
    .insertInto('wallet_returns')
    .values({ provider, reference, charge, attempt_id, booked, at, noted_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
