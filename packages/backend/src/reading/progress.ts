import { keepPlace as keepDeclared, type Place, place as placeDeclared } from '@kiosk/domain/reading/shelf-endpoints'
import { findIssue } from '../catalogue/viewer-catalogue.ts'
import { defineHandler } from '../http/handler.ts'
import { markOfReader } from './downloads/grant-download.ts'
import { placeIn, writePlace } from './progress-queries.ts'

export const place = defineHandler(placeDeclared, 'personal', async (call) => {
  const { row } = await findIssue(call.input.uid, call)
  const found = await placeIn(call.ctx.db, call.session.account!.id, row.id)
  return { place: found ? presentPlace(found) : null, reader: await markOfReader(call) }
})

/** A reading older than the stored one only moves the farthest page. */
export const keepPlace = defineHandler(keepDeclared, 'personal', async (call) => {
  const { input, ctx, session } = call
  const { row } = await findIssue(input.uid, call)
  const now = ctx.now()
  const kept = await writePlace(ctx.db, {
    accountId: session.account!.id,
    issueId: row.id,
    page: Math.min(input.page, row.page_count),
    article: input.article,
    fraction: input.fraction,
    readAt: input.at ? new Date(input.at) : now,
    now,
  })
  return { place: presentPlace(kept) }
})

type KeptPlace = NonNullable<Awaited<ReturnType<typeof placeIn>>>

export function presentPlace({ page, article_id, fraction, furthest_page, at }: KeptPlace): Place {
  return {
    page,
    article: article_id === null ? null : String(article_id),
    fraction,
    furthestPage: furthest_page,
    at: at.toISOString(),
  }
}
