import { dayInVienna } from '@kiosk/domain/day'
import { type Kysely, sql } from 'kysely'
import { asJson } from '../catalogue/search/full-text.ts'
import { indexedWordsOf } from '../catalogue/search/page-words.ts'
import { exactForms, queryWords } from '../catalogue/search/query-words.ts'
import { mayBeSeenAt } from '../catalogue/title-visibility.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { addBulkEmails } from '../emails/enqueue-emails.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Runs the saved searches on new issues, and adds an e-mail for each reader with hits. */
    'saved-searches': object
  }
}

/** Number of different searches in one statement. */
const SEARCHES_AT_ONCE = 50
/** Maximum time of such a statement; a single search that takes longer is left out on this day. */
const TIMEOUT_MS = 10_000
/** Readers in one statement. */
const BATCH_SIZE = 500
/** Number of new issues stored for a search: more than its e-mail lists, because a reader may not see all titles. */
const MOST_ISSUES = 20
/** SQLSTATE of a statement that was cancelled by its timeout. */
const QUERY_CANCELED = '57014'

/** Queues a new issue for the saved searches, in the transaction that publishes it. */
export async function noteForSavedSearches(trx: Kysely<DB>, issueId: number): Promise<void> {
  await sql`insert into searched_issues (issue_id) values (${issueId}) on conflict do nothing`.execute(trx)
}

/** Whether an issue has not been searched yet; then the one that replaces it is searched instead. */
export async function waitsForSavedSearches(trx: Kysely<DB>, issueId: number): Promise<boolean> {
  const { rows } = await sql`select from searched_issues where issue_id = ${issueId} and day is null`.execute(trx)
  return rows.length > 0
}

/**
 * Searches the issues that have appeared since the last run, and adds one e-mail for each reader with new hits. An interrupted
 * run is continued before the run of another day begins: each step can be repeated, and the statement that adds a reader's e-mail
 * for a day also records it. Equal searches are run once, on a copy of the new pages with its own index.
 */
export async function runSavedSearches(
  { db, now, log }: Pick<AppContext, 'db' | 'now' | 'log'>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<void> {
  const day = await begin(db, now())
  if (day === null) return
  const searches = await findHits({ db, log }, day, timeoutMs)
  const emails = await addEmails(db, day, now())
  await sql`update saved_search_runs set finished_at = ${now()} where day = ${day}::date`.execute(db)
  log.info({ event: 'saved-searches.finished', day, searches, emails }, 'new issues were searched for saved searches')
}

/** Takes the new issues and returns the day of the run; null = today's run is done, or another server is running it. */
function begin(db: Kysely<DB>, now: Date): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const interrupted = await sql<{ day: string }>`
      select day::text from saved_search_runs where finished_at is null order by saved_search_runs.day limit 1`.execute(trx)
    if (interrupted.rows[0]) return interrupted.rows[0].day
    const today = dayInVienna(now)
    const begun = await sql`
      insert into saved_search_runs (day, started_at) values (${today}::date, ${now}) on conflict do nothing returning day`.execute(
      trx,
    )
    if (begun.rows.length === 0) return null
    // An issue that is not shown yet, or is taken down, waits.
    await sql`update searched_issues set day = ${today}::date where day is null and issue_id in (select id from issues)`.execute(
      trx,
    )
    return today
  })
}

type Group = { query: string; title_id: number; language: string }

/**
 * Stores the hits of all searches. Words that match nearly every page can make a search slow, so each statement has a timeout,
 * and one reader's searches do not hold up those of the others. @returns number of different searches
 */
async function findHits({ db, log }: Pick<AppContext, 'db' | 'log'>, day: string, timeoutMs: number): Promise<number> {
  return db.connection().execute(async (connection) => {
    await sql`drop table if exists pg_temp.new_pages`.execute(connection)
    await sql`create temp table new_pages as
      select p.issue_id, p.number, p.text, ${sql.raw(indexedWordsOf('p', 'i.language'))} as search, i.title_id,
        left(i.language, 2) as language
      from searched_issues s join issues i on i.id = s.issue_id join pages p on p.issue_id = i.id
      where s.day = ${sql.lit(day)}::date and p.number <> all (i.removed_pages)`.execute(connection)
    await sql`create index on new_pages using gin (search)`.execute(connection)
    await sql`analyze new_pages`.execute(connection)
    await sql`select set_config('statement_timeout', ${String(timeoutMs)}, false)`.execute(connection)
    try {
      let groups: Group[] = []
      let count = 0
      do {
        groups = await groupsAfter(connection, groups.at(-1))
        if (groups.length > 0) await findHitsInTime({ db: connection, log }, day, groups)
        count += groups.length
      } while (groups.length === SEARCHES_AT_ONCE)
      return count
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`drop table if exists pg_temp.new_pages`.execute(connection)
    }
  })
}

