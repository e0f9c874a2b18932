import { ApiError } from '@kiosk/domain/errors'
import type { Title } from '../catalogue/catalogue-view.ts'
import type { IssueRow } from '../catalogue/queries.ts'
import { findIssue } from '../catalogue/viewer-catalogue.ts'
import type { RequestContext } from '../http/handler.ts'
import { endOfOpening, isSigned, openingQuery } from './access-signature.ts'
import { takePlace } from './device-limit.ts'
import { rightTo } from './reading-rights.ts'

// The only file that creates rights to pages. Functions that read page contents take one of these values as a parameter, so code
// that never checked the rights matrix has nothing to pass. The classes are not exported, their protected fields prevent
// structural look-alikes, and architecture.test.ts forbids casts.

/** Identifies the text, words and images of an issue. */
export type ReadableIssue = Pick<
  IssueRow,
  'id' | 'uid' | 'revision' | 'files_revision' | 'text_version' | 'removed_pages' | 'page_count' | 'language'
>

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
  /** Number of open pages, from the first one on; 0 = none. */
  readonly pages: number
  constructor(issue: ReadableIssue, pages: number) {
    this.issue = issue
    this.pages = Math.min(pages, issue.page_count)
  }
  /** The right to one page; null if it is closed or does not exist. */
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
/** The right to download a whole issue: all pages and articles. */
export type OpenIssue = WholeIssueOpened
/** The right to read one whole article. */
export type OpenArticle = ArticleOpened

/** Returns the caller's current rights: those of the rights matrix, or none if the device is beyond the limit of the tier. */
export async function pagesOpenHere(row: IssueRow, title: Title, call: RequestContext): Promise<OpenPages> {
  return (await placeAndPages(row, title, call)).open
}

/** Returns the same, and whether the current device is within the limit. */
export async function placeAndPages(
  row: IssueRow,
  title: Title,
  call: RequestContext,
): Promise<{ place: Awaited<ReturnType<typeof takePlace>>; open: OpenPages }> {
  const place = await takePlace(call)
  return { place, open: new PagesOpened(row, place.taken ? rightTo(row, title, call).pages : 0) }
}

/**
 * Returns the rights from the matrix alone, for responses shared by all readers of this kind. Reserves no device place, since
 * searching is not reading.
 */
export function pagesOpenToTier(row: IssueRow, title: Title, call: RequestContext): OpenPages {
  return new PagesOpened(row, rightTo(row, title, call).pages)
}

/** Returns the right to download an issue; null if the tier does not include it. */
export function issueToTakeAlong(row: IssueRow, title: Title, call: RequestContext): OpenIssue | null {
  return rightTo(row, title, call).offline ? new WholeIssueOpened(row) : null
}

/** Returns the right to a whole article: its pages are open, or a topic links to it (ADR-0172). */
export function openArticle(
  article: { id: number | string; last_page: number; in_topic: unknown },
  open: OpenPages,
): OpenArticle | null {
  const { id, last_page, in_topic } = article
  return in_topic || last_page <= open.pages ? new ArticleOpened(open.issue, String(id)) : null
}

/**
 * Returns the session for which an address is signed; null with a CDN, where readers with the same right share addresses
 * (ADR-0273).
 */
function sessionOfAddress({ ctx, session }: RequestContext): number | null {
  return ctx.sharesPages ? null : session.id
}

/** Returns a query string that opens these pages for the caller, and its expiry. Seconds since 1970. */
export async function signatureFor(open: OpenPages, req: RequestContext): Promise<{ signature: string; until: number }> {
  const { issue, pages } = open
  const { ctx } = req
  const until = endOfOpening(ctx.now())
  const opening = { uid: issue.uid, revision: issue.revision, pages, until, session: sessionOfAddress(req) }
  return { signature: openingQuery(opening, await ctx.secret()), until }
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
 * Returns the right behind a signed page address, and the issue's row and title. The signature is checked first: nothing is queried
 * without a valid one.
 */
export async function pageOfSignature(
  requested: SignedPage,
  req: RequestContext,
): Promise<{ open: OpenPage; row: IssueRow; title: Title }> {
  const { uid, page, pages, until, signature, v: revision = 0 } = requested
  const secret = await req.ctx.secret()
  // Signed for this session, or for none: while `CDN` is being set on one server after the other, servers sign both ways.
  const isValid = [req.session.id, null].some((session) => isSigned({ uid, revision, pages, until, session }, signature, secret))
  if (!isValid) throw new ApiError(requested.program && req.session.id === null ? 'not_signed_in' : 'not_entitled')
  if (until * 1000 <= req.ctx.now().getTime()) throw new ApiError('address_expired')
  if (page > pages) throw new ApiError('not_entitled', 'page')
  const { row, title } = await findIssue(uid, req)
  // A corrected file has replaced the issue, and the old images are deleted.
  if (row.revision !== revision) throw new ApiError('address_expired')
  if (page > row.page_count) throw new ApiError('not_found', 'page')
  return { open: new PageOpened(row, page), row, title }
}

/**
 * Returns the title of a page whose image has just been made. With a CDN, throws like {@link pageOfSignature} if the page was
 * taken down in the meantime: the CDN was already purged and would keep the image.
 */
export async function titleAfterRendering(requested: SignedPage, title: Title, req: RequestContext): Promise<Title> {
  return req.ctx.sharesPages ? (await pageOfSignature(requested, req)).title : title
}
