/**
 * Surrogate keys name the parts of the catalogue that a page shows, so that a publication touches only the pages that show it
 * (ADR-0257). The database makes the keys of a publication (migration 253).
 */

/** Response header with the keys of a page, separated by spaces. */
export const SURROGATE_KEY_HEADER = 'surrogate-key'
/** Key of pages that every publication touches. */
export const EVERY_PUBLICATION = 'catalogue'
/** Key of pages that no publication touches. */
export const NO_PUBLICATION = 'no-issues'

/** Key of all answers that a CDN keeps and that may change: purged when nothing else is known about a change. */
export const EVERYTHING = 'everything'

/** Key of all pages of visitors. */
export const PAGES = 'pages'

/** Key of pictures of an issue. */
export const keyOfIssue = (uid: string) => `issue-${uid}`
/** Key of pages that show issues of a title. */
export const keyOfTitle = (magazineKey: string) => `title-${magazineKey}`
/** Key of pages that show titles of a category. */
export const keyOfCategory = (uid: string) => `category-${uid}`
