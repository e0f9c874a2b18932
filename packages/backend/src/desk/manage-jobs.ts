import { sql } from 'kysely'
import { withoutAddresses } from '../adapters/mail/without-addresses.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { ChangeContext } from '../context.ts'
import { printable } from '../printable.ts'

/** Makes jobs due at once and resets their number of tries; skips running ones. Returns their number. */
export function retryJobs({ db, actor, now }: ChangeContext, ids: number[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<ChangedJob>`select id, task_identifier as name
      from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0) join graphile_worker.jobs using (id)`.execute(
      trx,
    )
    for (const job of rows) await recordAudit(trx, actor, now(), { action: 'job.retried', subject: { kind: 'job', ...job } })
    return rows.length
  })
}

/** Deletes jobs; skips running ones. Returns their number. */
export function dropJobs({ db, actor, now }: ChangeContext, ids: number[], reason?: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // The view is read before the function deletes the jobs.
    const { rows: named } = await sql<ChangedJob>`select id, task_identifier as name from graphile_worker.jobs
      where id = any(${ids}::bigint[])`.execute(trx)
    const { rows } = await sql<{ id: number }>`select id from graphile_worker.complete_jobs(${ids}::bigint[])`.execute(trx)
    const dropped = named.filter(({ id }) => rows.some((each) => each.id === id))
    for (const job of dropped)
      await recordAudit(trx, actor, now(), { action: 'job.dropped', subject: { kind: 'job', ...job }, reason })
    return rows.length
  })
}

/** The first line of an error, without e-mail addresses. */
export function errorLine(error: string | null): string {
  return printable(withoutAddresses(error?.split('\n', 1)[0] ?? ''))
}

type ChangedJob = { id: number; name: string }
