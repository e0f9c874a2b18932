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
  'feedback',
])

export function isStillPage(page: Page | null): boolean {
  return !livelyPages.has(page)
}
