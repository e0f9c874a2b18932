import { downloads as declared } from '@kiosk/domain/reading/download-endpoints'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import { serve } from '../endpoint.ts'
import { markOfReader } from './download.ts'
import { endOfPaidPeriod, runningDownloads } from './download-queries.ts'
import { rightTo } from './right-to-read.ts'

/** What the reader lost since, by age, country or tier, is left out; a period that was cut short cuts the term. */
export const downloads = serve(declared, 'personal', async (call) => {
  const { house, session } = call
  const now = house.now()
  const granted = session.deviceId === null ? [] : await runningDownloads(house.db, session.deviceId, now)
  const paid = await endOfPaidPeriod(house.db, session.account!.id, now)
  const shelf = await shelfOf(call)
  return {
    now: now.toISOString(),
    reader: await markOfReader(call),
    downloads: granted.flatMap(({ uid, key, until, revision, ...issue }) => {
      const title = shelf.title(issue.title_id)
      if (!title || !rightTo(issue, title, call).offline) return []
      const ends = paid && paid < until ? paid : until
      return [{ uid, until: ends.toISOString(), key: key.toString('base64'), revision }]
    }),
  }
})
