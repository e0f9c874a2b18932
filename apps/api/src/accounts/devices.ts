import { devices as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'

export const devices = serve(declared, 'personal', async ({ house, session }) => {
  const found = await house.db
    .selectFrom('devices')
    .select(['id', 'name', 'vendor_id', 'last_access'])
    .where('account_id', '=', session.account!.id)
    .orderBy('last_access', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return found.map(({ id, name, vendor_id, last_access }) => ({
    name,
    vendorId: vendor_id,
    lastAccess: last_access.toISOString(),
    current: id === session.deviceId,
  }))
})
