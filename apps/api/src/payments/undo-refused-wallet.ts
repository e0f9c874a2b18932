import { sql } from 'kysely'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { WalletProvider, WalletState } from '../outside/payments/port.ts'
import { clearAlarm, raiseAlarm } from './alarms.ts'
import { recordSuspense, requestReturn, sendReturns } from './suspense.ts'
import { changeSubscription, nextCheck, type WalletSubscription } from './wallet-subscription-rows.ts'

const DAY_MS = 86_400_000
/** A charge that was under way when a subscription was cancelled is known by then. Milliseconds. */
const CHARGES_KNOWN_AFTER_MS = 3 * DAY_MS
/** Where nobody knows when it began, its charges are asked for from so long ago. Milliseconds. */
const CHARGES_FROM_MS = 400 * DAY_MS

/**
 * Undoes a subscription that was refused: it is cancelled at the wallet, and every charge goes back, by way of suspense. Every
 * step may be repeated: what died in between is taken up by the sweep.
 * @param state as the wallet tells it; null: it does not know the subscription any more
 */
export async function undoRefused(
  house: House,
  wallet: WalletProvider,
  row: WalletSubscription,
  state: WalletState | null,
): Promise<void> {
  const { now } = house
  const { reference, reason, approval_id } = row
  const goesOn = state?.state === 'active' || state?.state === 'suspended'
  if (goesOn) await wallet.cancel(reference, 'refused')
  const found = row.found_at.getTime()
  const from = new Date(Math.min(state?.startsAt?.getTime() ?? found - CHARGES_FROM_MS, found) - DAY_MS)
  const charges = await wallet.charges(reference, from, new Date(now().getTime() + DAY_MS))
  const came = charges.filter((each) => each.state === 'completed' || each.state === 'part-refunded')
  const subject = `${wallet.name} ${reference}`
  await transact(house, async (trx) => {
    const isFirst =
      goesOn || came.length > 0 ? await raiseAlarm(trx, house, { kind: 'wallet-refused', subject, details: { reason } }) : false
    for (const { transactionId, amount, currency, at, state: became } of came) {
      const { id, isNew } = await recordSuspense(trx, house, {
        ...{ provider: wallet.name, kind: 'charge', reference: transactionId, amount, currency, at },
        ...{ reason: 'refused', details: { subscription: reference, approval: approval_id } },
      })
      // What somebody has begun to give back by hand, somebody has to finish.
      if (isNew && became === 'completed') await requestReturn(trx, house, id, `not accepted: ${reason}`)
    }
    if (isFirst && approval_id !== null) await tellReader(trx, approval_id)
  })
  await sendReturns(house)
  await closeWhenOver(
    house,
    row,
    charges.some((each) => each.state === 'pending'),
  )
}

async function tellReader(trx: House['db'], approvalId: string): Promise<void> {
  const { account_id: accountId } = await trx
    .selectFrom('wallet_approvals')
    .select('account_id')
    .where('id', '=', approvalId)
    .executeTakeFirstOrThrow()
  if (accountId !== null) await addJob(trx, 'letter', { letter: 'wallet-refused', accountId, approvalId })
}

/** Nothing comes any more, and everything has gone back: it is asked about no longer. */
async function closeWhenOver(house: House, row: WalletSubscription, isUnderWay: boolean): Promise<void> {
  const { db, now } = house
  const open = await db
    .selectFrom('suspense')
    .select('id')
    .where('provider', '=', row.provider)
    .where('state', '=', 'open')
    .where(sql<boolean>`details->>'subscription' = ${row.reference}`)
    .limit(1)
    .executeTakeFirst()
  if (!open && !isUnderWay) await clearAlarm(db, house, { kind: 'wallet-refused', subject: `${row.provider} ${row.reference}` })
  const isOld = now().getTime() - (row.settled_at ?? row.found_at).getTime() > CHARGES_KNOWN_AFTER_MS
  if (isOld && !open && !isUnderWay) await changeSubscription(db, row, { state: 'closed', next_check_at: null })
  else await changeSubscription(db, row, { next_check_at: nextCheck(row, now()) })
}
