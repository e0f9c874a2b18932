import { ApiError } from '@kiosk/domain/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { markAfter, readMark } from '../paging.ts'
import type { IssueRow } from '../queries.ts'
import { type ExactForms, exactForms, type QueryWords, queryWords, spellingsOf } from './query-words.ts'

/** Maximum hits, and hits from one issue. */
const MOST_HITS = 20
const MOST_HITS_PER_ISSUE = 2
/** Common words are found by scanning the newest issues; rarer ones through the index, within limits. */
const NEWEST_ISSUES = 200
const MOST_CANDIDATES = 4000
const NEWEST_MS = 15
const INDEX_MS = 30
/**
 * Limits for sorting by relevance: pages ranked from the index with their time limit, time to scan the newest issues, and
 * the last page of hits. With half the index time most results at full scale would be cut short and not cached.
 */
const MOST_RANKED = 400
const SCAN_MS = 15
const LAST_RANKED_HIT = 200
/** A search that found nothing before its time was up is repeated once, with so many times the time: the server may be busy. */
const MORE_TIME = 10

export type PageHit = IssueRow & { number: number }
type Place = { issue_id: number; number: number }
/** A page, or, without an issue, the reason why a search strategy did not see everything. */
type Row = Place | { issue_id: null; number: typeof TIME_WAS_UP | typeof TOO_MANY }
const TIME_WAS_UP = 1
const TOO_MANY = 2

/** Scope of a search. Days are ISO 8601; `language` has two letters; `after` is a cursor from `next`. */
export type Scope = {
  titleId?: number | undefined
  language?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order?: 'newest' | 'best' | undefined
  after?: string | undefined
}

/**
 * Finds matching pages, the most relevant ones or the newest issues first: at most 20, in bounded time however common the words are.
 * `query` is the query used; `next` is the cursor, null at the end; `cut`: the time limit was reached, so the same search may
 * find more a moment later.
 */
export async function pagesHolding(
  db: Database,
  words: string,
  hidden: readonly number[],
  scope: Scope = {},
): Promise<{ hits: PageHit[]; query: string; next: string | null; cut: boolean }> {
  const requested = queryWords(words)
  const query = await queryOf(db, requested)
  if (query === '') return { hits: [], query, next: null, cut: false }
  const sought = { query, ...exactForms(requested) }
  const find = scope.order === 'newest' ? newestPlaces : bestPlaces
  let found = await find(db, sought, hidden, scope)
  if (found.cut && found.places.length === 0) found = await find(db, sought, hidden, scope, MORE_TIME)
  const { places, next, cut } = found
  const hits = places.length > 0 ? await withIssues(db, places) : []
  const last = hits.at(-1)
  return { hits, query, next: next === true && last ? markAfter(last) : next === false ? null : (next as string), cut }
}

/** Returns a tsquery as text: the words in all supported languages and spellings, and compounds that contain them. */
export async function queryOf(db: Database, requested: QueryWords): Promise<string> {
  const groups = requested.map((any) =>
    any.map(({ text, exact, excluded }) => ({ spellings: spellingsOf(text), exact, excluded })),
  )
  if (groups.length === 0) return ''
  const { rows } = await sql<{ query: string }>`select search_query(${JSON.stringify(groups)}::jsonb)::text as query`.execute(db)
  return rows[0]?.query ?? ''
}

type Sought = ExactForms & { query: string }
type Found = { places: Place[]; next: string | boolean; cut: boolean }

/** `times`: so many times the time limits. */
async function newestPlaces(
  db: Database,
  { query, required }: Sought,
  hidden: readonly number[],
  scope: Scope,
  times = 1,
): Promise<Found> {
  const narrowed = filters(hidden, scope, readMark(scope.after))
  const among = await sql<Row>`
    select issue_id, number
    from newest_pages_holding(${query}::tsquery, ${required}::text[], ${narrowed}, ${NEWEST_ISSUES}, ${MOST_HITS + MOST_HITS_PER_ISSUE}, ${MOST_HITS_PER_ISSUE}, ${NEWEST_MS * times})
  `.execute(db)
  let found = placesIn(among.rows)
  let cut = false
  if (found.length <= MOST_HITS) {
    const all = await sql<Row>`
      with by_index as materialized (
        select issue_id, number, issue_date, row_number() over (partition by issue_id order by number) as place
        from pages_holding(${query}::tsquery, ${required}::text[], '{}', ${narrowed}, false, ${MOST_CANDIDATES}, ${INDEX_MS * times})
      )
      (select issue_id, number from by_index where place <= ${MOST_HITS_PER_ISSUE} and issue_id is not null
        order by issue_date desc, issue_id desc, number limit ${MOST_HITS + MOST_HITS_PER_ISSUE})
      union all select issue_id, number from by_index where issue_id is null
    `.execute(db)
    const ofIndex = placesIn(all.rows)
    if (ofIndex.length >= found.length) found = ofIndex
    cut = isCut(all.rows, among.rows)
  }
  if (found.length <= MOST_HITS) return { places: found, next: false, cut }
  // A page of hits ends with a whole issue, so that the next page starts with another.
  const over = found[MOST_HITS]!.issue_id
  return { places: found.slice(0, MOST_HITS).filter(({ issue_id }) => issue_id !== over), next: true, cut }
}

