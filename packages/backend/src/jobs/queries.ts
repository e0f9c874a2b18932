import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

type JobState = 'running' | 'waiting' | 'later' | 'again' | 'failed'
/** `again`: failed, will be retried at `runAt`; `later`: not tried and not due; `failed`: will not be retried. */
export type ListedJob = {
  id: number
  name: string
  /** Template of the e-mail; empty for other jobs. */
  letter: string
  state: JobState
  attempts: number
  maxAttempts: number
  runAt: Date
  addedAt: Date
  error: string | null
}

const state = sql<JobState>`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'failed'
  when attempts > 0 then 'again'
  when run_at > now() then 'later'
  else 'waiting' end`

/** Counts jobs by name and state. */
export async function countJobs(db: Kysely<DB>): Promise<{ name: string; state: JobState; count: number }[]> {
  const { rows } = await sql<{ name: string; state: JobState; count: number }>`
    select identifier as name, state, count from (
      select task_id, ${state} as state, count(*) as count from graphile_worker._private_jobs group by 1, 2) as counted
    join graphile_worker._private_tasks as tasks on tasks.id = task_id order by 1, 2`.execute(db)
  return rows
}

const isFailed = sql<boolean>`jobs.attempts >= jobs.max_attempts and jobs.locked_at is null`

/** Returns jobs that need attention, the oldest first: those that failed, optionally also those that run or will be retried. */
export async function troubledJobs(
  db: Kysely<DB>,
  most: number,
  { after = 0, onlyFailed = false }: { after?: number | undefined; onlyFailed?: boolean } = {},
): Promise<ListedJob[]> {
  const isListed = onlyFailed ? isFailed : sql<boolean>`(jobs.locked_at is not null or jobs.attempts > 0)`
  const { rows } = await sql<ListedJob>`
    select jobs.id, task_identifier as name, coalesce(payload ->> 'letter', '') as letter, ${state} as state, jobs.attempts,
      jobs.max_attempts as "maxAttempts", jobs.run_at as "runAt", jobs.created_at as "addedAt", jobs.last_error as error
    from graphile_worker.jobs
    join (select id, payload from graphile_worker._private_jobs) as given using (id)
    where ${isListed} and jobs.id > ${after} order by jobs.id limit ${most}`.execute(db)
  return rows
}

/** Returns those of these jobs that have been tried and are not running: not what is planned for later, or about to begin. */
export async function triedJobs(db: Kysely<DB>, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from graphile_worker.jobs
    where id = any(${ids}::bigint[]) and attempts > 0 and locked_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the ids of the jobs that will not be retried. */
export async function failedJobs(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.jobs where ${isFailed} order by id`.execute(db)
  return rows.map(({ id }) => id)
}
