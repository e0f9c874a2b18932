import { MINUTE_SECONDS } from '../time.ts'

/** Available widths of a page image; the reading width is rendered at import, the others on the first request. Pixels. */
export const PAGE_WIDTHS_PIXELS = [160, 720, 1240, 1860, 2480] as const
export type PageWidth = (typeof PAGE_WIDTHS_PIXELS)[number]
export const READING_WIDTH_PIXELS = 1240 satisfies PageWidth
export const THUMBNAIL_WIDTH_PIXELS = 160 satisfies PageWidth
/** Size of the picture of an article in the list of articles, for screens with two device pixels per CSS pixel. */
export const ARTICLE_PICTURE_PIXELS = { width: 240, height: 160 } as const
/**
 * Maximum width of a picture in an article, for two device pixels per CSS pixel in the widest column. It is cut out of the
 * narrowest image of the page that is sharp enough, or out of the widest.
 */
export const ARTICLE_FIGURE_PIXELS = 1440
export const MOST_PICTURES_OF_ARTICLE = 100
export const PAGE_FORMATS = ['webp', 'avif'] as const

/** Maximum number of pages that a search in an issue lists, and of hits that it marks on each. */
export const PAGES_OF_SEARCH_IN_ISSUE = 100
export const MARKS_OF_PAGE = 200

/** Longest note of a bookmark. */
export const LONGEST_NOTE_CHARACTERS = 2000

/** Lifetime of a signed page address. */
export const SIGNATURE_TTL_SECONDS = 30 * MINUTE_SECONDS

/** Time that a device may stay offline before it must sync; the paid period may end sooner. */
export const OFFLINE_TTL_DAYS = 30
/** Maximum devices per account with Web Push; another device replaces the oldest. */
export const PUSH_DEVICES = 10

/** Widths for downloads: the reading width, and a smaller one for saving data. */
export const OFFLINE_WIDTHS_PIXELS = [720, READING_WIDTH_PIXELS] as const satisfies readonly PageWidth[]
export type OfflineWidth = (typeof OFFLINE_WIDTHS_PIXELS)[number]
