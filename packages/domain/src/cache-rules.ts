import { SIGNATURE_TTL_SECONDS } from './reading/limits.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, YEAR_SECONDS } from './time.ts'

/**
 * Who may keep an answer, for how long, and under which key (ADR-0305). Every `Cache-Control` of the newsstand comes from here;
 * `docs/cdn.md` shows the table, and a test compares it with the answers.
 */
export type CacheRule = {
  /** The answers with this rule, for the documentation. */
  readonly answers: string
  /** `Cache-Control`. */
  readonly control: string
  /**
   * What a CDN does: it keeps the answer as long as `control` lets browsers keep it, never keeps it, or keeps it for
   * `freshSeconds` and for another `staleSeconds` while it fetches it again.
   */
  readonly cdn: 'as browsers' | 'never' | { readonly freshSeconds: number; readonly staleSeconds: number }
  /** What the answer depends on. */
  readonly key: string
}

const lasting = (seconds: number) => `max-age=${seconds}, immutable`
const SHORT_SECONDS = 5 * MINUTE_SECONDS

const rule = (answers: string, control: string, cdn: CacheRule['cdn'], key: string): CacheRule => ({ answers, control, cdn, key })

/** Together with the age of a page in its server this limits the age of pages to a minute, so that offers end on time. */
export const PAGE_AT_CDN = { freshSeconds: MINUTE_SECONDS - 1, staleSeconds: 1 } as const

/** How long a browser reuses a redirect to an address of the bucket, which is valid for a minute. */
const MOVED_SECONDS = 50

