import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Files } from '../adapters/storage/port.ts'
import type { Database } from '../db/connect.ts'

/** Interval between two records of an image's use. */
const NOTED_EVERY_MS = DAY_MS
/** Number of images whose last use this process remembers. */
const MOST_REMEMBERED = 20_000
/** The total size is checked after this many recorded uses, and pruning reduces it to this share of the limit. */
const LOOKED_AT_EVERY = 20
const PRUNED_TO = 0.9
const BATCH_SIZE = 500

/** Page images rendered on demand, limited in total size: the least recently used are deleted first. */
export type RenderedImages = {
  /** Records that an image was rendered or served, in the background. */
  used(name: string, bytes: number): void
  /**
   * The same for a folder of images that are deleted together; its name ends with `/`. `added`: bytes of an image that was just
   * rendered into it, or 0.
   */
  usedIn(folder: string, added: number): void
  /** Deletes the least recently used images while the total exceeds the limit. */
  prune(): Promise<void>
}

export function createRenderedImages(options: {
  db: Database
  files: Files
  log: Logger
  now: () => Date
  mostBytes: number
}): RenderedImages {
  const { db, files, log, now, mostBytes } = options
  const noted = new LRUCache<string, number>({ max: MOST_REMEMBERED })
  let notes = 0
  let pruning: Promise<void> | null = null

  async function note(name: string, bytes: number, at: Date): Promise<void> {
    const before = name.endsWith('/') ? sql`rendered_images.bytes` : sql`0`
    await sql`
      insert into rendered_images (name, bytes, used_at) values (${name}, ${bytes}, ${at})
      on conflict (name) do update set bytes = ${before} + excluded.bytes, used_at = excluded.used_at
    `.execute(db)
    if (notes++ % LOOKED_AT_EVERY === 0) await prune()
  }

  function used(name: string, bytes: number, isNew = false): void {
    const at = now()
    if (!isNew && (noted.get(name) ?? Number.NEGATIVE_INFINITY) > at.getTime() - NOTED_EVERY_MS) return
    noted.set(name, at.getTime())
    note(name, bytes, at).catch((error: unknown) =>
      log.warn({ event: 'images.use-not-recorded', err: error, name }, 'use of a page image could not be recorded'),
    )
  }

  function prune(): Promise<void> {
    pruning ??= pruneNow().finally(() => {
      pruning = null
    })
    return pruning
  }

  async function pruneNow(): Promise<void> {
    const { rows } = await sql<{ bytes: string }>`select coalesce(sum(bytes), 0) as bytes from rendered_images`.execute(db)
    let left = Number(rows[0]!.bytes)
    if (left <= mostBytes) return
    let gone = 0
    while (left > mostBytes * PRUNED_TO) {
      const oldest = await db
        .selectFrom('rendered_images')
        .select(['name', sql<number>`bytes::float8`.as('bytes'), 'used_at'])
        .orderBy('used_at')
        .limit(BATCH_SIZE)
        .execute()
      if (oldest.length === 0) break
      for (const { name, bytes, used_at } of oldest) {
        if (left <= mostBytes * PRUNED_TO) break
        // Delete the file first: a crash in between leaves a row without a file, which the next run removes. If another
        // server renders the image meanwhile, it has updated the row.
        await files.remove(name)
        await db.deleteFrom('rendered_images').where('name', '=', name).where('used_at', '=', used_at).execute()
        noted.delete(name)
        left -= bytes
        gone++
      }
    }
    log.info({ event: 'images.pruned', deleted: gone, bytes: left }, 'deleted the least recently used page images')
  }

  return {
    used: (name, bytes) => used(name, bytes),
    usedIn: (folder, added) => used(folder, added, added > 0),
    prune,
  }
}
