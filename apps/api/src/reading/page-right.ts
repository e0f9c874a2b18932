import { Refusal } from '@kiosk/domain/errors'
import type { IssueRow } from '../catalogue/queries.ts'
import { findIssue } from '../catalogue/seen-shelf.ts'
import type { Title } from '../catalogue/shelf-view.ts'
import type { Asking } from '../endpoint.ts'
import { takePlace } from './device-limit.ts'
import { rightTo } from './right-to-read.ts'
import { endOfOpening, isSigned, openingQuery } from './signature.ts'

// The only file that makes rights to pages. What a page says is read by functions that take one of these values, so that
// a call which never asked the matrix of rights has nothing to hand them. The classes stay in here, and their protected
// fields keep an object of the same shape from passing for one; architecture.test.ts keeps casts away.

/** What the text, the words and the pictures of an issue are found by. */
export type ReadableIssue = Pick<IssueRow, 'id' | 'uid' | 'revision' | 'page_count' | 'language'>

class PageOpened {
  protected readonly proof = true
  readonly issue: ReadableIssue
  readonly number: number
  constructor(issue: ReadableIssue, number: number) {
    this.issue = issue
    this.number = number
  }
}

class PagesOpened {
  protected readonly proof = true
  readonly issue: ReadableIssue
  /** So many pages are open, from the first one on; 0 = none. */
  readonly pages: number
  constructor(issue: ReadableIssue, pages: number) {
    this.issue = issue
    this.pages = Math.min(pages, issue.page_count)
  }
  /** The right to one page; null where it is closed or not there. */
  page(number: number): OpenPage | null {
    return Number.isInteger(number) && number >= 1 && number <= this.pages ? new PageOpened(this.issue, number) : null
  }
}

class WholeIssueOpened extends PagesOpened {
  protected readonly whole = true
  constructor(issue: ReadableIssue) {
    super(issue, issue.page_count)
  }
}

class ArticleOpened {
  protected readonly proof = true
  readonly issue: ReadableIssue
  readonly id: string
  constructor(issue: ReadableIssue, id: string) {
    this.issue = issue
    this.id = id
  }
}

/** The right to read one page. */
export type OpenPage = PageOpened
/** The right to read the first pages of an issue. */
export type OpenPages = PagesOpened
/** The right to take a whole issue along: all pages and all articles. */
export type OpenIssue = WholeIssueOpened
/** The right to read one whole article. */
export type OpenArticle = ArticleOpened

/** What the caller may read here and now: by the matrix of rights, and none where the tier has no place for the device. */
export async function pagesOpenHere(row: IssueRow, title: Title, call: Asking): Promise<OpenPages> {
  return (await placeAndPages(row, title, call)).open
}

/** The same, and whether the device in hand has a place. */
export async function placeAndPages(
  row: IssueRow,
  title: Title,
  call: Asking,
): Promise<{ place: Awaited<ReturnType<typeof takePlace>>; open: OpenPages }> {
  const place = await takePlace(call)
  return { place, open: new PagesOpened(row, place.taken ? rightTo(row, title, call).pages : 0) }
}

/**
 * What readers of the caller's kind may read, by the matrix of rights alone: for answers that all of them share. It takes
 * no place for a device, since a search is no reading.
 */
export function pagesOpenToTier(row: IssueRow, title: Title, call: Asking): OpenPages {
  return new PagesOpened(row, rightTo(row, title, call).pages)
}

/** The right to take an issue along; null where the tier has none. */
export function issueToTakeAlong(row: IssueRow, title: Title, call: Asking): OpenIssue | null {
  return rightTo(row, title, call).offline ? new WholeIssueOpened(row) : null
}

/** The right to a whole article: its pages are open, or a topic leads to it (decision 19). */
export function openArticle(
  article: { id: number | string; last_page: number; in_topic: unknown },
  open: OpenPages,
): OpenArticle | null {
  const { id, last_page, in_topic } = article
  return in_topic || last_page <= open.pages ? new ArticleOpened(open.issue, String(id)) : null
}

/** Query string that opens these pages for the caller's session, and when it ends. Seconds since 1970. */
export async function signatureFor(open: OpenPages, { house, session }: Asking): Promise<{ signature: string; until: number }> {
  const { issue, pages } = open
  const until = endOfOpening(house.now())
  const opening = { uid: issue.uid, revision: issue.revision, pages, until, session: session.id }
  return { signature: openingQuery(opening, await house.secret()), until }
}

type SignedPage = {
  uid: string
  page: number
  until: number
  pages: number
  signature: string
  v?: number | undefined
  program?: '1' | undefined
}

/**
 * The right behind a signed page address, and the row of its issue. The signature comes first: without a good one nothing
 * is looked up.
 */
export async function pageOfSignature(asked: SignedPage, asking: Asking): Promise<{ open: OpenPage; row: IssueRow }> {
  const { uid, page, pages, until, signature, v: revision = 0 } = asked
  const opening = { uid, revision, pages, until, session: asking.session.id }
  if (!isSigned(opening, signature, await asking.house.secret()))
    throw new Refusal(asked.program && asking.session.id === null ? 'not_signed_in' : 'not_entitled')
  if (until * 1000 <= asking.house.now().getTime()) throw new Refusal('address_expired')
  if (page > pages) throw new Refusal('not_entitled', 'page')
  const { row } = await findIssue(uid, asking)
  // A corrected file has replaced the issue: the pictures of the old one go.
  if (row.revision !== revision) throw new Refusal('address_expired')
  if (page > row.page_count) throw new Refusal('not_found', 'page')
  return { open: new PageOpened(row, page), row }
}
