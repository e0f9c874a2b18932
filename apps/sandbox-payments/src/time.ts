// The sandbox simulates another company and shares no code with the newsstand, so it has its own time functions.

export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS

export const HOUR_SECONDS = 3600
export const DAY_SECONDS = 24 * HOUR_SECONDS

/** Returns the UTC day: "2026-12-31". */
export function dayInUtc(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Returns the same day and time of a later month in UTC, or its last day if the month has fewer days. Milliseconds. */
export function addMonths(at: number, months: number): number {
  const then = new Date(at)
  const day = then.getUTCDate()
  then.setUTCMonth(then.getUTCMonth() + months + 1, 0)
  then.setUTCDate(Math.min(day, then.getUTCDate()))
  return then.getTime()
}
