// Determines whether a database is the one of an earlier backup, with everything that was committed until then. Only then do
// transaction numbers show which rows have changed since.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Key of the marks in `app_settings`. A restore removes them: its rows have other transactions. */
export const BACKUP_MARKS = 'backup-marks'
/** More than the number of backups made in all places between two runs for one place. */
const MOST_MARKS = 100

/** What a backup records in the database before its snapshot, and the records of earlier backups. */
export type Begun = {
  mark: string
  /** Marks of earlier backups that were committed in this database. */
  earlier: readonly string[]
  /** 64-bit number of the transaction that wrote the mark. */
  transaction: bigint
  /** Identifies the database uniquely: identifier of the cluster, and number of the database in it. */
  database: string
}

/**
 * Writes a mark into the database. A database that was brought back to an earlier state (from a copy of its disk, or by
 * point-in-time recovery) lacks the later marks.
 * @returns null if the server does not identify itself, or does not accept writes
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

/** 64-bit transaction numbers: the first, and the one after the last. */
export type Span = { first: bigint; end: bigint }

/**
 * Returns the transactions whose changes a snapshot may not see: the first of them, and the number from which all transactions
 * are later than the snapshot.
 */
export async function spanOf(client: pg.Client, begun: Begun): Promise<Span> {
  const { rows } = await client.query<{ first: string; end: string }>(
    'select pg_snapshot_xmin(seen)::text as first, pg_snapshot_xmax(seen)::text as end from pg_current_snapshot() seen',
  )
  const first = BigInt(rows[0]!.first)
  return { first: first < begun.transaction ? first : begun.transaction, end: BigInt(rows[0]!.end) }
}
