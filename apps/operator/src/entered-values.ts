// What an operator types: days, numbers, amounts. null = not one.

export const isoDay = (time: Date) => time.toISOString().slice(0, 10)

/** "2026-12-31": the beginning of that day, UTC. */
export function dayOf(day: string): Date | null {
  const time = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(time.getTime()) && isoDay(time) === day ? time : null
}

/** From 1 to a million. */
export function wholeNumber(text: string): number | null {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}

/** "14.99", "14,99" or "15": minor units. */
export function amountOf(text: string): number | null {
  const parts = /^(\d{1,5})(?:[.,](\d\d))?$/.exec(text)
  return parts && Number(parts[1]) * 100 + Number(parts[2] ?? 0)
}
