const DAY_MS = 86_400_000

const vienna = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna' })

/** The day that it is in Vienna, by which the house dates its papers and its prices: "2026-10-01". */
export function dayInVienna(at: Date): string {
  return vienna.format(at)
}

/** The last second of a day in Vienna, which has 23 or 25 hours when clocks change. @param day "2026-12-31" */
export function endOfDayInVienna(day: string): Date {
  const midnight = Date.parse(`${day}T23:59:59Z`)
  // Vienna is one or two hours ahead of UTC.
  const summer = new Date(midnight - 2 * 3_600_000)
  return dayInVienna(new Date(summer.getTime() + 3_600_000)) === day ? new Date(midnight - 3_600_000) : summer
}

/**
 * The last day of a period as papers and e-mails name it, in Vienna: the one before the day on which the period ends, because
 * the next period begins on that day. What begins and ends on one day is of that day.
 * @returns noon of that day (UTC), to be written in the calendar of Vienna
 */
export function lastDayOf({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): Date {
  const noonOf = (at: Date) => new Date(`${dayInVienna(at)}T12:00:00Z`)
  const before = noonOf(endsAt).getTime() - DAY_MS
  return new Date(Math.max(before, noonOf(startsAt).getTime()))
}
