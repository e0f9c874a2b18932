import { EVERY_PUBLICATION, EVERYTHING, PAGES } from '@kiosk/domain/surrogate-keys'
import type { Cdn, Purge } from '../adapters/cdn/port.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/job.ts'
import { type CatalogueChange, type NoticedChange, together } from './catalogue-change.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Purges that have failed at a CDN; those that fail while the job waits are added to its payload. */
    'purge-cdn': FailedPurge[] | FailedPurge
  }
}

/**
 * Pause between a change and its purge: an answer of before that is on its way has reached the CDN then. Changes in between are purged
 * together.
 */
const PURGE_AFTER_MS = 250

/** The same for what other processes of the server answered before they had loaded the catalogue again. */
const PURGE_AGAIN_AFTER_MS = 2_000

/** Most keys that are purged after a failure; for more, everything is purged. */
const MOST_REPEATED_KEYS = 500

/** Without keys: everything. */
type FailedPurge = { cdn: string } & Partial<Purge>

/** Returns what a CDN may send no longer after a change. Covers do not change when something is added. */
function purgeOf({ touches, onlyAdds }: CatalogueChange): Purge {
  if (touches !== 'everything') return { keys: [...touches, EVERY_PUBLICATION], soft: onlyAdds }
  return onlyAdds ? { keys: [PAGES], soft: true } : { keys: [EVERYTHING], soft: false }
}

type Context = Pick<AppContext, 'log'> & {
  cdns: readonly Cdn[]
  db: Database
  /** Whether this process purges for others of its server, too. */
  isOneOfSeveral?: boolean
}

/**
 * Tells the CDNs what has changed. The first process of every server does so when it has learned of a change itself, because a CDN may
 * have asked that server before. What a CDN does not accept becomes a job, which repeats it.
 */
export function createPurges({ cdns, db, log, isOneOfSeveral = false }: Context) {
  const changes: NoticedChange[] = []
  const running = new Set<Promise<unknown>>()
  const toRepeat = new Map<NodeJS.Timeout, NoticedChange>()
  let timer: NodeJS.Timeout | undefined

  async function purgeAt(cdn: Cdn, purge: Purge): Promise<void> {
    try {
      await cdn.purge(purge)
    } catch (error) {
      log.warn({ event: 'cdn.purge-failed', err: error, cdn: cdn.name }, 'a CDN could not be told of a change; a job tries again')
      await enqueue(db, 'purge-cdn', [{ cdn: cdn.name, ...purge }], { key: `purge-cdn ${cdn.name}`, keepTime: true })
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
    if (changes.length === 0) return
    const change = together(changes.splice(0))
    purge(change)
    if (!isOneOfSeveral) return
    const again = setTimeout(() => {
      toRepeat.delete(again)
      purge(change)
    }, PURGE_AGAIN_AFTER_MS)
    toRepeat.set(again, change)
  }

  return {
    note(change: NoticedChange): void {
      if (cdns.length === 0 || change.isRoutine) return
      // What is taken away is gone at once, and again when nothing of before can be on its way.
      if (!change.onlyAdds) purge(change)
      changes.push(change)
      timer ??= setTimeout(purgeCollected, PURGE_AFTER_MS)
    },
    /** Purges what is pending, and waits for it. */
    async close(): Promise<void> {
      purgeCollected()
      for (const [again, change] of toRepeat) {
        clearTimeout(again)
        purge(change)
      }
      toRepeat.clear()
      await Promise.all(running)
    },
  }
}

/** Repeats purges at a CDN. @throws if it does not accept them, or is not in the settings of this server */
export async function repeatPurges(payload: Jobs['purge-cdn'], cdns: readonly Cdn[]): Promise<void> {
  const failed = [payload].flat()
  const cdn = cdns.find(({ name }) => name === failed[0]?.cdn)
  if (!cdn)
    throw new Error(
      `the CDN "${failed[0]?.cdn}" is not in the settings of this server: CDN and CDN_PURGE_URLS belong to all servers`,
    )
  const keys = [...new Set(failed.flatMap((each) => each.keys ?? [EVERYTHING]))]
  const isEverything = keys.includes(EVERYTHING) || keys.length > MOST_REPEATED_KEYS
  const purge = isEverything ? { keys: [EVERYTHING], soft: false } : { keys, soft: failed.every(({ soft }) => soft) }
  await cdn.purge(purge)
}
