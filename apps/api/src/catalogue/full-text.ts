import { Refusal } from '@kiosk/domain/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type AskedWords, askedWords, type ExactForms, exactForms, spellingsOf } from './asked-words.ts'
import { markAfter, readMark } from './paging.ts'
import type { IssueRow } from './queries.ts'

/** Hits shown, and how many of them from one issue. */
const WANTED = 20
const EACH = 2
/** Common words are found among the newest issues; for rarer ones the index is asked, within bounds. */
const NEWEST_ISSUES = 200
const MOST_CANDIDATES = 4000
const NEWEST_MILLISECONDS = 15
const INDEX_MILLISECONDS = 30
/** Best first: so many pages are weighed, each way for so long; pages of hits end here. */
const MOST_WEIGHED = 400
const WEIGHING_MILLISECONDS = 15
const MOST_BEST = 200

export type PageHit = IssueRow & { number: number }
type Place = { issue_id: number; number: number }
/** Without an issue: why a way of searching did not look at everything. */
type Row = Place | { issue_id: null; number: typeof TIME_WAS_UP | typeof TOO_MANY }
const TIME_WAS_UP = 1
const TOO_MANY = 2

/** Which issues are searched. Days are ISO 8601; `language` is of two letters; `after` is a mark of `next`. */
export type Scope = {
  titleId?: number | undefined
  language?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order?: 'newest' | 'best' | undefined
  after?: string | undefined
}

/**
 * Pages that hold the words, newest issues or best pages first: at most 20, found in bounded time however common the
 * words are. `query` is what was looked for; `next` is where the list goes on, null = it ends; `cut`: the time was up, so that
 * the same search may find more a moment later.
 */
export async function pagesHolding(
  db: Database,
  words: string,
  hidden: readonly number[],
  scope: Scope = {},
): Promise<{ hits: PageHit[]; query: string; next: string | null; cut: boolean }> {
  const asked = askedWords(words)
  const query = await queryOf(db, asked)
  if (query === '') return { hits: [], query, next: null, cut: false }
  const sought = { query, ...exactForms(asked) }
  const { places, next, cut } = await (scope.order === 'best' ? bestPlaces : newestPlaces)(db, sought, hidden, scope)
  const hits = places.length > 0 ? await withIssues(db, places) : []
  const last = hits.at(-1)
  return { hits, query, next: next === true && last ? markAfter(last) : next === false ? null : (next as string), cut }
}

/** A tsquery in text: the words in all languages and spellings of the house, and the compounds they are part of. */
export async function queryOf(db: Database, asked: AskedWords): Promise<string> {
  const groups = asked.map((any) => any.map(({ text, exact, excluded }) => ({ spellings: spellingsOf(text), exact, excluded })))
  if (groups.length === 0) return ''
  const { rows } = await sql<{ query: string }>`select search_query(${JSON.stringify(groups)}::jsonb)::text as query`.execute(db)
  return rows[0]?.query ?? ''
}

type Sought = ExactForms & { query: string }
type Found = { places: Place[]; next: string | boolean; cut: boolean }

async function newestPlaces(db: Database, { query, required }: Sought, hidden: readonly number[], scope: Scope): Promise<Found> {
  const narrowed = filters(hidden, scope, readMark(scope.after))
  const among = await sql<Row>`
    select issue_id, number
    from newest_pages_holding(${query}::tsquery, ${required}::text[], ${narrowed}, ${NEWEST_ISSUES}, ${WANTED + EACH}, ${EACH}, ${NEWEST_MILLISECONDS})
  `.execute(db)
  let found = placesIn(among.rows)
  let cut = false
  if (found.length <= WANTED) {
    const all = await sql<Row>`
      with by_index as materialized (
        select issue_id, number, issue_date, row_number() over (partition by issue_id order by number) as place
        from pages_holding(${query}::tsquery, ${required}::text[], '{}', ${narrowed}, false, ${MOST_CANDIDATES}, ${INDEX_MILLISECONDS})
      )
      (select issue_id, number from by_index where place <= ${EACH} and issue_id is not null
        order by issue_date desc, issue_id desc, number limit ${WANTED + EACH})
      union all select issue_id, number from by_index where issue_id is null
    `.execute(db)
    const ofIndex = placesIn(all.rows)
    if (ofIndex.length >= found.length) found = ofIndex
    cut = isCut(all.rows, among.rows)
  }
  if (found.length <= WANTED) return { places: found, next: false, cut }
  // A page of hits ends with an issue, so that the next one begins with another.
  const over = found[WANTED]!.issue_id
  return { places: found.slice(0, WANTED).filter(({ issue_id }) => issue_id !== over), next: true, cut }
}

function placesIn(rows: readonly Row[]): Place[] {
  return rows.filter((row) => row.issue_id !== null)
}

/** What the index did not look at was left to the walk through the newest issues. */
function isCut(byIndex: readonly Row[], byWalk: readonly Row[]): boolean {
  const has = (rows: readonly Row[], why: number) => rows.some(({ issue_id, number }) => issue_id === null && number === why)
  return has(byIndex, TIME_WAS_UP) || (has(byIndex, TOO_MANY) && has(byWalk, TIME_WAS_UP))
}

async function bestPlaces(
  db: Database,
  { query, required, preferred }: Sought,
  hidden: readonly number[],
  scope: Scope,
): Promise<Found> {
  const from = scope.after === undefined ? 0 : Number(/^best\.(\d{1,4})$/.exec(scope.after)?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) throw new Refusal('wrong_input', 'after')
  const narrowed = filters(hidden, scope, undefined)
  const { rows } = await sql<Row & { way: 'index' | 'walk' | null }>`
    with by_index as materialized (
      select *
      from pages_holding(${query}::tsquery, ${required}::text[], ${preferred}::text[], ${narrowed}, true, ${MOST_WEIGHED}, ${WEIGHING_MILLISECONDS})
    ), by_walk as materialized (
      select *
      from newest_pages_holding(${query}::tsquery, ${required}::text[], ${narrowed}, ${NEWEST_ISSUES}, ${MOST_BEST}, ${EACH}, ${WEIGHING_MILLISECONDS})
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
    (select issue_id, number, null as way from placed where place <= ${EACH}
      order by score desc, issue_date desc, issue_id desc, number offset ${from} limit ${WANTED + 1})
    union all select issue_id, number, 'index' from by_index where issue_id is null
    union all select issue_id, number, 'walk' from by_walk where issue_id is null
  `.execute(db)
  const places = placesIn(rows)
  const goesOn = places.length > WANTED && from + WANTED < MOST_BEST
  const cut = isCut(
    rows.filter(({ way }) => way === 'index'),
    rows.filter(({ way }) => way === 'walk'),
  )
  return { places: places.slice(0, WANTED), next: goesOn ? `best.${from + WANTED}` : false, cut }
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
    select i.id, i.uid, i.title_id, i.name, i.edition, i.issue_date, i.language, i.revision, i.page_count,
      i.cover_width, i.cover_height, i.cover_colour, i.targeting_tags, hit.number
    from unnest(${ids}::bigint[], ${numbers}::integer[]) with ordinality as hit (issue_id, number, place)
    join issues i on i.id = hit.issue_id
    order by hit.place
  `.execute(db)
  return rows
}
