import { createHash } from 'node:crypto'
import { categoryOfNewTitles } from '@kiosk/domain/catalogue/limits'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../db/connect.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { noteForSavedSearches, waitsForSavedSearches } from '../notifications/saved-search-run.ts'
import {
  type LeftBehind,
  type StoredCorrections,
  storedCorrections,
  writeImportedArticles,
} from './corrections/write-articles.ts'
import { holdPositions } from './following/move-references.ts'
import { isNewestNews, isRecent } from './issue-news.ts'
import { type Makeup, writeMakeup } from './learning/issue-makeup.ts'
import { enqueueCovers } from './newest-covers.ts'
import type { PublishedArticle } from './published-article.ts'
import { categoriesWithNames } from './queries.ts'
import { READING_VERSION } from './reading-version.ts'
import { noteScans } from './scans/scan-queue.ts'
import { carryDeskState, deskStateOf } from './shelf/desk-state.ts'
import { publisherNamed } from './shelf/publishers.ts'
import { keepTakedowns, takedownsOf } from './takedowns/apply-takedowns.ts'

/** Metadata of a title. Omitted fields keep their stored value, and so do fields that were set at the desk (ADR-0205). */
export type PublishedTitle = {
  key: string
  name: string
  /** false = a guess: it names a new title but renames no existing one. */
  nameIsSure?: boolean | undefined
  /** A new title is a magazine unless set otherwise. */
  kind?: 'magazine' | 'newspaper' | undefined
  language: string
  publisher?: string | undefined
  issn?: string | undefined
  frequency?: string | undefined
  country?: string | undefined
  place?: string | undefined
  description?: string | undefined
  ageRating?: number | undefined
  /** ISO 3166-1 alpha-2; null = everywhere. */
  shownIn?: string[] | null | undefined
  /** Keys of existing titles; unknown keys are ignored. */
  editionOf?: string | undefined
  supplementOf?: string | undefined
  /** Uids of all its categories; a new title without one gets that of `categoryOfNewTitles`. */
  categories?: string[] | undefined
}

export type PublishedIssue = {
  uid: string
  name: string
  number: string | null
  volume: string | null
  /** ISO 8601 days. */
  date: string
  dateEnd: string | null
  kind: 'regular' | 'double' | 'special' | 'supplement'
  edition: string | null
  /** Uid of the issue that this supplement belongs to. */
  supplementTo: string | null
  language: string
  headline: string
  description: string
  textLayer: 'full' | 'partial' | 'none'
  /** SHA-256 of the PDF, hex; null for an issue with only a cover. */
  sha256: string | null
  /** 1 for a new issue, otherwise the published revision plus one. */
  revision: number
  outline: { headline: string; page: number; level: number }[]
  cover: { width: number; height: number; colour: string }
  targetingTags: string[]
  /**
   * In order; sizes in points; `indexed` is the part of the text that is indexed for search. `readByMachine`: a program has read
   * the text from the picture of the page; `scan`: whether a page without its own text is to be read, or was read here.
   */
  pages: {
    width: number
    height: number
    text: string
    indexed: string
    readByMachine?: boolean
    scan?: 'waiting' | 'done' | undefined
  }[]
  articles: PublishedArticle[]
  /** How the issue is set, which helps to read the next issues of its title; default: not known. */
  makeup?: Makeup | null
}

/** Lower-case Crockford alphabet, in which no letter looks like a digit. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** Derives the uid of an issue from its identity, so that it is the same on every machine: 12 characters. */
export function issueUid(issue: {
  titleKey: string
  date: string
  number: string | null
  name: string
  edition: string | null
}): string {
  const { titleKey, date, number, name, edition } = issue
  const hash = createHash('sha256')
    .update(`${titleKey}|${date}|${number ?? name}|${edition ?? ''}`)
    .digest()
  let bits = 0n
  for (const byte of hash.subarray(0, 8)) bits = (bits << 8n) | BigInt(byte)
  return Array.from({ length: 12 }, (_, place) => BASE32[Number((bits >> BigInt(59 - 5 * place)) & 31n)]).join('')
}

/**
 * Publishes an issue whose files are already in the storage: one transaction inserts it or replaces its last revision.
 * @throws Error if another import has published this revision in the meantime
 */
