import { addDays, dayInVienna, weekdayOf } from '../day.ts'
import { DAY_MS } from '../time.ts'
import { NOTICE_DAYS, PERIOD_DAYS, REDUCED_CHARGES, WITHDRAWAL_DAYS } from './limits.ts'

/** Returns the number of reduced charges of an offer: floor(days / 30), at least one; three by default (ADR-0173). */
export function reducedCharges(days: number | null): number {
  return days === null ? REDUCED_CHARGES : Math.max(1, Math.floor(days / PERIOD_DAYS))
}

/** Returns the period that starts at a time: exactly 30 × 24 hours, regardless of clock changes. */
export function periodFrom(starts: Date): { startsAt: Date; endsAt: Date } {
  return { startsAt: starts, endsAt: new Date(starts.getTime() + PERIOD_DAYS * DAY_MS) }
}

/**
 * Splits a gross amount into net and tax, in minor units; `rate` is in hundredths of a percent. Net is rounded half up, tax
 * is the rest.
 */
export function taxIn(gross: number, rate: number): { net: number; tax: number; gross: number } {
  const sign = Math.sign(gross)
  const net = sign * Math.floor((Math.abs(gross) * 10_000 * 2 + (10_000 + rate)) / (2 * (10_000 + rate)))
  return { net, tax: gross - net, gross }
}

/** Returns the unused balance of a paid period, rounded down and at most the price paid. Minor units. */
export function unusedPart(paid: number, period: { startsAt: Date; endsAt: Date }, now: Date): number {
  const whole = period.endsAt.getTime() - period.startsAt.getTime()
  const left = Math.min(whole, Math.max(0, period.endsAt.getTime() - now.getTime()))
  return Math.floor((paid * left) / whole)
}

/** Returns whether a cancellation at `now` stops the renewal at the end of the period. */
export function stopsRenewal(periodEnds: Date, now: Date): boolean {
  return periodEnds.getTime() - now.getTime() >= NOTICE_DAYS * DAY_MS
}

/**
 * Returns the last day of the withdrawal period. The day of the contract is not counted, the last day counts in full, and it
 * is never a Saturday or Sunday (Regulation 1182/71, article 3).
 */
export function lastDayOfWithdrawal(madeAt: Date): string {
  const last = addDays(dayInVienna(madeAt), WITHDRAWAL_DAYS)
  const weekday = weekdayOf(last)
  return addDays(last, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}
