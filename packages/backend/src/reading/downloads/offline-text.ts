import { ApiError } from '@kiosk/domain/errors'
import { articleLanguage } from '@kiosk/domain/reading/article-language'
import { offlineText as declared, type OfflineText } from '@kiosk/domain/reading/download-endpoints'
import type { Title } from '../../catalogue/catalogue-view.ts'
import type { IssueRow } from '../../catalogue/queries.ts'
import { titleOf } from '../../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { pageHeaders } from '../access-signature.ts'
import { contentsOf } from '../contents.ts'
import { issueToTakeAlong, type OpenIssue, pageOfSignature } from '../page-right.ts'
import { articlesToTakeAlong } from '../page-text.ts'

export const offlineText = defineHandler(declared, 'personal', async (call) => {
  const { pages, language } = call.input
  const { row } = await pageOfSignature({ ...call.input, page: pages }, call)
  const title = await titleOf(row, call)
  const open = pages < row.page_count ? null : issueToTakeAlong(row, title, call)
  if (!open) throw new ApiError('not_entitled')
  return new Response(await offlineJson(row, title, open, { ...call, language }), {
    headers: { ...pageHeaders, 'content-type': 'application/json' },
  })
})

/** Returns contents and articles, byte for byte as served, in the caller's language. */
export async function offlineJson(row: IssueRow, title: Title, open: OpenIssue, call: RequestContext): Promise<string> {
  const contents = await contentsOf(row, title, call)
  const articles = (await articlesToTakeAlong(call.ctx.db, open)).map(
    ({ id, headline, byline, first_page, last_page, html, language, besides }) => ({
      id: String(id),
      headline,
      byline,
      firstPage: first_page,
      lastPage: last_page,
      language: articleLanguage(language, row.language),
      html,
      whole: true,
      ...besides,
    }),
  )
  return JSON.stringify({ contents, articles } satisfies OfflineText)
}
