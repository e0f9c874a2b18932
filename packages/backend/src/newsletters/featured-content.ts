import { NEWSLETTER_FEATURED } from '@kiosk/domain/staff/limits'
import type { Featured } from '@kiosk/domain/staff/newsletter-endpoints'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

type FeaturedKey = Pick<Featured, 'kind' | 'key'>
/** An issue to show, with what decides who may see it. `isTitle`: it represents its title, as the newest issue. */
export type FeaturedIssue = Awaited<ReturnType<typeof featuredIssues>>[number] & { isTitle: boolean }

/** Returns what is featured, in order, with the issue that is shown for it; omits what is gone, down or has no issue. */
export async function loadFeatured(db: Kysely<DB>, keys: readonly FeaturedKey[]): Promise<FeaturedIssue[]> {
  if (keys.length === 0) return []
  const keysOf = (kind: FeaturedKey['kind']) => keys.filter((each) => each.kind === kind).map(({ key }) => key)
  const rows = await featuredIssues(db, keysOf('issue'), keysOf('title'))
  return keys.flatMap(({ kind, key }) => {
    const row = rows.find((each) => (kind === 'issue' ? each.uid === key : each.titleKey === key && each.isNewest))
    return row ? [{ ...row, isTitle: kind === 'title' }] : []
  })
}

function featuredIssues(db: Kysely<DB>, uids: readonly string[], titleKeys: readonly string[]) {
  return db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'issues.title_id')
    .select(['issues.uid', 'issues.name', 'issues.edition', 'issues.issue_date', 'issues.headline'])
    .select(['issues.cover_width', 'issues.cover_height', 'issues.cover_colour'])
    .select(sql<number>`issues.revision + issues.removals`.as('revision'))
    .select(['titles.key as titleKey', 'titles.name as titleName', 'titles.description as titleDescription'])
    .select(['titles.age_rating', 'titles.shown_in', 'titles.available_until'])
    .select(
      sql<boolean>`issues.id = (select n.id from issues n where n.title_id = issues.title_id
        order by n.issue_date desc, n.id desc limit 1)`.as('isNewest'),
    )
    .where((where) =>
      where.or([
        where('issues.uid', 'in', [...uids, '']),
        sql<boolean>`issues.id in (select (select n.id from issues n where n.title_id = t.id
          order by n.issue_date desc, n.id desc limit 1) from titles t where t.key = any(${titleKeys}::text[]))`,
      ]),
    )
    .execute()
}

/** Finds titles and issues by words of the title's name, titles first, then the newest issues. */
export async function findFeatured(db: Kysely<DB>, search: string): Promise<Featured[]> {
  const words = search.split(/\s+/).filter(Boolean)
  const inName = sql.join([sql`true`, ...words.map((word) => sql`position(plain(${word}) in t.plain_name) > 0`)], sql` and `)
  const { rows } = await sql<Featured & { at: string }>`
    (select 'title' as kind, t.key, t.name as title, '' as detail, null::date as at from titles t
      where ${inName} and exists (select from issues i where i.title_id = t.id)
      order by position(plain(${words[0] ?? ''}) in t.plain_name), t.name limit ${NEWSLETTER_FEATURED.found / 2})
    union all
    (select 'issue', i.uid, t.name, concat_ws(', ', i.name, i.edition), i.issue_date
      from (select id, name, plain_name from titles t where ${inName} limit 200) t
      join lateral (select uid, name, edition, issue_date, id from issues where title_id = t.id
        order by issue_date desc, id desc limit 5) i on true
      order by i.issue_date desc, i.id desc limit ${NEWSLETTER_FEATURED.found})`.execute(db)
  return rows.map(({ kind, key, title, detail }) => ({ kind, key, title, detail }))
}
