import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'

/** Maximum number of attempts to read a page, and to write the text of an issue whose pages were read. */
export const MOST_TRIES = 4
/** Pause after the first failure; each further one is four times as long. Minutes. */
const FIRST_PAUSE_MINUTES = 2
/** After this time without a result, another server may take over the page or issue. Minutes. */
const TAKEN_FOR_MINUTES = { page: 10, issue: 60 }
/** A server that reads scans has started the job within this time. */
const READERS_SEEN_WITHIN_MINUTES = 5
/** An issue that is withdrawn or down is read when it is shown again. */
const isShown = sql`i.withdrawn_at is null and i.taken_down_at is null`

/** A page that this server reads now. `width` in points; `language` of the issue, or else of its title. */
export type TakenPage = {
  issueId: number
  uid: string
  revision: number
  number: number
  width: number
  language: string
  titleKey: string
  tries: number
}

/**
 * Takes the next waiting page, so that no other server reads it: from the newest issue first, pages that were tried before last.
 * A page whose server ended is taken again later. After {@link MOST_TRIES} it counts as failed, because it may be what ended the
 * servers. Pages that nobody may see are not read.
 * @returns null if none is due
 */
export async function takePage(db: Database): Promise<TakenPage | null> {
  await sql`update scanned_pages set state = 'failed', problem = case when problem = '' then ${'the server ended meanwhile'} else problem end
    where state in ('waiting', 'read') and due_at <= now() and tries >= ${MOST_TRIES}`.execute(db)
  const { rows } = await sql<TakenPage>`
    with taken as (
      update scanned_pages set tries = tries + 1, due_at = now() + make_interval(mins => ${TAKEN_FOR_MINUTES.page})
      where (issue_id, number) = (
        select s.issue_id, s.number from scanned_pages s join all_issues i on i.id = s.issue_id
        where s.state = 'waiting' and s.due_at <= now() and ${isShown} and s.number <> all (i.removed_pages)
        order by s.tries, i.issue_date desc, s.issue_id, s.number limit 1 for update of s skip locked)
      returning issue_id, number, tries
    )
    select taken.issue_id as "issueId", i.uid, i.revision, taken.number, p.width, t.key as "titleKey", taken.tries,
      case when i.language = 'und' then t.language else i.language end as language
    from taken join all_issues i on i.id = taken.issue_id join titles t on t.id = i.title_id
    join pages p on p.issue_id = taken.issue_id and p.number = taken.number`.execute(db)
  return rows[0] ?? null
}

/**
 * Records that the words of a page are stored, unless its issue was replaced meanwhile.
 * @param hasText false: it is a picture, and nothing about its issue changes
 */
export async function noteRead(db: Database, page: TakenPage, hasText: boolean): Promise<void> {
  await sql`update scanned_pages set state = ${hasText ? 'read' : 'done'}, tries = 0, due_at = now(), problem = ''
    where ${ofFile(page)}`.execute(db)
}

/**
 * Records why a page was not read, unless its issue was replaced meanwhile. Returns whether it will be tried again; at most
 * {@link MOST_TRIES} attempts are made.
 * @param options `isFinal`: it would fail again
 */
export function noteFailure(
  db: Database,
  page: TakenPage,
  { problem, isFinal }: { problem: string; isFinal: boolean },
): Promise<boolean> {
  return noteProblem(db, ofFile(page), { problem, isFinal })
}

/** Puts back a page that was taken, because the server stops. */
export async function putBack(db: Database, page: TakenPage): Promise<void> {
  await sql`update scanned_pages set tries = tries - 1, due_at = now() where ${ofFile(page)} and tries > 0`.execute(db)
}

/** The waiting page of the file that was taken. After an import, the page with this number belongs to another file. */
const ofFile = ({ issueId, number, revision }: TakenPage) =>
  sql<boolean>`issue_id = ${issueId} and number = ${number} and state = 'waiting'
    and exists (select from all_issues i where i.id = ${issueId} and i.revision = ${revision})`

/** Puts back an issue that was taken, because the server stops. */
export async function putBackIssue(db: Database, issueId: number): Promise<void> {
  await sql`update scanned_pages set tries = tries - 1, due_at = now()
    where issue_id = ${issueId} and state = 'read' and tries > 0`.execute(db)
}

/**
 * Takes an issue none of whose pages is waiting any more and whose words are not yet part of its text.
 * @returns null if there is none
 */