function placesIn(rows: readonly Row[]): Place[] {
  return rows.filter((row) => row.issue_id !== null)
}

/**
 * Whether hits may be missing: the index query ran out of time, or it had too many candidates and the scan of the newest issues,
 * which would make up for that, ran out of time.
 */
function isCut(byIndex: readonly Row[], byWalk: readonly Row[]): boolean {
  const has = (rows: readonly Row[], why: number) => rows.some(({ issue_id, number }) => issue_id === null && number === why)
  return has(byIndex, TIME_WAS_UP) || (has(byIndex, TOO_MANY) && has(byWalk, TIME_WAS_UP))
}

async function bestPlaces(
  db: Database,
  { query, required, preferred }: Sought,
  hidden: readonly number[],
  scope: Scope,
  times = 1,
): Promise<Found> {
  const from = scope.after === undefined ? 0 : Number(/^best\.(\d{1,4})$/.exec(scope.after)?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) throw new ApiError('wrong_input', 'after')
  const narrowed = filters(hidden, scope, undefined)
  const { rows } = await sql<Row & { way: 'index' | 'walk' | null }>`
    with by_index as materialized (
      select *
      from pages_holding(${query}::tsquery, ${required}::text[], ${preferred}::text[], ${narrowed}, true, ${MOST_RANKED}, ${INDEX_MS * times})
    ), by_walk as materialized (
      select *
      from newest_pages_holding(${query}::tsquery, ${required}::text[], ${narrowed}, ${NEWEST_ISSUES}, ${LAST_RANKED_HIT}, ${MOST_HITS_PER_ISSUE}, ${SCAN_MS * times})
    ), weighed as (
      select issue_id, number, issue_date, score from by_index where issue_id is not null
      union
      select n.issue_id, n.number, i.issue_date,
        (ts_rank(p.search, ${query}::tsquery) + page_says(p, ${preferred}::text[])::integer)::real
      from by_walk n
      join issues i on i.id = n.issue_id
      join pages p on p.issue_id = n.issue_id and p.number = n.number
    ), placed as (
      select *, row_number() over (partition by issue_id order by score desc, number) as place from weighed
    )
    (select issue_id, number, null as way from placed where place <= ${MOST_HITS_PER_ISSUE}
      order by score desc, issue_date desc, issue_id desc, number offset ${from} limit ${MOST_HITS + 1})
    union all select issue_id, number, 'index' from by_index where issue_id is null
    union all select issue_id, number, 'walk' from by_walk where issue_id is null
  `.execute(db)
  const places = placesIn(rows)
  const goesOn = places.length > MOST_HITS && from + MOST_HITS < LAST_RANKED_HIT
  const cut = isCut(
    rows.filter(({ way }) => way === 'index'),
    rows.filter(({ way }) => way === 'walk'),
  )
  return { places: places.slice(0, MOST_HITS), next: goesOn ? `best.${from + MOST_HITS}` : false, cut }
}

function filters(hidden: readonly number[], scope: Scope, after: ReturnType<typeof readMark>): RawBuilder<unknown> {
  const { titleId = null, language = null, from = null, to = null } = scope
  return sql`${[...hidden]}::bigint[], ${titleId}::bigint, ${language}::text, ${from}::date, ${to}::date,
    ${after?.date ?? null}::date, ${after?.id ?? null}::bigint`
}

async function withIssues(db: Database, places: readonly Place[]): Promise<PageHit[]> {
  const ids = places.map(({ issue_id }) => issue_id)
  const numbers = places.map(({ number }) => number)
  const { rows } = await sql<PageHit>`
    select i.id, i.uid, i.title_id, i.name, i.edition, i.issue_date, i.language,
      i.revision + i.removals as revision, i.revision as files_revision, i.removed_pages, i.page_count,
      i.cover_width, i.cover_height, i.cover_colour, i.targeting_tags, hit.number
    from unnest(${ids}::bigint[], ${numbers}::integer[]) with ordinality as hit (issue_id, number, place)
    join issues i on i.id = hit.issue_id
    order by hit.place
  `.execute(db)
  return rows
}
