import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

/**
 * Takes consecutive numbers of a year's series: "2026-000123". The series stays locked until the transaction ends, so that
 * no number is lost by a rollback.
 */
export async function takeNumbers(
  trx: Transaction<DB>,
  kind: 'invoice' | 'credit-note',
  year: number,
  count: number,
): Promise<string[]> {
  const key = `${kind}:${year}`
  const { rows } = await sql<{ first: number }>`
    insert into number_series (key, next) values (${key}, ${count} + 1)
    on conflict (key) do update set next = number_series.next + ${count}
    returning next - ${count} as first`.execute(trx)
  const prefix = kind === 'invoice' ? `${year}` : `G${year}`
  return Array.from({ length: count }, (_, each) => `${prefix}-${String(Number(rows[0]!.first) + each).padStart(6, '0')}`)
}
