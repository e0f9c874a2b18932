import { access as declared } from '@kiosk/domain/reading/endpoints'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { serve } from '../endpoint.ts'
import { rightTo, stepThatOpensMore } from './right-to-read.ts'
import { endOfOpening, openingQuery } from './signature.ts'

export const access = serve(declared, 'personal', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  const { ads, offline, audio, pages } = rightTo(row, title, call)
  const until = endOfOpening(call.house.now())
  const opening = { uid: row.uid, revision: row.revision, pages, until }
  return {
    read: pages > 0,
    ads,
    offline,
    audio,
    pagesOpen: pages,
    because: stepThatOpensMore(row, title, pages, call),
    signature: openingQuery(opening, await call.house.secret()),
    until,
  }
})
