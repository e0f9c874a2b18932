import type { PageWidth } from '@kiosk/domain/reading/terms'

/** Address of a page's picture in WebP; `signature` is the query string that the access answer gave, revision included. */
export function pictureAddress(uid: string, page: number, width: PageWidth, signature: string): string {
  return `/api/v8/issuecontent/${encodeURIComponent(uid)}/pages/${page}/picture?width=${width}&${signature}`
}

export function wordsAddress(uid: string, page: number, signature: string): string {
  return `/api/v8/issuecontent/${encodeURIComponent(uid)}/pages/${page}/words?${signature}`
}

/** The revision that a signature opens, or null where it names none. */
export function revisionOf(signature: string): number | null {
  const revision = new URLSearchParams(signature).get('v')
  return revision && /^\d+$/.test(revision) ? Number(revision) : null
}
