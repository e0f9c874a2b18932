// The v8 list and detail calls of a full-scale newsstand.
import { createServer } from 'node:http'
import { freePort } from '@kiosk/backend/free-port'
import { type BenchmarkKiosk, onCore, startKiosk } from './kiosk-for-benchmarks.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'

const headers = { 'x-api-token': process.env.API_TOKEN ?? 'read-it-web-development', 'accept-language': 'de' }

/** How much longer the p99 may be than that of a server that does nothing. */
const MOST_OVER_BARE_MS = 3

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('full')
  try {
    const ask = async (path: string) => (await fetch(`${kiosk.url}/api/v8/${path}`, { headers })).json()
    const uids = await someIssues(ask)
    const rows: Row[] = []
    const bare = await bareServer()
    for (const [what, paths] of [
      ['issues/all, page after page', await pathsOfPages(ask, 'issues/all')],
      ['titles, page after page', await pathsOfPages(ask, 'titles')],
      ['issues/{uid}', uids.map((uid) => `issues/${uid}`)],
      ['issuedetail/{uid}', uids.map((uid) => `issuedetail/${uid}`)],
    ] as const) {
      const { p99, failed } = await atRate(kiosk.url, paths, 500, 8)
      rows.push({
        what: `${what} at 500/s (${failed} failed)`,
        value: `p99 ${p99.toFixed(1)} ms`,
        yardstick: `node:http that does nothing ${bare.toFixed(1)} ms`,
        ratio: p99 / bare,
        budget: `p99 ≤ ${MOST_OVER_BARE_MS} ms more`,
        met: p99 <= bare + MOST_OVER_BARE_MS && !failed,
      })
    }
    rows.push(await choicesOfTitles(kiosk))
    return { rows }
  } finally {
    await kiosk.stop()
  }
}

/** Measures the p99 of a server that does nothing under the same load. Milliseconds. */
async function bareServer(): Promise<number> {
  const body = JSON.stringify({ issues: 'x'.repeat(3000) })
  const server = createServer((_, response) => response.writeHead(200, { 'content-length': body.length }).end(body))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onCore(process.pid, '0')
  const { p99 } = await atRate(`http://127.0.0.1:${port}`, ['bare'], 500, 8)
  onCore(process.pid, '0,1')
  server.close()
  return p99
}

async function someIssues(ask: (path: string) => Promise<unknown>): Promise<string[]> {
  const { issues } = (await ask('issues/all?limit=100')) as { issues: { uid: string }[] }
  return issues.map(({ uid }) => uid)
}

async function pathsOfPages(ask: (path: string) => Promise<unknown>, first: string): Promise<string[]> {
  const paths = [first]
  while (paths.length < 60) {
    const { nextUrl } = (await ask(paths.at(-1)!)) as { nextUrl?: string }
    if (!nextUrl) break
    paths.push(nextUrl.replace('/api/v8/', ''))
  }
  return paths
}

/** Loads four of the addresses one after the other; the worst p99 counts. Milliseconds. */
async function atRate(
  url: string,
  paths: readonly string[],
  rate: number,
  seconds: number,
): Promise<{ p99: number; failed: number }> {
  const picked = [0, 0.33, 0.66, 0.99].map((at) => paths[Math.floor(at * (paths.length - 1))]!)
  const each = []
  for (const path of picked)
    each.push(await load(`${url}/api/v8/${path}`, { seconds: seconds / 2, connections: 16, rate, headers }))
  return { p99: Math.max(...each.map(({ p99 }) => p99)), failed: each.reduce((sum, { failed }) => sum + failed, 0) }
}

/** Requests every choice of titles once, so that none is answered from the cache, and lists of issues as often. */
async function choicesOfTitles({ url }: BenchmarkKiosk): Promise<Row> {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const choices = [
    ...['de', 'en', 'fr'].flatMap((language) =>
      ['AT', 'DE', 'CH', 'LU'].map((country) => `language=${language}&country=${country}`),
    ),
    ...letters.map((letter) => `letter=${letter}`),
    ...letters.map((letter) => `letter=${letter}&order=name`),
    ...Array.from({ length: 30 }, (_, at) => `limit=${at + 1}`),
  ]
  const get = async (path: string) => {
    const answer = await fetch(`${url}/api/v8/${path}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  }
  const issues = await oneByOne(
    choices.map((_, at) => `issues/all?limit=${at + 1}`),
    get,
  )
  const p95 = await oneByOne(
    choices.map((choice) => `titles?${choice}`),
    get,
  )
  return {
    what: `titles, ${choices.length} choices, each once`,
    value: `p95 ${p95.toFixed(1)} ms`,
    yardstick: `issues/all ${issues.toFixed(1)} ms`,
    ratio: p95 / issues,
    budget: 'p95 < 15 ms',
    met: p95 < 15,
  }
}

/** Searches each term, one after the other. @returns the 95th percentile in milliseconds */
async function oneByOne(terms: readonly string[], ask: (term: string) => Promise<unknown>): Promise<number> {
  // Warm-up: statements are planned and database pages are cached, as in a running server.
  for (const term of terms.slice(0, 20)) await ask(term)
  const times: number[] = []
  for (const term of terms.slice(20)) {
    const start = performance.now()
    await ask(term)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!
}
