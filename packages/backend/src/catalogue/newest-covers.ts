import { COVER_HEIGHTS_PIXELS } from '@kiosk/domain/catalogue/limits'
import { issueFolder } from '../adapters/storage/port.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Job, Jobs } from '../jobs/job.ts'
import { coverFile } from './cover.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Renders the AVIF covers of a published issue, which home page and catalogue request. */
    covers: { issueId: number }
  }
}

/** Number of attempts, over a few minutes. Covers that are still missing afterwards are rendered after their first request. */
const TRIES = 5

/** Enqueues the rendering of the covers, in the transaction that shows the issue to readers. */
export function enqueueCovers(db: Database, issueId: number): Promise<void> {
  return enqueue(db, 'covers', { issueId }, { key: `covers ${issueId}`, tries: TRIES })
}

/**
 * Renders the covers of an issue as AVIF, one after the other, if it is the newest of its title: older ones are rarely shown.
 * Existing covers stay, so that a repeated job continues where the last one stopped.
 */
export async function renderNewestCovers(
  { issueId }: Jobs['covers'],
  { db, files, renderCover, renderQueue }: Pick<AppContext, 'db' | 'files' | 'renderCover' | 'renderQueue'>,
  { signal }: Pick<Job, 'signal'>,
): Promise<void> {
  const issue = await db
    .selectFrom('issues')
    .select(['uid', 'revision as files_revision', 'title_id', 'issue_date', 'removed_pages'])
    .where('id', '=', issueId)
    .executeTakeFirst()
  // The cover is the picture of the first page.
  if (!issue || !renderCover || issue.removed_pages.includes(1)) return
  const newer = await db
    .selectFrom('issues')
    .select('id')
    .where('title_id', '=', issue.title_id)
    .where('issue_date', '>', issue.issue_date)
    .limit(1)
    .executeTakeFirst()
  if (newer) return
  const cover = await files.read(`${issueFolder(issue.uid, issue.files_revision)}cover.webp`)
  if (!cover) return
  for (const height of COVER_HEIGHTS_PIXELS) {
    // In the same queue as the images that readers wait for, where the job takes its turn.
    const waiter = { network: '', reader: '', ...(signal && { signal }) }
    await renderQueue.getOrRender(coverFile(issue, height, 'avif'), () => renderCover(cover, height, 'avif'), waiter)
  }
}
