import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { EmailJob } from './email-jobs.ts'

/** Priority of all e-mails except urgent ones, which have 0. */
const AFTER_OTHERS = 10

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
