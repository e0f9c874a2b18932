import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext, ChangeContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { IN_VIENNA } from '../../db/in-vienna.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Jobs } from '../../jobs/job.ts'
import { noteForSavedSearches } from '../../notifications/saved-search-run.ts'
import { isNewestNews, isRecent } from '../issue-news.ts'
import { enqueueCovers } from '../newest-covers.ts'
import { lockIssue } from './change-issue.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Announces an issue that is shown from its time on. */
    'issue-release': { issueId: number }
  }
}

/**
 * Shows an issue from a time on ("2026-12-01T06:00", in the time of the markets), and hides it until then; null = now.
 * @throws ApiError not_found, time_is_past
 */
export async function scheduleIssue({ db, now, actor }: ChangeContext, uid: string, at: string | null): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const issue = await lockIssue(trx, uid)
    const shownFrom = at === null ? null : await instantInMarkets(trx, at)
    if (shownFrom !== null && shownFrom <= now()) throw new ApiError('time_is_past', 'at')
    if (issue.shown_from?.getTime() === shownFrom?.getTime()) return
    if (shownFrom === null) await show(trx, issue.id, now())
    else await hideUntil(trx, issue.id, shownFrom)
    await recordAudit(trx, actor, now(), {
      action: 'issue.scheduled',
      subject: issue.subject,
      before: { shownFrom: issue.shown_from?.toISOString() ?? null },
      after: { shownFrom: shownFrom?.toISOString() ?? null },
    })
  })
}

/** Hides an issue until a time; can be part of the transaction that publishes it. */
export async function hideUntil(trx: Database, issueId: number, shownFrom: Date): Promise<void> {
  await trx.updateTable('all_issues').set({ shown_from: shownFrom }).where('id', '=', issueId).execute()
  await enqueue(trx, 'issue-release', { issueId }, { key: `issue-release ${issueId}`, at: shownFrom })
}

/**
 * Announces an issue whose time has come; readers see it from that time on, even if this runs later (ADR-0224). Does nothing if
 * that was done already, or if the time was changed to a later one.
 */
export async function releaseIssue(
  { issueId }: Jobs['issue-release'],
  { db, now }: Pick<AppContext, 'db' | 'now'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('all_issues')
      .select('shown_from')
      .where('id', '=', issueId)
      .where('shown_from', '<=', now())
      .forUpdate()
      .executeTakeFirst()
    if (due) await show(trx, issueId, due.shown_from!)
  })
}

/**
 * Tells readers who follow the title, as with an issue that is published at once; each is told only once.
 * @param at time since which it is shown
 */
async function show(trx: Database, issueId: number, at: Date): Promise<void> {
  const { title_id, issue_date, demonstration } = await trx
    .updateTable('all_issues')
    .set({ shown_from: null, published_at: at })
    .where('id', '=', issueId)
    .returning(['title_id', 'issue_date', 'demonstration'])
    .executeTakeFirstOrThrow()
  await enqueueCovers(trx, issueId)
  if (demonstration) return
  if (isRecent(issue_date)) await noteForSavedSearches(trx, issueId)
  if (!(await isNewestNews(trx, { titleId: title_id, issueId, date: issue_date }))) return
  await enqueue(trx, 'releases', { issueId })
}

/** Withdraws an issue on all servers until it is published again. @throws ApiError not_found, withdrawn_already */
export function withdrawIssue(ctx: ChangeContext, uid: string, reason: string): Promise<void> {
  return setWithdrawn(ctx, uid, true, reason)
}

/** Publishes a withdrawn issue again. @throws ApiError not_found, published_already */
export function republishIssue(ctx: ChangeContext, uid: string, reason: string): Promise<void> {
  return setWithdrawn(ctx, uid, false, reason)
}

async function setWithdrawn({ db, now, actor }: ChangeContext, uid: string, withdrawn: boolean, reason: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const issue = await lockIssue(trx, uid)
    if ((issue.withdrawn_at !== null) === withdrawn) throw new ApiError(withdrawn ? 'withdrawn_already' : 'published_already')
    await trx
      .updateTable('all_issues')
      .set({ withdrawn_at: withdrawn ? now() : null })
      .where('id', '=', issue.id)
      .execute()
    await recordAudit(trx, actor, now(), {
      action: withdrawn ? 'issue.withdrawn' : 'issue.republished',
      subject: issue.subject,
      before: { withdrawn: !withdrawn },
      after: { withdrawn },
      reason,
    })
  })
}

async function instantInMarkets(trx: Database, local: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${local}::timestamp ${IN_VIENNA} as at`.execute(trx)
  return rows[0]!.at
}
