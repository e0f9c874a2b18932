import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './connect.ts'
import type { DB } from './schema.ts'

/** Dependencies of a transaction. */
type Options = { db: Database; log: Logger }

/** SQLSTATE codes of conflicts, after which a retry may succeed. */
const CONFLICTS = new Set(['40001', '40P01'])
const TRIES = 5
/** The wait before the next try is random, at most this times 2^(number of tries). */
const FIRST_WAIT_MS = 20

/** Returns whether a transaction was rolled back because of a deadlock or a serialisation failure. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICTS.has((error as { code?: string }).code ?? '')
}

/**
 * Runs `work` in a transaction and retries it when PostgreSQL rolled it back because of a deadlock or a serialisation
 * failure. `work` may run several times, so it must only query the database.
 * @throws what `work` throws; the conflict itself after five tries
 */
export function transact<Result>(ctx: Options, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  return retryConflicts(ctx, () => ctx.db.transaction().execute(work))
}

/** Thrown by `rolledBack` to roll its transaction back. */
class RolledBack<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('rolled back on purpose')
    this.result = result
  }
}

/** Runs `work` in a transaction and rolls it back (dry run). @returns what `work` returned */
export async function rolledBack<Result>(ctx: Options, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  const ended = transact(ctx, async (trx) => {
    throw new RolledBack(await work(trx))
  })
  return ended.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.result as Result
    throw error
  })
}

/** Runs `work` in a transaction, which a rehearsal rolls back. @returns what `work` returned */
export function transactOrRehearse<Result>(
  ctx: Options,
  isRehearsal: boolean,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return (isRehearsal ? rolledBack : transact)(ctx, work)
}

/** Does the same as `transact` for work that begins and commits its transaction by itself. */
export async function retryConflicts<Result>({ log }: Pick<Options, 'log'>, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || tries === TRIES) throw error
      log.warn({ event: 'transaction.retried', err: error, tries }, 'transaction was rolled back by a conflict, retrying')
      await pause(Math.random() * FIRST_WAIT_MS * 2 ** tries)
    }
  }
}
