// `npm run scale:measure`: measures coefficients.json with the demonstration, and compares a load like that of 10,000 readers
// with what they predict. Run it on a quiet machine, then run `npm run scale -- --write`. REQUESTS=50 gives a first impression.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Database } from '@kiosk/backend/db/connect'
import { formOf } from '@kiosk/contract/route'
import { login, readingEvents } from '@kiosk/contract/routes'
import { DEMONSTRATION_PASSWORD } from '@kiosk/demo/demonstration-password'
import { dayInUtc } from '@kiosk/domain/day'
import { type PageWidth, READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { sql } from 'kysely'
import { type BenchmarkKiosk, onBothCores, startKiosk } from '../kiosk-for-benchmarks.ts'
import { processorMs } from '../processor-time.ts'
import { type Coefficients, type Cost, KINDS, type Kind, needsOf } from './model.ts'

const FILE = join(import.meta.dirname, 'coefficients.json')
const API = '/api/v8/'
const READER = { email: 'premium@example.org', password: DEMONSTRATION_PASSWORD }
/** Each sign-in ends the oldest session of its account, so the reader above is not used for them. */
const SIGNS_IN = 'magz@example.org'
/** Number of requests of a cheap kind; expensive kinds are measured with fewer. */
const REQUESTS = Number(process.env.REQUESTS ?? 2_000)
const AT_ONCE = 4
const CHECK_READERS = 10_000
const CHECK_SECONDS = Number(process.env.CHECK_SECONDS ?? 60)
const SEED_WORDS = ['wasser', 'garten', 'berg', 'stadt', 'licht', 'reise', 'küche', 'musik', 'sommer', 'arbeit', 'haus', 'wald']

type Visitor = { headers: Record<string, string>; cookie: string }
type Asked = { path: string; method?: string; headers: Record<string, string>; body?: string }
/** How often a kind is requested, as a part of REQUESTS, and its request with a given number. */
type Probe = { part: number; ask(n: number): Asked | Promise<Asked> }

/** Requests of each kind before it is measured: they compile code and fill caches. */
const WARMING = Math.min(200, REQUESTS)
const KEPT_WIDTH = READING_WIDTH_PIXELS
const DRAWN_WIDTH: PageWidth = 1860
const PAGE_STEP = 7
const MOST_SETTLING_SECONDS = 120
const IDLE_SECONDS = 30
const IDLE_MS_PER_SECOND = 50
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

// Issues read by an earlier version are not read again meanwhile: that would count as the cost of whatever is measured.
const kiosk = await startKiosk('demo', { REBUILD_CORE_PERCENT: '0' })
try {
  onBothCores(kiosk.pid)
  const connection = await connect({ dataDir: kiosk.dataDir })
  try {
    await forgetDrawn(kiosk, connection.db)
    await forgetDevices(connection.db)
    const probes = await probesFor(kiosk)
    await settled(kiosk)
    const idle = await idleCost(kiosk)
    console.log('idle'.padEnd(16), idle)
    const requests = {} as Record<Kind, Cost>
    for (const kind of KINDS) {
      const { part, ask } = probes[kind]
      await answered(kiosk, ask, -Math.max(20, Math.round(WARMING * Math.min(1, part * 4))), 0)
      const count = Math.max(20, Math.round(REQUESTS * part))
      const before = processorMs(kiosk)
      const bytes = await answered(kiosk, ask, 0, count)
      const after = processorMs(kiosk)
      requests[kind] = {
        nodeMs: precise((after.node - before.node) / count),
        databaseMs: precise((after.database - before.database) / count),
        bytes: Math.round(bytes / count),
      }
      console.log(kind.padEnd(16), requests[kind])
    }
    const old = JSON.parse(readFileSync(FILE, 'utf8')) as Coefficients
    const { rows } = await sql<{ pages: string }>`select count(*) as pages from pages`.execute(connection.db)
    const pages = Number(rows[0]!.pages)
    const measured: Coefficients = {
      ...old,
      conditions: {
        'measured on': dayInUtc(new Date()),
        'requests of a kind': `up to ${REQUESTS}`,
        processor: `${cpus().length} × ${cpus()[0]!.model.trim()}`,
        'load of the machine': loadavg()[0]!.toFixed(1),
        'pages of the newsstand': pages,
        Node: process.versions.node,
      },
      requests,
      idle,
      check: null,
    }
    write(measured)
    // It has a session and signatures of its own: those from the start may have expired meanwhile.
    measured.check = await check(kiosk, await probesFor(kiosk), measured)
    write(measured)
  } finally {
    await connection.close()
  }
} finally {
  agent.destroy()
  await kiosk.stop()
}

/** Sends a mix of requests like that of this many readers in their busiest minute. */
async function check(
  kiosk: BenchmarkKiosk,
  probes: Record<Kind, Probe>,
  coefficients: Coefficients,
): Promise<NonNullable<Coefficients['check']>> {
  const { requestsPerSecond } = needsOf({ readers: CHECK_READERS, issues: 60, cdnShare: 0 }, coefficients)
  const counts = new Map<Kind, number>()
  const before = processorMs(kiosk)
  const began = performance.now()
  await Promise.all(
    KINDS.map(async (kind, place) => {
      const rate = requestsPerSecond[kind]
      const total = Math.round(rate * CHECK_SECONDS)
      counts.set(kind, total)
      const pending: Promise<unknown>[] = []
      for (let n = 0; n < total; n++) {
        const at = began + ((n + place / KINDS.length) / rate) * 1000
        await pause(Math.max(0, at - performance.now()))
        // Different requests from the measured ones, where a repetition would be cheaper.
        pending.push(bytesOf(kiosk, await probes[kind].ask(1_000_000 + n)))
      }
      await Promise.all(pending)
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const after = processorMs(kiosk)
  const predicted = (part: 'nodeMs' | 'databaseMs') =>
    KINDS.reduce((sum, kind) => sum + counts.get(kind)! * coefficients.requests[kind][part], 0) / seconds +
    coefficients.idle[part]
  return {
    readers: CHECK_READERS,
    seconds: Math.round(seconds),
    requests: [...counts.values()].reduce((sum, each) => sum + each, 0),
    node: { predictedMs: precise(predicted('nodeMs')), measuredMs: precise((after.node - before.node) / seconds) },
    database: {
      predictedMs: precise(predicted('databaseMs')),
      measuredMs: precise((after.database - before.database) / seconds),
    },
  }
}

async function probesFor({ url }: BenchmarkKiosk): Promise<Record<Kind, Probe>> {
  const encodings = { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'de' }
  const anonymous: Visitor = { headers: { ...encodings, 'sec-fetch-dest': 'document' }, cookie: '' }
  const signedIn: Visitor = { ...anonymous, cookie: await signIn(url) }
  const home = await (await fetch(url, { headers: anonymous.headers })).text()
  const found = (pattern: RegExp) => [...home.matchAll(pattern)].map(([, first]) => first!.replaceAll('&amp;', '&'))
  const scripts = found(/"(\/assets\/[^"]+\.(?:js|css|woff2))"/g)
  const covers = found(/src="([^"]*\/cover[^"]*)"/g).map((address) => address.replace(url, ''))
  const uids = [...new Set(found(/\/magazines\/issues\/([\w-]+)/g))]
  if (scripts.length === 0 || covers.length === 0 || uids.length === 0)
    throw new Error(`the home page has ${scripts.length} scripts, ${covers.length} covers and ${uids.length} issues`)
  const as = ({ headers, cookie }: Visitor, path: string): Asked => ({ path, headers: { ...headers, cookie } })
  let calls = 0
  // As from many networks, because each has limits of its own. The bits of the number become an address for benchmarks (RFC
  // 2544).
  const network = () => `198.18.${(calls >> 8) & 255}.${calls++ & 255}`
  const call = (path: string, form?: URLSearchParams): Asked => ({
    path: API + path,
    headers: {
      ...encodings,
      cookie: signedIn.cookie,
      'x-api-token': 'read-it-web-development',
      'x-forwarded-for': network(),
    },
    ...(form && { method: 'POST', body: form.toString() }),
  })
  const turn = (list: readonly string[], n: number) => list[Math.abs(n) % list.length]!
  const signatures = await Promise.all(
    uids.map(async (uid) => {
      const { path, headers } = call(`issuecontent/${uid}/access`)
      const { signature, pagesOpen } = (await (await fetch(url + path, { headers })).json()) as {
        signature: string
        pagesOpen: number
      }
      return { uid, signature, pages: Math.max(1, pagesOpen) }
    }),
  )
  const picture = (n: number, width: number) => {
    const issue = Math.abs(n) % signatures.length
    const { uid, signature, pages } = signatures[issue]!
    // Pages from anywhere in an issue, each once: the first ones may be faster to draw than others.
    const page = 1 + ((Math.floor(Math.abs(n) / signatures.length) + issue * PAGE_STEP) % pages)
    return call(`issuecontent/${uid}/pages/${page}/picture?${signature.replace(/^\?/, '')}&width=${width}`)
  }
  const events = JSON.stringify([{ page: 1, seconds: 5, at: new Date().toISOString() }])
  return {
    static: { part: 1, ask: (n) => as(anonymous, turn(scripts, n)) },
    keptPage: { part: 1, ask: () => as(anonymous, '/') },
    renderedPage: { part: 0.1, ask: (n) => as(anonymous, `/?visit=${n}`) },
    cover: { part: 1, ask: (n) => as({ ...anonymous, headers: { ...encodings, accept: 'image/webp' } }, turn(covers, n)) },
    // From another browser each time: the same browser would get the kept answer of the last minute (ADR-0319).
    readerPage: {
      part: 0.2,
      ask: (n) =>
        as({ ...signedIn, headers: { ...signedIn.headers, 'user-agent': `Mozilla/5.0 (X11; Linux) Firefox/${n}` } }, '/'),
    },
    readerDocument: { part: 0.2, ask: (n) => as(signedIn, `/reader/issues/${turn(uids, n)}`) },
    access: { part: 0.5, ask: (n) => call(`issuecontent/${turn(uids, n)}/access`) },
    issueDetail: { part: 0.5, ask: (n) => call(`issuedetail/${turn(uids, n)}`) },
    picture: { part: 0.5, ask: (n) => picture(Math.abs(n) % 10, KEPT_WIDTH) },
    // Another width than above, so that the first request for a page draws it.
    drawnPicture: { part: 0.02, ask: (n) => picture(n < 0 ? 300 - n : n, DRAWN_WIDTH) },
    events: {
      part: 0.5,
      ask: (n) => call(readingEvents.path, formOf({ issue: turn(uids, n), events })),
    },
    search: { part: 0.1, ask: (n) => call(`search?q=${encodeURIComponent(`${turn(SEED_WORDS, n)} ${Math.abs(n)}`)}`) },
    login: {
      part: 0.02,
      ask: () => call(login.path, formOf({ type: 0, username: SIGNS_IN, password: READER.password })),
    },
  }
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}${API}${login.path}`, {
    method: 'POST',
    headers: { 'x-api-token': 'read-it-web-development' },
    body: formOf({ type: 0, username: READER.email, password: READER.password }),
  })
  if (!response.ok) throw new Error(`${READER.email} cannot sign in: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Sends the requests from one number to another, a few at the same time. Returns the bytes of all responses. */
async function answered(kiosk: BenchmarkKiosk, ask: Probe['ask'], from: number, to: number): Promise<number> {
  let next = from
  let bytes = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < to) {
        const more = await bytesOf(kiosk, await ask(next++))
        bytes += more
      }
    }),
  )
  return bytes
}

