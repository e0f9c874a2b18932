import type { Contents } from '@kiosk/domain/reading/endpoints'

export type PageOf = Contents['pages'][number]

/** Returns the width of pages side by side, of height 1. */
export const widthsOf = (pages: readonly PageOf[]) => pages.reduce((sum, page) => sum + page.width / page.height, 0)
export const proportionsOf = (pages: readonly PageOf[]) => widthsOf(pages) || 0.7

/** Converts a box of one page to fractions of the whole slide. */
export function boxInSpread(
  [x, y, width, height]: readonly [number, number, number, number],
  page: number,
  pages: readonly PageOf[],
) {
  const all = widthsOf(pages)
  const left = widthsOf(pages.filter((each) => each.number < page))
  const own = widthsOf(pages.filter((each) => each.number === page))
  return { x: (left + x * own) / all, y, width: (width * own) / all, height }
}
