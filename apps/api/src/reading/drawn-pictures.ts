import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/connect.ts'
import type { Files } from '../outside/files/storage.ts'

/** A use is noted once a day for each picture. Milliseconds. */
const NOTED_EVERY_MS = 24 * 3600 * 1000
/** Names whose last use this process remembers. */
const MOST_REMEMBERED = 20_000
/** The sum is looked at after so many uses that were noted; pruning goes down to this part of the bound. */
const LOOKED_AT_EVERY = 20
const PRUNED_TO = 0.9
const BATCH = 500

/** Pictures of pages that were drawn on demand, as far as storage keeps them: those not used for longest go first. */
export type DrawnPictures = {
  /** Notes that a picture was drawn or given out. Nobody waits for it. */
  used(name: string, bytes: number): void
  /** Deletes the longest unused where all together weigh more than the bound. */
  prune(): Promise<void>
}

export function createDrawnPictures(given: {
  db: Database
  files: Files
  log: Logger
  now: () => Date
  mostBytes: number
}): DrawnPictures {
  const { db, files, log, now, mostBytes } = given
  const noted = new Map<string, number>()
  let notes = 0
  let pruning: Promise<void> | null = null

  async function note(name: string, bytes: number, at: Date): Promise<void> {
    await sql`
      insert into drawn_pictures (name, bytes, used_at) values (${name}, ${bytes}, ${at})
      on conflict (name) do update set bytes = excluded.bytes, used_at = excluded.used_at
    `.execute(db)
    if (notes++ % LOOKED_AT_EVERY === 0) await prune()
  }

  function prune(): Promise<void> {
    pruning ??= pruneNow().finally(() => {
      pruning = null
    })
    return pruning
  }

  async function pruneNow(): Promise<void> {
    const { rows } = await sql<{ bytes: string }>`select coalesce(sum(bytes), 0) as bytes from drawn_pictures`.execute(db)
    let left = Number(rows[0]!.bytes)
    if (left <= mostBytes) return
    let gone = 0
    while (left > mostBytes * PRUNED_TO) {
      const oldest = await db
        .selectFrom('drawn_pictures')
        .select(['name', sql<number>`bytes::float8`.as('bytes'), 'used_at'])
        .orderBy('used_at')
        .limit(BATCH)
        .execute()
      if (oldest.length === 0) break
      for (const { name, bytes, used_at } of oldest) {
        if (left <= mostBytes * PRUNED_TO) break
        // The file first: a crash in between leaves a row without a file, which the next time takes away. Who draws the
        // picture again meanwhile has changed the row.
        await files.remove(name)
        await db.deleteFrom('drawn_pictures').where('name', '=', name).where('used_at', '=', used_at).execute()
        noted.delete(name)
        left -= bytes
        gone++
      }
    }
    log.info({ event: 'pictures.pruned', gone, bytes: left }, 'drawn pictures that nobody used for longest are deleted')
  }

  return {
    used(name, bytes) {
      const at = now()
      if ((noted.get(name) ?? Number.NEGATIVE_INFINITY) > at.getTime() - NOTED_EVERY_MS) return
      if (noted.size >= MOST_REMEMBERED) noted.clear()
      noted.set(name, at.getTime())
      note(name, bytes, at).catch((error: unknown) => log.warn({ err: error, name }, 'the use of a picture could not be noted'))
    },
    prune,
  }
}
