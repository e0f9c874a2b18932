import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Load = { requestsPerSecond: number; p50: number; p99: number; failed: number }
type Options = {
  seconds: number
  connections: number
  /** Requests per second in total; default: as many as the server answers. */
  rate?: number
  headers?: Record<string, string>
  /** `cookie` headers of readers who come in turn; only with wrk. */
  cookies?: readonly string[]
  /** Each request has a distinct address (`?visit=…`), so that no page is cached. */
  neverTwice?: boolean
}

const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js')
const wrkIsHere = spawnSync('wrk', ['-v']).error === undefined

/**
 * Loads one address from a separate process on the second core: with wrk if it is installed, because autocannon itself is
 * slower than what it measures; at a given rate with autocannon, because wrk cannot limit its rate.
 * @returns latencies in milliseconds
 */
export function load(url: string, options: Options): Promise<Load> {
  if (options.cookies && !wrkIsHere) throw new Error('wrk is needed for readers in turn: apt-get install wrk')
  return options.rate === undefined && wrkIsHere ? byWrk(url, options) : byAutocannon(url, options)
}

/** wrk calls its script for each request. */
const NEVER_TWICE = `local visit = 0
request = function() visit = visit + 1; return wrk.format("GET", wrk.path .. "?visit=" .. visit) end`

/** The requests are made before they are sent. */
const inTurn = (cookies: readonly string[]) => `local visit, made = 0, {}
local cookies = { ${cookies.map((cookie) => JSON.stringify(cookie)).join(', ')} }
init = function()
  for at, cookie in ipairs(cookies) do
    wrk.headers["cookie"] = cookie
    made[at] = wrk.format("GET", wrk.path)
  end
end
request = function() visit = visit % #made + 1; return made[visit] end`

async function byWrk(url: string, { seconds, connections, headers = {}, neverTwice, cookies }: Options): Promise<Load> {
  const script = join(tmpdir(), `requests-${process.pid}.lua`)
  if (neverTwice) writeFileSync(script, NEVER_TWICE)
  if (cookies) writeFileSync(script, inTurn(cookies))
  const requested = neverTwice || cookies ? ['-s', script] : []
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const report = await output([
    'wrk',
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    '--latency',
    ...named,
    ...requested,
    url,
  ])
  const number = (pattern: RegExp) => Number(pattern.exec(report)?.[1] ?? 0)
  const percentile = (place: number) => {
    const [, value, unit] = new RegExp(`\\b${place}%\\s+([\\d.]+)(us|ms|s)\\b`).exec(report) ?? []
    return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit ?? ''] ?? Number.NaN)
  }
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report)?.slice(1) ?? []
  return {
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: percentile(50),
    p99: percentile(99),
    failed: number(/Non-2xx or 3xx responses: (\d+)/) + broken.reduce((sum, each) => sum + Number(each), 0),
  }
}

async function byAutocannon(url: string, given: Options): Promise<Load> {
  const headers = Object.entries(given.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const rate = given.rate ? ['-R', String(given.rate)] : []
  const requested = given.neverTwice ? ['-I', `${url}?visit=[<id>]`] : [url]
  const options = ['-d', String(given.seconds), '-c', String(given.connections), '-j', '-n', ...rate, ...headers, ...requested]
  const report = await output([process.execPath, autocannon, ...options])
  const measured = JSON.parse(report.slice(report.indexOf('{'))) as {
    requests: { average: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  const { latency } = measured
  return {
    requestsPerSecond: measured.requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: measured.non2xx + measured.errors,
  }
}

function output(command: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('taskset', ['-c', '1', ...command])
    let report = ''
    child.stdout.on('data', (data) => {
      report += data
    })
    child.on('error', reject)
    child.on('close', () => resolve(report))
  })
}
