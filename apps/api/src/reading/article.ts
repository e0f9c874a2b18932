import { Refusal } from '@kiosk/domain/errors'
import { article as declared } from '@kiosk/domain/reading/endpoints'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { serve } from '../endpoint.ts'
import { cleanArticle, firstParagraph } from './article-html.ts'
import { pagesOpenHere } from './device-limit.ts'
import { articleOfIssue } from './queries.ts'

export const article = serve(declared, 'personal', async (call) => {
  const { issueUid, issueArticleId } = call.input
  const { row, title } = await findIssue(issueUid, call)
  const found = await articleOfIssue(call.house.db, row.id, issueArticleId)
  if (!found) throw new Refusal('not_found', 'issueArticleId')
  const whole = Boolean(found.in_topic) || found.last_page <= (await pagesOpenHere(row, title, call))
  return {
    id: String(found.id),
    headline: found.headline,
    byline: found.byline,
    firstPage: found.first_page,
    lastPage: found.last_page,
    language: row.language,
    html: whole ? cleanArticle(found.html) : firstParagraph(found.html),
    whole,
  }
})