/** @returns bytes of the body as they were sent @throws if the answer is an error */
function bytesOf({ url }: BenchmarkKiosk, { path, method = 'GET', headers, body }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const form = body && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }
    const asked = request(url + path, { agent, method, headers: { ...headers, ...form } }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
      })
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode = 0 } = response
        if (statusCode >= 400) reject(new Error(`${path}: ${statusCode}`))
        else resolve(bytes)
      })
    })
    asked.on('error', reject).end(body)
  })
}

/** Removes the pictures that an earlier measurement has drawn. */
async function forgetDrawn({ dataDir }: BenchmarkKiosk, db: Database): Promise<void> {
  const ending = `-${DRAWN_WIDTH}.webp`
  await db.deleteFrom('rendered_images').where('name', 'like', `%${ending}`).execute()
  const folder = join(dataDir, 'files')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.name.endsWith(ending)) rmSync(join(entry.parentPath, entry.name))
}

/** Removes the sessions and devices of earlier measurements: more than a plan allows open no pages. */
async function forgetDevices(db: Database): Promise<void> {
  const accounts = db.selectFrom('accounts').select('id').where('email', 'in', [READER.email, SIGNS_IN])
  await db.deleteFrom('sessions').where('account_id', 'in', accounts).execute()
  await db.deleteFrom('devices').where('account_id', 'in', accounts).execute()
}

/** Waits until a server that has just started is idle. */
async function settled(kiosk: BenchmarkKiosk): Promise<void> {
  for (let second = 0; second < MOST_SETTLING_SECONDS; second++) {
    const before = processorMs(kiosk)
    await pause(1_000)
    const after = processorMs(kiosk)
    if (after.node - before.node < IDLE_MS_PER_SECOND) return
  }
}

/** Returns what an idle server needs to look for jobs and to keep its connections. Milliseconds per second. */
async function idleCost(kiosk: BenchmarkKiosk): Promise<Coefficients['idle']> {
  const before = processorMs(kiosk)
  const began = performance.now()
  await pause(IDLE_SECONDS * 1_000)
  const seconds = (performance.now() - began) / 1_000
  const after = processorMs(kiosk)
  const each = (part: 'node' | 'database') => precise((after[part] - before[part]) / seconds)
  return { nodeMs: each('node'), databaseMs: each('database') }
}

function write(coefficients: Coefficients): void {
  writeFileSync(FILE, `${JSON.stringify(coefficients, null, 2)}\n`)
}

function precise(value: number): number {
  return Number(value.toPrecision(3))
}
