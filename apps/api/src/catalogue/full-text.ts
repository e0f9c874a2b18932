import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { IssueRow } from './queries.ts'
import { HIT_ENDS, HIT_STARTS } from './snippet.ts'

/** Hits shown, and how many of them from one issue. */
const WANTED = 20
const EACH = 2
/** Common words are found among the newest issues; for rarer ones the index is asked, within bounds. */
const NEWEST_ISSUES = 200
const MOST_CANDIDATES = 4000
const MILLISECONDS = 40

type PageHit = IssueRow & { number: number; snippet: string }
type Place = { issue_id: number; number: number }

/** Pages that hold the words, newest issues first: at most 20, found in bounded time however common the words are. */
export async function pagesHolding(db: Database, words: string, hidden: readonly number[]): Promise<PageHit[]> {
  const among = await amongNewest(db, words, hidden)
  const places = among.length >= WANTED ? among.slice(0, WANTED) : await amongAll(db, words, hidden)
  return places.length > 0 ? withSnippets(db, words, places) : []
}

async function amongNewest(db: Database, words: string, hidden: readonly number[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select issue_id, number
    from newest_pages_holding(search_words(${words}), ${[...hidden]}::bigint[], ${NEWEST_ISSUES}, ${WANTED}, ${EACH})
  `.execute(db)
  return rows
}

async function amongAll(db: Database, words: string, hidden: readonly number[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select issue_id, number from (
      select p.issue_id, p.number, i.issue_date, row_number() over (partition by p.issue_id order by p.number) as place
      from pages_holding(search_words(${words}), ${MOST_CANDIDATES}, ${MILLISECONDS}) p
      join issues i on i.id = p.issue_id
      where i.title_id <> all (${[...hidden]}::bigint[])
    ) found
    where place <= ${EACH}
    order by issue_date desc, issue_id desc, number
    limit ${WANTED}
  `.execute(db)
  return rows
}

async function withSnippets(db: Database, words: string, places: readonly Place[]): Promise<PageHit[]> {
  const ids = places.map(({ issue_id }) => issue_id)
  const numbers = places.map(({ number }) => number)
  const options = `StartSel=${HIT_STARTS}, StopSel=${HIT_ENDS}, MaxFragments=1, MaxWords=28, MinWords=14`
  const { rows } = await sql<PageHit>`
    select i.id, i.uid, i.title_id, i.name, i.edition, i.issue_date, i.language, i.revision, i.page_count,
      i.cover_width, i.cover_height, i.cover_colour, i.targeting_tags, p.number,
      ts_headline(search_language(i.language), p.text, search_words(${words}), ${options}) as snippet
    from unnest(${ids}::bigint[], ${numbers}::integer[]) with ordinality as hit (issue_id, number, place)
    join issues i on i.id = hit.issue_id
    join pages p on p.issue_id = hit.issue_id and p.number = hit.number
    order by hit.place
  `.execute(db)
  return rows
}
