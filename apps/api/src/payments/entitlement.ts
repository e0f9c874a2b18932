import { PERIOD_DAYS } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'

const DAY = 86_400_000

/** Contracts (`subscriptions s`) that entitle at a moment; what domain/payments/entitlement.ts says, for the database. */
export function entitlesAt(now: Date) {
  const longAgo = new Date(now.getTime() - PERIOD_DAYS * DAY)
  return sql<boolean>`(s.starts_at <= ${now} and (s.ends_at is null or s.ends_at > ${now}
    or s.state = 'active' and s.next_charge_at <= ${now} and s.next_charge_at > ${longAgo}))`
}
