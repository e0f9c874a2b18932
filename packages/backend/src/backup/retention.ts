import { addDays, dayInVienna, weekdayOf } from '@kiosk/domain/day'

/**
 * `last`: number of newest backups to keep; the others: of how many days, weeks and months with backups the newest one is kept.
 */
export type RetentionRules = { last: number; daily: number; weekly: number; monthly: number }
type Period = Exclude<keyof RetentionRules, 'last'>

const monday = (day: string) => addDays(day, -((weekdayOf(day) + 6) % 7))
const PERIODS: Record<Period, (day: string) => string> = {
  daily: (day) => day,
  weekly: monday,
  monthly: (day) => day.slice(0, 'YYYY-MM'.length),
}

/**
 * Returns the ids of the backups to keep: the newest ones, and the newest of each of the last days, weeks (from Monday) and
 * months in Vienna that have one.
 */
export function keptBackups(backups: readonly { id: string; at: Date }[], rules: RetentionRules): Set<string> {
  const newestFirst = [...backups].sort((one, other) => other.at.getTime() - one.at.getTime())
  const kept = new Set(newestFirst.slice(0, Math.max(rules.last, 1)).map(({ id }) => id))
  for (const [rule, periodOf] of Object.entries(PERIODS) as [Period, (day: string) => string][]) {
    const periods = new Set<string>()
    for (const { id, at } of newestFirst) {
      const period = periodOf(dayInVienna(at))
      if (periods.has(period)) continue
      if (periods.size === rules[rule]) break
      periods.add(period)
      kept.add(id)
    }
  }
  return kept
}
