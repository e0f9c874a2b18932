import { periodFrom } from '@kiosk/domain/payments/rules'
import { DAY_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { type Locked, lockedAttempts } from '../charges/lock-attempts.ts'
import { moveDraft } from '../invoices/invoices.ts'
import { loadTaxRates } from '../plans/tax-rates.ts'

/** A purchase whose result takes longer than this starts when the result is known (ADR-0140). */
const LATE_MS = DAY_MS

/**
 * Moves purchases that start now but were ordered long ago to `now`: subscription, first period, and the days and tax of the
 * draft invoice. Orders less than a day old keep their start. Needs the locks of `lockAttempts`.
 * @param options `begins`: whether the purchase of an attempt starts in this transaction
 * @returns the same attempts, as they are now
 */
export async function moveLatePurchases(
  trx: Transaction<DB>,
  attempts: readonly Locked[],
  { begins, now }: { begins: (attempt: Locked) => boolean; now: Date },
): Promise<readonly Locked[]> {
  const isLate = ({ sequence, subscription_state, starts_at }: Locked) =>
    sequence === 1 && subscription_state === 'pending' && now.getTime() - starts_at.getTime() > LATE_MS
  const late = attempts.filter((attempt) => isLate(attempt) && begins(attempt))
  if (late.length === 0) return attempts
  const period = periodFrom(now)
  await sql`update periods set starts_at = ${period.startsAt}, ends_at = ${period.endsAt}
    where id = any(${late.map(({ period_id }) => period_id)}::bigint[])`.execute(trx)
  await sql`update subscriptions set starts_at = ${period.startsAt}
    where id = any(${late.map(({ subscription }) => subscription)}::bigint[])`.execute(trx)
  const rates = await loadTaxRates(trx)
  for (const { invoice_id } of late) await moveDraft(trx, invoice_id, { period, rates })
  return lockedAttempts(
    trx,
    attempts.map(({ id }) => id),
  )
}
