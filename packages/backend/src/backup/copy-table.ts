import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { WORDS_ARE_DERIVED } from '../catalogue/search/page-words.ts'
import { BackupError } from './backup-error.ts'
import { copyOut } from './copy-out.ts'
import { type Digest, RowDigest } from './row-digest.ts'

export type TableName = { schema: string; name: string }

/**
 * A table and the columns that are copied. `derived`: columns that are left out of the rows that match their condition in
 * DERIVED.
 */
export type CopiedTable = TableName & { columns: string[]; derived: string[] }

/** Columns that can be derived from others, with the value that is copied instead and the SQL condition of such a row. */
const DERIVED: Record<string, { column: string; empty: string; condition: string }> = {
  'public.pages': { column: 'search', empty: `''`, condition: WORDS_ARE_DERIVED },
}

/** Schemas of the backup: the newsstand's own, and the job queue's. */
export const SCHEMAS = ['public', 'graphile_worker']

/** Settings under which rows are written as text and read again, whatever the server's own are. */
export const COPY_SETTINGS = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set synchronize_seqscans = off; set row_security = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set jit = off`

export const quoted = (name: string) => pg.escapeIdentifier(name)
export const quotedTable = ({ schema, name }: TableName) => `${quoted(schema)}.${quoted(name)}`

/**
 * Yields the rows of a table as text, many at a time, and passes them to `digest`.
 * @param condition SQL of the rows; all if there is none
 */
export async function* rowsOf(
  client: pg.Client,
  table: CopiedTable,
  digest: RowDigest,
  condition = 'true',
): AsyncGenerator<Buffer, void, undefined> {
  const select = `select ${copiedColumns(table)} from ${quotedTable(table)} where ${condition}`
  for await (const rows of copyOut(client, `copy (${select}) to stdout`)) {
    digest.update(rows)
    yield rows
  }
}

/** SQL of the columns of a table as they are copied. */
export const copiedColumns = (table: CopiedTable) => table.columns.map((each) => copied(table, each)).join(', ')

/** SQL condition of the rows whose derived columns are left out. */
export const areDerived = ({ schema, name }: TableName) => DERIVED[`${schema}.${name}`]?.condition ?? 'false'

function copied({ schema, name, derived }: CopiedTable, column: string): string {
  if (!derived.includes(column)) return quoted(column)
  const { empty, condition } = DERIVED[`${schema}.${name}`]!
  return `case when ${condition} then ${empty} else ${quoted(column)} end`
}

/** Reads a whole table as `insertRows` has filled it. */
export async function digestOf(client: pg.Client, table: CopiedTable): Promise<Digest> {
  const digest = new RowDigest()
  for await (const _ of rowsOf(client, { ...table, derived: [] }, digest));
  return digest.result()
}

/**
 * Inserts rows that `rowsOf` has yielded into an empty table that nobody uses, `table.rows` at most.
 * @param isLarge empties the table in the same transaction, so that PostgreSQL neither logs the rows nor visits them again; and
 * does not compress texts, which takes most of the time and saves a third of their space
 * @returns their digest
 * @throws BackupError if there are more
 */
export async function insertRows(
  client: pg.Client,
  table: CopiedTable & Pick<Digest, 'rows'>,
  rows: AsyncIterable<Buffer>,
  isLarge: boolean,
): Promise<Digest> {
  const digest = new RowDigest()
  async function* counted() {
    for await (const chunk of rows) {
      digest.update(chunk)
      if (digest.rows > table.rows)
        throw new BackupError(`${table.schema}.${table.name} of the backup has more than ${table.rows} rows.`)
      yield chunk
    }
  }
  const columns = table.columns.map(quoted).join(', ')
  const copy = (how: string) => pipeline(counted, client.query(from(`copy ${quotedTable(table)} (${columns}) from stdin${how}`)))
  const { rows: found } = await client.query<{ texts: string[] }>(
    `select array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        and atttypid = 'text'::regtype and attstorage = 'x' and attgenerated = '') as texts
      from pg_class c where c.oid = $1::regclass and c.relkind = 'r' and $2`,
    [quotedTable(table), isLarge],
  )
  if (!found[0]) await copy('')
  else {
    const store = found[0].texts.map((each) => (how: string) => `alter column ${quoted(each)} set storage ${how}`)
    const stored = (how: string) =>
      store.length > 0 ? `alter table ${quotedTable(table)} ${store.map((each) => each(how)).join(', ')};` : ''
    await client.query(`begin; truncate ${quotedTable(table)}; ${stored('external')}`)
    await copy(' (freeze)')
    await client.query(`${stored('extended')} commit`)
  }
  return digest.result()
}

/**
 * Finds the tables of the backup, largest first: those that survive a crash and belong to no extension. Partitions count as part
 * of their table.
 */
export async function findTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<TableName & { columns: string[] }>(
    `select n.nspname as schema, c.relname as name, array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by pg_table_size(c.oid) desc, 1, 2`,
    [SCHEMAS],
  )
  return rows.map((table) => ({ ...table, derived: [DERIVED[`${table.schema}.${table.name}`]?.column ?? []].flat() }))
}

/** Runs `work` for each item, one at a time on each client. The first failure ends all. */
export async function shareWork<Item>(
  clients: readonly pg.Client[],
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const results = await Promise.allSettled(
    clients.map(async (client) => {
      try {
        for (let item = left.shift(); item !== undefined; item = left.shift()) await work(client, item)
      } catch (error) {
        left.length = 0
        throw error
      }
    }),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
