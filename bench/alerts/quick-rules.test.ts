import { readFileSync } from 'node:fs'
import { root } from '@kiosk/backend/config'
import { DAY_SECONDS } from '@kiosk/domain/time'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { quickRules, secondsOf } from './quick-rules.ts'

type Rules = { groups: { rules: { alert: string; expr: string; for?: string }[] }[] }

const QUICKNESS = { factor: 60, mostWaiting: 20, leastRange: 4, mostRange: 60 }
const quick = (rule: object) => {
  const { groups } = parse(quickRules(JSON.stringify({ groups: [{ rules: [rule] }] }), QUICKNESS)) as Rules
  return groups[0]!.rules[0]!
}

test('durations of Prometheus', () => {
  expect(['15s', '5m', '1h30m', '1d', '500ms'].map(secondsOf)).toEqual([15, 300, 5_400, DAY_SECONDS, 0.5])
  for (const wrong of ['', '5', 'm', '5 m', 'x5m']) expect(() => secondsOf(wrong), wrong).toThrow('not a duration')
})

test('times are divided within their limits, thresholds and labels stay', () => {
  const expr = 'sum by (event) (increase(lines{level="error"}[15m] offset 10m)) > 5 and lag{task!~"5m"} > 900 unless up offset 1d'
  expect(quick({ alert: 'A', expr, for: '5m', labels: { severity: 'critical' } })).toEqual({
    alert: 'A',
    expr: 'sum by (event) (increase(lines{level="error"}[15s] offset 10s)) > 5 and lag{task!~"5m"} > 900 unless up offset 60s',
    for: '5s',
    labels: { severity: 'critical' },
  })
  expect(quick({ expr: 'avg_over_time(x[3m]) > 1', for: '1m' })).toEqual({ expr: 'avg_over_time(x[4s]) > 1', for: '1s' })
  expect(quick({ expr: 'x > 1', for: '1h' }).for).toBe('20s')
  expect(quick({ expr: 'x > 1' })).toEqual({ expr: 'x > 1' })
})

test('all published rules have shorter times, and nothing else of them changes', () => {
  const yaml = readFileSync(`${root}ops/alerts.yaml`, 'utf8')
  const [published, quicker] = [parse(yaml) as Rules, parse(quickRules(yaml, QUICKNESS)) as Rules]
  const timeless = ({ groups }: Rules) =>
    JSON.stringify(groups.flatMap(({ rules }) => rules.map((rule) => ({ ...rule, for: '' })))).replace(
      /\[\w+\]|\boffset \w+/g,
      'range',
    )
  expect(timeless(quicker)).toBe(timeless(published))
  for (const rule of quicker.groups.flatMap(({ rules }) => rules)) {
    expect(secondsOf(rule.for ?? '0s'), rule.alert).toBeLessThanOrEqual(20)
    for (const [, range] of rule.expr.matchAll(/(?:\[|\boffset )(\w+)/g))
      expect(secondsOf(range!), rule.alert).toBeLessThanOrEqual(60)
  }
})

test('every published alert is caused, once', () => {
  const { groups } = parse(readFileSync(`${root}ops/alerts.yaml`, 'utf8')) as Rules
  const published = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const causes = readFileSync(new URL('causes.ts', import.meta.url), 'utf8')
  const caused = [...causes.matchAll(/^ {4}alert: '(\w+)',$/gm)].map(([, alert]) => alert!)
  expect(caused.sort()).toEqual(published.sort())
})
