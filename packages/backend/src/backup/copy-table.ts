import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { type Digest, RowDigest } from './row-digest.ts'

export type TableName = { schema: string; name: string }

/** Schemas of the backup: the newsstand's own, and the job queue's. */
export const SCHEMAS = ['public', 'graphile_worker']

/** Settings under which rows are written as text and read again, whatever the server's own are. */
export const COPY_SETTINGS = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set synchronize_seqscans = off; set row_security = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set jit = off`

export const quoted = (name: string) => pg.escapeIdentifier(name)
export const quotedTable = ({ schema, name }: TableName) => `${quoted(schema)}.${quoted(name)}`
const withColumns = (table: TableName, columns: readonly string[]) => `${quotedTable(table)} (${columns.map(quoted).join(', ')})`

/** The server sends each row by itself; compressing them one by one takes half as long again. */
const BATCH_BYTES = 256 * 1024

/** Yields the rows of a table as text, many at a time, and passes them to `digest`. */
export async function* rowsOf(
  client: pg.Client,
  table: TableName,
  columns: readonly string[],
  digest: RowDigest,
): AsyncGenerator<Buffer, void, undefined> {
  let batch: Buffer[] = []
  let bytes = 0
  const whole = () => {
    const rows = Buffer.concat(batch)
    digest.update(rows)
    batch = []
    bytes = 0
    return rows
  }
  for await (const chunk of client.query(
    to(`copy (select ${columns.map(quoted).join(', ')} from ${quotedTable(table)}) to stdout`),
  )) {
    batch.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= BATCH_BYTES) yield whole()
  }
  if (bytes > 0) yield whole()
}

/** Reads a whole table. */
export async function digestOf(client: pg.Client, table: TableName, columns: readonly string[]): Promise<Digest> {
  const digest = new RowDigest()
  for await (const _ of rowsOf(client, table, columns, digest));
  return digest.result()
}

/** Inserts rows that `rowsOf` has yielded. @returns their digest */
export async function insertRows(
  client: pg.Client,
  table: TableName,
  columns: readonly string[],
  rows: AsyncIterable<Buffer>,
): Promise<Digest> {
  const digest = new RowDigest()
  async function* counted() {
    for await (const chunk of rows) {
      digest.update(chunk)
      yield chunk
    }
  }
  await pipeline(counted, client.query(from(`copy ${withColumns(table, columns)} from stdin`)))
  return digest.result()
}

/** Finds the tables of the backup: those that survive a crash and belong to no extension, largest first. Partitions belong to theirs. */
export async function findTables(client: pg.Client): Promise<(TableName & { columns: string[] })[]> {
  const { rows } = await client.query<TableName & { columns: string[] }>(
    `select n.nspname as schema, c.relname as name, array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by pg_table_size(c.oid) desc, 1, 2`,
    [SCHEMAS],
  )
  return rows
}

/** Runs `work` for each item, one at a time on each client; a failure ends all. */
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
