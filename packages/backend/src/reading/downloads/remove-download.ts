import { ApiError } from '@kiosk/domain/errors'
import { removeDownload as declared } from '@kiosk/domain/reading/download-endpoints'
import { defineHandler } from '../../http/handler.ts'
import { giveUpDownload } from './queries.ts'

export const removeDownload = defineHandler(declared, 'personal', async ({ input, ctx, session }) => {
  const isRemoved = session.deviceId !== null && (await giveUpDownload(ctx.db, session.deviceId, input.uid))
  if (!isRemoved) throw new ApiError('not_found', 'uid')
  return undefined
})
