import { ApiError } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import { lockAccount } from '../accounts/queries.ts'
import type { Accounts, DB } from '../db/schema.ts'

/**
 * Rejects a sign-in to a deactivated account. The row stays locked until `trx` ends: a concurrent new session is either
 * rejected here or ended by the deactivation.
 * @returns the account as it is now
 * @throws ApiError account_inactive; account_erasing with the date, when its owner requested the erasure
 */
async function requireActive(trx: Transaction<DB>, accountId: number): Promise<Selectable<Accounts>> {
  const account = await lockAccount(trx, accountId)
  if (account?.erase_at) throw new ApiError('account_erasing', undefined, undefined, { at: account.erase_at, account })
  if (!account || account.deactivated_at) throw new ApiError('account_inactive')
  return account
}

export type SignInMethods = Pick<Selectable<Accounts>, 'id' | 'password_hash' | 'facebook_id' | 'apple_id'>

/**
 * Also rejects a sign-in if the password or provider identity that was checked before `trx` has been replaced since: replacing it
 * ends all sign-ins, and one under way must not succeed after that.
 * @param account as it was when the sign-in was checked
 * @throws ApiError wrong_credentials, and those of `requireActive`
 */
export async function requireSameSignInMethods(trx: Transaction<DB>, account: SignInMethods): Promise<void> {
  const { password_hash, facebook_id, apple_id } = await requireActive(trx, account.id)
  const isSame = password_hash === account.password_hash && facebook_id === account.facebook_id && apple_id === account.apple_id
  if (!isSame) throw new ApiError('wrong_credentials')
}
