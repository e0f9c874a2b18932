// Dates and times from addresses and forms; values that the database or a formatter cannot handle are rejected.
import { dayInUtc } from './day.ts'

/** Returns whether a text is a calendar date from 1000 to 9998 in ISO 8601, so that the day after it is one, too: "2026-02-28". */
export function isDay(text: string): boolean {
  if (!/^(?!9999)[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  // Date parses "2026-02-30" as a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

const INSTANT = /^([1-9]\d{3}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/**
 * Parses an ISO 8601 time with a zone, from 1000 to 9998: "2026-02-28T07:00:00+01:00". Null if invalid. Databases and
 * formatters support fewer years than JavaScript.
 */
export function instantOf(text: string): Date | null {
  const day = INSTANT.exec(text)?.[1]
  const time = new Date(text)
  if (!day || !isDay(day) || Number.isNaN(time.getTime())) return null
  return isDay(dayInUtc(time)) ? time : null
}
