// Large tables whose rows hardly change after the import of their issue. They are copied in ranges of issues, and a backup reuses
// the pieces of a range from the previous one if none of its rows has changed. The system columns show whether one has, so no
// text is read.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { areDerived, COPY_SETTINGS, type CopiedTable, copiedColumns, quotedTable } from './copy-table.ts'
import type { Begun, Span } from './database-history.ts'

/** Number of issues in a range. Their pages fill about one piece (encrypted-pieces.ts). */
const ISSUES_OF_A_RANGE = 64
/**
 * The tables, each with the SQL of its key. A piece lives as long as any backup that uses it, so no column of these tables may be
 * about a person.
 */
export const TABLES_IN_RANGES: Record<string, string> = {
  'public.pages': 'issue_id, number',
  'public.all_articles': 'id',
}
/** Transaction numbers have 64 bits, but rows store only 32 of them. */
const XID_MASK = 2n ** 32n - 1n

type RangeOfRows = { range: number; rows: number; fingerprint: string; isChanged: boolean }

export const isInRanges = ({ schema, name }: CopiedTable) => `${schema}.${name}` in TABLES_IN_RANGES

/** SQL condition of the rows of a range. */
export const rowsOfRange = (range: number) =>
  `issue_id >= ${range * ISSUES_OF_A_RANGE} and issue_id < ${(range + 1) * ISSUES_OF_A_RANGE}`

/**
 * Describes the rows of a table in the snapshot of a transaction, by range. Rows are the same as at an earlier backup if
 * - their number, their keys, the numbers of the transactions that wrote them and the columns left out are the same (other tables
 *   may decide which columns are left out): that is the fingerprint; and
 * - no row has the number of a transaction that was not over at that backup. Two transactions may share a number of 32 bits, so a
 *   row written since could look like the one that it replaced; this condition excludes both.
 * @param since transactions from the first that was not over at the earlier backup to those of this snapshot; null: there is none
 */
export async function describeRanges(client: pg.Client, table: CopiedTable, since: Span | null): Promise<RangeOfRows[]> {
  const count = since ? since.end - since.first : 0n
  const isChanged =
    since && count <= XID_MASK
      ? `bool_or(((xmin::text::bigint - ${since.first & XID_MASK}) & ${XID_MASK}) < ${count})`
      : `${since !== null}`
  const key = TABLES_IN_RANGES[`${table.schema}.${table.name}`]!
  const { rows } = await client.query<RangeOfRows>(
    `select (issue_id / ${ISSUES_OF_A_RANGE})::int as range, count(*)::int as rows, ${isChanged} as "isChanged",
        bit_xor(hashtextextended(concat_ws(' ', xmin, ${key}, ${areDerived(table)}), 0))::text as fingerprint
      from ${quotedTable(table)} group by 1 order by 1`,
  )
  return rows
}

/**
 * Returns a hash of everything that the pieces of a table depend on, except the rows: database, table and its columns, how rows
 * are written and divided into ranges, and the recipients.
 */
export async function sourceOf(
  client: pg.Client,
  table: CopiedTable,
  { database }: Begun,
  recipients: readonly string[],
): Promise<string> {
  const { rows: columns } = await client.query(
    `select attrelid::text, attnum, attname::text, format_type(atttypid, atttypmod) from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [quotedTable(table)],
  )
  const how = [COPY_SETTINGS, copiedColumns(table), ISSUES_OF_A_RANGE]
  return createHash('sha256')
    .update(JSON.stringify([database, columns, how, [...recipients].sort()]))
    .digest('hex')
}
