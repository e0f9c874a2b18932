import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { LetterJob } from '../outside/mail/letters.ts'
import type { Jobs } from './jobs.ts'

/**
 * Adds a job in the transaction that needs it: no commit, no job.
 * @param options `key`: a later job of the same key replaces one that waits; `at`: not before; `keepTime`: the one that is
 * replaced keeps its time; `tries`: default 25, over about three days
 */
export async function addJob<Name extends keyof Jobs>(
  db: Kysely<DB>,
  name: Name,
  given: Jobs[Name],
  options: { key?: string; at?: Date; keepTime?: boolean; tries?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(given)}::json, run_at => ${options.at ?? null}::timestamptz,
    max_attempts => ${options.tries ?? null}::int, job_key => ${options.key ?? null}::text,
    job_key_mode => ${options.keepTime ? 'preserve_run_at' : 'replace'})`.execute(db)
}

/** Letters to many who do not wait for them at the screen. */
const AFTER_OTHERS = 10

/** Adds the letters of a whole batch by one statement, in the transaction that needs them; letters that somebody waits for go first. */
export async function addLetters(db: Kysely<DB>, letters: readonly LetterJob[]): Promise<void> {
  if (letters.length === 0) return
  const priorities = letters.map(({ letter }) => (letter === 'contract-confirmed' ? 0 : AFTER_OTHERS))
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select row('letter', given::json, null, null, null, null, priority, null)::graphile_worker.job_spec
    from unnest(${letters.map((letter) => JSON.stringify(letter))}::text[], ${priorities}::int[]) as each (given, priority)))`.execute(
    db,
  )
}
