import { createHmac } from 'node:crypto'
import { ERASURE_GRACE_DAYS } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { hashOf } from '../session/random-token.ts'
import { deactivateAccount } from './deactivate-account.ts'
import { hasContract } from './queries.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Closes an account at once, with everything that closing ends, and has it erased after the days of grace. Its owner gets an
 * email with the link that brings it back. Where an erasure was requested before, its date stands.
 * @returns when it will be erased
 * @throws Refusal contract_active
 */
export async function requestErasure(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  house: Pick<House, 'secret' | 'now'>,
): Promise<Date> {
  if (account.erase_at) return account.erase_at
  const now = house.now()
  if (await hasContract(trx, account.id, now)) throw new Refusal('contract_active')
  await deactivateAccount(trx, account.id, now)
  const eraseAt = new Date(now.getTime() + ERASURE_GRACE_DAYS * DAY_MS)
  const requested = { id: account.id, erasure_requested_at: now }
  await trx
    .updateTable('accounts')
    .set({ erasure_requested_at: now, erase_at: eraseAt, restore_token_hash: hashOf(await restoreToken(requested, house)) })
    .where('id', '=', account.id)
    .execute()
  await addJob(trx, 'letter', { letter: 'erasure-requested', accountId: account.id })
  await addErasureJob(trx, account.id, eraseAt)
  return eraseAt
}

/** One job an account: it looks again whether the account is to be erased. */
export async function addErasureJob(trx: Transaction<DB>, accountId: number, at: Date): Promise<void> {
  await addJob(trx, 'erase-account', { accountId }, { key: `erase-account ${accountId}`, at })
}

/** The token of the link that brings an account back: the same in every copy of the email, another for every request. */
export async function restoreToken(
  { id, erasure_requested_at }: Pick<Selectable<Accounts>, 'id' | 'erasure_requested_at'>,
  { secret }: Pick<House, 'secret'>,
): Promise<string> {
  return createHmac('sha256', await secret())
    .update(`restore account ${id} ${erasure_requested_at?.getTime()}`)
    .digest('base64url')
}
