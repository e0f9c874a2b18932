import type { AppContext } from '../context.ts'
import type { RequestContext } from '../http/handler.ts'
import { RESTRICTED_FROM } from './title-visibility.ts'

/** For whom a CDN may keep a picture: for everybody, for visitors with the country of the caller, or for nobody. */
export type Shared = 'all' | 'country' | 'nobody'

/**
 * Returns for whom a CDN may keep pictures of a title that the caller may see. It is `country` only if the CDN's cache key has
 * the country by which the server has decided (ADR-0316).
 */
export function sharedWith(
  { shownIn, ageRating }: { shownIn: readonly string[] | null; ageRating: number },
  { ctx, visitor }: Pick<RequestContext, 'ctx' | 'visitor'>,
): Shared {
  if (ageRating >= RESTRICTED_FROM) return 'nobody'
  if (!shownIn) return 'all'
  const { country, countryInHeader } = visitor
  const isKnown = ctx.cdnCountryHeader !== null && countryInHeader !== undefined && countryInHeader === country
  return isKnown && shownIn.includes(country) ? 'country' : 'nobody'
}

/**
 * Returns the `Vary` of a picture that is not for every country, so that a CDN does not send it to other countries; empty without
 * such a CDN.
 */
export function countryVary({ cdnCountryHeader }: Pick<AppContext, 'cdnCountryHeader'>): Record<string, string> {
  return cdnCountryHeader === null ? {} : { vary: cdnCountryHeader }
}
