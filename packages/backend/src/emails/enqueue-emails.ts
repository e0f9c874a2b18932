import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { addJobs } from '../jobs/enqueue.ts'
import type { BULK_TEMPLATES, EmailJob } from './email-jobs.ts'

/** Priority of all e-mails and pushes except those that a reader waits for, which have 0. */
export const AFTER_OTHERS = 10

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

/** Adds a batch of e-mails with one statement, in the caller's transaction; urgent e-mails are sent first. */
export async function enqueueEmails(db: Kysely<DB>, emails: readonly EmailJob[]): Promise<void> {
  if (emails.length === 0) return
  const priorities = emails.map(({ letter }) => (letter === 'contract-confirmed' ? 0 : AFTER_OTHERS))
  await addJobs({
    name: 'letter',
    payload: sql`given::json`,
    from: sql`unnest(${emails.map((email) => JSON.stringify(email))}::text[], ${priorities}::int[]) as each (given, priority)`,
    priority: sql`priority`,
  }).execute(db)
}
