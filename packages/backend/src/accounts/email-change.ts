import { ApiError } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import { endTokens } from '../auth/one-time-tokens.ts'
import type { AppContext } from '../context.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { accountByEmail } from './queries.ts'
import { keepsAddress } from './registrations.ts'

/**
 * Stores a new address pending confirmation and replaces an earlier pending one; both addresses get an e-mail (ADR-0171).
 */
export async function askForAddress(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'email'>,
  email: string,
  { neutralAnswers, now }: Pick<AppContext, 'now' | 'neutralAnswers'>,
): Promise<void> {
  // An unproved registration does not keep an address from its owner.
  const other = await accountByEmail(trx, email)
  const taken = other !== undefined && keepsAddress(other)
  if (taken && !neutralAnswers) throw new ApiError('mail_taken', 'email')
  await forgetPendingAddress(trx, account.id, now())
  const { id: changeId } = await trx
    .insertInto('address_changes')
    .values({ account_id: account.id, email, previous_email: account.email, requested_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The current owner of the address is not contacted.
  if (!taken) await enqueue(trx, 'letter', { letter: 'confirm-address', accountId: account.id, changeId })
  await enqueue(trx, 'letter', { letter: 'address-changed', accountId: account.id, changeId })
}

/** Cancels a pending address change and its link. */
export async function forgetPendingAddress(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await trx.deleteFrom('address_changes').where('account_id', '=', accountId).where('confirmed_at', 'is', null).execute()
  await endTokens(trx, 'email', accountId, now)
}
