import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { WalletProvider, WalletState } from '../../adapters/payments/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { clearAlarm, raiseAlarm, wasRaised } from '../alarms.ts'
import { recordSuspense, sendReturns } from '../suspense/suspense.ts'
import { changeSubscription, lockWalletSubscription, nextCheck, type WalletSubscription } from './subscription-rows.ts'

/** Time after the cancellation in which the results of pending charges become known. */
const CHARGES_KNOWN_AFTER_MS = 3 * DAY_MS
/** Look-back for charges if the start is unknown. */
const CHARGES_FROM_MS = 400 * DAY_MS

/**
 * Reverses a rejected subscription: cancels it at the wallet and refunds every charge through suspense. Every step may be
 * repeated; after a crash the sweep continues.
 * @param state the wallet's state; null: it no longer knows the subscription
 */
export async function undoRejected(
  ctx: BillingContext,
  wallet: WalletProvider,
  row: WalletSubscription,
  state: WalletState | null,
): Promise<void> {
  const { now } = ctx
  const { reference, reason, approval_id } = row
  const goesOn = state?.state === 'active' || state?.state === 'suspended'
  if (goesOn) await wallet.cancel(reference, 'refused')
  const found = row.found_at.getTime()
  const from = new Date(Math.min(state?.startsAt?.getTime() ?? found - CHARGES_FROM_MS, found) - DAY_MS)
  const charges = await wallet.charges(reference, from, new Date(now().getTime() + DAY_MS))
  const paid = charges.filter((each) => each.state === 'completed' || each.state === 'part-refunded')
  const subject = `${wallet.name} ${reference}`
  await transact(ctx, async (trx) => {
    await lockWalletSubscription(trx, row.provider, reference)
    // Another server may have returned the charges since: that raises the alarm again, but must send no second e-mail.
    if (goesOn || paid.length > 0) {
      if (approval_id !== null && !(await wasRaised(trx, { kind: 'wallet-refused', subject })))
        await enqueueRejectionEmail(trx, approval_id)
      await raiseAlarm(trx, ctx, { kind: 'wallet-refused', subject, details: { reason } })
    }
    for (const { transactionId, amount, currency, at, state: chargeState } of paid) {
      await recordSuspense(trx, ctx, {
        provider: wallet.name,
        kind: 'charge',
        reference: transactionId,
        amount,
        currency,
        at,
        reason: 'refused',
        details: { subscription: reference, approval: approval_id },
        // Not for a partly refunded charge: the operator who started to return it at the wallet has to finish.
        ...(chargeState === 'completed' && { returns: `not accepted: ${reason}` }),
      })
    }
  })
  await sendReturns(ctx)
  await closeWhenOver(
    ctx,
    row,
    charges.some((each) => each.state === 'pending'),
  )
}

async function enqueueRejectionEmail(trx: AppContext['db'], approvalId: string): Promise<void> {
  const { account_id: accountId } = await trx
    .selectFrom('wallet_approvals')
    .select('account_id')
    .where('id', '=', approvalId)
    .executeTakeFirstOrThrow()
  if (accountId !== null) await enqueue(trx, 'letter', { letter: 'wallet-refused', accountId, approvalId })
}

/** Stops polling a rejected subscription once everything is refunded and no more charges are possible. */
async function closeWhenOver(ctx: Pick<AppContext, 'db' | 'now'>, row: WalletSubscription, isUnderWay: boolean): Promise<void> {
  const { db, now } = ctx
  const open = await db
    .selectFrom('suspense')
    .select('id')
    .where('provider', '=', row.provider)
    .where('state', '=', 'open')
    .where(sql<boolean>`details->>'subscription' = ${row.reference}`)
    .limit(1)
    .executeTakeFirst()
  if (!open && !isUnderWay) await clearAlarm(db, ctx, { kind: 'wallet-refused', subject: `${row.provider} ${row.reference}` })
  const isOld = now().getTime() - (row.settled_at ?? row.found_at).getTime() > CHARGES_KNOWN_AFTER_MS
  if (isOld && !open && !isUnderWay) await changeSubscription(db, row, { state: 'closed', next_check_at: null })
  else await changeSubscription(db, row, { next_check_at: nextCheck(row, now()) })
}
