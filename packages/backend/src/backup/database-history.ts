// Whether a database is the one that an earlier backup was made of, with everything that was committed until then. Only if it is,
// numbers of transactions say which rows have changed since.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Key of the marks in `app_settings`. A restore removes them: its rows have other transactions. */
export const BACKUP_MARKS = 'backup-marks'
/** More than there are backups in all places between two runs for one place. */
const MOST_MARKS = 100

/** What a backup notes in the database before its snapshot, and who else has. */
export type Begun = {
  mark: string
  /** Marks of earlier backups that were committed in this database. */
  earlier: readonly string[]
  /** Number of the transaction that wrote the mark, of 64 bits. */
  transaction: bigint
  /** What no other database has: identifier of the cluster, and number of the database in it. */
  database: string
}

/**
 * Writes a mark into the database. One that was brought back to an earlier state (a copy of its disk, point-in-time recovery) has no
 * marks of what came after.
 * @returns null if the server does not say which one it is, or does not accept writes
 */
export async function beginHistory(client: pg.Client): Promise<Begun | null> {
  const { rows: known } = await client.query<{ isKnown: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute') and not pg_is_in_recovery() as "isKnown"`,
  )
  if (!known[0]!.isKnown) return null
  const mark = randomUUID()
  const { rows: stored } = await client.query<{ value: string[] }>('select value from app_settings where key = $1', [
    BACKUP_MARKS,
  ])
  const earlier = stored[0]?.value ?? []
  const { rows } = await client.query<{ transaction: string; database: string }>(
    `insert into app_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value
      returning pg_current_xact_id()::text as transaction, (select system_identifier::text from pg_control_system()) || ' ' ||
        (select oid::text from pg_database where datname = current_database()) as database`,
    [BACKUP_MARKS, JSON.stringify([...earlier, mark].slice(-MOST_MARKS))],
  )
  return { mark, earlier, transaction: BigInt(rows[0]!.transaction), database: rows[0]!.database }
}

/** Numbers of transactions, of 64 bits: the first and the one after the last. */
export type Span = { first: bigint; end: bigint }

/**
 * Returns the transactions that may have changed what a snapshot does not see: the first one, and of which number on all are later
 * than the snapshot.
 */
export async function spanOf(client: pg.Client, begun: Begun): Promise<Span> {
  const { rows } = await client.query<{ first: string; end: string }>(
    'select pg_snapshot_xmin(seen)::text as first, pg_snapshot_xmax(seen)::text as end from pg_current_snapshot() seen',
  )
  const first = BigInt(rows[0]!.first)
  return { first: first < begun.transaction ? first : begun.transaction, end: BigInt(rows[0]!.end) }
}
