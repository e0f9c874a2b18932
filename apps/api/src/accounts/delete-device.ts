import { deleteDevice as declared } from '@kiosk/domain/accounts/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { forgetInBrowser } from '../session/shared-device.ts'
import { changeAccount } from './change-account.ts'

export const deleteDevice = serve(declared, 'personal', async (call) => {
  const { session } = call
  const deviceId = await changeAccount(call, async (trx, account) => {
    const device = await trx
      .selectFrom('devices')
      .select('id')
      .where('account_id', '=', account.id)
      .where('vendor_id', '=', call.input.vendorId)
      .executeTakeFirst()
    if (!device) throw new Refusal('not_found', 'vendorId')
    // Sessions before their device, in the order in which their use is noted.
    await trx.deleteFrom('sessions').where('device_id', '=', device.id).execute()
    await trx.deleteFrom('devices').where('id', '=', device.id).execute()
    return device.id
  })
  if (deviceId === session.deviceId) forgetInBrowser(call, true)
  return undefined
})
