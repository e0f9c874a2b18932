import { magazineDetails as declared } from '@kiosk/domain/catalogue/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { shelfOf } from './seen-shelf.ts'

export const magazineDetails = serve(declared, 'catalogue', async (call) => {
  const shelf = await shelfOf(call)
  const title = shelf.titleByKey(call.input.magazinekey)
  if (!title) throw new Refusal('not_found', 'magazinekey')
  const { name, description, language, publisher, current } = title
  return { currentIssueUid: current.uid, name, description, language, publisher, releaseDate: current.issue_date }
})
