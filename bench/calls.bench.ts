// The v8 list, detail and search calls over a catalogue of 46,000 issues.
import { createServer } from 'node:http'
import { newestOfTitles, titlesLike } from '@kiosk/backend/catalogue/queries'
import { pagesHolding } from '@kiosk/backend/catalogue/search/full-text'
import { connect } from '@kiosk/backend/db/connect'
import { freePort } from '@kiosk/backend/free-port'
import { type BenchmarkKiosk, onCore, startKiosk } from './kiosk-for-benchmarks.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'

const headers = { 'x-api-token': process.env.API_TOKEN ?? 'read-it-web-development', 'accept-language': 'de' }

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
        budget: 'p99 < 15 ms',
        met: p99 < 15 && !failed,
      })
    }
    rows.push(await choicesOfTitles(kiosk))
    rows.push(...(await searches(kiosk)))
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

/** Requests every choice of titles once, so that none is answered from the cache, and as often a list of issues. */
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

/** Measures title and full text search separately, then the search call, which does both. Searches each term once. */
async function searches(kiosk: BenchmarkKiosk): Promise<Row[]> {
  const { db, close } = await connect({ dataDir: kiosk.dataDir })
  try {
    const titles = await db.selectFrom('titles').select('name').orderBy('id').execute()
    const names = distinct(titles.map(({ name }, index) => partOf(name, index)))
    const pages = await db.selectFrom('pages').select('text').where('number', '=', 3).orderBy('issue_id').limit(20_000).execute()
    const words = distinct(pages.filter((_, index) => index % 40 === 0).map(({ text }, index) => wordsIn(text, index)))
    const byTitle = async (q: string) => newestOfTitles(db, (await titlesLike(db, q, 40)).slice(0, 5), 9)
    let requested = 0
    const byCall = async (q: string) => {
      // Searches in closed pages are limited by address, so each request has another one.
      const from = { 'x-forwarded-for': `198.18.${requested >> 8}.${requested++ & 255}` }
      const url = `${kiosk.url}/api/v8/search?q=${encodeURIComponent(q)}&coverheight=416`
      const answer = await fetch(url, { headers: { ...headers, ...from } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`search for ${q} answers ${answer.status}`)
    }
    const rows: Row[] = []
    const newestFirst = 'full text search, newest pages first'
    const measured = new Map<string, number>()
    for (const [what, terms, ask, budget, against] of [
      ['title search', names, byTitle, 15],
      [newestFirst, words, (q: string) => pagesHolding(db, q, [], { order: 'newest' }), 60],
      ['full text search, best pages first', words, (q: string) => pagesHolding(db, q, [], { order: 'best' }), 60, newestFirst],
      ['the search call, both at once', distinct([...names, ...words]), byCall, 75],
    ] as [string, string[], (q: string) => Promise<unknown>, number, string?][]) {
      const p95 = await oneByOne(terms, ask)
      measured.set(what, p95)
      const yardstick = against === undefined ? undefined : measured.get(against)
      rows.push({
        what: `${what}, ${terms.length} terms`,
        value: `p95 ${p95.toFixed(1)} ms`,
        ...(yardstick && { yardstick: `the newest first ${yardstick.toFixed(1)} ms`, ratio: p95 / yardstick }),
        budget: `p95 < ${budget} ms`,
        met: p95 < budget,
      })
    }
    // A result that was cut at the time limit is not cached.
    let cut = 0
    for (const q of words) if ((await pagesHolding(db, q, [], { order: 'best' })).cut) cut++
    const share = cut / words.length
    const value = `${(share * 100).toFixed(0)} % not kept`
    rows.push({ what: `best pages first, ${words.length} terms`, value, budget: '< 20 % not kept', met: share < 0.2 })
    return rows
  } finally {
    await close()
  }
}

/** Returns what people type of a title: all of it, its beginning, its last word, or all of it with a letter missing. */
function partOf(name: string, index: number): string {
  const middle = Math.floor(name.length / 2)
  const ways = [name, name.slice(0, middle + 1), name.split(' ').at(-1)!, name.slice(0, middle) + name.slice(middle + 1)]
  return ways[index % ways.length]!.trim()
}

/** Returns one word of a page, or two consecutive ones. */
function wordsIn(text: string, index: number): string {
  const words = text.match(/\p{L}{4,}/gu) ?? []
  const first = (index * 7) % Math.max(1, words.length)
  return words.slice(first, first + 1 + (index % 2)).join(' ')
}

function distinct(terms: readonly string[]): string[] {
  return [...new Set(terms)].filter((term) => term.length > 1)
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
