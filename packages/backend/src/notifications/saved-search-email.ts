import { apiAddress } from '@kiosk/contract/route'
import { oneClickUnsubscribe } from '@kiosk/domain/accounts/registration-endpoints'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Block } from '@kiosk/emails/email'
import type { Inline, Prose } from '@kiosk/emails/prose'
import { sql } from 'kysely'
import { issueToken } from '../auth/one-time-tokens.ts'
import { detailLine } from '../catalogue/present-issue.ts'
import type { IssueRow } from '../catalogue/queries.ts'
import { maySee, viewerWith } from '../catalogue/title-visibility.ts'
import type { AppContext } from '../context.ts'
import { type ComposedEmail, emailDocument } from '../emails/email-document.ts'

/** Maximum number of issues listed for a search; a link leads to all of them. */
const MOST_LISTED = 10

type Hit = IssueRow & {
  search_id: number
  query: string
  title_key: string | null
  searched_language: string | null
  title_name: string
  age_rating: number
  shown_in: string[] | null
  available_until: string | null
  page: number
  pages: number
}

/**
 * Composes the e-mail about the hits of a day; null if the reader may no longer see any of them, has removed the searches or has
 * unsubscribed. It contains no texts of pages, which may be closed to the reader.
 */
export async function savedSearchEmail(
  { accountId, day }: { accountId: number; day: string },
  ctx: AppContext,
): Promise<ComposedEmail | null> {
  const account = await ctx.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('send_saved_searches', '=', true)
    .where('verified_at', 'is not', null)
    .where('deactivated_at', 'is', null)
    .where('mail_bounced_at', 'is', null)
    .executeTakeFirst()
  if (!account) return null
  const viewer = viewerWith(account, ctx.now())
  const hits = (await hitsOf(ctx, accountId, day)).filter(({ shown_in, age_rating, available_until }) =>
    maySee({ shownIn: shown_in, ageRating: age_rating, availableUntil: available_until }, viewer),
  )
  if (hits.length === 0) return null
  const document = emailDocument(ctx, account)
  const { say, page, language } = document
  const token = await issueToken(ctx.db, { purpose: 'unsubscribe', accountId, data: { list: 'searches' }, now: ctx.now() })
  const blocks = [...Map.groupBy(hits, ({ search_id }) => search_id).values()].map((found): Block => {
    const { query, title_key, searched_language } = found[0]!
    const narrowing = { title: title_key, language: searched_language, order: 'newest' }
    const all = `${ctx.publicUrl}${addressOf('catalogue', { search: query, ...narrowing })}`
    const items = found.slice(0, MOST_LISTED).map((hit): Prose[] => {
      const address = new URL(readerAddress(ctx.webapp, hit.uid, { page: hit.page }), ctx.publicUrl).href
      const name = `${hit.title_name}, ${detailLine(hit, document)}`
      const { page: number, pages: count } = hit
      const pages =
        count > 1 ? say('saved-searches.PAGES', { page: number, count: count - 1 }) : say('saved-searches.PAGE', { page: number })
      return [{ kind: 'paragraph', content: [link(name, address), { kind: 'text', text: ` – ${pages}` }] }]
    })
    const content: Prose[] = [
      { kind: 'heading', content: [{ kind: 'text', text: say('saved-searches.HEADING', { query }) }] },
      { kind: 'list', first: null, items },
      { kind: 'paragraph', content: [link(say('saved-searches.ALL', { query }), all)] },
    ]
    return { kind: 'prose', content }
  })
  return {
    to: account.email,
    document,
    headers: {
      'List-Id': `<saved-searches.${new URL(ctx.publicUrl).hostname}>`,
      'List-Unsubscribe': `<${ctx.publicUrl + apiAddress(oneClickUnsubscribe, { token })}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    email: {
      language,
      subject: say('saved-searches.SUBJECT', { count: blocks.length, query: hits[0]!.query }),
      title: say('saved-searches.TITLE'),
      blocks: [
        { kind: 'greeting', text: document.greeting(account) },
        { kind: 'paragraph', text: say('saved-searches.BODY') },
        ...blocks,
        { kind: 'button', label: say('saved-searches.BUTTON'), address: page('searches') },
      ],
      reason: say('saved-searches.REASON'),
      links: [
        { label: say('saved-searches.UNSUBSCRIBE'), address: page('searchesUnsubscribe', { email: account.email }) },
        { label: say('saved-searches.SETTINGS'), address: page('account', { edit: 'searches' }) },
      ],
    },
  }
}

const link = (text: string, address: string): Inline => ({ kind: 'link', address, content: [{ kind: 'text', text }] })

/** Hits of a reader, without those of issues and pages that are no longer shown; the latest search and issue first. */
async function hitsOf({ db }: Pick<AppContext, 'db'>, accountId: number, day: string): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select issues.*, hits.search_id, searches.query, narrowed.key as title_key, searches.language as searched_language,
      titles.name as title_name, titles.age_rating, titles.shown_in, titles.available_until::text, hits.page, hits.pages
    from saved_search_hits hits
    join saved_searches searches on searches.id = hits.search_id
    join issues on issues.id = hits.issue_id
    join titles on titles.id = issues.title_id
    left join titles narrowed on narrowed.id = searches.title_id
    where searches.account_id = ${accountId} and hits.day = ${day}::date and hits.page <> all (issues.removed_pages)
    order by searches.id desc, issues.issue_date desc, issues.id desc`.execute(db)
  return rows
}
