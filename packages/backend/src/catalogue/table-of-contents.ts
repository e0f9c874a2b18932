type Line = { headline: string; page: number; article: string | null }
type StoredOutline = { outline: unknown; removed_pages: readonly number[]; removed_headlines: readonly string[] }
type Article = { id: number; headline: string; first_page: number }

const MOST_LINES = 60
/** The issue page shows only this many outline levels; the reader shows all. */
const DEEPEST_LEVEL = 2

/** Returns the table of contents: outline entries with the articles that they begin; the articles if there is no outline. */
export function presentContents(stored: StoredOutline, articles: readonly Article[]): Line[] {
  const entries = outlineEntries(stored).filter(({ level }) => level <= DEEPEST_LEVEL)
  const lines =
    entries.length > 0
      ? entries.map(({ headline, page }) => ({ headline, page, article: articleAt(articles, headline, page) }))
      : articles.map(({ id, headline, first_page }) => ({ headline, page: first_page, article: String(id) }))
  return lines.slice(0, MOST_LINES)
}

/** Parses the stored outline, `[{ headline, page, level }]` with level from 1, without pages and articles that are down. */
export function outlineEntries(stored: StoredOutline): { headline: string; page: number; level: number }[] {
  const { outline, removed_pages, removed_headlines } = stored
  if (!Array.isArray(outline)) return []
  return outline
    .map(({ headline, page, level }) => ({ headline: String(headline), page: Number(page), level: Number(level) }))
    .filter(({ headline, page }) => !removed_pages.includes(page) && !removed_headlines.includes(headline))
}

function articleAt(articles: readonly Article[], headline: string, page: number): string | null {
  const found = articles.find((each) => each.first_page === page && each.headline === headline)
  return found ? String(found.id) : null
}