export function publishIssue(
  db: Database,
  options: { title: PublishedTitle; issue: PublishedIssue; demonstration: boolean; actor?: Actor | undefined },
): Promise<{ issueId: number }> {
  return db.transaction().execute(async (transaction) => {
    const titleId = await titleFor(transaction, options.title, options.demonstration)
    // A file is one issue, so if its title, date or number was corrected, the previous issue is removed.
    const former =
      options.issue.sha256 === null
        ? undefined
        : await transaction
            .selectFrom('all_issues')
            .select(['id', 'uid', 'name'])
            .where('source_sha256', '=', options.issue.sha256)
            .where('uid', '!=', options.issue.uid)
            .forUpdate()
            .executeTakeFirst()
    const corrections = former ? await storedCorrections(transaction, former.id) : null
    const takedowns = former ? await takedownsOf(transaction, former.id) : []
    const desk = former && (await deskStateOf(transaction, former.id))
    const waits = former !== undefined && (await waitsForSavedSearches(transaction, former.id))
    if (former) await transaction.deleteFrom('all_issues').where('id', '=', former.id).execute()
    const { issueId, language } = await placeIssue(transaction, titleId, options.issue, options.demonstration)
    if (desk) await carryDeskState(transaction, issueId, desk)
    const { revision, date } = options.issue
    const isNew = !former && revision === 1 && !options.demonstration
    if (isNew && (await isNewestNews(transaction, { titleId, issueId, date })))
      await enqueue(transaction, 'releases', { issueId })
    if (waits || (isNew && isRecent(date))) await noteForSavedSearches(transaction, issueId)
    await enqueueCovers(transaction, issueId)
    const text = { ...options.issue, language: desk?.values.language ?? language }
    await writeText(transaction, issueId, text, { corrections, takedowns })
    await transaction.updateTable('all_issues').set({ reading_version: READING_VERSION }).where('id', '=', issueId).execute()
    await noteScans(transaction, issueId, text.pages, true)
    if (options.issue.sha256)
      await transaction
        .updateTable('imports')
        .set({ state: 'published', issue_uid: options.issue.uid, reason: null, finished_at: sql`now()` })
        .where('sha256', '=', options.issue.sha256)
        .execute()
    const { title, issue } = options
    const change = {
      action: former || issue.revision > 1 ? 'issue.replaced' : 'issue.published',
      subject: { kind: 'issue', id: issue.uid, name: `${title.name}, ${issue.name}` },
      before: former ? { uid: former.uid, name: former.name } : issue.revision > 1 ? { revision: issue.revision - 1 } : undefined,
      after: { revision: issue.revision, date: issue.date, pages: issue.pages.length, file: issue.sha256 },
    } as const
    await recordAudit(transaction, options.actor, new Date(), change)
    return { issueId }
  })
}

/** What is read from the pages of an issue. `language`: language of the search index. */
export type IssueText = Pick<PublishedIssue, 'pages' | 'articles' | 'language' | 'makeup'>

/**
 * Writes pages, articles and search index of an issue, with its earlier corrections and takedowns, or those of the issue that it
 * replaces under another uid.
 */
export async function writeText(
  transaction: Database,
  issueId: number,
  text: IssueText,
  former: { corrections: StoredCorrections | null; takedowns: Parameters<typeof keepTakedowns>[2] },
): Promise<LeftBehind> {
  await replacePages(transaction, issueId, text)
  await writeMakeup(transaction, issueId, text.makeup ?? null)
  const left = await writeImportedArticles(transaction, issueId, text.articles, former.corrections)
  await keepTakedowns(transaction, issueId, former.takedowns)
  return left
}

async function titleFor(db: Database, title: PublishedTitle, demonstration: boolean): Promise<number> {
  const idOf = async (key: string | undefined) =>
    key === undefined || key === title.key
      ? undefined
      : (await db.selectFrom('titles').select('id').where('key', '=', key).executeTakeFirst())?.id
  const details = options({
    name: title.nameIsSure ? title.name : undefined,
    kind: title.kind,
    publisher_id: title.publisher ? await publisherNamed(db, title.publisher, demonstration) : undefined,
    issn: title.issn,
    frequency: title.frequency,
    country: title.country,
    place: title.place,
    description: title.description,
    age_rating: title.ageRating,
    shown_in: title.shownIn,
    edition_of: await idOf(title.editionOf),
    supplement_of: await idOf(title.supplementOf),
  })
  const { key, name, kind = 'magazine', language } = title
  const made = await db
    .insertInto('titles')
    .values({ key, name, kind, language, demonstration, ...details })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const known = db.selectFrom('titles').select(['id', 'desk_fields']).where('key', '=', key)
    const { id, desk_fields } = await known.forNoKeyUpdate().executeTakeFirstOrThrow()
    const imported = without(details, desk_fields)
    if (Object.keys(imported).length) await db.updateTable('titles').set(imported).where('id', '=', id).execute()
    if (title.categories?.length && !desk_fields.includes('categories')) await categorise(db, id, title.categories)
    return id
  }
  const isCategorised = await categorise(db, made.id, title.categories ?? [])
  if (!isCategorised) {
    const known = await categoriesWithNames(db)
    await categorise(db, made.id, [categoryOfNewTitles(known.map(({ uid }) => uid))])
  }
  return made.id
}

