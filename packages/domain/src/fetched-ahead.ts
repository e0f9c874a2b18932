import type { Page } from './addresses.ts'

/** Pages that only read and are likely next: a browser may render them before they are opened (ADR-0276). */
export const RENDERED_AHEAD: readonly Page[] = ['home', 'catalogue', 'title', 'issue', 'topic']
/** Texts, which are seldom the next page: only their HTML is loaded before they are opened. */
export const LOADED_AHEAD: readonly Page[] = [
  'features',
  'about',
  'faq',
  'privacy',
  'thirdParty',
  'terms',
  'previousTerms',
  'imprint',
  'press',
  'marketing',
  'accessibility',
  'linkInBio',
  'feedback',
]

/** Returns whether this page is the same if nobody has opened it yet. */
export function isSameAhead(page: Page | null): boolean {
  return page !== null && (RENDERED_AHEAD.includes(page) || LOADED_AHEAD.includes(page))
}

const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-moz'] as const

/**
 * Returns whether a browser only prefetches or prerenders: the user has not opened the page yet. Requests of a prerendered page
 * say so, too.
 */
export function isFetchedAhead(headers: Headers | Readonly<Record<string, string | string[] | undefined>>): boolean {
  const fieldOf = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])
  return PURPOSE_HEADERS.some((name) => {
    const purpose = fieldOf(name)
    return typeof purpose === 'string' && /prefetch|prerender|preview/.test(purpose)
  })
}
