// Days and times as addresses and forms bring them; whatever a database or a formatter could not take is none.

/** Whether a text is a day of the calendar, of the years 1000 to 9999, as ISO 8601 writes it: "2026-02-28". */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  // "2026-02-30" is read as a day of March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

const INSTANT = /^([1-9]\d{3}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/**
 * The time that a text names, of the years 1000 to 9999, as ISO 8601 writes it with its zone: "2026-02-28T07:00:00+01:00".
 * Null where it names none. Databases and formatters know fewer years than JavaScript does.
 */
export function instantOf(text: string): Date | null {
  const day = INSTANT.exec(text)?.[1]
  const time = new Date(text)
  if (!day || !isDay(day) || Number.isNaN(time.getTime())) return null
  return isDay(time.toISOString().slice(0, 10)) ? time : null
}
