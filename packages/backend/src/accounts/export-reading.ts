import type { Database } from '../db/connect.ts'

/** Returns the positions, bookmarks, downloads and push subscriptions of a reader, including those for issues that are down. */
export async function readingOf(db: Database, accountId: number) {
  const pushAddresses = await db
    .selectFrom('push_subscriptions')
    .leftJoin('devices', 'devices.id', 'device_id')
    .select(['endpoint', 'devices.name as device', 'at'])
    .where('push_subscriptions.account_id', '=', accountId)
    .orderBy('push_subscriptions.id')
    .execute()
  return {
    readingPlaces: await db
      .selectFrom('reading_places')
      .innerJoin('all_issues', 'all_issues.id', 'issue_id')
      .select(['uid as issueUid', 'page', 'article_position as article', 'fraction', 'furthest_page as furthestPage'])
      .select(['seconds', 'first_at as firstRead', 'at as lastRead'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute(),
    bookmarks: await db
      .selectFrom('bookmarks')
      .innerJoin('all_issues', 'all_issues.id', 'issue_id')
      .select(['uid as issueUid', 'page', 'article_position as article', 'bookmarks.headline', 'note', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('bookmarks.id')
      .execute(),
    downloads: await db
      .selectFrom('downloads')
      .innerJoin('all_issues', 'all_issues.id', 'issue_id')
      .innerJoin('devices', 'devices.id', 'device_id')
      .select(['uid as issueUid', 'devices.name as device', 'granted_at as granted', 'until'])
      .where('downloads.account_id', '=', accountId)
      .orderBy('granted_at')
      .execute(),
    epubDownloads: await db
      .selectFrom('epub_downloads')
      .innerJoin('all_issues', 'all_issues.id', 'issue_id')
      .select(['uid as issueUid', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute(),
    releaseLetters: await db
      .selectFrom('release_emails')
      .innerJoin('all_issues', 'all_issues.id', 'issue_id')
      .select(['uid as issueUid', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute(),
    savedSearchHits: await db
      .selectFrom('saved_search_hits as hits')
      .innerJoin('saved_searches', 'saved_searches.id', 'hits.search_id')
      .innerJoin('all_issues', 'all_issues.id', 'hits.issue_id')
      .select(['query', 'uid as issueUid', 'hits.page', 'hits.pages', 'hits.day'])
      .where('account_id', '=', accountId)
      .orderBy('hits.day')
      .execute(),
    savedSearchLetters: await db
      .selectFrom('saved_search_emails')
      .select(['day', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('day')
      .execute(),
    newsletters: await db
      .selectFrom('newsletter_recipients as sent')
      .leftJoin('newsletter_texts as texts', (join) =>
        join.onRef('texts.newsletter_id', '=', 'sent.newsletter_id').onRef('texts.language', '=', 'sent.language'),
      )
      .select(['subject as title', 'sent.language', 'sent_at as at', 'bounced_at as returnedAt'])
      .select('unsubscribed_at as unsubscribedAt')
      .where('account_id', '=', accountId)
      .orderBy('sent.id')
      .execute(),
    leavingNotices: await db
      .selectFrom('leaving_notices')
      .innerJoin('titles', 'titles.id', 'title_id')
      .select(['titles.key as title', 'leaves_on as lastDay', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute(),
    releasePushes: await db
      .selectFrom('release_pushes')
      .innerJoin('all_issues', 'all_issues.id', 'issue_id')
      .innerJoin('push_subscriptions', 'push_subscriptions.id', 'address_id')
      .select(['uid as issueUid', 'release_pushes.at'])
      .where('push_subscriptions.account_id', '=', accountId)
      .orderBy('release_pushes.at')
      .execute(),
    // The complete endpoint would allow sending messages to the browser.
    pushAddresses: pushAddresses.map(({ endpoint, ...rest }) => ({ service: URL.parse(endpoint)?.host ?? '', ...rest })),
  }
}
