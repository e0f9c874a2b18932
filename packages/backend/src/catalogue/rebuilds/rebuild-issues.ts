import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { type Rebuilt, RejectedPdf } from '../../adapters/pdf-importer.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import type { Job } from '../../jobs/job.ts'
import { type DueIssue, dueIssues, isStillDue, issueByUid, recordFailure } from './rebuild-queue.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Reads text and articles again of issues that an earlier version has read. */
    rebuild: Record<string, never>
  }
}

type Context = Pick<AppContext, 'db' | 'files' | 'log' | 'now' | 'pdfImporter'>

/** A job ends after this time, so that a stopping server or a new schedule waits for one issue at most. */
const RUN_MS = 4 * MINUTE_MS
/** Number of issues among which a worker looks for one that no other worker has: more than there are workers. */
const CANDIDATES = 50

/** Result for one issue. */
export type RebuildResult = DueIssue &
  ({ outcome: 'rebuilt'; articles: number } | { outcome: 'failed' | 'left'; problem: string })

/**
 * Reads issues again, newest first and one after the other, as the background job of one process. It pauses after each issue, to
 * use only a share of one core. Other processes do the same with other issues.
 * @param options `corePercent`: of one core, 1 to 100; 0 = never
 */
export async function rebuildIssues(
  ctx: Context,
  { corePercent }: { corePercent: number },
  { signal }: Pick<Job, 'signal'>,
): Promise<void> {
  if (corePercent === 0) return
  const end = performance.now() + RUN_MS
  while (!signal?.aborted && performance.now() < end) {
    const began = performance.now()
    const result = await rebuildNext(ctx, { signal }).catch((error: unknown) => {
      if (signal?.aborted) return null
      throw error
    })
    if (!result) return
    const took = performance.now() - began
    const { uid, name, outcome } = result
    if (outcome === 'rebuilt') ctx.log.info({ event: 'issue.rebuilt', uid, ms: Math.round(took) }, `text was read again: ${name}`)
    else ctx.log.warn({ event: 'issue.not-rebuilt', uid, problem: result.problem }, `text was not read again: ${name}`)
    await pause(took * (100 / corePercent - 1), undefined, { signal }).catch(() => {})
  }
}

/**
 * Reads the newest due issue again that no other worker is reading; null = there is none.
 * @param options `isPatient`: leaves out those that wait after a failure (default); `skip`: uids to leave out
 */
export async function rebuildNext(
  ctx: Context,
  { signal, isPatient = true, skip }: { signal?: AbortSignal | undefined; isPatient?: boolean; skip?: ReadonlySet<string> },
): Promise<RebuildResult | null> {
  const limit = CANDIDATES + (skip?.size ?? 0)
  const candidates = await dueIssues(ctx.db, { limit, isPatient, now: ctx.now() })
  for (const issue of candidates) {
    if (skip?.has(issue.uid)) continue
    const result = await alone(ctx.db, issue, async () =>
      (await isStillDue(ctx.db, issue)) ? await rebuildOne(ctx, issue, signal) : null,
    )
    if (result) return result
  }
  return null
}

/** Reads one issue again, even if it is not due; null = there is none, or another worker is reading it. */
export async function rebuildByUid(ctx: Context, uid: string, signal?: AbortSignal): Promise<RebuildResult | null> {
  const issue = await issueByUid(ctx.db, uid)
  return issue ? await alone(ctx.db, issue, () => rebuildOne(ctx, issue, signal)) : null
}

async function rebuildOne(ctx: Context, issue: DueIssue, signal: AbortSignal | undefined): Promise<RebuildResult> {
  const { db, files, now, pdfImporter } = ctx
  if (!pdfImporter) throw new Error('this process has no importer')
  let result: Rebuilt
  try {
    result = await pdfImporter.rebuild({ db, files, uid: issue.uid, signal })
  } catch (error) {
    // An attempt interrupted by a stopping server does not count.
    signal?.throwIfAborted()
    const problem = (error as Error).message.split('\n', 1)[0]!
    if (!(error instanceof RejectedPdf)) ctx.log.error({ event: 'issue.rebuild-failed', err: error, uid: issue.uid }, problem)
    await recordFailure(db, issue, { problem, isFinal: false, now: now() })
    return { ...issue, outcome: 'failed', problem }
  }
  if (result.outcome === 'rebuilt') return { ...issue, outcome: 'rebuilt', articles: result.articles }
  await recordFailure(db, issue, { problem: result.problem, isFinal: true, now: now() })
  return { ...issue, outcome: 'left', problem: result.problem }
}

/** Runs work on an issue unless another process is working on it (null). The lock ends with the process. */
function alone<Result>(db: Database, { uid }: DueIssue, work: () => Promise<Result>): Promise<Result | null> {
  return db.connection().execute(async (own) => {
    const name = `rebuild ${uid}`
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as free`.execute(own)
    if (!rows[0]?.free) return null
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(own)
    }
  })
}
