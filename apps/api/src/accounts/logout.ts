import { logout as declared } from '@kiosk/domain/accounts/session-endpoints'
import { serve } from '../endpoint.ts'
import { tellDeviceNoMore } from '../reading/push-queries.ts'
import { forgetInBrowser, isOnSharedDevice } from '../session/shared-device.ts'

/** The device stays known (decision 15) and gets no more push messages; a shared device is forgotten (decisions/048). */
export const logout = serve(declared, 'personal', async (call) => {
  const { house, session } = call
  const shared = isOnSharedDevice(call)
  if (session.id !== null) await house.db.deleteFrom('sessions').where('id', '=', session.id).execute()
  if (session.deviceId !== null) await tellDeviceNoMore(house.db, session.deviceId)
  if (session.deviceId !== null && shared)
    await house.db
      .deleteFrom('devices')
      .where('id', '=', session.deviceId)
      .where((where) =>
        where.not(where.exists(where.selectFrom('sessions').select('id').whereRef('device_id', '=', 'devices.id'))),
      )
      .execute()
  forgetInBrowser(call, shared)
  return undefined
})
