import { addDays, addMonths } from '../day.ts'

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

/** Returns the expected date of the issue after `day` (ISO 8601), clamped to the end of the month; null if irregular. */
export function expectedAfter(day: string, frequency: string): string | null {
  const step = Object.hasOwn(steps, frequency) ? steps[frequency as Frequency] : null
  if (!step) return null
  return 'days' in step ? addDays(day, step.days) : addMonths(day, step.months)
}
