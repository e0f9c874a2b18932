import { articleLanguage } from '@kiosk/domain/reading/article-language'
import { type Contents, contents as declared } from '@kiosk/domain/reading/endpoints'
import type { Title } from '../catalogue/catalogue-view.ts'
import { detailLine, presentCover } from '../catalogue/present-issue.ts'
import type { Region } from '../catalogue/published-article.ts'
import type { IssueRow } from '../catalogue/queries.ts'
import { outlineEntries } from '../catalogue/table-of-contents.ts'
import { findIssue } from '../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { teasersOf } from './page-text.ts'
import { contentsOfIssue } from './queries.ts'

export const contents = defineHandler(declared, 'catalogue', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  return contentsOf(row, title, call)
})

/** Returns the layout data of an issue for the reader, in the caller's language. */
export async function contentsOf(row: IssueRow, title: Title, call: RequestContext): Promise<Contents> {
  const { db } = call.ctx
  const [{ pages, articles, former_articles, text_layer, ...stored }, teasers] = await Promise.all([
    contentsOfIssue(db, row.id),
    teasersOf(db, row.id),
  ])
  const { coverURL, coverColour } = presentCover(row)
  return {
    uid: row.uid,
    revision: row.revision,
    titleLine: title.name,
    detailLine: detailLine(row, call),
    language: row.language,
    magazineKey: title.key,
    kind: title.kind,
    textLayer: text_layer as Contents['textLayer'],
    coverURL,
    coverColour,
    pages: pages.map(({ read_by_machine, ...page }) => ({ ...page, ...(read_by_machine && { readByMachine: true as const }) })),
    outline: outlineEntries(stored),
    articles: articles.map(({ id, headline, byline, first_page, last_page, regions, picture, language }) => ({
      id: String(id),
      headline,
      byline,
      teaser: teasers.get(id) ?? '',
      firstPage: first_page,
      lastPage: last_page,
      regions: regions as Contents['articles'][number]['regions'],
      ...ownLanguage(language, row.language),
      ...shownPicture(picture as unknown as Region | null, row),
    })),
    formerArticles: former_articles.map(({ id, article_id, page }) => ({
      id: String(id),
      article: article_id === null ? null : String(article_id),
      page,
    })),
  }
}

function ownLanguage(found: string | null, ofIssue: string): { language?: string } {
  const language = articleLanguage(found, ofIssue)
  return language === ofIssue ? {} : { language }
}

/** The picture of an article, unless its page was taken down. */
function shownPicture(picture: Region | null, { removed_pages }: IssueRow): { picture?: Region } {
  return picture && !removed_pages.includes(picture.page) ? { picture } : {}
}
