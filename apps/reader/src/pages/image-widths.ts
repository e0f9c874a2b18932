import { PAGE_WIDTHS, type PageWidth, READING_WIDTH, THUMBNAIL_WIDTH } from '@kiosk/domain/reading/limits'

const widths = PAGE_WIDTHS.filter((width) => width !== THUMBNAIL_WIDTH)
/** An image enlarged by less than this factor still looks sharp. */
const UNSEEN_ENLARGEMENT = 1.12
/** Maximum decoded pixels of one image: at four bytes each 48 MB, of which phones can hold a few. */
export const MOST_PIXELS = 12_000_000

/**
 * The stored width that shows a page sharply. `shown`: width of the page on the screen in CSS pixels, zoom included;
 * `proportions`: width / height; `density`: device pixels per CSS pixel. At least the reading width, which is rendered at
 * import, unless `thrifty`: on slow or metered connections.
 */
export function imageWidth(options: { shown: number; density: number; proportions: number; thrifty?: boolean }): PageWidth {
  const wanted = (options.shown * Math.min(options.density, 3)) / UNSEEN_ENLARGEMENT
  const bearable = widths.filter((width) => (width * width) / options.proportions <= MOST_PIXELS)
  const least = options.thrifty ? 0 : READING_WIDTH
  return bearable.find((width) => width >= wanted && width >= least) ?? bearable.at(-1) ?? widths[0]!
}
