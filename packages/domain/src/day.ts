// Calendar days and months. A day is its date as text: "2026-12-31".
import { DAY_MS, HOUR_MS, SECOND_MS } from './time.ts'

/** Time zone of invoices, prices, taxes and deadlines; all four markets share its clock. */
export const BUSINESS_TIME_ZONE = 'Europe/Vienna'

// Marked as pure, so that bundlers drop them from scripts of pages that format nothing: creating one takes milliseconds in a
// browser.
const vienna = /* @__PURE__ */ new Intl.DateTimeFormat('sv-SE', { timeZone: BUSINESS_TIME_ZONE })

/** Returns the day in Vienna, used for invoices and prices: "2026-10-01". */
export function dayInVienna(at: Date): string {
  return vienna.format(at)
}

const viennaClock = /* @__PURE__ */ new Intl.DateTimeFormat('sv-SE', {
  timeZone: BUSINESS_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
})

/**
 * Returns the moment of a time in Vienna. A time skipped when summer time begins is taken an hour later; of a time repeated when
 * it ends, the earlier moment is returned.
 * @param time "2026-12-31T06:00"
 */
export function timeInVienna(time: string): Date {
  const clock = Date.parse(`${time}:00Z`)
  // Vienna is one or two hours ahead of UTC.
  const [summer, winter] = [new Date(clock - 2 * HOUR_MS), new Date(clock - HOUR_MS)]
  return viennaClock.format(summer) === time.replace('T', ' ') ? summer : winter
}

/** Returns the first moment of a day in Vienna. */
export function beginOfDayInVienna(day: string): Date {
  return timeInVienna(`${day}T00:00`)
}

/** Returns the end of a term with this last day: the first moment of the next day in Vienna, which is no longer part of it. */
export function endOfTerm(lastDay: string): Date {
  return beginOfDayInVienna(addDays(lastDay, 1))
}

/** Returns the last day in Vienna of a term that ends before a moment. */
export function lastDayBefore(end: Date): string {
  return dayInVienna(new Date(end.getTime() - 1))
}

/** Returns the day in UTC, used for issues, texts and advertisements, which have a date and no time. */
export function dayInUtc(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Returns noon in UTC, which is on the same day in Vienna. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

/** Returns the day of the week; 0 = Sunday. */
export function weekdayOf(day: string): number {
  return noonOf(day).getUTCDay()
}

export function addDays(day: string, days: number): string {
  return dayInUtc(new Date(noonOf(day).getTime() + days * DAY_MS))
}

/** Returns the same day of a later month, or that month's last day if it is shorter. */
export function addMonths(day: string, months: number): string {
  const last = noonOf(day)
  last.setUTCMonth(last.getUTCMonth() + months + 1, 0)
  last.setUTCDate(Math.min(Number(day.slice(8)), last.getUTCDate()))
  return dayInUtc(last)
}

/**
 * Returns the last second of a day in Vienna, which has 23 or 25 hours when clocks change.
 * @param day "2026-12-31"
 */
export function endOfDayInVienna(day: string): Date {
  return new Date(endOfTerm(day).getTime() - SECOND_MS)
}

/**
 * Returns the last day of a period in Vienna as shown on invoices and in e-mails: the day before the period ends, because
 * the next period begins on that day. A period within one day ends on that day.
 */
export function lastDayOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  const [first, before] = [dayInVienna(startsAt), addDays(dayInVienna(endsAt), -1)]
  return before > first ? before : first
}
