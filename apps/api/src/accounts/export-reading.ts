import type { Database } from '../database/connect.ts'

/** What is held of somebody as a reader: places, bookmarks, downloads and where new issues are told. */
export async function readingOf(db: Database, accountId: number) {
  const pushAddresses = await db
    .selectFrom('push_addresses')
    .leftJoin('devices', 'devices.id', 'device_id')
    .select(['endpoint', 'devices.name as device', 'at'])
    .where('push_addresses.account_id', '=', accountId)
    .orderBy('push_addresses.id')
    .execute()
  return {
    readingPlaces: await db
      .selectFrom('reading_places')
      .innerJoin('issues', 'issues.id', 'issue_id')
      .select(['uid as issueUid', 'page', 'article_position as article', 'fraction', 'furthest_page as furthestPage'])
      .select(['seconds', 'first_at as firstRead', 'at as lastRead'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute(),
    bookmarks: await db
      .selectFrom('bookmarks')
      .innerJoin('issues', 'issues.id', 'issue_id')
      .select(['uid as issueUid', 'page', 'article_position as article', 'bookmarks.headline', 'note', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('bookmarks.id')
      .execute(),
    downloads: await db
      .selectFrom('downloads')
      .innerJoin('issues', 'issues.id', 'issue_id')
      .innerJoin('devices', 'devices.id', 'device_id')
      .select(['uid as issueUid', 'devices.name as device', 'granted_at as granted', 'until'])
      .where('downloads.account_id', '=', accountId)
      .orderBy('granted_at')
      .execute(),
    releaseLetters: await db
      .selectFrom('release_letters')
      .innerJoin('issues', 'issues.id', 'issue_id')
      .select(['uid as issueUid', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute(),
    releasePushes: await db
      .selectFrom('release_pushes')
      .innerJoin('issues', 'issues.id', 'issue_id')
      .innerJoin('push_addresses', 'push_addresses.id', 'address_id')
      .select(['uid as issueUid', 'release_pushes.at'])
      .where('push_addresses.account_id', '=', accountId)
      .orderBy('release_pushes.at')
      .execute(),
    // Who has the whole address may write to the browser.
    pushAddresses: pushAddresses.map(({ endpoint, ...rest }) => ({ service: URL.parse(endpoint)?.host ?? '', ...rest })),
  }
}
