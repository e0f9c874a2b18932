import { maySee, RESTRICTED_FROM, viewerWith } from '../catalogue/title-visibility.ts'
import type { AppContext } from '../context.ts'

export type AwaitedIssue = NonNullable<Awaited<ReturnType<typeof awaitedIssue>>>

/**
 * Finds a reader and the new issue of a favourite, as they are now; null if the title is no longer a favourite or no longer
 * visible. `coverForAll`: the cover is public, so an e-mail or push message can load it without a session.
 */
export async function awaitedIssue(
  { accountId, issueId }: { accountId: number; issueId: number },
  { db, now }: Pick<AppContext, 'db' | 'now'>,
) {
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('verified_at', 'is not', null)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  const issue = await db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'issues.title_id')
    .innerJoin('favourites', (join) =>
      join.onRef('favourites.title_id', '=', 'titles.id').on('favourites.account_id', '=', accountId),
    )
    .selectAll('issues')
    .select(['titles.name as titleName', 'age_rating', 'shown_in', 'available_until'])
    .where('issues.id', '=', issueId)
    .executeTakeFirst()
  if (!account || !issue) return null
  const title = { shownIn: issue.shown_in, ageRating: issue.age_rating, availableUntil: issue.available_until }
  if (!maySee(title, viewerWith(account, now()))) return null
  return { account, issue: { ...issue, coverForAll: !issue.shown_in && issue.age_rating < RESTRICTED_FROM } }
}
