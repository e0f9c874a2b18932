import { TAKEDOWN_ISSUES, TAKEDOWN_ROWS } from '@kiosk/domain/staff/limits'
import type { Takedown, TakedownIssue } from '@kiosk/domain/staff/takedown-endpoints'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/** Finds takedowns in force, optionally also restored ones, latest first. `more`: there are older ones. */
export async function findTakedowns(
  db: Database,
  { state, before }: { state: 'down' | 'all'; before?: number | undefined },
): Promise<{ takedowns: Takedown[]; more: boolean }> {
  const rows = await db
    .selectFrom('takedowns')
    .innerJoin('all_issues', 'all_issues.id', 'takedowns.issue_id')
    .innerJoin('titles', 'titles.id', 'all_issues.title_id')
    .select(['takedowns.id', 'uid', 'titles.name as title', 'all_issues.name as issue', 'issue_date', 'page'])
    .select(['article_headline', 'takedowns.taken_down_at', 'reason', 'restored_at', 'restored_reason'])
    .$if(state === 'down', (query) => query.where('restored_at', 'is', null))
    .$if(before !== undefined, (query) => query.where('takedowns.id', '<', before!))
    .orderBy('takedowns.id', 'desc')
    .limit(TAKEDOWN_ROWS + 1)
    .execute()
  const takedowns = rows.slice(0, TAKEDOWN_ROWS).map((row) => ({
    id: row.id,
    uid: row.uid,
    title: row.title,
    issue: row.issue,
    date: row.issue_date,
    page: row.page,
    article: row.article_headline,
    takenDownAt: row.taken_down_at.toISOString(),
    reason: row.reason,
    restoredAt: row.restored_at?.toISOString() ?? null,
    restoredReason: row.restored_reason,
  }))
  return { takedowns, more: rows.length > TAKEDOWN_ROWS }
}

/** Finds issues, including those that are down, by words of title, name, number or uid, newest first. */
export function findIssues(db: Database, search: string): Promise<TakedownIssue[]> {
  const words = search.split(/\s+/).filter(Boolean)
  return db
    .selectFrom('all_issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .select(['uid', 'titles.name as title', 'all_issues.name as issue', 'issue_date as date', 'page_count as pages'])
    .select(sql<boolean>`taken_down_at is not null`.as('isDown'))
    .$call((query) =>
      words.reduce(
        (narrowed, word) =>
          narrowed.where(
            sql<boolean>`position(lower(${word}) in lower(concat_ws(' ', titles.name, all_issues.name, number, uid))) > 0`,
          ),
        query,
      ),
    )
    .orderBy('issue_date', 'desc')
    .orderBy('all_issues.id', 'desc')
    .limit(TAKEDOWN_ISSUES)
    .execute()
}

/** Returns the articles of an issue, including those that are down, in order. */
export async function articlesOfIssue(db: Database, uid: string) {
  const rows = await db
    .selectFrom('all_articles')
    .innerJoin('all_issues', 'all_issues.id', 'issue_id')
    .select(['all_articles.id', 'all_articles.headline', 'first_page as firstPage', 'last_page as lastPage'])
    .select(sql<boolean>`removed_by is not null`.as('isDown'))
    .where('uid', '=', uid)
    .orderBy('position')
    .execute()
  return rows.map(({ id, ...row }) => ({ id: Number(id), ...row }))
}
