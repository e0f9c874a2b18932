import { ApiError } from '@kiosk/domain/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { markAfter, readMark } from '../paging.ts'
import type { IssueRow } from '../queries.ts'
import { exactForms, type QueryWords, queryWords, spellingsOf, unknownToIndex } from './query-words.ts'
import { requireSearchIndexes } from './search-indexes.ts'

/** Maximum number of hits, and of hits from one issue. */
const MOST_HITS = 20
const MOST_HITS_PER_ISSUE = 2
/** Maximum number of pages read at a time, and minimum number from which the most relevant are chosen if so many match. */
const MOST_PAGES_READ = 300
const MIN_PAGES_RANKED = 60
/** The last page of hits sorted by relevance ends here. */
const LAST_RANKED_HIT = 200

export type PageHit = IssueRow & { number: number }
type Place = { issue_id: number; number: number }

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
 * Finds at most 20 matching pages, the most relevant ones or the newest issues first. It reads a limited number of pages, however
 * common the words are (ADR-0263, ADR-0268). `query` is the query used; `next` is the cursor, null at the end.
 * @throws TryLater while the indexes are created after a restore
 */
export async function pagesHolding(
  db: Database,
  words: string,
  hidden: readonly number[],
  scope: Scope = {},
): Promise<{ hits: PageHit[]; query: string; next: string | null }> {
  const requested = queryWords(words)
  const query = await queryOf(db, requested)
  if (query === '') return { hits: [], query, next: null }
  await requireSearchIndexes(db)
  const sought = { query, asked: asJson(requested), required: exactForms(unknownToIndex(requested)) }
  const find = scope.order === 'newest' ? newestPlaces : bestPlaces
  const { places, next } = await find(db, sought, hidden, scope)
  const hits = places.length > 0 ? await withIssues(db, places) : []
  const last = hits.at(-1)
  return { hits, query, next: next && last ? next(last) : null }
}

/** Returns a tsquery as text: the words in all supported languages and spellings, and compounds that contain them. */
export async function queryOf(db: Database, requested: QueryWords): Promise<string> {
  if (requested.length === 0) return ''
  const { rows } = await sql<{ query: string }>`select search_query(${asJson(requested)}::jsonb)::text as query`.execute(db)
  return rows[0]?.query ?? ''
}

export function asJson(requested: QueryWords): string {
  return JSON.stringify(
    requested.map((any) => any.map(({ text, exact, excluded }) => ({ spellings: spellingsOf(text), exact, excluded }))),
  )
}

type Sought = { query: string; asked: string; required: string[] }
/** `next`: returns the cursor after the last hit; null: there are no further hits. */
type Found = { places: Place[]; next: ((last: PageHit) => string) | null }

async function newestPlaces(db: Database, sought: Sought, hidden: readonly number[], scope: Scope): Promise<Found> {
  const { query, asked, required } = sought
  const after = readMark(scope.after)
  const { rows } = await sql<Place>`
    select issue_id, number
    from newest_pages(${query}::tsquery, ${asked}::jsonb, ${required}::text[], ${filters(hidden, scope)},
      ${after?.date ?? null}::date, ${after?.id ?? null}::bigint, ${MOST_HITS + MOST_HITS_PER_ISSUE}, ${MOST_HITS_PER_ISSUE}, ${MOST_PAGES_READ})
  `.execute(db)
  if (rows.length <= MOST_HITS) return { places: rows, next: null }
  // A page of hits ends with a whole issue, so that the next page starts with another.
  const over = rows[MOST_HITS]!.issue_id
  return { places: rows.slice(0, MOST_HITS).filter(({ issue_id }) => issue_id !== over), next: markAfter }
}

async function bestPlaces(db: Database, sought: Sought, hidden: readonly number[], scope: Scope): Promise<Found> {
  const { query, asked, required } = sought
  const from = scope.after === undefined ? 0 : Number(/^best\.(\d{1,4})$/.exec(scope.after)?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) throw new ApiError('wrong_input', 'after')
  const { rows } = await sql<Place>`
    with ranked as (
      select issue_id, number, issue_date, score, row_number() over (partition by issue_id order by score desc, number) as place
      from (
        select distinct on (issue_id, number) *
        from best_pages(${query}::tsquery, ${asked}::jsonb, ${required}::text[], ${filters(hidden, scope)},
          ${MIN_PAGES_RANKED}, ${MOST_PAGES_READ})
        order by issue_id, number, score desc
      ) found
    )
    select issue_id, number from ranked where place <= ${MOST_HITS_PER_ISSUE}
    order by score desc, issue_date desc, issue_id desc, number offset ${from} limit ${MOST_HITS + 1}
  `.execute(db)
  const goesOn = rows.length > MOST_HITS && from + MOST_HITS < LAST_RANKED_HIT
  return { places: rows.slice(0, MOST_HITS), next: goesOn ? () => `best.${from + MOST_HITS}` : null }
}

function filters(hidden: readonly number[], scope: Scope): RawBuilder<unknown> {
  const { titleId = null, language = null, from = null, to = null } = scope
  return sql`${[...hidden]}::bigint[], ${titleId}::bigint, ${language}::text, ${from}::date, ${to}::date`
}

async function withIssues(db: Database, places: readonly Place[]): Promise<PageHit[]> {
  const ids = places.map(({ issue_id }) => issue_id)
  const numbers = places.map(({ number }) => number)
  const { rows } = await sql<PageHit>`
    select i.id, i.uid, i.title_id, i.name, i.edition, i.issue_date, i.language,
      i.revision + i.removals as revision, i.revision as files_revision, i.text_version, i.removed_pages, i.page_count,
      i.cover_width, i.cover_height, i.cover_colour, i.targeting_tags, hit.number
    from unnest(${ids}::bigint[], ${numbers}::integer[]) with ordinality as hit (issue_id, number, place)
    join issues i on i.id = hit.issue_id
    order by hit.place
  `.execute(db)
  return rows
}
