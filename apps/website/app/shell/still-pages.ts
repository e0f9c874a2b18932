import type { Page } from '@kiosk/domain/addresses'

/** Pages that framework scripts make better. All others are still: a few inline lines do what the shell needs (decision 29). */
const livelyPages: ReadonlySet<Page | null> = new Set<Page>([
  'home',
  'catalogue',
  'issue',
  'login',
  'register',
  'acceptTerms',
  'newPassword',
  'verify',
  'account',
  'devices',
  'promoCode',
  'linkInBio',
  'feedback',
  'currentSubscription',
  'paymentOverview',
  'paymentSuccess',
  'paymentSuccessRegistration',
])

/**
 * Lively pages that come with something that only a document brings: a policy that allows what no other page may load, or
 * a script of their own.
 */
const ownDocuments: ReadonlySet<Page | null> = new Set<Page>(['paymentOverview', 'login'])

export function isStillPage(page: Page | null): boolean {
  return !livelyPages.has(page)
}

/** Pages that the browser opens, never the router: they have no framework script, or need a document of their own. */
export function opensAsDocument(page: Page | null): boolean {
  return isStillPage(page) || ownDocuments.has(page)
}
