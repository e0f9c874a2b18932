import type pg from 'pg'
import { analyseMigration, type Effect, type Lock, type Work } from './analyse-migration.ts'
import { JOBS, neededBy, readSchema, textOfMigration, withClient } from './migrate.ts'

/** A table that a migration locks until it has ended. Bytes include the indexes; null: the database does not have the table yet. */
export type PlannedTable = { name: string; bytes: number | null; rows: number | null; lock: Lock; work: Work }

export type PlannedMigration = {
  name: string
  tables: PlannedTable[]
  /** What the migration takes away from older programs. */
  breaks: string[]
  /** Statements that could not be analysed, in lower case. */
  unknown: string[]
  /** The migration that a program must know afterwards; null: older programs may run. */
  needs: string | null
}

/** From the weakest to the strongest. */
const LOCKS: readonly Lock[] = [
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
  'unknown',
]
const WORKS: readonly Work[] = ['none', 'changes rows', 'reads all rows', 'rewrites the table', 'unknown']

/**
 * Plans the missing migrations of a database, without changing it. Migrations of the job queue are not ours and are not analysed.
 * @throws CannotStart if the database is not ours
 */
export async function planMigrations(url: string): Promise<{ isNew: boolean; migrations: PlannedMigration[] }> {
  const { missing, isNew } = await readSchema(url)
  return withClient(url, async (client) => {
    const migrations: PlannedMigration[] = []
    for (const name of missing) migrations.push(await plan(client, name))
    return { isNew, migrations }
  })
}

async function plan(client: pg.Client, name: string): Promise<PlannedMigration> {
  if (name === JOBS) return { name, tables: [], breaks: [], unknown: ['migrations of the package graphile-worker'], needs: null }
  const text = textOfMigration(name)
  const statements = analyseMigration(text)
  const tables = new Map<string, PlannedTable>()
  const unknown = statements.filter(({ effects }) => effects.some(({ table, through }) => table === null && !through))
  for (const each of statements.flatMap(({ effects }) => effects)) {
    const table = each.table ?? (each.through ? await tableThrough(client, each.through) : null)
    if (table === null) continue
    const known = tables.get(table) ?? { name: table, ...(await sizeOf(client, table)), lock: each.lock, work: each.work }
    tables.set(table, { ...known, lock: worse(LOCKS, known.lock, each.lock), work: worse(WORKS, known.work, each.work) })
  }
  return {
    name,
    tables: [...tables.values()],
    breaks: statements.flatMap(({ breaks }) => breaks),
    unknown: unknown.map((each) => each.text),
    needs: neededBy(text),
  }
}

function worse<Value>(order: readonly Value[], one: Value, other: Value): Value {
  return order.indexOf(one) > order.indexOf(other) ? one : other
}

async function tableThrough(client: pg.Client, through: NonNullable<Effect['through']>): Promise<string | null> {
  const { rows } =
    'index' in through
      ? await client.query<{ table: string }>(
          'select indrelid::regclass::text as table from pg_index where indexrelid = to_regclass($1)',
          [through.index],
        )
      : await client.query<{ table: string }>(
          `select confrelid::regclass::text as table from pg_constraint
          where conrelid = to_regclass($1) and conname = $2 and confrelid <> 0`,
          [through.of, through.constraint],
        )
  return rows[0]?.table ?? null
}

async function sizeOf(client: pg.Client, table: string): Promise<Pick<PlannedTable, 'bytes' | 'rows'>> {
  const { rows } = await client.query<{ bytes: number; rows: number }>(
    'select pg_total_relation_size(oid) as bytes, reltuples as rows from pg_class where oid = to_regclass($1)',
    [table],
  )
  const [found] = rows
  // -1: never counted.
  return { bytes: found?.bytes ?? null, rows: found && found.rows >= 0 ? found.rows : null }
}
