import type { Contents } from '@kiosk/domain/reading/endpoints'

/** `formerArticles` are missing in downloads of earlier versions. */
type Articles = Pick<Contents, 'articles'> & Partial<Pick<Contents, 'formerArticles'>>

/** Returns the id of the article with an id, or of the one that has its words now; null if there is none. */
export function knownArticle({ articles, formerArticles = [] }: Articles, id: string | null): string | null {
  const current = formerArticles.find((each) => each.id === id)?.article ?? id
  return current !== null && articles.some((each) => each.id === current) ? current : null
}

/**
 * Returns the page on which an article begins. For a former article, this is where its words begin now, or where it began then.
 */
export function pageOfArticle(contents: Articles, id: string | null): number | undefined {
  const known = knownArticle(contents, id)
  const former = contents.formerArticles?.find((each) => each.id === id)
  return contents.articles.find((each) => each.id === known)?.firstPage ?? former?.page
}
