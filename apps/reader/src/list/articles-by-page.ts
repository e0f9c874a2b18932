import type { Contents } from '@kiosk/domain/reading/endpoints'

type Article = Pick<Contents['articles'][number], 'id' | 'firstPage' | 'lastPage'>
/** The articles that begin on a page; `open`: the page may be read. */
export type PageOfArticles<A extends Article> = { page: number; open: boolean; articles: (A & { open: boolean })[] }

/**
 * Groups articles by the page on which they begin, in order; the front page is included even without articles. An article is open
 * if all its pages are, as in the API (ADR-0172).
 */
export function articlesByPage<A extends Article>(articles: readonly A[], pagesOpen: number): PageOfArticles<A>[] {
  const pages = new Map<number, PageOfArticles<A>>([[1, { page: 1, open: pagesOpen > 0, articles: [] }]])
  for (const article of articles.toSorted((one, other) => one.firstPage - other.firstPage)) {
    const page = article.firstPage
    const found = pages.get(page) ?? { page, open: page <= pagesOpen, articles: [] }
    found.articles.push({ ...article, open: article.lastPage <= pagesOpen })
    pages.set(page, found)
  }
  return [...pages.values()]
}
