import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { switchAutoRenew } from '../payments/auto-renew.ts'
import { liveSubscription } from '../payments/buy.ts'
import { cancelErasure } from './cancel-erasure.ts'
import { lockAccount } from './queries.ts'
import { shutOut } from './shut-out.ts'

/**
 * Closes an account: whoever is in it, or had begun to get in, is out, its devices hear of nothing and may open no copy, and
 * nothing more is charged. What was paid is not given back by this.
 * @returns false where it is closed already, or gone
 */
export async function deactivateAccount(trx: Transaction<DB>, accountId: number, now: Date): Promise<boolean> {
  const account = await lockAccount(trx, accountId)
  if (!account || account.deactivated_at) return false
  await trx.updateTable('accounts').set({ deactivated_at: now }).where('id', '=', accountId).execute()
  await shutOut(trx, accountId, now)
  await trx.deleteFrom('downloads').where('account_id', '=', accountId).execute()
  await endRenewal(trx, accountId, now)
  return true
}

/**
 * Opens a closed account again, also one that waits for its erasure: its owner logs in anew. A subscription that was not to be renewed stays so.
 * @returns false where it is open, or gone
 */
export async function activateAccount(trx: Transaction<DB>, accountId: number): Promise<boolean> {
  const account = await lockAccount(trx, accountId)
  if (!account?.deactivated_at) return false
  await cancelErasure(trx, accountId)
  await trx.updateTable('accounts').set({ deactivated_at: null }).where('id', '=', accountId).execute()
  return true
}

async function endRenewal(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  const live = await liveSubscription(trx, accountId)
  if (!live) return
  if (live.order_type !== ORDER_TYPE.own) {
    if (live.auto_renew) await addJob(trx, 'cancel-wallet', { contract: live.id })
    return
  }
  if (live.ends_at !== null) await switchAutoRenew(trx, accountId, false, now)
  // Nor the one charge that a late cancellation leaves: nobody reads for it.
  await trx.updateTable('subscriptions').set({ next_charge_at: null }).where('id', '=', live.id).execute()
}
