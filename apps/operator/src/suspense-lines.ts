import type { Database } from '@kiosk/api/database/connect'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import { isReturning, listSuspense, type SuspenseRow, subjectOf } from '@kiosk/api/payments/suspense'
import { historyOfSuspense } from '@kiosk/api/payments/suspense-history'
import { inWords } from './money-in-words.ts'
import { printable } from './printable.ts'

const REASONS: Record<string, string> = {
  unknown: 'nothing here has this name',
  'other-currency': 'another currency than the subscription’s',
  refused: 'approved at the wallet, and no subscription could be made of it',
  'missing-there': 'in our ledger, and the provider has no such movement',
  'other-amount': 'the provider moved another amount; this is the rest',
  unexpected: 'a second charge, or money that came again',
}

/** What is in suspense, the oldest first, and its sums; `isAll`: also what was booked or returned. */
export async function suspenseLines(db: Database, isAll: boolean): Promise<string[]> {
  const rows = await listSuspense(db, isAll ? {} : { state: 'open' })
  if (rows.length === 0) return ['Nothing is in suspense.']
  const sums = new Map<string, number>()
  for (const { amount, currency, state } of rows) if (state === 'open') sums.set(currency, (sums.get(currency) ?? 0) + amount)
  const open = [...sums].map(([currency, sum]) => inWords(sum, currency)).join(', ')
  return [...rows.map(lineOf), `Open: ${open || 'nothing'}.`]
}

/** "     7  2026-11-20  19.99 EUR  paypal charge 4XY…  open: nothing here has this name" */
function lineOf(row: SuspenseRow): string {
  const { id, at, amount, currency } = row
  const money = inWords(amount, currency).padStart(12)
  return `${String(id).padStart(6)}  ${at.toISOString().slice(0, 10)}  ${money}  ${printable(subjectOf(row))}  ${stateOf(row)}`
}

function stateOf(row: SuspenseRow): string {
  if (row.state !== 'open') return row.state
  const whose = row.subscription === null ? '' : `, assigned to ${contractNumber(row.subscription)}`
  const back = isReturning(row) ? ', is being sent back' : row.return_failed_at ? ', could not be sent back' : ''
  return `open: ${REASONS[row.reason] ?? row.reason}${whose}${back}`
}

/** Everything about one of them; null where there is none. */
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
    ...(row.return_reference ? [`  sent back as ${printable(row.return_reference)}`] : []),
    ...acts.map((each) => `  ${each}`),
  ]
}
