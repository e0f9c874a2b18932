import { ApiError } from '@kiosk/domain/errors'
import { articleLanguage } from '@kiosk/domain/reading/article-language'
import { article as declared } from '@kiosk/domain/reading/endpoints'
import { findIssue } from '../catalogue/viewer-catalogue.ts'
import { defineHandler } from '../http/handler.ts'
import { openArticle, pagesOpenHere } from './page-right.ts'
import { articleHtml, articlePreview, besidesOfArticle } from './page-text.ts'
import { articleOfIssue } from './queries.ts'

export const article = defineHandler(declared, 'personal', async (call) => {
  const { issueUid, issueArticleId } = call.input
  const { db } = call.ctx
  const { row, title } = await findIssue(issueUid, call)
  const found = await articleOfIssue(db, row.id, issueArticleId)
  if (!found) throw new ApiError('not_found', 'issueArticleId')
  const pages = await pagesOpenHere(row, title, call)
  const open = openArticle(found, pages)
  return {
    id: String(found.id),
    headline: found.headline,
    byline: found.byline,
    firstPage: found.first_page,
    lastPage: found.last_page,
    language: articleLanguage(found.language, row.language),
    html: open ? await articleHtml(db, open) : await articlePreview(db, row.id, String(found.id)),
    whole: open !== null,
    ...(open && (await besidesOfArticle(db, open, pages))),
    ...(found.read_by_machine && { readByMachine: true as const }),
  }
})
