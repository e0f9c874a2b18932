import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './connect.ts'
import type { DB } from './schema.ts'
import { transact } from './transaction.ts'

class Rehearsed extends Error {}

/** Does work in a transaction; as a rehearsal, the transaction is rolled back and its result returned all the same. */
export async function transactOrRehearse<Result>(
  ctx: { db: Database; log: Logger },
  isRehearsal: boolean,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  let rehearsed: { result: Result } | undefined
  const doing = transact(ctx, async (trx) => {
    const result = await work(trx)
    if (!isRehearsal) return result
    rehearsed = { result }
    throw new Rehearsed()
  })
  return doing.catch((error: unknown) => {
    if (error instanceof Rehearsed && rehearsed) return rehearsed.result
    throw error
  })
}
