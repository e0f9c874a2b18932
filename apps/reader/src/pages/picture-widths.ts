import { PAGE_WIDTHS, type PageWidth, READING_WIDTH, THUMBNAIL_WIDTH } from '@kiosk/domain/reading/terms'

const widths = PAGE_WIDTHS.filter((width) => width !== THUMBNAIL_WIDTH)
/** A picture enlarged by less than this still looks sharp. */
const UNSEEN_ENLARGEMENT = 1.12
/** Decoded pixels of one picture: four bytes each, so 48 MB, of which phones bear a few. */
export const MOST_PIXELS = 12_000_000

/**
 * The kept width that shows a page sharply. `shown`: width of the page on the screen in CSS pixels, enlargement included;
 * `proportions`: width / height; `density`: device pixels a CSS pixel. Never below the reading width, which lies ready on
 * the server since the import, unless `thrifty`: on slow or metered lines.
 */
export function pictureWidth(given: { shown: number; density: number; proportions: number; thrifty?: boolean }): PageWidth {
  const wanted = (given.shown * Math.min(given.density, 3)) / UNSEEN_ENLARGEMENT
  const bearable = widths.filter((width) => (width * width) / given.proportions <= MOST_PIXELS)
  const least = given.thrifty ? 0 : READING_WIDTH
  return bearable.find((width) => width >= wanted && width >= least) ?? bearable.at(-1) ?? widths[0]!
}
