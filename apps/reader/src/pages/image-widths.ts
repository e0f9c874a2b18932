import { PAGE_WIDTHS_PIXELS, type PageWidth, READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'

const widths = PAGE_WIDTHS_PIXELS.filter((width) => width !== THUMBNAIL_WIDTH_PIXELS)
/** Enlargement up to which an image still looks sharp. */
const UNSEEN_ENLARGEMENT = 1.12
/** Maximum decoded pixels of one image: with four bytes each 48 MB, of which phones can hold a few. */
export const MOST_PIXELS = 12_000_000

/**
 * Returns the available width at which a page is sharp. `shown`: width of the page on the screen in CSS pixels, zoom
 * included; `proportions`: width / height; `density`: device pixels per CSS pixel. It is at least the reading width, which
 * is rendered at import, except for `thrifty`, on slow or metered connections.
 */
export function imageWidth(options: { shown: number; density: number; proportions: number; thrifty?: boolean }): PageWidth {
  const needed = neededWidth(options.shown, options.density)
  const bearable = bearableWidths(options.proportions)
  const least = options.thrifty ? 0 : READING_WIDTH_PIXELS
  return bearable.find((width) => width >= needed && width >= least) ?? bearable.at(-1) ?? widths[0]!
}

/** Returns the width in pixels at which a page looks sharp; parameters as of `imageWidth`. */
export function neededWidth(shown: number, density: number): number {
  return (shown * Math.min(density, 3)) / UNSEEN_ENLARGEMENT
}

/** Returns the width of the sharpest image of a page; beyond it, there are tiles. */
export function widestImage(proportions: number): PageWidth {
  return bearableWidths(proportions).at(-1) ?? widths[0]!
}

const bearableWidths = (proportions: number) => widths.filter((width) => (width * width) / proportions <= MOST_PIXELS)
