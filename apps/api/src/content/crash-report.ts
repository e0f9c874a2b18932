import { crashReport as declared } from '@kiosk/domain/content/endpoints'
import { serve } from '../endpoint.ts'
import { networkAttempts } from '../session/network-attempts.ts'

/** So long a report is of use. Milliseconds. */
const KEPT_FOR = 90 * 86_400_000

/** Kept as it came: nobody here unpacks what a stranger packed. */
export const crashReport = serve(declared, 'personal', async ({ input, house, visitor }) => {
  await networkAttempts(house.attempts, 'crash', visitor.address).admit()
  const { device, os, app, exception, zipLog } = input
  const now = house.now()
  await house.db.insertInto('crash_reports').values({ device, os, app, exception, zip_log: zipLog, at: now }).execute()
  await house.db
    .deleteFrom('crash_reports')
    .where('at', '<', new Date(now.getTime() - KEPT_FOR))
    .execute()
  return undefined
})
