import { crashReport as declared } from '@kiosk/domain/content/endpoints'
import { sql } from 'kysely'
import { networkLimit } from '../auth/network-limits.ts'
import { defineHandler } from '../http/handler.ts'

/** Number of newest reports that are kept; otherwise strangers in many networks could fill the disk. */
const MOST_REPORTS = 1000

/** Stored unchanged: packed uploads from strangers are never unpacked here. */
export const crashReport = defineHandler(declared, 'personal', async ({ input, ctx, visitor }) => {
  await networkLimit(ctx.rateLimits, 'crash', visitor.address).consume()
  const { device, os, app, exception, zipLog } = input
  await ctx.db.insertInto('crash_reports').values({ device, os, app, exception, zip_log: zipLog, at: ctx.now() }).execute()
  await sql`delete from crash_reports
    where id <= (select id from crash_reports order by id desc offset ${MOST_REPORTS} limit 1)`.execute(ctx.db)
  return undefined
})
