import { ERASURE_GRACE_DAYS } from '@kiosk/domain/accounts/limits'
import { ApiError } from '@kiosk/domain/errors'
import { DAY_MS } from '@kiosk/domain/time'
import type { Selectable, Transaction } from 'kysely'
import { accountSubject, recordAudit } from '../audit/record-audit.ts'
import { hashOf } from '../auth/random-token.ts'
import type { AppContext } from '../context.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { keyedHash } from '../keyed-hash.ts'
import { deactivateAccount } from './deactivate-account.ts'
import { hasSubscription } from './queries.ts'

/**
 * Deactivates an account at once and schedules its erasure after the grace period. Its owner gets an e-mail with the link
 * that restores it. An earlier request keeps its date.
 * @returns when it will be erased
 * @throws ApiError contract_active
 */
export async function requestErasure(
  trx: Transaction<DB>,
  account: Selectable<Accounts>,
  ctx: Pick<AppContext, 'secret' | 'now' | 'actor'>,
  reason?: string,
): Promise<Date> {
  if (account.erase_at) return account.erase_at
  const now = ctx.now()
  if (await hasSubscription(trx, account.id, now)) throw new ApiError('contract_active')
  await deactivateAccount(trx, account.id, now)
  const eraseAt = new Date(now.getTime() + ERASURE_GRACE_DAYS * DAY_MS)
  const requested = { id: account.id, erasure_requested_at: now }
  await trx
    .updateTable('accounts')
    .set({ erasure_requested_at: now, erase_at: eraseAt, restore_token_hash: hashOf(await restoreToken(requested, ctx)) })
    .where('id', '=', account.id)
    .execute()
  await enqueue(trx, 'letter', { letter: 'erasure-requested', accountId: account.id })
  await addErasureJob(trx, account.id, eraseAt)
  const change = { action: 'account.erasure-requested', subject: accountSubject(account.id), after: { eraseAt }, reason } as const
  await recordAudit(trx, ctx.actor, now, change)
  return eraseAt
}

/** Enqueues one job per account; the job checks again whether the account is to be erased. */
export async function addErasureJob(trx: Transaction<DB>, accountId: number, at: Date): Promise<void> {
  await enqueue(trx, 'erase-account', { accountId }, { key: `erase-account ${accountId}`, at })
}

/** Derives the token of the restore link: the same in every copy of the e-mail, different for every request. */
export async function restoreToken(
  { id, erasure_requested_at }: Pick<Selectable<Accounts>, 'id' | 'erasure_requested_at'>,
  { secret }: Pick<AppContext, 'secret'>,
): Promise<string> {
  return keyedHash(await secret(), `restore account ${id} ${erasure_requested_at?.getTime()}`)
}
