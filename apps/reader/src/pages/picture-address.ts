import type { PageWidth } from '@kiosk/domain/reading/terms'

/** Address of a page's picture in WebP; `signature` is the query string that the access answer gave. */
export function pictureAddress(uid: string, page: number, width: PageWidth, revision: number, signature: string): string {
  return `/api/v8/issuecontent/${encodeURIComponent(uid)}/pages/${page}/picture?width=${width}&v=${revision}&${signature}`
}

export function wordsAddress(uid: string, page: number, revision: number, signature: string): string {
  return `/api/v8/issuecontent/${encodeURIComponent(uid)}/pages/${page}/words?v=${revision}&${signature}`
}
