import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { READING_VERSION } from '../reading-version.ts'

/** An issue whose text was read by an earlier version. */
export type DueIssue = { id: number; uid: string; revision: number; name: string }

/** Pauses after each failure. After the last one, the issue stays as it is until there is another program version or revision. */
const RETRY_AFTER_MS = [HOUR_MS, DAY_MS]
/** Longest stored reason. */
const PROBLEM_CHARACTERS = 500

const isDue = sql<boolean>`i.source_sha256 is not null and i.reading_version < ${READING_VERSION}`
/** Whether a failure counts: it happened with this version and this revision of the issue. */
const isOfNow = sql<boolean>`f.reading_version = ${READING_VERSION} and f.revision = i.revision`

/**
 * Returns the issues that are due, newest first. It reads an index for each earlier version, however many issues there are.
 * @param options `isPatient`: leaves out those that wait after a failure or are left as they are
 */
export async function dueIssues(
  db: Database,
  { limit, isPatient, now }: { limit: number; isPatient: boolean; now: Date },
): Promise<DueIssue[]> {
  const { rows } = await sql<DueIssue>`
    select due.id, due.uid, due.revision, t.name || ', ' || due.name as name
    from generate_series(0, ${READING_VERSION - 1}::int) as version cross join lateral (
      select i.id, i.uid, i.revision, i.name, i.title_id, i.issue_date from all_issues i
      where i.reading_version = version and i.source_sha256 is not null
        and not exists (select from failed_rebuilds f where f.issue_id = i.id and ${isOfNow}
          and ${isPatient} and (f.retry_at is null or f.retry_at > ${now}))
      order by i.issue_date desc, i.id desc limit ${limit}
    ) as due join titles t on t.id = due.title_id
    order by due.issue_date desc, due.id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns one issue, whether it is due or not; undefined = there is none. */
export async function issueByUid(db: Database, uid: string): Promise<DueIssue | undefined> {
  const { rows } = await sql<DueIssue>`select i.id, i.uid, i.revision, t.name || ', ' || i.name as name
    from all_issues i join titles t on t.id = i.title_id where i.uid = ${uid}`.execute(db)
  return rows[0]
}

/** Whether an issue is still due: another worker may have read it since. */
export async function isStillDue(db: Database, { id }: DueIssue): Promise<boolean> {
  const { rows } = await sql`select from all_issues i where i.id = ${id} and ${isDue}`.execute(db)
  return rows.length > 0
}

/**
 * Records why an issue was not read again. It is retried later, a limited number of times.
 * @param options `isFinal`: it is not retried
 */
export async function recordFailure(
  db: Database,
  { id, revision }: DueIssue,
  { problem, isFinal, now }: { problem: string; isFinal: boolean; now: Date },
): Promise<void> {
  const last = await db.selectFrom('failed_rebuilds').selectAll().where('issue_id', '=', id).executeTakeFirst()
  const isAgain = last?.reading_version === READING_VERSION && last.revision === revision
  const tries = isAgain ? last.tries + 1 : 1
  const wait = isFinal ? undefined : RETRY_AFTER_MS[tries - 1]
  const values = {
    reading_version: READING_VERSION,
    revision,
    tries,
    failed_at: now,
    problem: problem.slice(0, PROBLEM_CHARACTERS),
    retry_at: wait === undefined ? null : new Date(now.getTime() + wait),
  }
  // An issue that was removed meanwhile has nothing to record.
  await sql`
    insert into failed_rebuilds (issue_id, reading_version, revision, tries, problem, failed_at, retry_at)
    select id, ${values.reading_version}::int, ${revision}::int, ${tries}::int, ${values.problem}::text, ${now}::timestamptz,
      ${values.retry_at}::timestamptz
    from all_issues where id = ${id}
    on conflict (issue_id) do update set reading_version = excluded.reading_version, revision = excluded.revision,
      tries = excluded.tries, problem = excluded.problem, failed_at = excluded.failed_at, retry_at = excluded.retry_at`.execute(
    db,
  )
}

export type FailedRebuild = { id: number; uid: string; name: string; problem: string; tries: number; retryAt: Date | null }

/**
 * Returns the issues that could not be read again by this version, the latest import first.
 * @param options `before`: id of an issue: only those imported before it are returned; `most`: number of issues
 */
export async function failedRebuilds(
  db: Database,
  { before, most }: { before?: number | undefined; most?: number } = {},
): Promise<FailedRebuild[]> {
  const { rows } = await sql<FailedRebuild>`
    select i.id, i.uid, t.name || ', ' || i.name as name, f.problem, f.tries, f.retry_at as "retryAt"
    from failed_rebuilds f join all_issues i on i.id = f.issue_id join titles t on t.id = i.title_id
    where ${isOfNow} and ${isDue} and (${before ?? null}::bigint is null or i.id < ${before ?? null}::bigint)
    order by i.id desc limit ${most ?? null}`.execute(db)
  return rows
}

/** More issues than this are not counted. */
export const MOST_COUNTED = 100_000

/** Returns how many issues were read by an earlier version, at most {@link MOST_COUNTED}. */
export async function countDue(db: Database): Promise<number> {
  const { rows } = await rebuildCounts.execute(db)
  return rows.find(({ state }) => state === 'left')?.count ?? 0
}

/**
 * Statement of the figures: issues that are due (`left`, at most {@link MOST_COUNTED}), those of them that wait after a failure,
 * and those that are left as they are.
 */
export const rebuildCounts = sql<{ state: 'left' | 'failed' | 'kept'; count: number }>`
  select 'left' as state, count(*)::float8 as count from (
    select from all_issues i where i.reading_version < ${READING_VERSION} and i.source_sha256 is not null limit ${MOST_COUNTED}
  ) as due
  union all select case when retry_at is null then 'kept' else 'failed' end, count(*)::float8
    from failed_rebuilds f join all_issues i on i.id = f.issue_id where ${isOfNow} and ${isDue} group by 1`
