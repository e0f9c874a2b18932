/** Widths in pixels in which a page picture exists; the reading width is made at import, the others when first asked for. */
export const PAGE_WIDTHS = [160, 720, 1240, 1860, 2480] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]
export const READING_WIDTH = 1240 satisfies PageWidth
export const THUMBNAIL_WIDTH = 160 satisfies PageWidth
export const PAGE_FORMATS = ['webp', 'avif'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]

/** How long a signed page address holds. Seconds. */
export const SIGNATURE_TERM = 30 * 60

/** How long a device may read an issue without a network before it has to ask again; the paid period may end sooner. Days. */
export const OFFLINE_TERM = 30
/** Devices of one account that are told of new issues by Web Push; one more takes the place of the oldest. */
export const PUSH_DEVICES = 10

/** Widths in which the pages of an issue travel along: the reading width, and a smaller one for thrifty lines. */
export const OFFLINE_WIDTHS = [720, READING_WIDTH] as const satisfies readonly PageWidth[]
export type OfflineWidth = (typeof OFFLINE_WIDTHS)[number]
