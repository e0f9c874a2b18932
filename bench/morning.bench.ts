// The morning on a small scale: issues are published all the time while most readers come. They arrive at random times, three of
// five are signed in, and each looks at a few pages with pauses between them. MORNING_MINUTES=1 takes one minute with the same
// rates of readers and publications: fewer pages come from the cache, because more of the visitors are the first of their kind.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@kiosk/backend/db/connect'
import { MINUTE_MS } from '@kiosk/domain/time'
import { onCore, startKiosk } from './kiosk-for-benchmarks.ts'
import {
  COOKIES,
  COUNTRIES,
  DEVICES,
  every,
  LANGUAGES,
  oneOf,
  PUBLICATIONS_PER_MINUTE,
  PUBLISHED_UID,
  popularTitles,
  publish,
  removePublished,
  SIGNED_IN_SHARE,
  type SignedIn,
  sessionsOfDemonstration,
  type Title,
} from './morning.ts'
import type { Row } from './row.ts'

const MINUTES = Number(process.env.MORNING_MINUTES ?? 5)
const READERS_PER_MINUTE = 400
const LONGEST_THOUGHT_MS = 4_000
const P99_MS = 200
const HIT_RATIO = 0.95
const METRICS_TOKEN = 'token-of-the-benchmark'

/** `status`: 0 = no answer. */
type Visit = { ms: number; status: number }

export async function run(): Promise<{ rows: Row[] }> {
  process.env.METRICS_TOKEN = METRICS_TOKEN
  const kiosk = await startKiosk('demo')
  const connection = await connect({ dataDir: kiosk.dataDir })
  const { db } = connection
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  onCore(process.pid, '1')
  try {
    await removePublished(db)
    const titles = await popularTitles(db)
    const sessions = await sessionsOfDemonstration(kiosk.url)
    const visits: Visit[] = []
    const visit = async (path: string, headers: Record<string, string>) => {
      visits.push(await get(agent, kiosk.url + path, headers))
    }
    // The newsstand was open before the morning: its code is warm and the popular pages are kept.
    for (let reader = 0; reader < 60; reader++) await read(visit, { titles, sessions, thoughtMs: 0 })
    visits.length = 0
    const before = await countsAt(kiosk.url)
    const end = Date.now() + MINUTES * MINUTE_MS
    const readers: Promise<void>[] = []
    const arriving = every(MINUTE_MS / READERS_PER_MINUTE, end, async () => {
      readers.push(read(visit, { titles, sessions, thoughtMs: LONGEST_THOUGHT_MS }))
    })
    let published = 0
    // Visitors who come afterwards open the new issue.
    const publishing = every(MINUTE_MS / PUBLICATIONS_PER_MINUTE, end, async () => {
      const title = oneOf(titles)
      await publish(db, title, ++published)
      title.uid = `${PUBLISHED_UID}${published}`
    })
    await Promise.all([arriving, publishing])
    await Promise.all(readers)
    const after = await countsAt(kiosk.url)
    const of = (outcome: string) => (after[outcome] ?? 0) - (before[outcome] ?? 0)
    const times = visits.map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    const errors = visits.filter(({ status }) => status !== 200).map(({ status }) => status)
    const hits = (of('pages kept') + of('pages stale') + of('readers kept') + of('readers stale')) / visits.length
    return {
      rows: [
        {
          what: `pages answered from the cache, of ${visits.length} for ${readers.length} visitors with ${published} publications in ${MINUTES} min (${of('readers kept') + of('readers stale')} for readers, ${of('pages stale') + of('readers stale')} while rendered again, ${of('pages shared') + of('readers shared')} waited for another visitor's, ${of('pages rendered') + of('readers rendered')} rendered)`,
          value: `${(hits * 100).toFixed(1)} %`,
          budget: `≥ ${HIT_RATIO * 100} %`,
          met: hits >= HIT_RATIO,
        },
        {
          what: `time of a page, p99 (p50 ${at(0.5).toFixed(1)} ms, longest ${at(1).toFixed(0)} ms)`,
          value: `${at(0.99).toFixed(1)} ms`,
          budget: `< ${P99_MS} ms`,
          met: at(0.99) < P99_MS,
        },
        {
          what: `errors (status ${[...new Set(errors)].join(', ') || 'of none'})`,
          value: String(errors.length),
          budget: '0',
          met: errors.length === 0,
        },
      ],
    }
  } finally {
    agent.destroy()
    await removePublished(db).catch(() => {})
    await connection.close()
    await kiosk.stop()
  }
}

/** One visitor: the home page or a link to an issue, then the catalogue and a title or two, the popular ones more often. */
async function read(
  visit: (path: string, headers: Record<string, string>) => Promise<void>,
  { titles, sessions, thoughtMs }: { titles: readonly Title[]; sessions: readonly SignedIn[]; thoughtMs: number },
) {
  const session = Math.random() < SIGNED_IN_SHARE ? oneOf(sessions) : null
  const cookie = [session?.cookie, oneOf(COOKIES)].filter(Boolean).join('; ')
  const headers = {
    'accept-encoding': 'gzip, deflate, br, zstd',
    'sec-fetch-dest': 'document',
    'accept-language': oneOf(LANGUAGES),
    'x-country': session?.country ?? oneOf(COUNTRIES),
    'user-agent': oneOf(DEVICES),
    ...(cookie && { cookie }),
  }
  const popular = () => titles[Math.floor(Math.random() ** 3 * titles.length)]!
  const { key, uid } = popular()
  const pages = [
    oneOf(['/', '/', `/magazines/issues/${uid}`]),
    '/magazines',
    oneOf([`/title/${key}`, `/magazines/issues/${uid}`]),
    '/',
  ]
  for (const page of pages.slice(0, 2 + Math.floor(Math.random() * 3))) {
    await visit(page, headers)
    if (thoughtMs > 0) await pause(500 + Math.random() * thoughtMs)
  }
}

function get(agent: Agent, url: string, headers: Record<string, string>): Promise<Visit> {
  const began = performance.now()
  return new Promise((resolve) => {
    const failed = () => resolve({ ms: performance.now() - began, status: 0 })
    request(url, { agent, headers }, (response) => {
      response.on('end', () => resolve({ ms: performance.now() - began, status: response.statusCode ?? 0 }))
      response.on('error', failed).resume()
    })
      .on('error', failed)
      .end()
  })
}

/** The server's counts of kept pages, by kind and outcome. */
async function countsAt(url: string): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  const found = metrics.matchAll(/^kiosk_(shared|reader)_pages_total\{outcome="(\w+)"\} (\d+)$/gm)
  const named = [...found].map(([, kind, outcome, count]) => [
    `${kind === 'shared' ? 'pages' : 'readers'} ${outcome}`,
    Number(count),
  ])
  return Object.fromEntries(named)
}
