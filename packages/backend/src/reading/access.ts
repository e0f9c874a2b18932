import { access as declared } from '@kiosk/domain/reading/endpoints'
import { findIssue } from '../catalogue/viewer-catalogue.ts'
import { defineHandler } from '../http/handler.ts'
import { placeAndPages, signatureFor } from './page-right.ts'
import { plansThatOpen, rightTo, stepThatOpensMore } from './reading-rights.ts'

export const access = defineHandler(declared, 'personal', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  const { ads, offline, audio } = rightTo(row, title, call)
  const { place, open } = await placeAndPages(row, title, call)
  const { pages } = open
  const because = stepThatOpensMore(row, title, pages, call)
  return {
    read: pages > 0,
    ads,
    offline: offline && place.taken,
    audio: audio && place.taken,
    epub: offline && place.taken && title.offersEpub,
    pagesOpen: pages,
    ...(place.taken
      ? { because, ...((because === 'subscribe' || !offline) && { plans: plansThatOpen(title, call) }) }
      : { because: 'devices' as const, devices: place.devices }),
    ...(await signatureFor(open, call)),
  }
})
