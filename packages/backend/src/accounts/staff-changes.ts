import { ApiError } from '@kiosk/domain/errors'
import { EMAIL_REPEAT_SECONDS } from '@kiosk/domain/staff/limits'
import { SECOND_MS } from '@kiosk/domain/time'
import { type Selectable, sql, type Transaction } from 'kysely'
import { accountSubject, recordAudit } from '../audit/record-audit.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { recordSystemEvent } from '../auth/security-events.ts'
import type { AppContext } from '../context.ts'
import type { Accounts, DB } from '../db/schema.ts'
import { addRecoveryEmail, addVerificationEmail } from './emails/send-account-emails.ts'
import { lockAccount } from './queries.ts'
import { pendingRegistrations, proveAddress } from './registrations.ts'

// Changes of a reader's account by the staff. The caller has locked the account. Each function returns whether it changed
// anything.

type StaffContext = Pick<AppContext, 'log' | 'now' | 'actor'>
type Account = Selectable<Accounts>

/**
 * Confirms the address of an account on behalf of the staff. The password of an unconfirmed registration is not kept, because
 * anybody may have typed it: the reader gets a link to choose one.
 */
export async function confirmAddress(trx: Transaction<DB>, ctx: StaffContext, account: Account, reason?: string) {
  if (account.verified_at) return false
  const [registration = null] = await pendingRegistrations(trx, account.id)
  await proveAddress(trx, account.id, { now: ctx.now(), registration })
  await recordSystemEvent(trx, ctx, { kind: 'address.verified', accountId: account.id, details: { by: 'operator' } })
  await addRecoveryEmail(trx, account.id, 'now')
  await recordAudit(trx, ctx.actor, ctx.now(), {
    action: 'account.address-confirmed',
    subject: accountSubject(account.id),
    reason,
  })
  return true
}

/** Ends every session of an account and every link that leads to one. */
export async function endAllSessions(trx: Transaction<DB>, ctx: StaffContext, account: Account, reason?: string) {
  const open = await trx.selectFrom('sessions').select('id').where('account_id', '=', account.id).execute()
  await revokeAccess(trx, account.id, ctx.now())
  const details = { by: 'operator', ended: open.length }
  await recordSystemEvent(trx, ctx, { kind: 'sessions.ended-all', accountId: account.id, details })
  await recordAudit(trx, ctx.actor, ctx.now(), {
    action: 'account.sessions-ended',
    subject: accountSubject(account.id),
    after: { ended: open.length },
    reason,
  })
  return true
}

/**
 * Sends the link that confirms the address, or the one that chooses a new password.
 * @throws ApiError changed_meanwhile if the same link was sent just now
 */
export async function sendLink(
  trx: Transaction<DB>,
  ctx: StaffContext,
  account: Account,
  letter: 'verification' | 'recovery',
): Promise<boolean> {
  if (letter === 'verification' && account.verified_at) return false
  if (letter === 'recovery' && account.deactivated_at) return false
  const now = ctx.now()
  const latest = await trx
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_kind', '=', 'account')
    .where('subject_id', '=', String(account.id))
    .where('action', '=', 'account.email-sent')
    .where(sql<boolean>`after ->> 'email' = ${letter}`)
    .where('at', '>', new Date(now.getTime() - EMAIL_REPEAT_SECONDS * SECOND_MS))
    .limit(1)
    .executeTakeFirst()
  if (latest) throw new ApiError('changed_meanwhile', 'letter', 'ERROR.EMAIL_JUST_SENT')
  const [registration] = await pendingRegistrations(trx, account.id)
  if (letter === 'recovery') await addRecoveryEmail(trx, account.id, 'now')
  else await addVerificationEmail(trx, { accountId: account.id, registrationId: registration?.id ?? null }, 'now')
  await recordAudit(trx, ctx.actor, now, {
    action: 'account.email-sent',
    subject: accountSubject(account.id),
    after: { email: letter },
  })
  return true
}

/** Adds a note about a reader, once by its id. @throws ApiError not_found */
export async function addNote(
  trx: Transaction<DB>,
  ctx: StaffContext,
  { id, accountId, body, author }: { id: string; accountId: number; body: string; author: string },
): Promise<void> {
  if (!(await lockAccount(trx, accountId))) throw new ApiError('not_found', 'id')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('reader_notes')
    .values({ id, account_id: accountId, body, author, written_at: ctx.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  // Its text is personal data, which the audit log never contains.
  if (numInsertedOrUpdatedRows)
    await recordAudit(trx, ctx.actor, ctx.now(), { action: 'account.noted', subject: accountSubject(accountId) })
}

/** Removes a note. @throws ApiError not_found */
export async function removeNote(trx: Transaction<DB>, ctx: StaffContext, accountId: number, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('reader_notes')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!numDeletedRows) throw new ApiError('not_found', 'note')
  await recordAudit(trx, ctx.actor, ctx.now(), { action: 'account.note-removed', subject: accountSubject(accountId) })
}
