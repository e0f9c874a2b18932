import { CDN_CONTROL_HEADER, cacheControl, cacheHeaders } from '@kiosk/domain/cache-rules'
import { SIGNATURE_TTL_SECONDS } from '@kiosk/domain/reading/limits'
import { keyOfIssue, SURROGATE_KEY_HEADER } from '@kiosk/domain/surrogate-keys'
import { SECOND_MS } from '@kiosk/domain/time'
import type { Title } from '../catalogue/catalogue-view.ts'
import { countryVary, sharedWith } from '../catalogue/shared-pictures.ts'
import type { RequestContext } from '../http/handler.ts'
import { isEqualSecret } from '../is-equal-secret.ts'
import { keyedHash } from '../keyed-hash.ts'

/**
 * The scope of a signed page address: the first `pages` pages of one revision of an issue, until a time (seconds since
 * 1970), for one session. Addresses for visitors work for everyone, since everyone can request them.
 */
export type Opening = { uid: string; revision: number; pages: number; until: number; session: number | null }

export function sign({ uid, revision, pages, until, session }: Opening, secret: Buffer): string {
  return keyedHash(secret, `page|${uid}|${revision}|${pages}|${until}|${session ?? ''}`)
}

export function isSigned(opening: Opening, signature: string, secret: Buffer): boolean {
  return isEqualSecret(signature, sign(opening, secret))
}

/**
 * Returns the expiry of a signature issued now: between half a term and a full term away, and the same for everyone within the
 * same half term, so that browsers can cache the images. Seconds since 1970.
 */
export function endOfOpening(now: Date): number {
  const half = SIGNATURE_TTL_SECONDS / 2
  return (Math.floor(now.getTime() / 1000 / half) + 2) * half
}

/** Returns the query string to append to every page address. */
export function openingQuery(opening: Opening, secret: Buffer): string {
  const { revision, pages, until } = opening
  return new URLSearchParams({
    until: String(until),
    pages: String(pages),
    v: String(revision),
    signature: sign(opening, secret),
  }).toString()
}

/**
 * Returns the headers of a page image. A CDN may keep images that everybody, or everybody in a country, may see until their
 * address expires.
 * @param until seconds since 1970
 */
export function pictureHeaders(
  { uid, until }: { uid: string; until: number },
  title: Pick<Title, 'shownIn' | 'ageRating'>,
  req: Pick<RequestContext, 'ctx' | 'visitor'>,
): Record<string, string> {
  const { ctx } = req
  const shared = sharedWith(title, req)
  if (!ctx.sharesPages || shared === 'nobody') return pageHeaders
  const left = Math.max(0, until - Math.ceil(ctx.now().getTime() / SECOND_MS))
  return {
    ...(shared === 'all' ? cacheHeaders('sharedPage') : { ...cacheHeaders('countryPage'), ...countryVary(ctx) }),
    [CDN_CONTROL_HEADER]: `s-maxage=${left}`,
    [SURROGATE_KEY_HEADER]: keyOfIssue(uid),
  }
}

/** Cacheable by the reader's own browser until the signature expires; never by a shared cache. */
export const pageHeaders = { 'cache-control': cacheControl('signedPage') }
