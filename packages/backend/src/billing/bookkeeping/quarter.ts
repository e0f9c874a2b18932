import { addMonths } from '@kiosk/domain/day'
import type { Operator } from '@kiosk/domain/operator'
import type { Days } from '../invoices/export.ts'

/** `quarter`: 2026-Q4 */
export type Quarter = Days & { quarter: string }

/** Parses "2026-Q4". Returns its first day and that of the next quarter; null if it is not a quarter. */
export function quarterOf(typed: string): Quarter | null {
  const [, year, number] = /^(20\d\d)-Q([1-4])$/.exec(typed) ?? []
  if (!year) return null
  const month = (Number(number) - 1) * 3
  const [first, next] = [month, month + 3].map((each) => addMonths(`${year}-01-01`, each))
  return { quarter: typed, from: first!, before: next! }
}

/** Returns the seller's own country, which is that of its VAT number. */
export function homeCountryOf({ company }: Pick<Operator, 'company'>): string {
  return company.vatId.slice(0, 2).toUpperCase()
}
