import type { Input } from '@kiosk/api-client/call-types'
import { apiAddress } from '@kiosk/contract/route'
import { articlePicture, pageImage, pageTile, type pageWords } from '@kiosk/contract/routes'
import { IN_BUCKET } from '@kiosk/domain/reading/in-bucket'
import type { PageWidth } from '@kiosk/domain/reading/limits'
import { OF_DOWNLOAD } from '@kiosk/domain/reading/of-download'
import type { Tile } from '@kiosk/domain/reading/tiles'

/**
 * Returns the address of a page image in WebP; `signature` is the query string of the access response, which includes the
 * revision.
 */
export function imageAddress(uid: string, page: number, width: PageWidth, signature: string): string {
  return `${apiAddress(pageImage, { uid, page }, { width })}&${signature}`
}

/** Returns the address of a tile of a page. It comes from the server, like thumbnails, because it is small. */
export function tileAddress(uid: string, page: number, level: number, { column, row }: Tile, signature: string): string {
  return `${apiAddress(pageTile, { uid, page, level, column, row })}?${withImagesFromServer(signature)}`
}

/** Returns the address of a printed picture of an article on a page: of the lead picture for lists, or whole by its number. */
export function articlePictureAddress(
  uid: string,
  page: number,
  issueArticleId: string,
  signature: string,
  number?: number,
): string {
  const place = number === undefined ? '' : `number=${number}&`
  return `${apiAddress(articlePicture, { uid, page, issueArticleId })}?${place}${signature}`
}

/** Whether a signature is that of a download. */
export function isOfDownload(signature: string): boolean {
  return new URLSearchParams(signature).has(OF_DOWNLOAD)
}

/** Returns an access whose signature lets images come from the bucket; the page that shows them allows it. */
export function withImagesInBucket<A extends { signature: string }>(access: A): A {
  return { ...access, signature: `${access.signature}&${IN_BUCKET}=1` }
}

/** Returns a signature that makes images come from the server, wherever they came from before. */
export function withImagesFromServer(signature: string): string {
  return signature.replace(`&${IN_BUCKET}=1`, '')
}

/** Returns a renewed access; its images come from the same place as those of the former one. */
export function renewedLike<A extends { signature: string }>(before: A, renewed: A): A {
  return new URLSearchParams(before.signature).has(IN_BUCKET) ? withImagesInBucket(renewed) : renewed
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
