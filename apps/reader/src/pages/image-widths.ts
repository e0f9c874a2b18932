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
  const needed = (options.shown * Math.min(options.density, 3)) / UNSEEN_ENLARGEMENT
  const bearable = widths.filter((width) => (width * width) / options.proportions <= MOST_PIXELS)
  const least = options.thrifty ? 0 : READING_WIDTH_PIXELS
  return bearable.find((width) => width >= needed && width >= least) ?? bearable.at(-1) ?? widths[0]!
}
