import { ApiError } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import { lockAccount } from '../accounts/queries.ts'
import type { DB } from '../db/schema.ts'

/**
 * Rejects a sign-in to a deactivated account. The row stays locked until `trx` ends: a concurrent new session is either
 * rejected here or ended by the deactivation.
 * @throws ApiError account_inactive; account_erasing with the date, when its owner requested the erasure
 */
export async function requireActive(trx: Transaction<DB>, accountId: number): Promise<void> {
  const account = await lockAccount(trx, accountId)
  if (account?.erase_at) throw new ApiError('account_erasing', undefined, undefined, account.erase_at)
  if (!account || account.deactivated_at) throw new ApiError('account_inactive')
}
