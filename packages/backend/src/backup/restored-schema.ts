// The schema of a database during a restore. The migrations listed in the backup create it; what would slow down or reject rows
// that come table by table is removed; and in the end it is put back as the migrations made it.
import type pg from 'pg'
import { INDEX_MEMORY, type IndexDefinition } from '../catalogue/search/search-indexes.ts'
import { quoted, quotedTable, SCHEMAS, shareWork, type TableName } from './copy-table.ts'

type Part = TableName & { part: string; definition: string }
type SetAside = { references: Part[]; indexes: Part[]; triggered: TableName[]; whole: string[] }

const IN_SCHEMAS = `join pg_class c on c.oid = RELATION join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'r' and not c.relispartition and c.relpersistence = 'p'`

/**
 * Drops foreign keys and indexes and disables triggers, which the owner may do without being superuser, and empties all tables,
 * which contain rows inserted by migrations. Only for a database that nobody uses: it may be used again after `putBack`.
 */
export async function setAside(client: pg.Client, tables: readonly TableName[]): Promise<SetAside> {
  const whole = await describeSchema(client)
  const { rows: references } = await client.query<Part>(
    `select n.nspname as schema, c.relname as name, k.conname as part, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k ${IN_SCHEMAS.replace('RELATION', 'k.conrelid')} and k.contype = 'f' order by 1, 2, 3`,
    [SCHEMAS],
  )
  const { rows: indexes } = await client.query<Part>(
    `select n.nspname as schema, c.relname as name, x.relname as part, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class x on x.oid = i.indexrelid ${IN_SCHEMAS.replace('RELATION', 'i.indrelid')}
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f') order by 1, 2, 3`,
    [SCHEMAS],
  )
  const { rows: facts } = await client.query<TableName & { isTriggered: boolean; isFilled: boolean }>(
    `select n.nspname as schema, c.relname as name,
        exists (select from pg_trigger where tgrelid = c.oid and not tgisinternal) as "isTriggered",
        (select sum(pg_relation_size(oid)) from (select c.oid union all select inhrelid from pg_inherits where inhparent = c.oid) parts (oid)) > 0 as "isFilled"
      from unnest($1::text[]) each join pg_class c on c.oid = each::regclass join pg_namespace n on n.oid = c.relnamespace`,
    [tables.map(quotedTable)],
  )
  const triggered = facts.filter(({ isTriggered }) => isTriggered)
  const filled = facts.filter(({ isFilled }) => isFilled)
  // In one transaction, and only tables with rows: this takes PostgreSQL 0.1 instead of 0.4 seconds.
  await inOneTransaction(client, [
    ...references.map((each) => `alter table ${quotedTable(each)} drop constraint ${quoted(each.part)}`),
    ...indexes.map(({ schema, part }) => `drop index ${quotedTable({ schema, name: part })}`),
    ...triggered.map((each) => `alter table ${quotedTable(each)} disable trigger user`),
    ...(filled.length > 0 ? [`truncate ${filled.map(quotedTable).join(', ')}`] : []),
  ])
  return { references, indexes, triggered, whole }
}

const inOneTransaction = (client: pg.Client, statements: readonly string[]) => client.query(statements.join(';\n'))

/**
 * Creates indexes and foreign keys again, which checks every row, and enables the triggers.
 * @param later names of indexes that are not created
 * @returns the indexes that are missing
 * @throws Error if the schema is not exactly as before, apart from these
 */
export async function putBack(
  clients: readonly pg.Client[],
  { references, indexes, triggered, whole }: SetAside,
  later: readonly string[],
): Promise<IndexDefinition[]> {
  for (const client of clients) await client.query(`set maintenance_work_mem = '${INDEX_MEMORY}'`)
  const isLater = ({ part }: Part) => later.includes(part)
  const missing = indexes.filter(isLater).map(({ part, definition }) => ({ name: part, definition }))
  const now = indexes.filter((index) => !isLater(index))
  await shareWork(clients, now, async (client, { definition }) => void (await client.query(definition)))
  const [client] = clients as [pg.Client]
  await inOneTransaction(client, [
    ...references.map((each) => `alter table ${quotedTable(each)} add constraint ${quoted(each.part)} ${each.definition}`),
    ...triggered.map((each) => `alter table ${quotedTable(each)} enable trigger user`),
  ])
  const after = await describeSchema(client)
  const expected = whole.filter((line) => !missing.some(({ definition }) => line.startsWith(`index ${definition} `)))
  const lost = expected.filter((line) => !after.includes(line))
  if (lost.length > 0 || after.length !== expected.length)
    throw new Error(`the restored schema differs from that of the migrations: ${lost.join('; ')}`)
  return missing
}

/** Describes all indexes, constraints and triggers, with their states, one line each. */
async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select 'index ' || pg_get_indexdef(i.indexrelid) || ' ' || i.indisvalid::text as line from pg_index i
        ${IN_SCHEMAS.replace('RELATION', 'i.indrelid')}
      union all select 'constraint ' || c.relname || '.' || k.conname || ' ' || pg_get_constraintdef(k.oid) || ' ' || k.convalidated::text
        from pg_constraint k ${IN_SCHEMAS.replace('RELATION', 'k.conrelid')}
      union all select 'trigger ' || t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid) from pg_trigger t
        ${IN_SCHEMAS.replace('RELATION', 't.tgrelid')} and not t.tgisinternal
      order by 1`,
    [SCHEMAS],
  )
  return rows.map(({ line }) => line)
}
