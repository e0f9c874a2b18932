// Alert rules, runbook and dashboard match /metrics and each other.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { root } from '@kiosk/backend/config'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createMeasurements } from './measurements.ts'
import { createMetrics } from './metrics.ts'

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string; runbook: string } }
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const text = (file: string) => readFileSync(root + file, 'utf8')
const rules = (parse(text('ops/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(text('ops/grafana-dashboard.json')) as Dashboard
const expressions = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]

/** Returns the names of all metrics with their labels; `up` is made by Prometheus itself. */
async function exposed(): Promise<Map<string, string[]>> {
  const outcomes = { counts: { kept: 0, stale: 0, shared: 0, rendered: 0 }, renderings: { renewed: 0, single: 0 } }
  const measurements = createMeasurements()
  const { registry } = createMetrics('token-of-the-metrics', measurements, {
    areJobsStalled: () => false,
    pages: outcomes,
    readerPages: outcomes,
    pools: {},
    dataFolder: tmpdir(),
    roles: new Set(),
    renderQueue: { size: () => ({ waiting: 0, running: 0 }) },
    databaseFigures: async () => [],
  })
  const names = new Map([['up', ['job', 'instance']]])
  for (const metric of [...registry.getMetricsAsArray(), ...measurements.registry.getMetricsAsArray()]) {
    const { name, type, labelNames = [] } = metric as unknown as { name: string; type: string; labelNames?: string[] }
    const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const suffix of suffixes) names.set(name + suffix, [...labelNames, ...(suffix === '_bucket' ? ['le'] : [])])
  }
  return names
}

test('every metric and label in rules and dashboard exists', async () => {
  const known = await exposed()
  const used = expressions.flatMap((expr) =>
    [...expr.matchAll(/\b((?:kiosk|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(([, name, labels]) => ({
      name: name!,
      labels: [...(labels ?? '').matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!),
    })),
  )
  expect(used.length).toBeGreaterThan(50)
  const wrong = used.filter(({ name, labels }) => labels.some((label) => !known.get(name)?.includes(label)) || !known.has(name))
  expect(wrong).toEqual([])
  const grouped = expressions.flatMap((expr) =>
    [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(', ')),
  )
  const labels = new Set([...[...known].flatMap(([name, each]) => (name === 'up' ? [] : each)), 'instance'])
  expect(grouped.filter((label) => !labels.has(label))).toEqual([])
})

test('no figure has a label that Prometheus sets itself', async () => {
  const taken = ['job', 'instance', 'alertname', 'severity']
  const wrong = [...(await exposed())].filter(([name, labels]) => name !== 'up' && labels.some((label) => taken.includes(label)))
  expect(wrong).toEqual([])
})

test('every figure of the newsstand is on the dashboard', async () => {
  const names = [...(await exposed()).keys()]
    .filter((name) => name.startsWith('kiosk_'))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  const onlyForRules = [
    'kiosk_job_scheduled_timestamp_seconds',
    'kiosk_payment_wait_seconds',
    'kiosk_reconciled_timestamp_seconds',
    'kiosk_saved_search_run_timestamp_seconds',
  ]
  const all = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  expect([...new Set(names)].filter((name) => !all.includes(name)).sort()).toEqual(onlyForRules)
})

test('every alert has a page of the runbook and a test of its rule, and every page an alert', () => {
  const pages = readdirSync(`${root}docs/runbook`)
  const nameOf = (alert: string) => alert.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
  expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
    rules.map(({ alert }) => `docs/runbook/${nameOf(alert)}.md`),
  )
  expect(rules.map(({ alert }) => `${nameOf(alert)}.md`).sort()).toEqual(pages.sort())
  const { tests } = parse(text('ops/alerts.test.yaml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[]
  }
  const tried = tests.flatMap((each) => each.alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0))
  expect(tried.map(({ alertname }) => alertname).sort()).toEqual(rules.map(({ alert }) => alert).sort())
})

test.each(rules)(
  'the page of $alert has its rule, and says what to notice, to confirm and to do',
  ({ alert, expr, labels, annotations }) => {
    const page = text(annotations.runbook)
    expect(page.startsWith(`# ${alert}\n\n\`${expr}\``)).toBe(true)
    expect(page).toContain(`; ${labels.severity}.`)
    const headings = [...page.matchAll(/^## (.*)\n\n\S/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['What readers notice', 'How to confirm it', 'What to do', 'How it was tried'])
  },
)

test('events and files that the runbook names exist', () => {
  const code = globSync('{packages,apps}/**/src/**/*.ts', { cwd: root, exclude: (name) => /node_modules|\.test\.ts$/.test(name) })
    .map(text)
    .join('\n')
  const quoted = readdirSync(`${root}docs/runbook`).flatMap((page) =>
    [...text(`docs/runbook/${page}`).matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, event]) => event!),
  )
  const settings = ['operator.json']
  expect(quoted.length).toBeGreaterThan(8)
  expect(quoted.filter((event) => !settings.includes(event) && !code.includes(`'${event}'`))).toEqual([])
})
