import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Jobs } from './job.ts'

/**
 * Adds a job in the transaction that needs it: it exists only if that commits.
 * @param options `key`: a later job with the same key replaces a pending one; `at`: not before; `keepTime`: the replaced
 * job keeps its time; `tries`: default 25, over about three days
 */
export async function enqueue<Name extends keyof Jobs>(
  db: Kysely<DB>,
  name: Name,
  given: Jobs[Name],
  options: { key?: string; at?: Date; keepTime?: boolean; tries?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(given)}::json, run_at => ${options.at ?? null}::timestamptz,
    max_attempts => ${options.tries ?? null}::int, job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.keepTime ? 'preserve_run_at' : 'replace'})`.execute(db)
}

/**
 * Returns a statement that adds a job for each row of `from` with one call of the queue, and counts them as `added`.
 * @param options `payload`, `priority`, `key`: expressions of SQL over the columns of `from`; `tries`: as for `enqueue`
 */
export function addJobs(options: {
  name: keyof Jobs
  payload: RawBuilder<unknown>
  from: RawBuilder<unknown>
  priority: number | RawBuilder<unknown>
  key?: RawBuilder<unknown>
  tries?: number
}): RawBuilder<{ added: number }> {
  const { name, payload, from, priority, key = sql`null`, tries } = options
  // Without "having", the queue would be called even without jobs, and wake all workers.
  return sql<{ added: number }>`select count(*) as added from (
      select array_agg(row(${name}::text, ${payload}, null, null, ${tries ?? null}::int, ${key}, ${priority}, null)
        ::graphile_worker.job_spec) as specs from ${from} having count(*) > 0) as jobs, graphile_worker.add_jobs(jobs.specs)`
}
