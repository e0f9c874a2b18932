import { ARTICLE_FIGURE_PIXELS, PAGE_WIDTHS_PIXELS, type PageWidth, READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import type { Region } from '../catalogue/published-article.ts'

/** Returns the width of the page image out of which a picture is cut for an article. */
export function pageWidthFor({ width }: Region): PageWidth {
  const wide = PAGE_WIDTHS_PIXELS.filter((each) => each >= READING_WIDTH_PIXELS)
  return wide.find((each) => each * width >= ARTICLE_FIGURE_PIXELS) ?? wide.at(-1)!
}

/** Returns the size of a picture in an article; `page` in any unit. */
export function figurePixels(region: Region, page: { width: number; height: number }): { width: number; height: number } {
  const width = Math.max(1, Math.min(ARTICLE_FIGURE_PIXELS, Math.round(region.width * pageWidthFor(region))))
  const ratio = (region.height * page.height) / (region.width * page.width)
  return { width, height: Math.max(1, Math.round(width * ratio)) }
}
