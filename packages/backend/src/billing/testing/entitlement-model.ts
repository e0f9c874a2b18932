import { GRACE_DAYS, PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'

export type PeriodOfSubscription = {
  sequence: number
  startsAt: Date
  endsAt: Date
  state: 'open' | 'paid' | 'failed' | 'refunded'
  /** A debit for it is pending. */
  debited: boolean
}
export type SubscriptionState = {
  state: 'pending' | 'active' | 'past-due' | 'ended'
  /** When it ended or will end; periods paid beyond it give no access. */
  endsAt: Date
  /** Next charge; null = none, or in progress. */
  nextChargeAt: Date | null
}

/** Returns the end of access by a period: its end if paid or debited; for one being renewed, the end of the grace period. */
function entitlesUntil(period: PeriodOfSubscription): number {
  if (period.state === 'paid' || (period.state === 'open' && period.debited)) return period.endsAt.getTime()
  const isRenewal = period.state === 'open' && period.sequence > 1
  return isRenewal ? Math.min(period.endsAt.getTime(), period.startsAt.getTime() + GRACE_DAYS * DAY_MS) : Number.NEGATIVE_INFINITY
}

/**
 * Returns whether a subscription gives access, by its periods, its end and the clock alone. Tests compare this model, for the
 * default grace period, with `subscriptions/entitlement.ts`. While a due charge is not processed yet, access continues for up to
 * a period, because the delay is not the reader's fault.
 */
export function entitles(subscription: SubscriptionState, periods: readonly PeriodOfSubscription[], now: Date): boolean {
  const first = periods[0]
  if (!first || subscription.state === 'pending' || first.startsAt > now) return false
  const until = Math.max(...periods.map(entitlesUntil))
  if (subscription.state === 'ended') return now.getTime() < Math.min(subscription.endsAt.getTime(), until)
  if (now.getTime() < until) return true
  const due = subscription.state === 'active' ? subscription.nextChargeAt : null
  return due !== null && due <= now && now.getTime() < due.getTime() + PERIOD_DAYS * DAY_MS
}
