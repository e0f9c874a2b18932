// Full text and title search in a full-scale newsstand: its time, and how many of the best hits it finds.
import { newestOfTitles, titlesLike } from '@kiosk/backend/catalogue/queries'
import { pagesHolding } from '@kiosk/backend/catalogue/search/full-text'
import { HITS, rankAllPages } from '@kiosk/backend/catalogue/search/testing/exhaustive-ranking'
import { connect, type Database } from '@kiosk/backend/db/connect'
import { sql } from 'kysely'
import { type BenchmarkKiosk, startKiosk } from './kiosk-for-benchmarks.ts'
import { percentile } from './percentile.ts'
import type { Row } from './row.ts'

const headers = { 'x-api-token': process.env.API_TOKEN ?? 'read-it-web-development', 'accept-language': 'de' }

const TERMS_OF_KIND = 10
/** Maximum share of pages that have a rare word, and a medium one. */
const RARE_SHARE = 0.001
const MEDIUM_SHARE = 0.03
/** Number of pages from which search words are taken, and number of searches whose time is measured. */
const TEXTS = 20_000
const TERMS = 500
const BUDGET_P95_MS = 30
const BUDGET_RECALL = 0.95

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('full')
  try {
    const { db, close } = await connect({ dataDir: kiosk.dataDir })
    try {
      const texts = await someTexts(db)
      return { rows: [...(await times(kiosk, db, texts)), ...(await recalls(db, texts))] }
    } finally {
      await close()
    }
  } finally {
    await kiosk.stop()
  }
}

/** Returns the texts of about this many pages, spread over all issues. */
async function someTexts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from pages
    where (issue_id * 97 + number) % (select 1 + sum(page_count)::integer / ${TEXTS} from all_issues) = 0 order by issue_id, number`.execute(
    db,
  )
  return rows.map(({ text }) => text)
}

/** Measures title and full text search separately, then the search call, which does both. Searches each term once. */
async function times(kiosk: BenchmarkKiosk, db: Database, texts: readonly string[]): Promise<Row[]> {
  const titles = await db.selectFrom('titles').select('name').orderBy('id').execute()
  const names = distinct(titles.map(({ name }, index) => partOf(name, index)))
  const words = distinct(spread(texts, TERMS).map((text, index) => wordsIn(text, index)))
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
  const inPages = (order: 'newest' | 'best') => (q: string) => pagesHolding(db, q, [], { order })
  const rows: Row[] = []
  for (const [what, terms, ask, budget] of [
    ['title search', names, byTitle, 15],
    ['full text search, newest pages first', words, inPages('newest'), BUDGET_P95_MS],
    ['full text search, best pages first', words, inPages('best'), BUDGET_P95_MS],
    ['the search call, both at once', distinct([...names, ...words]), byCall, 75],
  ] as [string, string[], (q: string) => Promise<unknown>, number][]) {
    const { p50, p95 } = await oneByOne(terms, ask)
    rows.push({
      what: `${what}, ${terms.length} terms`,
      value: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      budget: `p95 < ${budget} ms`,
      met: p95 < budget,
    })
  }
  return rows
}

/** Compares the first page of hits with a ranking of all matching pages, for several kinds of queries in both orders. */
async function recalls(db: Database, texts: readonly string[]): Promise<Row[]> {
  const kinds = queriesByKind(texts)
  const rows: Row[] = []
  for (const order of ['best', 'newest'] as const) {
    let [total, count] = [0, 0]
    for (const [kind, queries] of kinds) {
      const [found, all]: [number[], number[]] = [[], []]
      const spent: number[] = []
      for (const query of queries) {
        const start = performance.now()
        const { hits } = await pagesHolding(db, query, [], { order })
        spent.push(performance.now() - start)
        const { places, matching } = await rankAllPages(db, query, order)
        const expected = new Set(places)
        if (expected.size === 0) continue
        found.push(hits.filter(({ id, number }) => expected.has(`${id} ${number}`)).length / expected.size)
        all.push(matching)
      }
      const recall = mean(found)
      total += recall * found.length
      count += found.length
      rows.push({
        what: `${order} first, ${kind} (${found.length} queries, ${median(all)} pages match at the median)`,
        value: `recall@${HITS} ${recall.toFixed(3)}, lowest ${Math.min(...found).toFixed(2)}, p95 ${percentile(spent, 0.95).toFixed(1)} ms`,
        budget: `≥ ${BUDGET_RECALL}`,
        met: recall >= BUDGET_RECALL,
      })
    }
    rows.push({
      what: `${order} first, all ${count} queries`,
      value: `recall@${HITS} ${(total / count).toFixed(3)}`,
      budget: `≥ ${BUDGET_RECALL}`,
      met: total / count >= BUDGET_RECALL,
    })
  }
  return rows
}

/** Returns queries of different frequency and form; each word is in the texts. */
function queriesByKind(texts: readonly string[]): [string, string[]][] {
  const pagesWith = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(text.match(/\p{L}{4,}/gu))) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1)
  const share = (word: string) => (pagesWith.get(word) ?? 0) / texts.length
  const all = [...pagesWith.keys()].sort()
  // Beginnings of words that have compounds.
  const parts = all.filter((word, at) => share(word) > 0 && all[at + 1]?.startsWith(word))
  const pairs = texts.flatMap(
    (text, index) =>
      text
        .match(/\p{L}{4,}/gu)
        ?.slice(index % 50, (index % 50) + 2)
        .join(' ') ?? [],
  )
  const spelledOut = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' } as Record<string, string>
  return [
    ['rare words', spread(all.filter((word) => share(word) <= RARE_SHARE))],
    ['medium words', spread(all.filter((word) => share(word) > RARE_SHARE && share(word) <= MEDIUM_SHARE))],
    ['frequent words', spread(all.filter((word) => share(word) > MEDIUM_SHARE))],
    ['two words', spread(pairs)],
    ['quoted words', spread(all.filter((word) => share(word) > RARE_SHARE)).map((word) => `"${word}"`)],
    ['phrases', spread(pairs.slice(1)).map((pair) => `"${pair}"`)],
    ['parts of compounds', spread(parts)],
    [
      'umlauts spelled out',
      spread(all.filter((word) => /[äöüß]/.test(word))).map((word) => word.replace(/[äöüß]/g, (letter) => spelledOut[letter]!)),
    ],
  ]
}

/** Returns some of the items, evenly spread. */
function spread(items: readonly string[], many = TERMS_OF_KIND): string[] {
  const distance = Math.max(1, Math.floor(items.length / many))
  return items.filter((_, index) => index % distance === 0).slice(0, many)
}

/** Returns what people type to find a title: all of it, its beginning, its last word, or all of it with a letter missing. */
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

/** Searches each term, one after the other. @returns milliseconds */
async function oneByOne(
  terms: readonly string[],
  ask: (term: string) => Promise<unknown>,
): Promise<{ p50: number; p95: number }> {
  // Warm-up: statements are planned and database pages are cached, as in a running server.
  for (const term of terms.slice(0, 20)) await ask(term)
  const spent: number[] = []
  for (const term of terms.slice(20)) {
    const start = performance.now()
    await ask(term)
    spent.push(performance.now() - start)
  }
  return { p50: median(spent), p95: percentile(spent, 0.95) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
