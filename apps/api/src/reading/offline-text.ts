import { Refusal } from '@kiosk/domain/errors'
import { offlineText as declared, type OfflineText } from '@kiosk/domain/reading/download-endpoints'
import type { IssueRow } from '../catalogue/queries.ts'
import { titleOf } from '../catalogue/seen-shelf.ts'
import type { Title } from '../catalogue/shelf-view.ts'
import { type Asking, serve } from '../endpoint.ts'
import { cleanArticle } from './article-html.ts'
import { contentsOf } from './contents.ts'
import { articlesOfIssue } from './queries.ts'
import { rightTo } from './right-to-read.ts'
import { openPage, pageHeaders } from './signed-page.ts'

export const offlineText = serve(declared, 'personal', async (call) => {
  const { pages, language } = call.input
  const row = await openPage({ ...call.input, page: pages }, call)
  const title = await titleOf(row, call)
  if (pages < row.page_count || !rightTo(row, title, call).offline) throw new Refusal('not_entitled')
  return new Response(await offlineJson(row, title, { ...call, language }), {
    headers: { ...pageHeaders, 'content-type': 'application/json' },
  })
})

/** Contents and articles as they are sent, byte for byte, in the language of the caller. */
export async function offlineJson(row: IssueRow, title: Title, call: Asking): Promise<string> {
  const contents = await contentsOf(row, title, call)
  const articles = (await articlesOfIssue(call.house.db, row.id)).map(
    ({ id, headline, byline, first_page, last_page, html }) => ({
      id: String(id),
      headline,
      byline,
      firstPage: first_page,
      lastPage: last_page,
      language: row.language,
      html: cleanArticle(html),
      whole: true,
    }),
  )
  return JSON.stringify({ contents, articles } satisfies OfflineText)
}