/** Returns the fields that are present; an omitted field differs from an empty one. */
function options<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** Returns the values that were not set at the desk. */
function without<Fields extends object>(fields: Fields, deskFields: readonly string[]): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !deskFields.includes(name))) as Partial<Fields>
}

/** Replaces the categories of a title with the named ones that exist. Returns false if none of them exists. */
async function categorise(db: Database, titleId: number, uids: readonly string[]): Promise<boolean> {
  if (uids.length === 0) return false
  const known = await db.selectFrom('categories').select('id').where('uid', 'in', uids).orderBy('id').forKeyShare().execute()
  if (known.length === 0) return false
  const ids = known.map(({ id }) => id)
  await db.deleteFrom('title_categories').where('title_id', '=', titleId).where('category_id', 'not in', ids).execute()
  const rows = ids.map((category_id) => ({ title_id: titleId, category_id }))
  await db
    .insertInto('title_categories')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Returns the id and the language of the issue, which may be the one set at the desk. */
async function placeIssue(
  db: Database,
  titleId: number,
  issue: PublishedIssue,
  demonstration: boolean,
): Promise<{ issueId: number; language: string }> {
  const known = await db
    .selectFrom('all_issues')
    .select(['id', 'desk_fields'])
    .where('uid', '=', issue.uid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Changing `source_sha256`, a unique column, also locks the row against readers who are storing a place, for whom this waits.
  if (known) await holdPositions(db, known.id)
  const supplementTo = issue.supplementTo
    ? await db.selectFrom('all_issues').select('id').where('uid', '=', issue.supplementTo).executeTakeFirst()
    : undefined
  const values = {
    title_id: titleId,
    name: issue.name,
    number: issue.number,
    volume: issue.volume,
    issue_date: issue.date,
    issue_date_end: issue.dateEnd,
    kind: issue.kind,
    edition: issue.edition,
    supplement_to: supplementTo?.id ?? null,
    language: issue.language,
    headline: issue.headline,
    description: issue.description,
    page_count: issue.pages.length,
    text_layer: issue.textLayer,
    source_sha256: issue.sha256,
    revision: issue.revision,
    outline: JSON.stringify(issue.outline),
    cover_width: issue.cover.width,
    cover_height: issue.cover.height,
    cover_colour: issue.cover.colour,
    targeting_tags: issue.targetingTags,
    demonstration,
  }
  const placed =
    issue.revision === 1
      ? await db
          .insertInto('all_issues')
          .values({ uid: issue.uid, ...values })
          .onConflict((conflict) => conflict.column('uid').doNothing())
          .returning(['id', 'language'])
          .executeTakeFirst()
      : await db
          .updateTable('all_issues')
          .set(without(values, known?.desk_fields ?? []))
          .where('uid', '=', issue.uid)
          .where('revision', '=', issue.revision - 1)
          .returning(['id', 'language'])
          .executeTakeFirst()
  if (!placed) throw new Error(`issue ${issue.uid} was published by another import meanwhile`)
  return { issueId: placed.id, language: placed.language }
}

async function replacePages(db: Database, issueId: number, issue: IssueText): Promise<void> {
  await db.deleteFrom('pages').where('issue_id', '=', issueId).execute()
  const column = <Value>(value: (page: PublishedIssue['pages'][number], index: number) => Value) => issue.pages.map(value)
  await sql`
    insert into pages (issue_id, number, width, height, text, search, read_by_machine)
    select ${issueId}, number, width, height, text, to_tsvector(search_language(${issue.language}), indexed), by_machine
    from unnest(
      ${column((_, index) => index + 1)}::int[], ${column(({ width }) => width)}::real[], ${column(({ height }) => height)}::real[],
      ${column(({ text }) => text)}::text[], ${column(({ indexed }) => indexed)}::text[],
      ${column(({ readByMachine }) => readByMachine ?? false)}::boolean[]
    ) as page (number, width, height, text, indexed, by_machine)`.execute(db)
}
