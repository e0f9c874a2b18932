import { downloads as declared } from '@kiosk/domain/reading/download-endpoints'
import { catalogueOf } from '../../catalogue/viewer-catalogue.ts'
import { defineHandler } from '../../http/handler.ts'
import { rightTo } from '../reading-rights.ts'
import { markOfReader } from './grant-download.ts'
import { endOfGrant, endOfPaidPeriod, runningDownloads } from './queries.ts'

/**
 * Omits issues that the reader may no longer read because of age, country or tier; a shortened period and the last day of a title
 * shorten the expiry.
 */
export const downloads = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session } = call
  const now = ctx.now()
  const granted = session.deviceId === null ? [] : await runningDownloads(ctx.db, session.deviceId, now)
  const paid = await endOfPaidPeriod(ctx.db, session.account!.id, now)
  const catalogue = await catalogueOf(call)
  return {
    now: now.toISOString(),
    reader: await markOfReader(call),
    downloads: granted.flatMap(({ uid, key, until, revision, ...issue }) => {
      const title = catalogue.title(issue.title_id)
      if (!title || !rightTo(issue, title, call).offline) return []
      return [{ uid, until: endOfGrant(until, paid, title).toISOString(), key: key.toString('base64'), revision }]
    }),
  }
})
