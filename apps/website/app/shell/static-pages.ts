import type { Page } from '@kiosk/domain/addresses'

/** Pages with framework scripts. All others are static, with a few inline lines for the shell (ADR-0174). */
const scriptedPages: ReadonlySet<Page | null> = new Set<Page>([
  'login',
  'register',
  'acceptTerms',
  'newPassword',
  'verify',
  'account',
  'devices',
  'currentSubscription',
  'paymentOverview',
  'paymentSuccess',
  'paymentSuccessRegistration',
])

/** Pages with framework scripts that need a full page load, because their content security policy or script differs. */
const ownDocuments: ReadonlySet<Page | null> = new Set<Page>(['paymentOverview', 'login'])

export function isStaticPage(page: Page | null): boolean {
  return !scriptedPages.has(page)
}

/** Returns whether a page needs a full page load: it has no framework script, or a document of its own. */
export function opensAsDocument(page: Page | null): boolean {
  return isStaticPage(page) || ownDocuments.has(page)
}
