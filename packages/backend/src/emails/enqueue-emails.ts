import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { BULK_TEMPLATES, EmailJob } from './email-jobs.ts'

/** Priority of all e-mails and pushes except those that a reader waits for, which have 0. */
export const AFTER_OTHERS = 10

/**
 * Returns a call in SQL that adds one e-mail of many, for the account in `account_id`.
 * @param values the other values of its payload: names and values in turn
 */
export const addBulkEmail = (template: (typeof BULK_TEMPLATES)[number], values: RawBuilder<unknown>) => sql`
  graphile_worker.add_job('bulk-letter', json_build_object('letter', ${template}::text, 'accountId', account_id, ${values}),
    priority => ${AFTER_OTHERS})`

/** Adds a batch of e-mails with one statement, in the caller's transaction; urgent e-mails are sent first. */
export async function enqueueEmails(db: Kysely<DB>, emails: readonly EmailJob[]): Promise<void> {
  if (emails.length === 0) return
  const priorities = emails.map(({ letter }) => (letter === 'contract-confirmed' ? 0 : AFTER_OTHERS))
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select row('letter', given::json, null, null, null, null, priority, null)::graphile_worker.job_spec
    from unnest(${emails.map((email) => JSON.stringify(email))}::text[], ${priorities}::int[]) as each (given, priority)))`.execute(
    db,
  )
}
