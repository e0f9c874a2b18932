import { apiAddress } from '@kiosk/contract/route'
import { ApiError } from '@kiosk/domain/errors'
import { instantOf } from '@kiosk/domain/iso-time'
import { history as declared, forgetReading as forgetDeclared } from '@kiosk/domain/reading/shelf-endpoints'
import { cutPage } from '../catalogue/paging.ts'
import { issuesByUid } from '../catalogue/queries.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { presentShelfIssue } from './present-shelf-issue.ts'
import { presentPlace } from './progress.ts'
import { erasePlaces, latestPlaces } from './progress-queries.ts'

const ENTRIES = 30

export const history = defineHandler(declared, 'personal', async (call) => {
  const { after } = call.input
  const before = after === undefined ? undefined : instantOf(after)
  if (before === null) throw new ApiError('wrong_input', 'after')
  const found = await latestPlaces(call.ctx.db, call.session.account!.id, {
    limit: ENTRIES + 1,
    before,
  })
  const { page, last } = cutPage(found, ENTRIES)
  return {
    entries: await presentPlaces(page, call),
    ...(last && { nextUrl: apiAddress(declared, {}, { after: last.at.toISOString() }) }),
  }
})

export const forgetReading = defineHandler(forgetDeclared, 'personal', async ({ input, session, ctx }) => {
  const erased = await erasePlaces(ctx.db, session.account!.id, input.uid)
  if (!erased && input.uid !== 'all') throw new ApiError('not_found', 'uid')
  return undefined
})

/** Presents places with their issues, without issues that the reader may no longer see. */
async function presentPlaces(places: Awaited<ReturnType<typeof latestPlaces>>, call: RequestContext) {
  const catalogue = await catalogueOf(call)
  const issues = await issuesByUid(
    call.ctx.db,
    places.map(({ uid }) => uid),
  )
  return places.flatMap((place) => {
    const title = catalogue.title(place.title_id)
    const row = issues.get(place.uid)
    return title && row ? [{ issue: presentShelfIssue(row, title, call), place: presentPlace(place) }] : []
  })
}
