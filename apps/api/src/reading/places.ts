import { keepPlace as keepDeclared, type Place, place as placeDeclared } from '@kiosk/domain/reading/shelf-endpoints'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { serve } from '../endpoint.ts'
import { markOfReader } from './download.ts'
import { articleAt, placeIn, writePlace } from './place-queries.ts'

export const place = serve(placeDeclared, 'personal', async (call) => {
  const { row } = await findIssue(call.input.uid, call)
  const found = await placeIn(call.house.db, call.session.account!.id, row.id)
  return { place: found ? presentPlace(found) : null, reader: await markOfReader(call) }
})

/** A reading that is older than the one kept moves only the farthest page. */
export const keepPlace = serve(keepDeclared, 'personal', async (call) => {
  const { input, house, session } = call
  const { row } = await findIssue(input.uid, call)
  const now = house.now()
  const kept = await writePlace(house.db, {
    accountId: session.account!.id,
    issueId: row.id,
    page: Math.min(input.page, row.page_count),
    articlePosition: (await articleAt(house.db, row.id, input.article))?.position,
    fraction: input.fraction,
    told: input.at ? new Date(input.at) : now,
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
