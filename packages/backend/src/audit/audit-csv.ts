import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { guardFormulas, quoted } from '../printable.ts'
import { type AuditFilter, findEntries } from './find-entries.ts'

const COLUMNS = [
  'id',
  'at',
  'actor_kind',
  'actor',
  'source',
  'action',
  'subject_kind',
  'subject_id',
  'subject',
  'before',
  'after',
  'reason',
  'hash',
] as const

const ROWS_AT_ONCE = 1000

/**
 * Writes the entries as CSV, newest first, in pieces of a thousand rows.
 * @param separator a comma for programs (RFC 4180), a semicolon for spreadsheets in German and French
 */
export async function* auditCsv(db: Kysely<DB>, filter: AuditFilter, separator: ',' | ';' = ','): AsyncGenerator<string> {
  const line = (fields: readonly string[]) => `${fields.map((field) => quoted(guardFormulas(field))).join(separator)}\r\n`
  yield line(COLUMNS)
  for (let last: number | undefined; ; ) {
    const found = await findEntries(db, { ...filter, before: last })
      .limit(ROWS_AT_ONCE)
      .execute()
    if (found.length === 0) return
    last = found.at(-1)!.id
    yield found.map((entry) => line(COLUMNS.map((column) => text(entry[column])))).join('')
  }
}

function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('hex')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
