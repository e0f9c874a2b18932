import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import * as declared from '@kiosk/domain/staff/article-endpoints'
import { issueFolder, issuePdf } from '../../adapters/storage/port.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { correctArticles, editableArticles } from './correct-articles.ts'

export const show = defineDeskHandler(declared.issueArticles, ({ ctx, input }) => editableArticles(ctx.db, input.uid))

export const correct = defineDeskHandler(declared.correctArticles, async ({ ctx, actor, input }) => {
  await correctArticles(ctx, actor, input)
  return undefined
})

/** Editors also see pages that are down. Widths that were not made at the import are rendered. */
export const picture = defineDeskHandler(declared.issuePagePicture, async ({ ctx, input }) => {
  const { uid, page } = input
  const issue = await ctx.db.selectFrom('all_issues').select(['revision', 'page_count']).where('uid', '=', uid).executeTakeFirst()
  if (!issue || page > issue.page_count) throw new ApiError('not_found', 'page')
  const { revision } = issue
  const contents = await ctx.files.read(`${issueFolder(uid, revision)}pages/${page}-${READING_WIDTH_PIXELS}.webp`)
  const rendered = contents ?? (await ctx.renderPage?.(issuePdf(uid, revision), page, READING_WIDTH_PIXELS, 'webp'))
  if (!rendered) throw new ApiError('not_found', 'page')
  return new Response(new Uint8Array(rendered), {
    headers: { 'content-type': 'image/webp', 'cache-control': cacheControl('draftPicture') },
  })
})
