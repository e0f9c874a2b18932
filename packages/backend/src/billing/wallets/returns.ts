import { type Kysely, sql, type Transaction } from 'kysely'
import type { WalletProvider, WalletReturn } from '../../adapters/payments/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { endAfterPaid, noteReturn } from '../charges/apply-returned.ts'
import { post } from '../ledger/ledger.ts'
import { lockSubscriptionOfAttempt } from '../locks.ts'
import { creditReturned } from '../refunds/credit-returned.ts'
import { sendRefunds } from '../refunds/send.ts'
import { settleRefund } from '../refunds/settle.ts'
import { recordSuspense, resolveSuspense, suspenseOf } from '../suspense/suspense.ts'
import { applyWalletDispute, applyWalletDisputeWon, nameRemainderAsDispute } from './disputes.ts'

/**
 * Records a full or partial return of a wallet charge, once, with a credit note for exactly that amount. When nothing remains
 * of a charge, its period grants no access. Settles our own refund. A reversal is a dispute, and its end reverses the correction.
 * Money that came back without a dispute, or in another currency, goes into suspense. A return of money in suspense takes it out
 * of suspense.
 * @returns false if the charge is unknown here
 */
export async function applyWalletReturn(ctx: BillingContext, wallet: WalletProvider, back: WalletReturn): Promise<boolean> {
  const { db } = ctx
  if (await isNoted(db, wallet.name, back)) return true
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', wallet.name)
    .where('provider_reference', '=', back.chargeId)
    .executeTakeFirst()
  if (!attempt) return bookOfSuspense(ctx, wallet, back)
  const refundId = await transact(ctx, (trx) => bookOfAttempt(trx, ctx, wallet, attempt.id, back))
  if (refundId !== null) {
    await settleRefund(ctx, refundId, 'succeeded', back.reference)
    await note(db, ctx, wallet, back, { attemptId: attempt.id, booked: 0 })
  }
  await sendRefunds(ctx)
  return true
}

/** Records a return of a known charge, unless it is our pending refund. @returns id of that refund; else null */
async function bookOfAttempt(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'log' | 'now'>,
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
  const isOwnRefund = refunds.some(({ reference, state }) => reference === back.reference && state === 'succeeded')
  const underWay = refunds.find(
    ({ amount, state, reference }) =>
      reference === back.reference ||
      (reference === null && amount === -back.amount && (state === 'sent' || state === 'unknown')),
  )
  const { currency } = await attemptWith(trx, attemptId)
  if (currency !== back.currency) {
    await suspend(trx, ctx, wallet, attemptId, back, 'other-currency')
    return null
  }
  if (underWay && !isOwnRefund) return underWay.id
  if (isOwnRefund) await note(trx, ctx, wallet, back, { attemptId, booked: 0 })
  else if (back.amount > 0) {
    const isWon = await applyWalletDisputeWon(trx, ctx, attemptId, back)
    if (isWon) await note(trx, ctx, wallet, back, { attemptId, booked: 0 })
    else await suspend(trx, ctx, wallet, attemptId, back, 'unexpected')
  } else {
    const booked = await bookBack(trx, ctx, attemptId, back)
    await note(trx, ctx, wallet, back, { attemptId, booked })
  }
  return null
}

/**
 * Puts money into suspense that came back although no dispute had taken it, or that is in another currency than its charge. The
 * operator decides where it belongs.
 */
async function suspend(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'log' | 'now'>,
  wallet: WalletProvider,
  attemptId: string,
  back: WalletReturn,
  reason: 'unexpected' | 'other-currency',
) {
  const { reference, chargeId, amount, currency, at } = back
  const kind = amount > 0 ? ('dispute' as const) : ('refund' as const)
  const movement = { provider: wallet.name, kind, reference, amount, currency, at }
  await recordSuspense(trx, ctx, { ...movement, reason, details: { charge: chargeId, attempt: attemptId } })
  await note(trx, ctx, wallet, back, { attemptId, booked: 0 })
}

/**
 * Records that money went back.
 * @returns the amount recorded: never more than remains of the charge, because the same money may be reported under two
 * references; zero for a dispute, which counts by its own row
 */
