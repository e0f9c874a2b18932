import { deleteDevice as declared } from '@kiosk/domain/accounts/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { deviceHandles } from '../session/device-handle.ts'
import { forgetInBrowser } from '../session/shared-device.ts'
import { changeAccount } from './change-account.ts'

/**
 * The device is named by its handle, as the list has it. An app may also name its own by what it called it at sign-in, and
 * a browser by its cookie.
 */
export const deleteDevice = serve(declared, 'personal', async (call) => {
  const { house, input, session } = call
  const handleOf = await deviceHandles(session.account!.id, house)
  const deviceId = await changeAccount(call, async (trx, account) => {
    const own = await trx.selectFrom('devices').select(['id', 'vendor_id']).where('account_id', '=', account.id).execute()
    const names = (vendorId: string) => [handleOf(vendorId), vendorId, vendorId.replace(/^app-/, '')]
    const device = own.find(({ vendor_id }) => names(vendor_id).includes(input.vendorId))
    if (!device) throw new Refusal('not_found', 'vendorId')
    // Sessions before their device, in the order in which their use is noted.
    await trx.deleteFrom('sessions').where('device_id', '=', device.id).execute()
    await trx.deleteFrom('devices').where('id', '=', device.id).execute()
    return device.id
  })
  if (deviceId === session.deviceId) forgetInBrowser(call, true)
  return undefined
})
