/** What a push message of a new issue says; the worker of the reader shows it. */
export type ReleaseMessage = {
  /** The issue; a second message of it takes the place of the first. */
  uid: string
  title: string
  body: string
  language: string
  /** Path of the cover; null where not everybody may see it. */
  cover: string | null
}
