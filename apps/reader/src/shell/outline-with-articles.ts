import type { Contents } from '@kiosk/domain/reading/endpoints'

type Article = Contents['articles'][number]
type Entry = { headline: string; page: number; level: number; article: Article | null }

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]+/gu, '')

/** Merges outline and articles: adds the articles to their entries, and articles without an entry at their pages. */
export function outlineWithArticles({ outline, articles }: Pick<Contents, 'outline' | 'articles'>): Entry[] {
  const left = [...articles]
  const take = (headline: string, page: number): Article | null => {
    const [searched, same] = [plain(headline), (a: string, b: string) => a === b || (b.length > 7 && a.startsWith(b))]
    const at = left.findIndex(
      (each) => each.firstPage === page && (same(searched, plain(each.headline)) || same(plain(each.headline), searched)),
    )
    return at < 0 ? null : left.splice(at, 1)[0]!
  }
  const named = outline.map(
    ({ headline, page, level }): Entry => ({
      headline,
      page,
      level: Math.min(3, Math.max(1, level)),
      article: take(headline, page),
    }),
  )
  for (const article of left) {
    const after = named.findLastIndex((entry) => entry.page <= article.firstPage)
    named.splice(after + 1, 0, { headline: article.headline, page: article.firstPage, level: 1, article })
  }
  return named
}
