import type { Input } from '@kiosk/api-client/call-types'
import { apiAddress } from '@kiosk/contract/route'
import { articlePicture, pageImage, type pageWords } from '@kiosk/contract/routes'
import type { PageWidth } from '@kiosk/domain/reading/limits'
import { OF_DOWNLOAD } from '@kiosk/domain/reading/of-download'

/**
 * Returns the address of a page image in WebP; `signature` is the query string of the access response, which includes the
 * revision.
 */
export function imageAddress(uid: string, page: number, width: PageWidth, signature: string): string {
  return `${apiAddress(pageImage, { uid, page }, { width })}&${signature}`
}

/** Returns the address of the printed picture of an article on a page. */
export function articlePictureAddress(uid: string, page: number, issueArticleId: string, signature: string): string {
  return `${apiAddress(articlePicture, { uid, page, issueArticleId })}?${signature}`
}

/** Whether a signature is that of a download. */
export function isOfDownload(signature: string): boolean {
  return new URLSearchParams(signature).has(OF_DOWNLOAD)
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
