// The morning in small: issues are published all the time while most readers come. They arrive at random times, three of five are
// signed in, each looks at a few pages and thinks between them. MORNING_MINUTES=5 takes the five minutes of the real morning, with
// the same rates of readers and publications.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { publishIssue } from '@kiosk/backend/catalogue/publish-issue'
import { connect, type Database } from '@kiosk/backend/db/connect'
import { apiAddress } from '@kiosk/contract/route'
import { login } from '@kiosk/contract/routes'
import { dayInVienna } from '@kiosk/domain/day'
import { MINUTE_MS } from '@kiosk/domain/time'
import { onCore, startKiosk } from './kiosk-for-benchmarks.ts'
import type { Row } from './row.ts'

const MINUTES = Number(process.env.MORNING_MINUTES ?? 1)
const READERS_PER_MINUTE = 400
const PUBLICATIONS_PER_MINUTE = 20
const SIGNED_IN_SHARE = 0.6
/** Readers of the demonstration with different plans and markets. */
const READERS = [
  ['free@example.org', 'AT'],
  ['magz@example.org', 'AT'],
  ['premium@example.org', 'AT'],
  ['promo@example.org', 'DE'],
  ['swiss@example.org', 'CH'],
] as const
const PASSWORD = 'Lesehalle7'
const LONGEST_THOUGHT_MS = 4_000
const P99_MS = 200
const HIT_RATIO = 0.95
const METRICS_TOKEN = 'token-of-the-benchmark'
/** Publications of this benchmark, which are removed afterwards. */
const UID = 'morning-'

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** Chooses evenly; what occurs more often is repeated. */
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!
const COUNTRIES = ['AT', 'AT', 'AT', 'AT', 'AT', 'DE', 'DE', 'DE', 'CH', 'LU']
const LANGUAGES = ['de', 'de', 'de', 'de', 'de', 'de', 'de', 'de', 'en', 'fr']
const DEVICES = [PHONE, PHONE, PHONE, IPHONE, IPHONE, DESKTOP]
const COOKIES = ['', '', 'consent=1', 'consent=1', 'consent=1; consent_ads=1; consent_social=1', 'consent=1; theme=dark']

/** A reader and the country in which this reader is. */
type SignedIn = { cookie: string; country: string }
type Title = { key: string; name: string; language: string; uid: string }
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
    // The newsstand has been open before the morning: its code is warm and the popular pages are kept.
    for (let reader = 0; reader < 60; reader++) await read(visit, { titles, sessions, thoughtMs: 0 })
    visits.length = 0
    const before = await countsAt(kiosk.url)
    const end = Date.now() + MINUTES * MINUTE_MS
    const readers: Promise<void>[] = []
    const arriving = every(MINUTE_MS / READERS_PER_MINUTE, end, async () => {
      readers.push(read(visit, { titles, sessions, thoughtMs: LONGEST_THOUGHT_MS }))
    })
    let published = 0
    const publishing = every(MINUTE_MS / PUBLICATIONS_PER_MINUTE, end, () => publish(db, oneOf(titles), ++published))
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

/** Calls `act` at random times, so often on average, until `end`. */
async function every(averageMs: number, end: number, act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await pause(-Math.log(1 - Math.random()) * averageMs)
    if (Date.now() >= end) return
    await act()
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
    ...{
      'accept-encoding': 'gzip, deflate, br, zstd',
      'sec-fetch-dest': 'document',
      'accept-language': oneOf(LANGUAGES),
      'x-country': session?.country ?? oneOf(COUNTRIES),
      'user-agent': oneOf(DEVICES),
    },
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

/** The titles with their newest issues, the newest first. */
async function popularTitles(db: Database): Promise<Title[]> {
  const rows = await db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'title_id')
    .select(['key', 'titles.name', 'titles.language', 'issues.uid', 'issue_date'])
    .where('age_rating', '<', 18)
    .where('shown_in', 'is', null)
    .distinctOn('titles.id')
    .orderBy('titles.id')
    .orderBy('issue_date', 'desc')
    .execute()
  return rows.sort((one, other) => other.issue_date.localeCompare(one.issue_date))
}

function publish(db: Database, { key, name, language }: Title, count: number) {
  const page = { width: 595, height: 842, text: 'Morgen', indexed: 'Morgen' }
  return publishIssue(db, {
    title: { key, name, language },
    issue: {
      ...{
        uid: `${UID}${count}`,
        name: `Nr. ${count}`,
        number: String(count),
        volume: null,
        date: dayInVienna(new Date()),
        dateEnd: null,
      },
      ...{ kind: 'regular', edition: null, supplementTo: null, language, headline: '', description: '', textLayer: 'full' },
      ...{ sha256: null, revision: 1, outline: [], cover: { width: 792, height: 1120, colour: '#aabbcc' }, targetingTags: [] },
      ...{ pages: [page], articles: [] },
    },
    demonstration: true,
  })
}

async function removePublished(db: Database): Promise<void> {
  await db.deleteFrom('all_issues').where('uid', 'like', `${UID}%`).execute()
}

/** Signs in the readers of the demonstration, who have different plans. */
async function sessionsOfDemonstration(url: string): Promise<SignedIn[]> {
  return Promise.all(READERS.map(async ([email, country]) => ({ country, cookie: await sessionOf(url, email) })))
}

async function sessionOf(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}${apiAddress(login, {})}`, {
    method: 'POST',
    headers: { 'x-api-token': process.env.API_TOKEN ?? 'read-it-web-development' },
    body: new URLSearchParams({ type: '0', username, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`${username} cannot sign in: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** What the server has counted of its kept pages, by kind and outcome. */
async function countsAt(url: string): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  const found = metrics.matchAll(/^kiosk_(shared|reader)_pages_total\{outcome="(\w+)"\} (\d+)$/gm)
  const named = [...found].map(([, kind, outcome, count]) => [
    `${kind === 'shared' ? 'pages' : 'readers'} ${outcome}`,
    Number(count),
  ])
  return Object.fromEntries(named)
}