export async function takeIssue(db: Database): Promise<{ issueId: number; uid: string } | null> {
  const { rows } = await sql<{ issueId: number; uid: string }>`
    with issue as (
      select i.id, i.uid from all_issues i
      where i.id in (select issue_id from scanned_pages where state = 'read' and due_at <= now()) and ${isShown}
        and not exists (select from scanned_pages w where w.issue_id = i.id and w.state = 'waiting'
          and w.number <> all (i.removed_pages))
      order by i.issue_date desc limit 1 for no key update skip locked
    ), taken as (
      update scanned_pages s set tries = tries + 1, due_at = now() + make_interval(mins => ${TAKEN_FOR_MINUTES.issue})
      from issue where s.issue_id = issue.id and s.state = 'read'
    )
    select id as "issueId", uid from issue`.execute(db)
  return rows[0] ?? null
}

/** Records why the words of an issue's pages did not become its text. Returns whether it will be tried again. */
export function noteIssueFailure(db: Database, issueId: number, problem: string): Promise<boolean> {
  return noteProblem(db, sql<boolean>`issue_id = ${issueId} and state = 'read'`, { problem, isFinal: false })
}

async function noteProblem(
  db: Database,
  which: ReturnType<typeof sql<boolean>>,
  { problem, isFinal }: { problem: string; isFinal: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`update scanned_pages set problem = ${problem.slice(0, 500)},
      state = case when ${isFinal} or tries >= ${MOST_TRIES} then 'failed' else state end,
      due_at = now() + make_interval(mins => ${FIRST_PAUSE_MINUTES} * (4 ^ (tries - 1))::int)
    where ${which} returning state`.execute(db)
  return rows.some(({ state }) => state !== 'failed')
}

/** Pages by state, for figures and checks. */
export const scanCounts = sql<{ state: string; count: number }>`
  select state, count(*)::float8 as count from scanned_pages group by state`

/**
 * Returns whether a server that can read scans is running. Only such servers keep the schedule of the job, which runs every
 * minute.
 */
export async function areScansRead(db: Database): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_known_crontabs
    where identifier = 'scans' and last_execution > now() - make_interval(mins => ${READERS_SEEN_WITHIN_MINUTES})`.execute(db)
  return rows.length > 0
}

/** Languages of the pages to be read, from their issues or else their titles; `und` = unknown. */
export async function scanLanguagesInUse(db: Database): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select distinct case when i.language = 'und' then t.language else i.language end as language
    from all_issues i join titles t on t.id = i.title_id
    where i.id in (select issue_id from scanned_pages) order by 1`.execute(db)
  return rows.map(({ language }) => language)
}

/** Reasons why pages are not tried again, the most frequent first, each with an example. */
export async function failedScans(
  db: Database,
  most: number,
): Promise<{ problem: string; pages: number; uid: string; page: number }[]> {
  const { rows } = await sql<{ problem: string; pages: number; uid: string; page: number }>`
    select problem, count(*)::int as pages, min(i.uid) as uid, min(s.number) as page
    from scanned_pages s join all_issues i on i.id = s.issue_id where state = 'failed'
    group by problem order by 2 desc, 1 limit ${most}`.execute(db)
  return rows
}

/**
 * Records the pages of an issue that are to be read, and those whose words are part of its text now, in the transaction that
 * writes the text. A page that failed is not tried again.
 * @param isNew its file is new, so what was known about its pages does not count
 */
export async function noteScans(
  db: Database,
  issueId: number,
  pages: readonly { scan?: 'waiting' | 'done' | undefined }[],
  isNew: boolean,
): Promise<void> {
  if (isNew) await sql`delete from scanned_pages where issue_id = ${issueId}`.execute(db)
  const numbers = (state: 'waiting' | 'done') => pages.flatMap(({ scan }, index) => (scan === state ? [index + 1] : []))
  const [due, done] = [numbers('waiting'), numbers('done')]
  // Pages whose text is in the PDF after all.
  await sql`delete from scanned_pages where issue_id = ${issueId} and state <> 'failed'
    and number <> all (${[...due, ...done]}::int[])`.execute(db)
  // Saved searches run again on an issue whose words were missing when it was new.
  await sql`update searched_issues set day = null where issue_id = ${issueId}
    and exists (select from scanned_pages s where s.issue_id = ${issueId} and s.state = 'read' and s.number = any (${done}::int[]))`.execute(
    db,
  )
  if (done.length > 0)
    await sql`insert into scanned_pages (issue_id, number, state) select ${issueId}, number, 'done' from unnest(${done}::int[]) as number
      on conflict (issue_id, number) do update set state = 'done', tries = 0, problem = ''`.execute(db)
  if (due.length > 0)
    await sql`insert into scanned_pages (issue_id, number) select ${issueId}, number from unnest(${due}::int[]) as number
      on conflict (issue_id, number) do update set state = 'waiting', tries = 0, due_at = now()
      where scanned_pages.state in ('read', 'done')`.execute(db)
}
