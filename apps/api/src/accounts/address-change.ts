import { Refusal } from '@kiosk/domain/errors'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { endTokens } from '../session/one-time-tokens.ts'
import { accountByEmail } from './queries.ts'

/** Lets a new address wait for its confirmation, in place of one that waited before; both addresses get a letter (decision 14). */
export async function askForAddress(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'email'>,
  email: string,
  { neutralAnswers, now }: House,
): Promise<void> {
  const taken = await accountByEmail(trx, email)
  if (taken && !neutralAnswers) throw new Refusal('mail_taken', 'email')
  await forgetPendingAddress(trx, account.id, now())
  const { id: changeId } = await trx
    .insertInto('address_changes')
    .values({ account_id: account.id, email, previous_email: account.email, asked_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Whose address it is already is asked nothing.
  if (!taken) await addJob(trx, 'letter', { letter: 'confirm-address', accountId: account.id, changeId })
  await addJob(trx, 'letter', { letter: 'address-changed', accountId: account.id, changeId })
}

/** An address that waits for its confirmation waits no more, and its link is of no use. */
export async function forgetPendingAddress(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await trx.deleteFrom('address_changes').where('account_id', '=', accountId).where('confirmed_at', 'is', null).execute()
  await endTokens(trx, 'email', accountId, now)
}
