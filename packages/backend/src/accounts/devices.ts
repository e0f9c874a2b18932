import { devices as declared } from '@kiosk/domain/accounts/endpoints'
import { deviceHandles } from '../auth/device-handle.ts'
import { defineHandler } from '../http/handler.ts'

export const devices = defineHandler(declared, 'personal', async ({ ctx, session }) => {
  const handleOf = await deviceHandles(session.account!.id, ctx)
  const found = await ctx.db
    .selectFrom('devices')
    .select(['id', 'name', 'custom_name', 'vendor_id', 'country', 'created_at', 'last_access'])
    .where('account_id', '=', session.account!.id)
    .orderBy('last_access', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return found.map(({ id, name, custom_name, vendor_id, country, created_at, last_access }) => ({
    name: custom_name ?? name,
    vendorId: handleOf(vendor_id),
    lastAccess: last_access.toISOString(),
    current: id === session.deviceId,
    country: country || null,
    since: created_at?.toISOString() ?? null,
  }))
})
