/** Widths in pixels in which a page picture exists; the reading width is made at import, the others when first asked for. */
export const PAGE_WIDTHS = [160, 720, 1240, 1860, 2480] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]
export const READING_WIDTH = 1240 satisfies PageWidth
export const THUMBNAIL_WIDTH = 160 satisfies PageWidth
export const PAGE_FORMATS = ['webp', 'avif'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]

/** How long a signed page address holds. Seconds. */
export const SIGNATURE_TERM = 30 * 60
