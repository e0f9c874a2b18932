import { devices as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'
import { deviceHandles } from '../session/device-handle.ts'

export const devices = serve(declared, 'personal', async ({ house, session }) => {
  const handleOf = await deviceHandles(session.account!.id, house)
  const found = await house.db
    .selectFrom('devices')
    .select(['id', 'name', 'given_name', 'vendor_id', 'country', 'created_at', 'last_access'])
    .where('account_id', '=', session.account!.id)
    .orderBy('last_access', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return found.map(({ id, name, given_name, vendor_id, country, created_at, last_access }) => ({
    name: given_name ?? name,
    vendorId: handleOf(vendor_id),
    lastAccess: last_access.toISOString(),
    current: id === session.deviceId,
    country: country || null,
    since: created_at?.toISOString() ?? null,
  }))
})
