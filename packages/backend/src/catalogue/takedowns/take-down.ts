import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { applyTakedowns } from './apply-takedowns.ts'

/** A page or an article (by its id) of an issue; neither = the whole issue. */
export type Target = { uid: string; page?: number | undefined; article?: number | undefined }

/**
 * Takes down an issue, a page or an article, on all servers. Returns the id of the takedown.
 * @throws ApiError not_found, taken_down_already
 */
export function takeDown(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  actor: Actor,
  { uid, page, article, reason }: Target & { reason: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const issue = await lockIssue(trx, { uid })
    if (page !== undefined && page > issue.page_count) throw new ApiError('not_found', 'page')
    const found = article === undefined ? null : await articleOf(trx, issue.id, article)
    const made = await trx
      .insertInto('takedowns')
      .values({
        issue_id: issue.id,
        page: page ?? null,
        article_position: found?.position ?? null,
        article_headline: found?.headline ?? null,
        article_page: found?.first_page ?? null,
        taken_down_at: now(),
        reason,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new ApiError('taken_down_already')
    await change(trx, issue.id, page !== undefined || found !== null)
    await recordAudit(trx, actor, now(), {
      action: 'issue.taken-down',
      subject: { kind: 'issue', id: uid, name: issue.name },
      after: whatOf({ page: page ?? null, headline: found?.headline ?? null }),
      reason,
    })
    return made.id
  })
}

/** Restores what was taken down. @throws ApiError not_found, restored_already */
export async function takeBack(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const takedown = await trx.selectFrom('takedowns').selectAll().where('id', '=', id).executeTakeFirst()
    if (!takedown) throw new ApiError('not_found', 'id')
    const issue = await lockIssue(trx, { id: takedown.issue_id })
    const restored = await trx
      .updateTable('takedowns')
      .set({ restored_at: now(), restored_reason: reason })
      .where('id', '=', id)
      .where('restored_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!restored) throw new ApiError('restored_already')
    await change(trx, issue.id, takedown.page !== null || takedown.article_position !== null)
    await recordAudit(trx, actor, now(), {
      action: 'issue.restored',
      subject: { kind: 'issue', id: issue.uid, name: issue.name },
      before: whatOf({ page: takedown.page, headline: takedown.article_headline }),
      reason,
    })
  })
}

/** `isPart`: a page or an article is taken down. Then pictures and downloads get new addresses, which are in no cache. */
async function change(trx: Database, issueId: number, isPart: boolean): Promise<void> {
  await applyTakedowns(trx, issueId)
  if (isPart) await trx.updateTable('all_issues').set({ removals: sql`removals + 1` }).where('id', '=', issueId).execute()
}

/** Locks an issue against imports, takedowns and corrections. `name`: title and name, as people know it. @throws ApiError not_found */
export async function lockIssue(trx: Database, by: { uid: string } | { id: number }) {
  const issue = await trx
    .selectFrom('all_issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .select(['all_issues.id', 'uid', 'page_count', 'revision', sql<string>`titles.name || ', ' || all_issues.name`.as('name')])
    .$if('uid' in by, (query) => query.where('uid', '=', (by as { uid: string }).uid))
    .$if('id' in by, (query) => query.where('all_issues.id', '=', (by as { id: number }).id))
    .forNoKeyUpdate('all_issues')
    .executeTakeFirst()
  if (!issue) throw new ApiError('not_found', 'uid')
  return issue
}

async function articleOf(trx: Database, issueId: number, id: number) {
  const article = await trx
    .selectFrom('all_articles')
    .select(['position', 'headline', 'first_page'])
    .where('issue_id', '=', issueId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!article) throw new ApiError('not_found', 'article')
  return article
}

function whatOf({ page, headline }: { page: number | null; headline: string | null }): Record<string, unknown> {
  if (page !== null) return { page }
  return headline === null ? { whole: true } : { article: headline }
}
