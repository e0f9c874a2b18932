import { Refusal } from '@kiosk/domain/errors'
import { instantOf } from '@kiosk/domain/iso-time'
import { history as declared, forgetReading as forgetDeclared } from '@kiosk/domain/reading/shelf-endpoints'
import { apiAddress } from '../api-address.ts'
import { cutPage } from '../catalogue/paging.ts'
import { issueByUid } from '../catalogue/queries.ts'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import { type Asking, serve } from '../endpoint.ts'
import { erasePlaces, latestPlaces } from './place-queries.ts'
import { presentPlace } from './places.ts'
import { presentShelfIssue } from './present-shelf-issue.ts'

const ENTRIES = 30

export const history = serve(declared, 'personal', async (call) => {
  const { after } = call.input
  const before = after === undefined ? undefined : instantOf(after)
  if (before === null) throw new Refusal('wrong_input', 'after')
  const found = await latestPlaces(call.house.db, call.session.account!.id, {
    limit: ENTRIES + 1,
    before,
  })
  const { page, last } = cutPage(found, ENTRIES)
  return {
    entries: await presentPlaces(page, call),
    ...(last && { nextUrl: apiAddress(declared, {}, { after: last.at.toISOString() }) }),
  }
})

export const forgetReading = serve(forgetDeclared, 'personal', async ({ input, session, house }) => {
  const erased = await erasePlaces(house.db, session.account!.id, input.uid)
  if (!erased && input.uid !== 'all') throw new Refusal('not_found', 'uid')
  return undefined
})

/** Places with their issues; issues that the reader may not see any more are left out. */
export async function presentPlaces(places: Awaited<ReturnType<typeof latestPlaces>>, call: Asking) {
  const shelf = await shelfOf(call)
  const entries = await Promise.all(
    places.map(async (place) => {
      const title = shelf.title(place.title_id)
      const row = title && (await issueByUid(call.house.db, place.uid))
      return title && row ? [{ issue: presentShelfIssue(row, title, call), place: presentPlace(place) }] : []
    }),
  )
  return entries.flat()
}
