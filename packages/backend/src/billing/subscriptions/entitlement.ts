import { PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { sql } from 'kysely'

const DAY_MS = 86_400_000

/**
 * SQL condition for subscriptions (`subscriptions s`) that give access at a timestamp; mirrors domain/payments/entitlement.ts.
 */
export function entitlesAt(now: Date) {
  const longAgo = new Date(now.getTime() - PERIOD_DAYS * DAY_MS)
  return sql<boolean>`(s.starts_at <= ${now} and (s.ends_at is null or s.ends_at > ${now}
    or s.state = 'active' and s.next_charge_at <= ${now} and s.next_charge_at > ${longAgo}))`
}
