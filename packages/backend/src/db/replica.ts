// A streaming replica of the database, for expensive reads that are the same for everybody (ADR-0312).
import { ApiError } from '@kiosk/domain/errors'
import { SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { outsideTraces } from '../trace.ts'
import { type Connection, type Database, open } from './connect.ts'
import type { ConnectionLimits } from './connections.ts'
import { inTime } from './unavailable.ts'

/** Interval between comparisons with the primary. After a change it is compared at once, but never more often than this. */
const LOOK_EVERY_MS = 1_000
const LOOK_AGAIN_AFTER_MS = 100
/** Timeout for a comparison, and for everything that a request reads. After it, the primary is asked. */
const LOOK_MS = 1_000
const READ_MS = 2_000
/** A read on the replica shows every change that is older than this. */
const MOST_LAG_MS = 3_000
/** With this lag it is not asked any more, because it may exceed `MOST_LAG_MS` before the next comparison. */
const LATE_MS = MOST_LAG_MS - LOOK_EVERY_MS

/** Limits of its connections. */
const LIMITS: ConnectionLimits = {
  acquireMs: 500,
  statementMs: READ_MS,
  lockMs: READ_MS,
  idleInTransactionMs: READ_MS,
  silenceMs: READ_MS + 1_000,
}

/** Opens connections to a replica. A pooler may be in between, so the limits of statements are set in each transaction. */
export function openReplica(url: string, connections: number, name = 'replica'): Connection {
  return open(url, connections, LIMITS, name, { poolerUrl: url })
}

/**
 * Where reads were answered: on the replica, or on the primary because the replica lacked some changes (`behind`), did not answer
 * in time (`failed`), or was not in use (`away`).
 */
export type ReadOutcome = 'replica' | 'behind' | 'failed' | 'away'

/** `lagSeconds`: age of the oldest change that it lacks; undefined = unknown. `why`: why it is not used; null = it is used. */
type ReplicaState = { lagSeconds: number | undefined; why: string | null }

export type Replica = {
  /**
   * Reads on the replica if that has all required changes; otherwise, or if the read fails there, on the primary. `read` may run
   * twice, even at the same time, so it must only query. It runs in one transaction.
   * @throws what `read` throws on the primary, or as ApiError on either
   */
  read<Result>(primary: Database, read: (db: Database) => Promise<Result>): Promise<Result>
  /** Reads that begin from now on must show everything that is committed now. */
  noteChange(): void
  state(): ReplicaState
  readonly counts: Readonly<Record<ReadOutcome, number>>
  /** Ends the comparisons; the caller closes the connections. */
  close(): Promise<void>
}

class IsBehind extends Error {}

/**
 * Compares a replica with its primary, every second and after each change.
 * @param given `replica`: of `openReplica`; `primary`: connections to it with short timeouts
 */
export function createReplica(given: { replica: Database; primary: Database; log: Logger }): Replica {
  const { replica, primary, log } = given
  const counts = { replica: 0, behind: 0, failed: 0, away: 0 }
  const written = followPrimary(primary)
  /** Since when the primary has had something that the replica lacked at the last comparison. */
  let lackingSince: number | undefined
  let away: string | null = 'it has not been asked yet'
  let wasUsed: boolean | undefined
  const comparisons = repeat(compare, (begunAt) => (written.changedAt() > begunAt ? LOOK_AGAIN_AFTER_MS : LOOK_EVERY_MS))

  async function compare(): Promise<void> {
    const [, asked] = await Promise.allSettled([written.sample(), askReplica(replica)])
    if (comparisons.areStopped()) return
    if (asked.status === 'rejected') away = messageOf(asked.reason)
    else {
      const { isReplica, cluster, position } = asked.value
      away = whyNot(isReplica, cluster === written.cluster())
      lackingSince = written.lackingSince(position ?? 0, lackingSince)
    }
    noteUse(state().why)
  }

  function state(): ReplicaState {
    if (away !== null) return { lagSeconds: undefined, why: away }
    if (!written.isKnown()) return { lagSeconds: undefined, why: 'the primary does not say what is new' }
    const lagMs = lackingSince === undefined ? 0 : now() - lackingSince
    return { lagSeconds: lagMs / SECOND_MS, why: lagMs > LATE_MS ? 'it is too far behind' : null }
  }

  function noteUse(why: string | null): void {
    if ((why === null) === wasUsed) return
    wasUsed = why === null
    if (wasUsed) log.info({ event: 'replica.used' }, 'the replica is used')
    else log.warn({ event: 'replica.not-used', why }, 'the replica is not used; the primary answers')
  }

  return {
    counts,
    state,
    async read(primaryDb, read) {
      const position = state().why === null ? written.requiredPosition() : undefined
      let outcome: ReadOutcome = away === null ? 'behind' : 'away'
      if (position !== undefined)
        try {
          const result = await inTime(readAt(replica, position, read), READ_MS)
          counts.replica++
          return result
        } catch (error) {
          // The primary would give the same error, except for what the replica does not have yet.
          if (error instanceof ApiError && error.code !== 'unavailable') {
            counts.replica++
            throw error
          }
          if (!(error instanceof IsBehind)) {
            outcome = 'failed'
            log.warn({ event: 'replica.read-failed', err: error }, 'a read failed on the replica; the primary answers')
            comparisons.soon(0)
          }
        }
      counts[outcome]++
      return read(primaryDb)
    },
    noteChange() {
      comparisons.soon(written.noteChange())
    },
    close: comparisons.stop,
  }
}

/**
 * How far the write-ahead log of the primary had been written at a time. `position`: bytes since its beginning; `at`:
 * milliseconds.
 */
type Sample = { position: number; at: number }

/** Follows what the primary writes, and how much of it a read must show. */
function followPrimary(primary: Database) {
  /** Samples of the last `MOST_LAG_MS`. */
  let samples: Sample[] = []
  /** When the last change was noted, and a position that includes it; undefined = not known yet. */
  let changedAt = now()
  let changePosition: number | undefined
  let ownCluster: string | undefined

  return {
    changedAt: () => changedAt,
    /** Undefined until it has been asked. */
    cluster: () => ownCluster,
    /** Whether it was asked lately. */
    isKnown: () => samples.some(isRecent),

    /** Asks the primary for its position, which includes everything that was committed before. */
    async sample(): Promise<void> {
      const at = now()
      const { rows } = await inTime(
        // Nothing is sent to a replica before it is on the disk, and writing may wait for seconds. What others see is on the
        // disk, unless commits do not wait for that.
        sql<{ position: number; cluster: string }>`
          select ((case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
            else pg_current_wal_flush_lsn() end) - '0/0')::float8 as position, ${cluster} as cluster`.execute(primary),
        LOOK_MS,
      )
      const { position } = rows[0]!
      ownCluster = rows[0]!.cluster
      // This is another primary, whose log differs from some position on.
      if (position < (samples.at(-1)?.position ?? 0)) {
        samples = []
        changePosition = undefined
      }
      samples = [...samples.filter(isRecent), { position, at }]
      if (at >= changedAt) changePosition ??= position
    },

    /** Notes a change that reads must show from now on. @returns milliseconds until the primary may be asked for its position */
    noteChange(): number {
      changedAt = now()
      changePosition = undefined
      return Math.max(0, (samples.at(-1)?.at ?? 0) + LOOK_AGAIN_AFTER_MS - changedAt)
    },

    /** The position that a read must have reached; undefined = unknown. */
    requiredPosition(): number | undefined {
      const oldest = samples.find(isRecent)
      return oldest && changePosition !== undefined ? Math.max(oldest.position, changePosition) : undefined
    },

    /** Since when a replica at `position` has lacked something; undefined = it lacks nothing. @param before the answer until now */
    lackingSince(position: number, before: number | undefined): number | undefined {
      const lacking = samples.findIndex((sample) => sample.position > position)
      // It may have lacked the oldest sample for longer than samples are remembered.
      return lacking === 0 ? (before ?? samples[0]!.at) : samples[lacking]?.at
    },
  }
}

/**
 * Runs `work` now and then again and again, never twice at a time. `work` must not reject.
 * @param pauseMs pause after work that began at a time
 */
function repeat(work: () => Promise<void>, pauseMs: (begunAt: number) => number) {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let areStopped = false

  async function workNow(): Promise<void> {
    const begunAt = now()
    working = work()
    await working
    working = undefined
    soon(pauseMs(begunAt))
  }

  /** Works after this time in place of the planned one; without effect during work, after which `pauseMs` decides. */
  function soon(afterMs: number): void {
    if (working || areStopped) return
    clearTimeout(timer)
    // Outside the trace of the request that noted a change, which would otherwise contain all further comparisons.
    timer = outsideTraces(() => setTimeout(workNow, afterMs))
    timer.unref()
  }
  soon(0)

  return {
    soon,
    areStopped: () => areStopped,
    async stop() {
      areStopped = true
      clearTimeout(timer)
      await working
    },
  }
}

async function askReplica(replica: Database): Promise<{ cluster: string; isReplica: boolean; position: number | null }> {
  const { rows } = await inTime(
    sql<{ isReplica: boolean; position: number | null; cluster: string }>`
      select pg_is_in_recovery() as "isReplica", (pg_last_wal_replay_lsn() - '0/0')::float8 as position,
        ${cluster} as cluster`.execute(replica),
    LOOK_MS,
  )
  return rows[0]!
}

/** @throws IsBehind if the replica has not reached the position */
async function readAt<Result>(replica: Database, position: number, read: (db: Database) => Promise<Result>): Promise<Result> {
  return replica
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      // In the transaction of the read, because the next connection may lead to another replica.
      const { rows } = await sql<{ hasAll: boolean }>`
        select coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() - '0/0' >= ${position}::float8::numeric, false) as "hasAll",
          set_config('statement_timeout', ${String(READ_MS)}, true)`.execute(trx)
      if (!rows[0]!.hasAll) throw new IsBehind()
      return read(trx)
    })
}

/**
 * Two servers with the same value have the same database; one that follows a former primary has that one's timeline. After a
 * failover, the value of a replica is right from its next restart point on (`checkpoint_timeout`, five minutes by default).
 */
const cluster = sql<string>`(select concat_ws('/', system_identifier, timeline_id, oid)
  from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database())`

function whyNot(isReplica: boolean, isOfPrimary: boolean): string | null {
  if (!isReplica) return 'it is no streaming replica'
  return isOfPrimary ? null : 'it is the replica of another database, or of a former primary'
}

function isRecent({ at }: Sample): boolean {
  return at >= now() - MOST_LAG_MS
}

/** Milliseconds of a monotonic clock. */
function now(): number {
  return performance.now()
}

function messageOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || code || String(error)
}
