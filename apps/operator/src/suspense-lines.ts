import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import { historyOfSuspense } from '@kiosk/backend/billing/suspense/history'
import { isReturning, listSuspense, type SuspenseRow, subjectOf } from '@kiosk/backend/billing/suspense/suspense'
import type { Database } from '@kiosk/backend/db/connect'
import { printable } from '@kiosk/backend/printable'
import { dayInUtc } from '@kiosk/domain/day'
import { formatMoney } from './format-money.ts'

const REASONS: Record<string, string> = {
  unknown: 'unknown reference',
  'other-currency': 'currency differs from the subscription',
  refused: 'approved at the wallet, but no subscription could be created',
  'missing-there': 'in our ledger, but not at the provider',
  'other-amount': 'difference to the amount at the provider',
  unexpected: 'duplicate or unexpected payment',
}

/** Returns the amounts in suspense, the oldest first, with their sums; `isAll`: also those that were booked or returned. */
export async function suspenseLines(db: Database, isAll: boolean): Promise<string[]> {
  const rows = await listSuspense(db, isAll ? {} : { state: 'open' })
  if (rows.length === 0) return ['There are no amounts in suspense.']
  const sums = new Map<string, number>()
  for (const { amount, currency, state } of rows) if (state === 'open') sums.set(currency, (sums.get(currency) ?? 0) + amount)
  const open = [...sums].map(([currency, sum]) => formatMoney(sum, currency)).join(', ')
  return [...rows.map(lineOf), `Open: ${open || 'nothing'}.`]
}

/** "     7  2026-11-20  19.99 EUR  paypal charge 4XY…  open: unknown reference" */
function lineOf(row: SuspenseRow): string {
  const { id, at, amount, currency } = row
  const money = formatMoney(amount, currency).padStart(12)
  return `${String(id).padStart(6)}  ${dayInUtc(at)}  ${money}  ${printable(subjectOf(row))}  ${stateOf(row)}`
}

function stateOf(row: SuspenseRow): string {
  if (row.state !== 'open') return row.state
  const whose = row.subscription_id === null ? '' : `, assigned to ${subscriptionNumber(row.subscription_id)}`
  const back = isReturning(row) ? ', return in progress' : row.return_failed_at ? ', return failed' : ''
  return `open: ${REASONS[row.reason] ?? row.reason}${whose}${back}`
}

/** Returns an amount with its history; null if there is none. */
export async function suspenseRecord(db: Database, id: number): Promise<string[] | null> {
  const row = (await db.selectFrom('suspense').selectAll().where('id', '=', id).executeTakeFirst()) as SuspenseRow | undefined
  if (!row) return null
  const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const named = (details: unknown) =>
    Object.entries(details as Record<string, string | number | null>)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, value]) => (value === null ? [] : `${name} ${printable(String(value))}`))
  const acts = (await historyOfSuspense(db, id)).map(({ at, act, actor, why, details }) =>
    [`${minute(at)}  ${act}  by ${printable(actor)}: ${printable(why)}`, ...named(details)].join('; '),
  )
  return [
    lineOf(row),
    `  moved ${minute(row.at)}, found ${minute(row.found_at)}`,
    ...named(row.details).map((each) => `  ${each}`),
    ...(row.return_reference ? [`  returned as ${printable(row.return_reference)}`] : []),
    ...acts.map((each) => `  ${each}`),
  ]
}
