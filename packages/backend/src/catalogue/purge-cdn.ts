import { EVERY_PUBLICATION, EVERYTHING, PAGES } from '@kiosk/domain/surrogate-keys'
import type { Cdn, Purge } from '../adapters/cdn/port.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/job.ts'
import { type CatalogueChange, type NoticedChange, together } from './catalogue-change.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Purges that a CDN has not accepted; further ones that fail while the job waits are added to its payload. */
    'purge-cdn': FailedPurge[] | FailedPurge
  }
}

/**
 * Pause between a change and its purge. By then, outdated answers that were on their way have reached the CDN. Changes during the
 * pause are purged together.
 */
const PURGE_AFTER_MS = 250

/** The same for answers that other processes of the server gave before they had reloaded the catalogue. */
const PURGE_AGAIN_AFTER_MS = 2_000

/** Maximum number of keys that are purged after a failure; with more, everything is purged. */
const MOST_REPEATED_KEYS = 500

/** Without keys: everything. */
type FailedPurge = { cdn: string } & Partial<Purge>

/** Returns what a CDN may no longer send after a change. Covers do not change when something is added. */
function purgeOf({ touches, onlyAdds }: CatalogueChange): Purge {
  if (touches !== 'everything') return { keys: [...touches, EVERY_PUBLICATION], soft: onlyAdds }
  return onlyAdds ? { keys: [PAGES], soft: true } : { keys: [EVERYTHING], soft: false }
}

type Context = Pick<AppContext, 'log'> & {
  cdns: readonly Cdn[]
  db: Database
  /** Whether this process also purges for the other processes of its server. */
  isOneOfSeveral?: boolean
}

/**
 * Tells the CDNs what has changed. The first process of every server does so once it has learned of the change, because a CDN may
 * have requested pages from that server before. A purge that a CDN does not accept becomes a job, which repeats it.
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
      log.warn({ event: 'cdn.purge-failed', err: error, cdn: cdn.name }, 'a CDN could not be told about a change; a job retries')
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
      // What was removed is purged at once, and again when no outdated answer can be on its way.
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
