import { EVERY_PUBLICATION, EVERYTHING, PAGES } from '@kiosk/domain/surrogate-keys'
import type { Cdn, Purge } from '../adapters/cdn/port.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/job.ts'
import { type CatalogueChange, type NoticedChange, together } from './catalogue-change.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Purges everything at a CDN, after a purge has failed there. */
    'purge-cdn': { cdn: string }
  }
}

/**
 * Pause between a change and its purge: an answer of before that is on its way has reached the CDN then. Changes in between are purged
 * together.
 */
const PURGE_AFTER_MS = 250

/** Returns what a CDN may send no longer after a change. Covers do not change when something is added. */
function purgeOf({ touches, onlyAdds }: CatalogueChange): Purge {
  if (touches !== 'everything') return { keys: [...touches, EVERY_PUBLICATION], soft: onlyAdds }
  return onlyAdds ? { keys: [PAGES], soft: true } : { keys: [EVERYTHING], soft: false }
}

type Context = Pick<AppContext, 'log'> & { cdns: readonly Cdn[]; db: Database }

/**
 * Tells the CDNs what has changed. Every server does so when it has learned of a change itself, because a CDN may have asked it before.
 * What a CDN does not accept becomes a job, which purges everything there.
 */
export function createPurges({ cdns, db, log }: Context) {
  const changes: NoticedChange[] = []
  const running = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined

  async function purgeAt(cdn: Cdn, purge: Purge): Promise<void> {
    try {
      await cdn.purge(purge)
    } catch (error) {
      log.warn({ event: 'cdn.purge-failed', err: error, cdn: cdn.name }, 'a CDN could not be told of a change; a job tries again')
      await enqueue(db, 'purge-cdn', { cdn: cdn.name }, { key: `purge-cdn ${cdn.name}`, keepTime: true })
    }
  }

  function purge(change: CatalogueChange): void {
    const what = purgeOf(change)
    const all = Promise.all(cdns.map((cdn) => purgeAt(cdn, what)))
      .catch((error: unknown) => log.error({ event: 'cdn.purge-lost', err: error }, 'a purge of a CDN was lost'))
      .finally(() => running.delete(all))
    running.add(all)
  }

  function purgeCollected(): void {
    clearTimeout(timer)
    timer = undefined
    if (changes.length > 0) purge(together(changes.splice(0)))
  }

  return {
    note(change: NoticedChange): void {
      if (cdns.length === 0) return
      // What is taken away is gone at once, and again when nothing of before can be on its way.
      if (!change.onlyAdds) purge(change)
      changes.push(change)
      timer ??= setTimeout(purgeCollected, PURGE_AFTER_MS)
    },
    /** Purges what is pending, and waits for it. */
    async close(): Promise<void> {
      purgeCollected()
      await Promise.all(running)
    },
  }
}

/** Purges everything at a CDN that is configured still. @throws if it does not accept that */
export async function purgeEverything({ cdn: name }: Jobs['purge-cdn'], cdns: readonly Cdn[]): Promise<void> {
  await cdns.find((each) => each.name === name)?.purge({ keys: [EVERYTHING], soft: false })
}
