import { ApiError } from '@kiosk/domain/errors'
import { EMAIL_REPEAT_SECONDS } from '@kiosk/domain/staff/limits'
import { SECOND_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import { accountSubject, recordAudit } from '../audit/record-audit.ts'
import type { ChangeContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { EmailJob } from './email-jobs.ts'

/**
 * E-mails that are written from the current data whenever they are sent. The others are about a past event, or record that they
 * were sent.
 */
const REPEATABLE: ReadonlySet<string> = new Set<EmailJob['letter']>([
  'verification',
  'recovery',
  'confirm-address',
  'erasure-requested',
  'contract-confirmed',
  'invoice',
  'credit-note',
  'tax-corrected',
  'charge-declined',
  'wallet-overdue',
  'bank-question',
  'purchase-failed',
  'mandate-gone',
  'contract-ended',
  'contract-cancelled',
  'contract-act',
  'exit-receipt',
  'exit-reminder',
  'exit-confirmed',
])

export function isRepeatable(letter: string): boolean {
  return REPEATABLE.has(letter)
}

/**
 * Resends an e-mail that an account got before, to its current address.
 * @throws ApiError not_found; changed_meanwhile if it was sent again just now
 */
export async function repeatEmail(
  trx: Transaction<DB>,
  ctx: Pick<ChangeContext, 'now' | 'actor'>,
  accountId: number,
  emailId: number,
): Promise<void> {
  const email = await trx
    .selectFrom('sent_emails')
    .selectAll()
    .where('id', '=', emailId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!email || !isRepeatable(email.letter)) throw new ApiError('not_found', 'email')
  const now = ctx.now()
  const since = now.getTime() - (email.repeated_at ?? email.sent_at).getTime()
  if (since < EMAIL_REPEAT_SECONDS * SECOND_MS) throw new ApiError('changed_meanwhile', 'email', 'ERROR.EMAIL_JUST_SENT')
  await trx.updateTable('sent_emails').set({ repeated_at: now }).where('id', '=', emailId).execute()
  await enqueue(trx, 'letter', email.job as EmailJob, { key: `repeat ${emailId}` })
  await recordAudit(trx, ctx.actor, now, {
    action: 'account.email-sent',
    subject: accountSubject(accountId),
    after: { email: email.letter },
  })
}
