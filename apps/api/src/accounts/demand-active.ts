import { Refusal } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { lockAccount } from './queries.ts'

/**
 * Refuses a way in to an account that the operator has closed. It is held until `trx` ends: a session that begins now is
 * either refused here or ended by who closes the account.
 * @throws Refusal account_inactive; account_erasing, with the day, where its owner wants it erased
 */
export async function demandActive(trx: Transaction<DB>, accountId: number): Promise<void> {
  const account = await lockAccount(trx, accountId)
  if (account?.erase_at) throw new Refusal('account_erasing', undefined, undefined, account.erase_at)
  if (!account || account.deactivated_at) throw new Refusal('account_inactive')
}
