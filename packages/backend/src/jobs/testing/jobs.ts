import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'

/** Returns waiting e-mail jobs, the oldest first. */
export async function waitingEmails(db: Database): Promise<EmailJob[]> {
  const { rows } = await sql<{ payload: EmailJob }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier in ('letter', 'bulk-letter') order by j.id`.execute(
    db,
  )
  return rows.map(({ payload }) => payload)
}

export async function forgetJobs(db: Database): Promise<void> {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
}
