import { deleteDevice as declared } from '@kiosk/domain/accounts/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { deviceHandles } from '../auth/device-handle.ts'
import { forgetInBrowser } from '../auth/shared-device.ts'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'

/**
 * Accepts the handle from the device list, the identifier that an app sent at sign-in, or the value of a browser's device cookie.
 */
export const deleteDevice = defineHandler(declared, 'personal', async (call) => {
  const { ctx, input, session } = call
  const handleOf = await deviceHandles(session.account!.id, ctx)
  const deviceId = await changeAccount(call, async (trx, account) => {
    const own = await trx.selectFrom('devices').select(['id', 'vendor_id']).where('account_id', '=', account.id).execute()
    const names = (vendorId: string) => [handleOf(vendorId), vendorId, vendorId.replace(/^app-/, '')]
    const device = own.find(({ vendor_id }) => names(vendor_id).includes(input.vendorId))
    if (!device) throw new ApiError('not_found', 'vendorId')
    // Lock sessions before their device, in the order in which their use is recorded.
    await trx.deleteFrom('sessions').where('device_id', '=', device.id).execute()
    await trx.deleteFrom('devices').where('id', '=', device.id).execute()
    return device.id
  })
  if (deviceId === session.deviceId) forgetInBrowser(call, true)
  return undefined
})
