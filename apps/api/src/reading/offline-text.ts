import { Refusal } from '@kiosk/domain/errors'
import { offlineText as declared, type OfflineText } from '@kiosk/domain/reading/download-endpoints'
import type { IssueRow } from '../catalogue/queries.ts'
import { titleOf } from '../catalogue/seen-shelf.ts'
import type { Title } from '../catalogue/shelf-view.ts'
import { type Asking, serve } from '../endpoint.ts'
import { contentsOf } from './contents.ts'
import { issueToTakeAlong, type OpenIssue, pageOfSignature } from './page-right.ts'
import { articlesToTakeAlong } from './page-text.ts'
import { pageHeaders } from './signature.ts'

export const offlineText = serve(declared, 'personal', async (call) => {
  const { pages, language } = call.input
  const { row } = await pageOfSignature({ ...call.input, page: pages }, call)
  const title = await titleOf(row, call)
  const open = pages < row.page_count ? null : issueToTakeAlong(row, title, call)
  if (!open) throw new Refusal('not_entitled')
  return new Response(await offlineJson(row, title, open, { ...call, language }), {
    headers: { ...pageHeaders, 'content-type': 'application/json' },
  })
})

/** Contents and articles as they are sent, byte for byte, in the language of the caller. */
export async function offlineJson(row: IssueRow, title: Title, open: OpenIssue, call: Asking): Promise<string> {
  const contents = await contentsOf(row, title, call)
  const articles = (await articlesToTakeAlong(call.house.db, open)).map(
    ({ id, headline, byline, first_page, last_page, html }) => ({
      id: String(id),
      headline,
      byline,
      firstPage: first_page,
      lastPage: last_page,
      language: row.language,
      html,
      whole: true,
    }),
  )
  return JSON.stringify({ contents, articles } satisfies OfflineText)
}
