import { MINUTE_MS, MINUTE_SECONDS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, poolOf } from '../db/connect.ts'
import { keyedHash } from '../keyed-hash.ts'
import { networkOf } from './networks.ts'

export type Load = 'read' | 'search' | 'picture' | 'write'
export type RateLimits = {
  /** Returns Retry-After in seconds, or null if allowed. `ahead`: for a page that nobody has opened yet. */
  wait(load: Load, address: string, ahead?: boolean): Promise<number | null>
  close(): void
}

/** Calls per minute and address. A page shows dozens of covers, so images count separately. */
export const READS_PER_MINUTE = 1200
const IMAGES_PER_READ = 5
/** Part of a limit for pages that nobody has opened yet; the rest is reserved for opened pages. */
export const AHEAD_SHARE = 0.5
/** Number of reads that a search counts as. */
const READS_PER_SEARCH = 5
const WRITES_PER_MINUTE = 120
/** Where more reads are allowed than usual, because many share an address, so are more writes: one for this many reads. */
const READS_PER_WRITE = READS_PER_MINUTE / WRITES_PER_MINUTE

/** Counts are written to the database after every one of these parts of the limit, so each server may be off by one part. */
const PARTS = 20

/** `ends`: as `performance.now()`, so that a changed clock does not lengthen it. */
type Tally = { unreported: number; reported: number; ends: number; reporting: boolean }

/**
 * Limits requests by address, counted by all servers together. `readsPerMinute` 0 = no limits. All calls are allowed while the
 * database fails.
 */
export function createRequestLimits(options: {
  db: Database
  secret: () => Promise<Buffer>
  readsPerMinute?: number | undefined
  log: Logger
}): RateLimits {
  const { db, secret, readsPerMinute = READS_PER_MINUTE, log } = options
  const most = {
    read: readsPerMinute,
    search: Math.ceil(readsPerMinute / READS_PER_SEARCH),
    picture: readsPerMinute * IMAGES_PER_READ,
    write: Math.max(WRITES_PER_MINUTE, Math.ceil(readsPerMinute / READS_PER_WRITE)),
  }
  const tallies = new Map<string, Tally>()
  const keys = new Map<string, string>()
  const store = { storeClient: poolOf(db).pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true }
  const limiterOf = (load: Load) =>
    new RateLimiterPostgres({
      ...store,
      keyPrefix: load,
      points: most[load],
      duration: MINUTE_SECONDS,
      clearExpiredByTimeout: false,
    })
  const limiters = {
    read: limiterOf('read'),
    search: limiterOf('search'),
    picture: limiterOf('picture'),
    write: limiterOf('write'),
  }
  const cleaning = setInterval(() => {
    keys.clear()
    const ended = performance.now()
    for (const [key, { ends, reporting }] of tallies) if (ends < ended && !reporting) tallies.delete(key)
    deleteOver(db, Object.keys(limiters)).catch(() => {})
  }, MINUTE_MS)
  cleaning.unref()

  async function waitToRead(load: Exclude<Load, 'write'>, key: string, ahead: boolean): Promise<number | null> {
    const now = performance.now()
    const tallyKey = `${load}:${key}`
    let tally = tallies.get(tallyKey)
    if (!tally || tally.ends <= now) {
      tally = { unreported: 0, reported: 0, ends: now + MINUTE_MS, reporting: false }
      tallies.set(tallyKey, tally)
    }
    // Images belong to a page that was admitted.
    const allowed = ahead && load !== 'picture' ? most[load] * AHEAD_SHARE : most[load]
    if (tally.reported + tally.unreported >= allowed) return secondsUntil(tally.ends)
    tally.unreported++
    if (tally.unreported >= most[load] / PARTS && !tally.reporting) report(load, key, tally)
    return null
  }

  /** Adds the local count to the shared count and reads it back; callers do not wait for it. */
  function report(load: Exclude<Load, 'write'>, key: string, tally: Tally): void {
    const points = tally.unreported
    tally.reporting = true
    limiters[load]
      .penalty(key, points)
      .then(({ consumedPoints, msBeforeNext }) => {
        tally.unreported -= points
        tally.reported = consumedPoints
        tally.ends = performance.now() + Math.min(msBeforeNext, MINUTE_MS)
      })
      .catch((error: unknown) =>
        log.warn({ event: 'rate-limits.sync-failed', err: error }, 'request counts could not be shared between servers'),
      )
      .finally(() => {
        tally.reporting = false
      })
  }

  async function waitToWrite(key: string): Promise<number | null> {
    try {
      await limiters.write.consume(key)
      return null
    } catch (rejected) {
      if (rejected instanceof Error) {
        log.warn({ event: 'rate-limits.sync-failed', err: rejected }, 'request counts could not be shared between servers')
        return null
      }
      return secondsUntil(performance.now() + (rejected as RateLimiterRes).msBeforeNext)
    }
  }

  return {
    async wait(load, address, ahead = false) {
      if (most.read === 0) return null
      const salt = await secret().catch(() => null)
      if (!salt) return null
      const key = keys.get(address) ?? keyedHash(salt, networkOf(address)).slice(0, 22)
      keys.set(address, key)
      return load === 'write' ? waitToWrite(key) : waitToRead(load, key, ahead)
    },
    close: () => clearInterval(cleaning),
  }
}

/**
 * Deletes counts whose time is over. It leaves those that an attempt is counting: waiting for them could deadlock, and the attempt
 * would then be allowed without being counted.
 * @param ofMinutes limits that count for a minute
 */
async function deleteOver(db: Database, ofMinutes: readonly string[]): Promise<void> {
  const now = Date.now()
  const over = db
    .selectFrom('rate_limits')
    .select('key')
    .where(({ or, and, eb }) =>
      or([
        eb('expire', '<', now),
        // Counts begun by a clock that was ahead, which would otherwise count until that time.
        and([eb('expire', '>', now + 2 * MINUTE_MS), eb(sql`split_part(key, ':', 1)`, 'in', ofMinutes)]),
      ]),
    )
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('rate_limits').where('key', 'in', over).execute()
}

/** @param time as `performance.now()` */
function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - performance.now()) / 1000))
}
