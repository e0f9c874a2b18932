import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { enqueueEmails } from '../../emails/enqueue-emails.ts'

/** Deactivates a mandate that was cancelled at the bank and notifies the reader whose active subscription uses it, once. */
export async function applyMandateRevoked(trx: Transaction<DB>, provider: string, reference: string): Promise<void> {
  const gone = await trx
    .updateTable('payment_methods')
    .set({ active: false })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('active', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (!gone) return
  const running = await trx
    .selectFrom('subscriptions')
    .select(['id', 'account_id'])
    .where('payment_method_id', '=', gone.id)
    .where('state', '=', 'active')
    .where('auto_renew', '=', true)
    .execute()
  const emails = running.flatMap(({ id, account_id: accountId }): EmailJob[] =>
    accountId === null ? [] : [{ letter: 'mandate-gone', accountId, contract: id, methodId: gone.id }],
  )
  await enqueueEmails(trx, emails)
}