async function bookBack(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  attemptId: string,
  back: WalletReturn,
): Promise<number> {
  const now = ctx.now()
  const attempt = await attemptWith(trx, attemptId)
  const { invoice_id, currency } = attempt
  const left = attempt.amount - (await returnedOf(trx, attemptId))
  const amount = Math.min(-back.amount, left)
  const isReversal = back.kind === 'reversal'
  if (isReversal && (await nameRemainderAsDispute(trx, ctx, attemptId, back))) return 0
  if (amount <= 0) return 0
  const isAll = amount === left
  if (isReversal && attempt.state === 'succeeded') {
    // The row of the dispute counts it.
    await applyWalletDispute(trx, ctx, { attemptId, amount, endsSubscription: isAll }, back)
    return 0
  }
  const { creditNoteId, postings } = await creditReturned(trx, ctx, attempt, { amount, disputeId: null })
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
    .innerJoin('subscriptions as s', 's.id', 't.subscription_id')
    .select(['p.id', 'p.amount', 'p.currency', 'p.provider', 'p.state', 'p.invoice_id', 'i.country', 't.id as period_id'])
    .select(['t.starts_at', 't.ends_at', 's.id as subscription', 's.account_id'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Returns the amount of an attempt that went back, by our refunds and by the wallet. Minor units. */
async function returnedOf(db: Kysely<DB>, attemptId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select (
      (select coalesce(sum(amount), 0) from refunds where attempt_id = ${attemptId} and state = 'succeeded')
      + (select coalesce(sum(booked), 0) from wallet_returns where attempt_id = ${attemptId})
      + (select coalesce(sum(amount), 0) from disputes where attempt_id = ${attemptId} and state = 'taken'))::int as sum`.execute(
    db,
  )
  return rows[0]!.sum
}

/** Returns the amount of a charge that neither our refunds nor reported returns explain. Minor units. */
export async function unexplainedRemainder(db: Kysely<DB>, provider: string, charge: string): Promise<number> {
  const { rows } = await sql<{ rest: number }>`select (p.amount
      - (select coalesce(sum(r.amount), 0) from refunds r where r.attempt_id = p.id and r.state not in ('failed', 'dropped'))
      - (select coalesce(sum(w.booked), 0) from wallet_returns w where w.attempt_id = p.id)
      - (select coalesce(sum(d.amount), 0) from disputes d where d.attempt_id = p.id and d.state = 'taken'))::int as rest
    from payment_attempts p where p.provider = ${provider} and p.provider_reference = ${charge}`.execute(db)
  return rows[0]?.rest ?? 0
}

async function bookOfSuspense(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  wallet: WalletProvider,
  back: WalletReturn,
): Promise<boolean> {
  const { name: provider } = wallet
  const { chargeId, reference, amount, currency, at } = back
  return transact(ctx, async (trx) => {
    const row = await suspenseOf(trx, { provider, kind: 'charge', reference: chargeId })
    if (!row) return false
    const isOwnReturn = row.return_reference === reference
    if (!isOwnReturn && row.state === 'open' && row.amount === -amount)
      await resolveSuspense(trx, ctx, row.id, { state: 'returned', resolution: row.resolution, returnReference: reference })
    else if (!isOwnReturn) {
      const kind = amount > 0 ? 'dispute' : 'refund'
      const details = { charge: chargeId, suspense: row.id }
      await recordSuspense(trx, ctx, { provider, kind, reference, amount, currency, at, reason: 'unexpected', details })
    }
    await note(trx, ctx, wallet, back, { attemptId: null, booked: 0 })
    return true
  })
}

/** Records that a return belongs to another business at the same wallet, so that it is not checked again. */
export function noteForeignReturn(
  ctx: Pick<AppContext, 'db' | 'now'>,
  wallet: WalletProvider,
  back: WalletReturn,
): Promise<void> {
  return note(ctx.db, ctx, wallet, back, { attemptId: null, booked: 0 })
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
  { now }: Pick<AppContext, 'now'>,
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
