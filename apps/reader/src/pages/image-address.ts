import type { Input } from '@kiosk/api-client/call-types'
import { apiAddress } from '@kiosk/contract/route'
import { pageImage, type pageWords } from '@kiosk/contract/routes'
import type { PageWidth } from '@kiosk/domain/reading/limits'

/**
 * Returns the address of a page image in WebP; `signature` is the query string of the access response, which includes the
 * revision.
 */
export function imageAddress(uid: string, page: number, width: PageWidth, signature: string): string {
  return `${apiAddress(pageImage, { uid, page }, { width })}&${signature}`
}

/** Converts a signature to the query parameters of an API call. */
export function signatureQuery(signature: string): Input<typeof pageWords>['query'] {
  return Object.fromEntries(new URLSearchParams(signature)) as Input<typeof pageWords>['query']
}

/** Returns the revision in a signature; null if it has none. */
export function revisionOf(signature: string): number | null {
  const revision = new URLSearchParams(signature).get('v')
  return revision && /^\d+$/.test(revision) ? Number(revision) : null
}
