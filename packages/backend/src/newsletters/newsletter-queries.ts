import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { NEWSLETTER_ROWS, type NEWSLETTER_TIERS } from '@kiosk/domain/staff/limits'
import type {
  Featured,
  ListedNewsletter,
  Newsletter,
  NewsletterFigures,
  NewsletterState,
  NewsletterText,
} from '@kiosk/domain/staff/newsletter-endpoints'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB, Newsletters } from '../db/schema.ts'

/** Lists newsletters, the newest first. `more`: there are older ones. */
export async function listNewsletters(
  db: Kysely<DB>,
  { before }: { before?: number | undefined } = {},
): Promise<{ newsletters: ListedNewsletter[]; more: boolean }> {
  const rows = await db
    .selectFrom('newsletters')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('newsletter_texts')
        .select(sql<Language[]>`array_agg(language order by language)`.as('languages'))
        .whereRef('newsletter_id', '=', 'newsletters.id')
        .as('written_in'),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(NEWSLETTER_ROWS + 1)
    .execute()
  const newsletters = rows.slice(0, NEWSLETTER_ROWS).map((row) => presentListed(row, row.written_in ?? []))
  return { newsletters, more: rows.length > NEWSLETTER_ROWS }
}

/** Returns a newsletter with its texts and figures. @throws ApiError not_found */
export async function showNewsletter(db: Kysely<DB>, id: number): Promise<Newsletter> {
  const row = await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not_found', 'id')
  const [texts, featured, titles, figures] = await Promise.all([
    textsOf(db, id),
    featuredOf(db, id),
    row.title_ids.length === 0
      ? []
      : db.selectFrom('titles').select(['key', 'name']).where('id', 'in', row.title_ids).orderBy('name').execute(),
    figuresOf(db, row),
  ])
  return {
    ...presentListed(
      row,
      texts.map(({ language }) => language),
    ),
    revision: row.revision,
    texts,
    featured,
    fallbackLanguage: row.fallback_language as Language | null,
    audience: {
      languages: row.languages as Language[],
      markets: row.markets,
      tiers: row.tiers as (typeof NEWSLETTER_TIERS)[number][],
      titles,
    },
    messagesPerMinute: row.messages_per_minute,
    startedAt: row.started_at?.toISOString() ?? null,
    isSelected: row.selected_at !== null,
    figures,
  }
}

/** Locks a newsletter for a change of it. @throws ApiError not_found */
export async function lockNewsletter(trx: Transaction<DB>, id: number): Promise<Selectable<Newsletters>> {
  const row = await trx.selectFrom('newsletters').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new ApiError('not_found', 'id')
  return row
}

export async function textsOf(db: Kysely<DB>, id: number): Promise<NewsletterText[]> {
  const rows = await db
    .selectFrom('newsletter_texts')
    .select(['language', 'subject', 'preheader', 'body', 'button_label as buttonLabel', 'button_address as buttonAddress'])
    .where('newsletter_id', '=', id)
    .orderBy('language')
    .execute()
  return rows.map((row) => ({ ...row, language: row.language as Language }))
}

/** Returns what is featured, in order, including what is down. */
export async function featuredOf(db: Kysely<DB>, id: number): Promise<Featured[]> {
  const { rows } = await sql<Featured>`
    select case when f.issue_id is null then 'title' else 'issue' end as kind, coalesce(i.uid, t.key) as key, t.name as title,
      coalesce(concat_ws(', ', i.name, i.edition), '') as detail
    from newsletter_featured f
    left join issues i on i.id = f.issue_id
    join titles t on t.id = coalesce(f.title_id, i.title_id)
    where f.newsletter_id = ${id} order by f.position`.execute(db)
  return rows
}

/** Counts the recipients by the state of their message. */
async function figuresOf(
  db: Kysely<DB>,
  { id, selected }: Pick<Selectable<Newsletters>, 'id' | 'selected'>,
): Promise<NewsletterFigures> {
  const states = await db
    .selectFrom('newsletter_recipients')
    .select(['state', (row) => row.fn.countAll<number>().as('count')])
    .where('newsletter_id', '=', id)
    .groupBy('state')
    .execute()
  const { bounced, unsubscribed } = await db
    .selectFrom('newsletter_recipients')
    .select((row) => [
      row.fn.count<number>('bounced_at').as('bounced'),
      row.fn.count<number>('unsubscribed_at').as('unsubscribed'),
    ])
    .where('newsletter_id', '=', id)
    .where((where) => where.or([where('bounced_at', 'is not', null), where('unsubscribed_at', 'is not', null)]))
    .executeTakeFirstOrThrow()
  const of = (state: string) => Number(states.find((each) => each.state === state)?.count ?? 0)
  return {
    selected,
    waiting: of('waiting'),
    sending: of('sending'),
    sent: of('sent'),
    uncertain: of('uncertain'),
    failed: of('failed'),
    skipped: of('skipped'),
    bounced: Number(bounced),
    unsubscribed: Number(unsubscribed),
  }
}

function presentListed(row: Selectable<Newsletters>, languages: Language[]): ListedNewsletter {
  return {
    id: row.id,
    name: row.name,
    state: row.state as NewsletterState,
    languages,
    selected: row.selected,
    startsAt: row.starts_at?.toISOString() ?? null,
    changedAt: row.changed_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    createdBy: row.created_by,
  }
}
