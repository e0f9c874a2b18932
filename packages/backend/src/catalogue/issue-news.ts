import { DAY_MS } from '@kiosk/domain/time'
import type { Database } from '../db/connect.ts'

/** Readers are not notified of issues older than this. */
const NEWS_DAYS = 14

/** Whether an issue of this day is news. */
export const isRecent = (date: string): boolean => Date.parse(date) >= Date.now() - NEWS_DAYS * DAY_MS

/** Whether readers are notified of an issue that they see for the first time: it is recent, and newer than the title's others. */
export async function isNewestNews(
  db: Database,
  { titleId, issueId, date }: { titleId: number; issueId: number; date: string },
): Promise<boolean> {
  if (!isRecent(date)) return false
  const asNew = await db
    .selectFrom('issues')
    .select('id')
    .where('title_id', '=', titleId)
    .where('id', '!=', issueId)
    .where('issue_date', '>=', date)
    .limit(1)
    .executeTakeFirst()
  return asNew === undefined
}
