import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@kiosk/domain/time'
import { parse } from 'yaml'

type Rule = { alert: string; expr: string; for?: string }
type Rules = { groups: { rules: Rule[] }[] }

/** Waiting times and ranges are divided by `factor`, and are then at most this long. Seconds; a range has several scrapes. */
export type Quickness = { factor: number; mostWaiting: number; leastRange: number; mostRange: number }

const UNIT_SECONDS = { ms: 0.001, s: 1, m: MINUTE_SECONDS, h: HOUR_SECONDS, d: DAY_SECONDS, w: 7 * DAY_SECONDS }

/** Returns the seconds of a duration of Prometheus: `5m`, `1h30m`. */
export function secondsOf(duration: string): number {
  const parts = [...duration.matchAll(/(\d+)(ms|[smhdw])/g)]
  if (parts.map(([part]) => part).join('') !== duration || duration === '') throw new Error(`not a duration: ${duration}`)
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS], 0)
}

/**
 * Returns alert rules (YAML) that wait and look back for a shorter time. Everything else stays, above all the thresholds: rules
 * that count within a range need the same count in the shorter one.
 */
export function quickRules(yaml: string, { factor, mostWaiting, leastRange, mostRange }: Quickness): string {
  const within = (least: number, seconds: number, most: number) => `${Math.round(Math.min(most, Math.max(least, seconds)))}s`
  const range = (duration: string) => within(leastRange, secondsOf(duration) / factor, mostRange)
  const rules = parse(yaml) as Rules
  for (const rule of rules.groups.flatMap((group) => group.rules)) {
    if (rule.for) rule.for = within(1, secondsOf(rule.for) / factor, mostWaiting)
    rule.expr = rule.expr
      .replace(/\[(\w+)\]/g, (_, duration: string) => `[${range(duration)}]`)
      .replace(/\boffset (\w+)/g, (_, duration: string) => `offset ${range(duration)}`)
  }
  // YAML includes JSON.
  return JSON.stringify(rules, null, 2)
}
