/** Payload of a push message about a new issue, shown by the reader's service worker. */
export type ReleaseMessage = {
  /** The issue; a second message about it replaces the first. */
  uid: string
  title: string
  body: string
  language: string
  /** Path of the cover; null if it is not public. */
  cover: string | null
}
