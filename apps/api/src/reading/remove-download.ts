import { Refusal } from '@kiosk/domain/errors'
import { removeDownload as declared } from '@kiosk/domain/reading/download-endpoints'
import { serve } from '../endpoint.ts'
import { giveUpDownload } from './download-queries.ts'

export const removeDownload = serve(declared, 'personal', async ({ input, house, session }) => {
  const given = session.deviceId !== null && (await giveUpDownload(house.db, session.deviceId, input.uid))
  if (!given) throw new Refusal('not_found', 'uid')
  return undefined
})
