import type { Page } from '../addresses.ts'
import { pageAt } from '../page-at.ts'
import { MINUTE_MS } from '../time.ts'

/** Longest time for which a reader lets the staff look at the account. The table does not allow a longer one (migration 200). */
export const SUPPORT_GRANT_MS = 30 * MINUTE_MS

/** Number of views listed on the reader's security page and on the reader's page at the desk. */
export const SHOWN_VIEWS = 20

/** Prefix of the pages of a support view; then the number of the account, and the path on the website. */
export const VIEW_PATH = '/desk/view/'

/**
 * The only pages that a support view shows. Payment, checkout, invoices, security, tokens and the export are not among them.
 * Their API calls are declared with `inSupportView`.
 */
export const VIEWABLE_PAGES: ReadonlySet<Page> = new Set<Page>([
  'home',
  'catalogue',
  'issue',
  'currentIssue',
  'title',
  'faq',
  'about',
  'features',
  'imprint',
  'privacy',
  'terms',
  'accessibility',
  'shelf',
  'bookmarks',
  'history',
  'searches',
  'archive',
  'account',
  'devices',
])

/** Returns whether a support view shows the page at a path of the website. */
export function isViewable(pathname: string): boolean {
  const page = pageAt(pathname)
  return page !== null && VIEWABLE_PAGES.has(page)
}
