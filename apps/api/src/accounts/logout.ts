import { logout as declared } from '@kiosk/domain/accounts/session-endpoints'
import { serve } from '../endpoint.ts'
import { tellDeviceNoMore } from '../reading/push-queries.ts'
import { sessionCookies } from '../session/cookies.ts'

/** The device stays known (decision 15), and hears nothing more. */
export const logout = serve(declared, 'personal', async ({ house, reply, session }) => {
  if (session.id !== null) await house.db.deleteFrom('sessions').where('id', '=', session.id).execute()
  if (session.deviceId !== null) await tellDeviceNoMore(house.db, session.deviceId)
  reply.append('set-cookie', sessionCookies(house.publicUrl).noSession())
  return undefined
})
