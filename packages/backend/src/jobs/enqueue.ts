import { type Kysely, sql } from 'kysely'
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
