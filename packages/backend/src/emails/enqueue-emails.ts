import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { addJobs } from '../jobs/enqueue.ts'
import type { BULK_TEMPLATES, EmailJob } from './email-jobs.ts'

/** Priority of announcements: e-mails and pushes that nobody waits for. E-mails that a reader waits for have 0. */
export const AFTER_OTHERS = 10
/** Priority of e-mails about subscriptions that many readers get in one night. */
const BEFORE_ANNOUNCEMENTS = 5

/**
 * Returns a statement that adds one e-mail for each `account_id` of `recipients`, and counts them as `added`. One call of the queue
 * adds all of them, which is several times faster than a call for each.
 * @param values the other values of its payload: names and values in turn
 */
export const addBulkEmails = (
  template: (typeof BULK_TEMPLATES)[number],
  values: RawBuilder<unknown>,
  recipients: RawBuilder<unknown>,
) =>
  addJobs({
    name: 'bulk-letter',
    payload: sql`json_build_object('letter', ${template}::text, 'accountId', account_id, ${values})`,
    from: recipients,
    priority: AFTER_OTHERS,
  })

/**
 * Adds a batch of e-mails in the caller's transaction. E-mails that a reader waits for have the priority of that kind; the rest,
 * such as the invoices of a night, are sent before announcements.
 */
export async function enqueueEmails(db: Kysely<DB>, emails: readonly EmailJob[]): Promise<void> {
  if (emails.length === 0) return
  const isAwaited = ({ letter }: EmailJob) => letter === 'contract-confirmed'
  const add = (name: 'letter' | 'bulk-letter', priority: number, added: readonly EmailJob[]) =>
    addJobs({
      name,
      priority,
      payload: sql`given::json`,
      from: sql`unnest(${added.map((email) => JSON.stringify(email))}::text[]) as given`,
    }).execute(db)
  const [awaited, others] = [emails.filter(isAwaited), emails.filter((email) => !isAwaited(email))]
  if (awaited.length > 0) await add('letter', 0, awaited)
  if (others.length > 0) await add('bulk-letter', BEFORE_ANNOUNCEMENTS, others)
}
