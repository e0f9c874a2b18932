import { ApiError } from '@kiosk/domain/errors'
import { type Selectable, sql, type Transaction } from 'kysely'
import { hashOf } from '../auth/random-token.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { lockAccount } from './queries.ts'

/**
 * Cancels an erasure. An account that the operator had deactivated before stays deactivated.
 * @returns false when none is pending
 */
export async function cancelErasure(trx: Transaction<DB>, accountId: number): Promise<boolean> {
  const changed = await trx
    .updateTable('accounts')
    .set({
      // Reactivates the account only if the erasure request deactivated it.
      deactivated_at: sql`case when deactivated_at = erasure_requested_at then null else deactivated_at end`,
      erasure_requested_at: null,
      erase_at: null,
      restore_token_hash: null,
    })
    .where('id', '=', accountId)
    .where('erase_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Returns the account of a restore link, locked until `trx` ends.
 * @throws ApiError token_invalid; token_expired after the grace period
 */
export async function accountOfRestoreToken(trx: Transaction<DB>, token: string, now: Date): Promise<Selectable<Accounts>> {
  const restore_token_hash = hashOf(token)
  const found = await trx
    .selectFrom('accounts')
    .select('id')
    .where('restore_token_hash', '=', restore_token_hash)
    .executeTakeFirst()
  const account = found && (await lockAccount(trx, found.id))
  if (!account?.restore_token_hash?.equals(restore_token_hash) || !account.erase_at) throw new ApiError('token_invalid', 'token')
  if (account.erase_at <= now) throw new ApiError('token_expired', 'token')
  return account
}
