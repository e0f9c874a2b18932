import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/connect.ts'
import { asJson, queryOf } from '../full-text.ts'
import { exactForms, queryWords, wanted, wordsIn } from '../query-words.ts'

/** As in a search: maximum number of hits on a page, and from one issue. */
export const HITS = 20
const HITS_PER_ISSUE = 2

/**
 * Ranks all matching pages for the words as typed, without an index: the order that a search should approximate. A place is the
 * id of an issue and the number of a page.
 */
export async function rankAllPages(
  db: Database,
  typed: string,
  order: 'newest' | 'best',
  filter: RawBuilder<unknown> = sql`true`,
): Promise<{ places: string[]; matching: number }> {
  const requested = queryWords(typed)
  const query = await queryOf(db, requested)
  const groups = wanted(requested).map((any) => any.map((term) => ({ ...term, exact: true })))
  const words = wordsIn(groups)
  const isSequence = words.length > 1 && groups.every(({ length }) => length === 1)
  const asTyped = exactForms(groups)
  const sideBySide = exactForms(isSequence ? [[{ text: words.join(' '), exact: true, excluded: false }]] : [])
  const score =
    order === 'newest'
      ? sql`0::real`
      : sql`(ts_rank(p.search, (select search_query(${asJson(requested)}::jsonb, for_ranking => true))) + page_says(p, ${asTyped}::text[])::integer
          + page_says(p, ${sideBySide}::text[])::integer)::real`
  const { rows } = await sql<{ place: string; matching: number }>`
    with matching as (
      select i.id, i.issue_date, p.number, ${score} as score from pages p join issues i on i.id = p.issue_id
      where p.search @@ ${query}::tsquery and page_says(p, ${exactForms(requested)}::text[]) and ${filter}
    ), placed as (
      select *, row_number() over (partition by id order by score desc, number) as place, count(*) over () as matching from matching
    )
    select id || ' ' || number as place, matching from placed where place <= ${HITS_PER_ISSUE}
    order by score desc, issue_date desc, id desc, number limit ${HITS + HITS_PER_ISSUE}
  `.execute(db)
  const places = rows.map(({ place }) => place)
  const matching = rows[0]?.matching ?? 0
  if (order === 'best' || places.length <= HITS) return { places: places.slice(0, HITS), matching }
  // With the newest first, a page ends with a whole issue.
  const over = places[HITS]!.split(' ')[0]!
  return { places: places.slice(0, HITS).filter((place) => !place.startsWith(`${over} `)), matching }
}
