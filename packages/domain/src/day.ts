const DAY_MS = 86_400_000

const vienna = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna' })

/** Today's date in Vienna, used for invoices and prices: "2026-10-01". */
export function dayInVienna(at: Date): string {
  return vienna.format(at)
}

/**
 * The last second of a day in Vienna, which has 23 or 25 hours when clocks change.
 * @param day "2026-12-31"
 */
export function endOfDayInVienna(day: string): Date {
  const midnight = Date.parse(`${day}T23:59:59Z`)
  // Vienna is one or two hours ahead of UTC.
  const summer = new Date(midnight - 2 * 3_600_000)
  return dayInVienna(new Date(summer.getTime() + 3_600_000)) === day ? new Date(midnight - 3_600_000) : summer
}

/**
 * The last day of a period as invoices and e-mails show it, in Vienna: the day before the period ends, because the next
 * period begins on that day. A period within one day ends on that day.
 * @returns noon of that day (UTC), to be formatted in the Vienna time zone
 */
export function lastDayOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): Date {
  const noonOf = (at: Date) => new Date(`${dayInVienna(at)}T12:00:00Z`)
  const before = noonOf(endsAt).getTime() - DAY_MS
  return new Date(Math.max(before, noonOf(startsAt).getTime()))
}
