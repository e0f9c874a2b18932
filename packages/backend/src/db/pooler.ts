// Detects a pooler between us and PostgreSQL that assigns connections by transaction, such as PgBouncer with `pool_mode =
// transaction`.
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { CannotStart } from '../startup-error.ts'
import { createClient } from './connections.ts'
import type { DB } from './schema.ts'

/** Timeout for an answer on a connection; without an answer, all connections of the pooler are in use. */
const ANSWERS_WITHIN_MS = 2_000
/** Number of attempts to get the same connection of PostgreSQL twice, because other programs may take it in between. */
const ATTEMPTS = 10

/**
 * Refuses the address of a pooler that assigns connections by transaction where session features are needed: LISTEN, locks,
 * timeouts. A pooler that assigns connections by session is not refused.
 * @throws CannotStart
 */
export async function refuseTransactionPooler(url: string): Promise<void> {
  if (await isTransactionPooler(url))
    throw new CannotStart(
      'The database is reached through a pooler that assigns connections by transaction: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    )
}

/** Whether two connections to this address share one connection of PostgreSQL, or one of them changes its connection. */
async function isTransactionPooler(url: string): Promise<boolean> {
  const [one, other] = [createClient({ url, name: 'pooler?' }), createClient({ url, name: 'pooler?' })]
  try {
    await one.connect()
    const process = await processOf(one)
    // PostgreSQL tells a client the process id of its connection; a pooler tells another number.
    if (process === (one as pg.Client & { processID: number }).processID) return false
    await other.connect()
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await other.query('begin')
      const ofOther = await processOf(other)
      if (ofOther === process) return true
      // A session would keep its connection and not wait for another one.
      const next = await Promise.race([processOf(one), pause(ANSWERS_WITHIN_MS, undefined, { ref: false })])
      if (next !== process) return true
      await other.query('rollback')
    }
    return false
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process')
  return rows[0]!.process
}

/** Whether the statements of these connections have a time limit. */
export async function hasTimeLimit(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ limited: boolean }>`select current_setting('statement_timeout') <> '0' as limited`.execute(db)
  return rows[0]!.limited
}