async function groupsAfter(db: Kysely<DB>, last: Group | undefined): Promise<Group[]> {
  const { query = '', title_id = -1, language = '' } = last ?? {}
  const { rows } = await sql<Group>`
    select distinct lower(query) as query, coalesce(title_id, 0)::integer as title_id, coalesce(language, '') as language
    from saved_searches
    where (lower(query), coalesce(title_id, 0), coalesce(language, '')) > (${query}, ${title_id}::bigint, ${language})
    order by 1, 2, 3 limit ${SEARCHES_AT_ONCE}`.execute(db)
  return rows
}

/**
 * Finds the hits of searches. If that takes too long, tries each half separately, and leaves out a single search that is too
 * slow.
 */
async function findHitsInTime({ db, log }: Pick<AppContext, 'db' | 'log'>, day: string, groups: readonly Group[]): Promise<void> {
  try {
    await findHitsOf(db, day, groups)
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error
    if (groups.length > 1) {
      const half = Math.ceil(groups.length / 2)
      await findHitsInTime({ db, log }, day, groups.slice(0, half))
      await findHitsInTime({ db, log }, day, groups.slice(half))
    } else log.warn({ event: 'saved-searches.too-slow', day }, 'a saved search took too long and was left out')
  }
}

async function findHitsOf(db: Kysely<DB>, day: string, groups: readonly Group[]): Promise<void> {
  const sought = groups.map((group) => {
    const words = queryWords(group.query)
    return { ...group, asked: JSON.parse(asJson(words)), required: exactForms(words) }
  })
  await sql`
    with sought as materialized (
      select query, title_id, language, required, search_query(asked) as matching, search_query(asked, true) as ranking
      from jsonb_to_recordset(${JSON.stringify(sought)}::jsonb)
        as s (query text, title_id bigint, language text, asked jsonb, required jsonb)
    ), found as (
      select s.query, s.title_id, s.language, p.issue_id, p.number, ts_rank(p.search, s.ranking) as score
      from sought s join new_pages p on p.search @@ s.matching
        and s.title_id in (0, p.title_id) and s.language in ('', p.language)
      where numnode(s.matching) > 0
        and not exists (select from jsonb_array_elements_text(s.required) as pattern where p.text !~ pattern)
    ), issues_found as (
      select query, title_id, language, issue_id, (array_agg(number order by score desc, number))[1] as page,
        count(*)::integer as pages, row_number() over (partition by query, title_id, language order by max(score) desc, issue_id) as place
      from found group by query, title_id, language, issue_id
    )
    insert into saved_search_hits (search_id, issue_id, day, page, pages)
    select s.id, f.issue_id, ${day}::date, f.page, f.pages
    from issues_found f
    join saved_searches s
      on lower(s.query) = f.query and coalesce(s.title_id, 0) = f.title_id and coalesce(s.language, '') = f.language
    join issues i on i.id = f.issue_id and i.published_at >= s.created_at
    where f.place <= ${MOST_ISSUES}
    on conflict do nothing`.execute(db)
}

/** Adds an e-mail for each reader with a hit that this reader may see. @returns how many */
async function addEmails(db: Kysely<DB>, day: string, now: Date): Promise<number> {
  let last: number | null = 0
  let count = 0
  while (last !== null) {
    const { rows }: { rows: Batch[] } = await sql<Batch>`
      with readers as (
        select distinct accounts.id
        from saved_search_hits hits
        join saved_searches searches on searches.id = hits.search_id
        join accounts on accounts.id = searches.account_id
        join issues on issues.id = hits.issue_id
        join titles on titles.id = issues.title_id
        where hits.day = ${day}::date and accounts.id > ${last} and accounts.send_saved_searches
          and accounts.verified_at is not null and accounts.deactivated_at is null and accounts.mail_bounced_at is null
          and ${mayBeSeenAt(now)}
        order by accounts.id limit ${BATCH_SIZE}
      ), noted as (
        insert into saved_search_emails (account_id, day, at)
        select id, ${day}::date, ${now} from readers on conflict do nothing returning account_id
      ), added as (
        ${addBulkEmails('saved-searches', sql`'day', ${day}::text`, sql`noted`)}
      )
      select max(id) as last, (select added::integer from added) as added from readers`.execute(db)
    last = rows[0]?.last ?? null
    count += rows[0]?.added ?? 0
  }
  return count
}
type Batch = { last: number | null; added: number }
