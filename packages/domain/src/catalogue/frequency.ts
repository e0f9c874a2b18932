/** Interval between issues: days or months; null = irregular. */
const steps = {
  daily: { days: 1 },
  weekly: { days: 7 },
  fortnightly: { days: 14 },
  monthly: { months: 1 },
  bimonthly: { months: 2 },
  quarterly: { months: 3 },
  'half-yearly': { months: 6 },
  yearly: { months: 12 },
  irregular: null,
} as const
export type Frequency = keyof typeof steps

/** Expected date of the issue after `day` (ISO 8601); clamped to the end of the month. */
export function expectedAfter(day: string, frequency: string): string | null {
  const step = Object.hasOwn(steps, frequency) ? steps[frequency as Frequency] : null
  if (!step) return null
  const next = new Date(`${day}T00:00:00Z`)
  if ('days' in step) next.setUTCDate(next.getUTCDate() + step.days)
  else {
    const dayOfMonth = next.getUTCDate()
    next.setUTCDate(1)
    next.setUTCMonth(next.getUTCMonth() + step.months)
    const daysOfMonth = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
    next.setUTCDate(Math.min(dayOfMonth, daysOfMonth))
  }
  return next.toISOString().slice(0, 10)
}
