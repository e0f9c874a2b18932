// Has Prometheus evaluate the published alert rules while a benchmark runs, and compares what fired with what should have fired.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '@kiosk/backend/config'
import { freePort } from '@kiosk/backend/free-port'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'

const READY_WITHIN_MS = 30_000

/** An alert that fired, and from when to when, in milliseconds since 1970. */
type Firing = { alert: string; from: number; until: number }
/** A fault that was caused, and which alerts it must or may raise. */
export type Caused = { what: string; from: number; until: number; raises: string[]; mayRaise: string[] }

/** How often servers are asked and rules evaluated, and the rules. */
type Pace = { stepSeconds: number; rules: string }
/** As operators would configure it. Rules look at up to 15 minutes, and some wait for another ten before they fire. */
const PUBLISHED: Pace = { stepSeconds: 15, rules: `${root}ops/alerts.yaml` }
const EFFECT_MS = 25 * MINUTE_MS

/**
 * Returns for each fault how long it took until its alerts fired (null = they did not), and the alerts that no fault explains.
 * An alert of a fault may fire until some time after its end (`effectMs`), because the rules look back.
 */
export function compareAlerts(caused: readonly Caused[], firings: readonly Firing[], effectMs = EFFECT_MS) {
  const isDuring = ({ from, until }: Caused, firing: Firing) => firing.from >= from && firing.from <= until + effectMs
  /** An alert that an earlier fault had raised would have ended before this one did. */
  const isHeld = ({ from, until }: Caused, firing: Firing) => firing.from < from && firing.until > until
  return {
    raised: caused.map((fault) => ({
      what: fault.what,
      after: fault.raises.map((alert) => {
        const found = firings.filter((firing) => firing.alert === alert && (isDuring(fault, firing) || isHeld(fault, firing)))
        const first = Math.min(...found.map(({ from }) => from))
        return { alert, ms: found.length > 0 ? Math.max(0, first - fault.from) : null }
      }),
    })),
    unexplained: firings.filter(
      (firing) => !caused.some((fault) => [...fault.raises, ...fault.mayRaise].includes(firing.alert) && isDuring(fault, firing)),
    ),
  }
}

type Asked = { data: { result: { metric: { alertname: string }; values: [seconds: number, value: string][] }[] } }

/** Whether Prometheus is installed (Debian: prometheus). */
export const hasPrometheus = () => spawnSync('prometheus', ['--version']).error === undefined

/**
 * Starts Prometheus; by default with ops/alerts.yaml.
 * @param targets of servers, like `127.0.0.1:3000`
 */
export async function startPrometheus(
  folder: string,
  targets: readonly string[],
  token: string,
  { stepSeconds, rules }: Pace = PUBLISHED,
) {
  const port = await freePort()
  const data = join(folder, 'prometheus')
  mkdirSync(data)
  const found = join(folder, 'targets.json')
  const setTargets = (targets: readonly string[]) => {
    // Otherwise it would be read while it is being written.
    writeFileSync(`${found}.new`, JSON.stringify([{ targets }]))
    renameSync(`${found}.new`, found)
  }
  setTargets(targets)
  // YAML includes JSON.
  const configuration = {
    global: {
      scrape_interval: `${stepSeconds}s`,
      evaluation_interval: `${stepSeconds}s`,
      scrape_timeout: `${Math.min(10, stepSeconds)}s`,
    },
    rule_files: [rules],
    scrape_configs: [
      {
        job_name: 'read-it',
        authorization: { credentials: token },
        file_sd_configs: [{ files: [found], refresh_interval: `${stepSeconds}s` }],
      },
    ],
  }
  const file = join(folder, 'prometheus.yaml')
  writeFileSync(file, JSON.stringify(configuration))
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`]
  const prometheus: ChildProcess = spawn('prometheus', options, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + READY_WITHIN_MS; !(await fetch(`${url}/-/ready`).catch(() => null))?.ok; await pause(200))
    if (Date.now() > end) throw new Error('Prometheus did not start')
  const query = async (query: string) => {
    const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`)
    return ((await answer.json()) as { data: { result: { metric: Record<string, string>; value: [number, string] }[] } }).data
      .result
  }
  return {
    /** Servers that are asked from now on. */
    setTargets,
    /** Evaluates an expression now. */
    query,
    /** Returns the names of the alerts that fire now. */
    firing: async () => (await query('ALERTS{alertstate="firing"}')).map(({ metric }) => metric.alertname!),
    /** Returns the alerts that fired since a moment. */
    async firings(since: number): Promise<Firing[]> {
      const [start, end] = [since / SECOND_MS, Date.now() / SECOND_MS]
      const asked = new URLSearchParams({
        query: 'ALERTS{alertstate="firing"}',
        start: String(start),
        end: String(end),
        step: String(stepSeconds),
      })
      const { data } = (await (await fetch(`${url}/api/v1/query_range?${asked}`)).json()) as Asked
      return data.result.flatMap(({ metric, values }) =>
        periodsOf(
          values.map(([at]) => at),
          stepSeconds,
        ).map((period) => ({ alert: metric.alertname, ...period })),
      )
    },
    async close() {
      const ended = once(prometheus, 'exit')
      prometheus.kill()
      await ended
    },
  }
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

/** Joins moments (seconds) that follow each other into periods (milliseconds). */
export function periodsOf(moments: readonly number[], stepSeconds = PUBLISHED.stepSeconds): { from: number; until: number }[] {
  const periods: { from: number; until: number }[] = []
  for (const moment of moments.map((each) => each * SECOND_MS)) {
    const last = periods.at(-1)
    if (last && moment - last.until <= 1.5 * stepSeconds * SECOND_MS) last.until = moment
    else periods.push({ from: moment, until: moment })
  }
  return periods
}
