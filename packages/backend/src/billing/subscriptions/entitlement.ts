import { PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS, SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'

/**
 * Returns an SQL condition for subscriptions (`subscriptions s`) that give access at a timestamp. Tests compare it with the model
 * in `billing/testing/entitlement-model.ts`. The grace period is already in `ends_at`.
 */
export function entitlesAt(now: Date) {
  return sql<boolean>`(s.starts_at <= ${now} and (s.ends_at is null or s.ends_at > ${now}
    or s.state = 'active' and s.next_charge_at <= ${now} and s.next_charge_at > ${now}::timestamptz - ${(PERIOD_DAYS * DAY_MS) / SECOND_MS} * interval '1 second'))`
}

/** The times of a subscription (`subscriptions s`) at which `entitlesAt` may change, as rows of an SQL `values` list. */
export const entitlementTimes = sql`(s.starts_at), (s.ends_at), (s.next_charge_at),
  (s.next_charge_at + ${sql.lit((PERIOD_DAYS * DAY_MS) / SECOND_MS)} * interval '1 second')`
