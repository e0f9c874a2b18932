// The v8 list, detail and search calls over a catalogue of 46,000 issues.
import { startKiosk } from './kiosk-for-benchmarks.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'

const headers = { 'x-api-token': process.env.API_TOKEN ?? 'read-it-web-development', 'accept-language': 'de' }

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('full')
  try {
    const ask = async (path: string) => (await fetch(`${kiosk.url}/api/v8/${path}`, { headers })).json()
    const uids = await someIssues(ask)
    const rows: Row[] = []
    for (const [what, paths] of [
      ['issues/all, page after page', await pathsOfPages(ask)],
      ['issues/{uid}', uids.map((uid) => `issues/${uid}`)],
      ['issuedetail/{uid}', uids.map((uid) => `issuedetail/${uid}`)],
    ] as const) {
      const { p99, failed } = await atRate(kiosk.url, paths, 500, 8)
      rows.push({
        what: `${what} at 500/s (${failed} failed)`,
        value: `p99 ${p99.toFixed(1)} ms`,
        budget: 'p99 < 15 ms',
        met: p99 < 15 && !failed,
      })
    }
    const titles = ['zeit', 'Garten', 'tagblat', 'auto', 'Kurier', 'science', 'mode', 'Küche', 'sport', 'revue']
    const byTitle = await oneByOne(
      kiosk.url,
      titles.map((q) => `search?q=${encodeURIComponent(q)}&coverheight=416`),
      30,
    )
    rows.push({
      what: 'search, title and full text together',
      value: `p95 ${byTitle.toFixed(1)} ms`,
      budget: 'p95 < 75 ms',
      met: byTitle < 75,
    })
    return { rows }
  } finally {
    await kiosk.stop()
  }
}

async function someIssues(ask: (path: string) => Promise<unknown>): Promise<string[]> {
  const { issues } = (await ask('issues/all?limit=100')) as { issues: { uid: string }[] }
  return issues.map(({ uid }) => uid)
}

async function pathsOfPages(ask: (path: string) => Promise<unknown>): Promise<string[]> {
  const paths = ['issues/all']
  while (paths.length < 60) {
    const { nextUrl } = (await ask(paths.at(-1)!)) as { nextUrl?: string }
    if (!nextUrl) break
    paths.push(nextUrl.replace('/api/v8/', ''))
  }
  return paths
}

/** Spreads the rate over several addresses, one load after the other; the worst p99 counts. */
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

/** @returns the 95th percentile in milliseconds, each address asked in turn so that no answer is kept */
async function oneByOne(url: string, paths: string[], rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) {
      const start = performance.now()
      const answer = await fetch(`${url}/api/v8/${path}`, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
      times.push(performance.now() - start)
    }
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!
}
