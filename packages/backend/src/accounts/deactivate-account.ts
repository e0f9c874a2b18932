import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import type { Selectable, Transaction } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { accountSubject, recordAudit } from '../audit/record-audit.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { switchAutoRenew } from '../billing/subscriptions/auto-renew.ts'
import { activeSubscription } from '../billing/subscriptions/create.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { cancelErasure } from './cancel-erasure.ts'
import { lockAccount } from './queries.ts'

/** Who changes an account and why, for the audit log. */
type By = { actor?: Actor | undefined; reason?: string | undefined }

/**
 * Deactivates an account: ends its sessions and pending sign-ins, its push messages, downloads and charges. Payments are
 * not refunded. An account that only waits for its erasure then stays closed if its owner restores it.
 * @returns false when it is already deactivated or gone
 */
export async function deactivateAccount(
  trx: Transaction<DB>,
  accountId: number,
  now: Date,
  { actor, reason }: By = {},
): Promise<boolean> {
  const account = await lockAccount(trx, accountId)
  if (!account || (account.deactivated_at && !isClosedByErasure(account))) return false
  await trx.updateTable('accounts').set({ deactivated_at: now }).where('id', '=', accountId).execute()
  await revokeAccess(trx, accountId, now)
  await trx.deleteFrom('downloads').where('account_id', '=', accountId).execute()
  await endRenewal(trx, accountId, now)
  await recordAudit(trx, actor, now, { action: 'account.deactivated', subject: accountSubject(accountId), reason })
  return true
}

/** Returns whether an account is deactivated only because its erasure was requested: cancelling that opens it again. */
export function isClosedByErasure({
  deactivated_at,
  erasure_requested_at,
}: Pick<Selectable<Accounts>, 'deactivated_at' | 'erasure_requested_at'>): boolean {
  return deactivated_at !== null && deactivated_at.getTime() === erasure_requested_at?.getTime()
}

/**
 * Reactivates an account, even one that is about to be erased. Its owner has to sign in again, and renewal of a subscription
 * stays off.
 * @returns false when it is active or gone
 */
export async function activateAccount(
  trx: Transaction<DB>,
  accountId: number,
  now = new Date(),
  { actor, reason }: By = {},
): Promise<boolean> {
  const account = await lockAccount(trx, accountId)
  if (!account?.deactivated_at) return false
  await cancelErasure(trx, accountId)
  await trx.updateTable('accounts').set({ deactivated_at: null }).where('id', '=', accountId).execute()
  const before = { deactivatedAt: account.deactivated_at, eraseAt: account.erase_at }
  await recordAudit(trx, actor, now, { action: 'account.activated', subject: accountSubject(accountId), before, reason })
  return true
}

async function endRenewal(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  const live = await activeSubscription(trx, accountId)
  if (!live) return
  if (live.order_type !== ORDER_TYPE.own) {
    if (live.auto_renew) await enqueue(trx, 'cancel-wallet', { contract: live.id })
    return
  }
  if (live.ends_at !== null) await switchAutoRenew(trx, accountId, false, now)
  // A late cancellation leaves one more charge. The account would pay for a period without access.
  await trx.updateTable('subscriptions').set({ next_charge_at: null }).where('id', '=', live.id).execute()
}
