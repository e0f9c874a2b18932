import { access as declared } from '@kiosk/domain/reading/endpoints'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { serve } from '../endpoint.ts'
import { takePlace } from './device-limit.ts'
import { rightTo, stepThatOpensMore } from './right-to-read.ts'
import { endOfOpening, openingQuery } from './signature.ts'

export const access = serve(declared, 'personal', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  const { ads, offline, audio, pages: inTier } = rightTo(row, title, call)
  const place = await takePlace(call)
  const pages = place.taken ? inTier : 0
  const until = endOfOpening(call.house.now())
  const opening = { uid: row.uid, revision: row.revision, pages, until, session: call.session.id }
  return {
    read: pages > 0,
    ads,
    offline: offline && place.taken,
    audio: audio && place.taken,
    pagesOpen: pages,
    ...(place.taken
      ? { because: stepThatOpensMore(row, title, pages, call) }
      : { because: 'devices' as const, devices: place.devices }),
    signature: openingQuery(opening, await call.house.secret()),
    until,
  }
})
