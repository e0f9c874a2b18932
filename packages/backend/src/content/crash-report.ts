import { crashReport as declared } from '@kiosk/domain/content/endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { networkLimit } from '../auth/network-limits.ts'
import { defineHandler } from '../http/handler.ts'

/** Retention of crash reports. */
const RETENTION_MS = 90 * DAY_MS

/** Stored unchanged: packed uploads from strangers are never unpacked here. */
export const crashReport = defineHandler(declared, 'personal', async ({ input, ctx, visitor }) => {
  await networkLimit(ctx.rateLimits, 'crash', visitor.address).consume()
  const { device, os, app, exception, zipLog } = input
  const now = ctx.now()
  await ctx.db.insertInto('crash_reports').values({ device, os, app, exception, zip_log: zipLog, at: now }).execute()
  await ctx.db
    .deleteFrom('crash_reports')
    .where('at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute()
  return undefined
})