export const CACHE_RULES = {
  visitorPage: rule(
    'pages of visitors without a session that are complete and set no cookie',
    'public, no-cache',
    PAGE_AT_CDN,
    'address, market, language, look (theme, consents, kind of device), encoding',
  ),
  incompletePage: rule(
    'incomplete pages, pages of readers whose account no response names, the web reader, and search suggestions',
    'private, no-cache',
    'never',
    'browser',
  ),
  personal: rule('pages and calls of a session, and what the desk shows', 'private, no-store', 'never', 'nobody'),
  nothing: rule(
    'errors, redirects, health checks, data of pages (`.data`) without a session, pages with tokens in their address',
    'no-store',
    'never',
    'nobody',
  ),
  catalogueCall: rule(
    'API calls whose answer is the same for all readers of a kind; every use is revalidated by its ETag',
    'public, no-cache',
    'never',
    'address, market, language, plan, token, origin',
  ),
  limitedCall: rule('such calls for a client that has exceeded a limit', 'private, no-cache', 'never', 'browser'),
  hashedFile: rule(
    'files with a hash in their name, dictionaries',
    `public, ${lasting(YEAR_SECONDS)}`,
    'as browsers',
    'address, encoding',
  ),
  file: rule(
    'other files, pictures of advertisements, speculation rules, security.txt, manifest',
    `public, max-age=${HOUR_SECONDS}`,
    'as browsers',
    'address, encoding',
  ),
  apiDescription: rule('description of the API', `public, max-age=${SHORT_SECONDS}`, 'as browsers', 'address, encoding'),
  cover: rule('covers with their revision and format', `public, ${lasting(YEAR_SECONDS)}`, 'as browsers', 'address'),
  currentCover: rule(
    'covers with a format, without their revision',
    `public, max-age=${SHORT_SECONDS}`,
    'as browsers',
    'address',
  ),
  negotiatedCover: rule(
    'covers with their revision, in a format by Accept',
    `public, ${lasting(YEAR_SECONDS)}`,
    'never',
    'address, Accept',
  ),
  negotiatedCurrentCover: rule(
    'covers without revision and format',
    `public, max-age=${SHORT_SECONDS}`,
    'never',
    'address, Accept',
  ),
  restrictedCover: rule(
    'covers that are not for every country and age, with their revision',
    `private, ${lasting(YEAR_SECONDS)}`,
    'never',
    'browser',
  ),
  restrictedCurrentCover: rule('the same without their revision', `private, max-age=${SHORT_SECONDS}`, 'never', 'browser'),
  countryCover: rule(
    'covers that are not for every country but for every age, with revision and format, if a CDN with `Vary` (Varnish, Fastly) names the country',
    `private, ${lasting(YEAR_SECONDS)}`,
    { freshSeconds: DAY_SECONDS, staleSeconds: 1 },
    'address, country',
  ),
  currentCountryCover: rule(
    'the same without their revision',
    `private, max-age=${SHORT_SECONDS}`,
    { freshSeconds: SHORT_SECONDS, staleSeconds: 1 },
    'address, country',
  ),
  missingCover: rule(
    'the picture in place of a cover that does not exist',
    `public, max-age=${MINUTE_SECONDS}`,
    'never',
    'address',
  ),
  hiddenCover: rule('the same, if others may see the cover', `private, max-age=${MINUTE_SECONDS}`, 'never', 'browser'),
  coverSubstitute: rule(
    'WebP in place of an AVIF cover that is being rendered, a cover that changed in the meantime',
    'private, no-store',
    'never',
    'nobody',
  ),
  signedPage: rule(
    'images, tiles and words of pages, pictures of articles, with a signed address',
    `private, ${lasting(SIGNATURE_TTL_SECONDS)}`,
    'never',
    'browser',
  ),
  sharedPage: rule(
    'the same with a CDN, if the title is for every country and age: images only',
    `public, ${lasting(SIGNATURE_TTL_SECONDS)}`,
    { freshSeconds: SIGNATURE_TTL_SECONDS, staleSeconds: 0 },
    'address: issue, revision, number of open pages, half hour, page, width and format or tile',
  ),
  countryPage: rule(
    'the same, if the title is for every age and a CDN with `Vary` (Varnish, Fastly) names a country that it is for',
    `private, ${lasting(SIGNATURE_TTL_SECONDS)}`,
    { freshSeconds: SIGNATURE_TTL_SECONDS, staleSeconds: 0 },
    'as before, country',
  ),
  epub: rule('issues as EPUB; every use asks again, with the ETag', 'private, no-cache', 'never', 'browser'),
  movedPage: rule(
    'a redirect to the image of a page in the bucket (`S3_PUBLIC_URL`)',
    `private, max-age=${MOVED_SECONDS}`,
    'never',
    'browser',
  ),
  pageSubstitute: rule(
    'another image in place of one that is not rendered',
    `private, max-age=${MINUTE_SECONDS}`,
    'never',
    'browser',
  ),
  draftPicture: rule(
    'pictures of drafts and corrections at the desk',
    `private, max-age=${10 * MINUTE_SECONDS}`,
    'never',
    'browser',
  ),
  contentPicture: rule('pictures of texts of the operator', `public, max-age=${DAY_SECONDS}`, 'as browsers', 'address'),
  feed: rule('feeds and OPDS', `private, max-age=${SHORT_SECONDS}`, 'never', 'browser'),
  worker: rule('the service worker', 'no-cache', 'never', 'address'),
} as const satisfies Record<string, CacheRule>

export type CacheRuleName = keyof typeof CACHE_RULES

/** Returns the `Cache-Control` of an answer. */
export function cacheControl(name: CacheRuleName): string {
  return CACHE_RULES[name].control
}

/** Header for CDNs only (RFC 9213), in place of `Cache-Control`. */
export const CDN_CONTROL_HEADER = 'cdn-cache-control'

/**
 * Returns the headers of an answer, with one for CDNs if they are told something other than browsers. The server decides how long
 * a CDN keeps a page of visitors (`apps/server/src/http/cdn-headers.ts`).
 */
export function cacheHeaders(name: CacheRuleName): Record<string, string> {
  const { control, cdn }: CacheRule = CACHE_RULES[name]
  const told = cdnControl(control, cdn)
  return { 'cache-control': control, ...(told && { [CDN_CONTROL_HEADER]: told }) }
}

function cdnControl(control: string, cdn: CacheRule['cdn']): string | null {
  if (cdn === 'never') return control.startsWith('public, max-age') ? 'no-store' : null
  if (cdn === 'as browsers' || control.startsWith('public')) return null
  return `s-maxage=${cdn.freshSeconds}, stale-while-revalidate=${cdn.staleSeconds}`
}
