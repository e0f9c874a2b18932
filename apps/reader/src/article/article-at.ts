import type { Contents } from '@kiosk/domain/reading/endpoints'

type Articles = Pick<Contents['articles'][number], 'id' | 'regions'>

/**
 * Returns the id of the article at a point of a page (in fractions of it); null outside articles. The smallest of
 * overlapping regions wins.
 */
export function articleAt(articles: readonly Articles[], page: number, point: { x: number; y: number }): string | null {
  let found: { id: string; area: number } | null = null
  for (const { id, regions } of articles) {
    for (const { page: on, x, y, width, height } of regions) {
      const within = on === page && point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
      if (within && (!found || width * height < found.area)) found = { id, area: width * height }
    }
  }
  return found?.id ?? null
}

/** Returns the articles on the given pages. */
export const articlesOn = <Article extends Articles>(articles: readonly Article[], pages: readonly number[]): Article[] =>
  articles.filter(({ regions }) => regions.some(({ page }) => pages.includes(page)))
