import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Key of the advisory lock for all series. */
const NUMBERS_LOCK = 20_261_130

/**
 * Takes consecutive numbers of a year's series: "2026-000123". The series is locked until the transaction ends, so that a
 * rollback leaves no gap.
 */
export async function takeNumbers(
  trx: Transaction<DB>,
  kind: 'invoice' | 'credit-note',
  year: number,
  count: number,
): Promise<string[]> {
  const key = `${kind}:${year}`
  // One lock for all series avoids deadlocks between transactions that take numbers of invoices and credit notes in either order.
  await sql`select pg_advisory_xact_lock(${NUMBERS_LOCK})`.execute(trx)
  const { rows } = await sql<{ first: number }>`
    insert into number_series (key, next) values (${key}, ${count} + 1)
    on conflict (key) do update set next = number_series.next + ${count}
    returning next - ${count} as first`.execute(trx)
  const prefix = kind === 'invoice' ? `${year}` : `G${year}`
  return Array.from({ length: count }, (_, each) => `${prefix}-${String(Number(rows[0]!.first) + each).padStart(6, '0')}`)
}
