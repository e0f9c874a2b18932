import { logout as declared } from '@kiosk/domain/accounts/session-endpoints'
import { defineHandler } from '../http/handler.ts'
import { unsubscribeDevice } from '../notifications/push-subscriptions.ts'
import { forgetInBrowser, isOnSharedDevice } from './shared-device.ts'

/** Ends the session. The device stays known (ADR-0171) without push messages; a shared device is deleted (ADR-0048). */
export const logout = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session } = call
  const shared = isOnSharedDevice(call)
  if (session.id !== null) await ctx.db.deleteFrom('sessions').where('id', '=', session.id).execute()
  if (session.deviceId !== null) await unsubscribeDevice(ctx.db, session.deviceId)
  if (session.deviceId !== null && shared)
    await ctx.db
      .deleteFrom('devices')
      .where('id', '=', session.deviceId)
      .where((where) =>
        where.not(where.exists(where.selectFrom('sessions').select('id').whereRef('device_id', '=', 'devices.id'))),
      )
      .execute()
  forgetInBrowser(call, shared)
  return undefined
})
