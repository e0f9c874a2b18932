// The morning behind Varnish and nginx: two servers, issues that are published all the time, browsers that load pages and covers.
// Needs Debian's varnish, varnish-modules and nginx. MORNING_MINUTES=5 takes five minutes,
// MORNING_VISITORS=100 fewer visitors in each.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { issueFolder } from '@kiosk/backend/adapters/storage/port'
import { RESTRICTED_FROM } from '@kiosk/backend/catalogue/title-visibility'
import { connect, type Database } from '@kiosk/backend/db/connect'
import { freePort } from '@kiosk/backend/free-port'
import { apiAddress } from '@kiosk/contract/route'
import { magazineCover } from '@kiosk/contract/routes'
import { CACHE_RULES } from '@kiosk/domain/cache-rules'
import { MINUTE_MS } from '@kiosk/domain/time'
import { onBothCores, startKiosk } from './kiosk-for-benchmarks.ts'
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

const root = join(import.meta.dirname, '..')
const MINUTES = Number(process.env.MORNING_MINUTES ?? 1)
const VISITORS_PER_MINUTE = Number(process.env.MORNING_VISITORS ?? 400)
const HIT_RATIO = 0.95
const SEEN_WITHIN_MS = 1_000
/** Looks of the pages that are requested before a publication and again a second after it. */
const LOOKS = 8
/** Number of pictures in sight, and of those that are loaded while a visitor scrolls. */
const PICTURES_PER_PAGE = 12
const THOUGHT_MS = 3_000

type Answer = { status: number; ms: number; body: string; headers: Record<string, string | string[] | undefined> }
type Kind = 'hit' | 'miss' | 'bypass'

export async function run(): Promise<{ rows: Row[] }> {
  for (const program of ['varnishd', 'nginx'])
    if (spawnSync(program, ['-V']).error) throw new Error(`${program} is missing: apt-get install varnish varnish-modules nginx`)
  const [web, purge, front] = [await freePort(), await freePort(), await freePort()]
  const url = `http://127.0.0.1:${front}`
  const settings = { CDN: 'varnish', CDN_PURGE_URLS: `http://127.0.0.1:${purge}`, PUBLIC_URL: url }
  const first = await startKiosk('demo', settings)
  const second = await startKiosk('demo', settings)
  for (const { pid } of [first, second]) onBothCores(pid)
  const stopProxies = startProxies({ web, purge, front, servers: [first.port, second.port] })
  const connection = await connect({ dataDir: first.dataDir })
  const { db } = connection
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  const ask = (path: string, headers: Record<string, string>) => get(agent, url + path, headers)
  try {
    await removePublished(db)
    await untilReady(ask)
    const titles = await popularTitles(db)
    const sessions = await sessionsOfDemonstration(first.url)
    const result = {
      kinds: { hit: 0, miss: 0, bypass: 0 },
      ofSessions: 0,
      failed: [] as string[],
      foreign: [] as string[],
      ms: [] as number[],
    }
    const visit = () => browse(ask, { titles, sessions, result, thoughtMs: THOUGHT_MS })
    // The newsstand has been open before: covers exist as AVIF.
    await warmCovers(ask, titles)
    for (let visitor = 0; visitor < 60; visitor++) await browse(ask, { titles, sessions, result, thoughtMs: 0 })
    missed.clear()
    Object.assign(result, { kinds: { hit: 0, miss: 0, bypass: 0 }, ofSessions: 0, failed: [], foreign: [], ms: [] })

    const end = Date.now() + MINUTES * MINUTE_MS
    const pending: Promise<void>[] = []
    const seen: number[] = []
    const stale: string[] = []
    let published = 0
    await Promise.all([
      every(MINUTE_MS / VISITORS_PER_MINUTE, end, async () => void pending.push(visit())),
      every(MINUTE_MS / PUBLICATIONS_PER_MINUTE, end, async () => {
        const title = oneOf(titles)
        const number = ++published
        pending.push(watch(ask, { db, title, number, dataDir: first.dataDir, seen, stale }))
      }),
    ])
    await Promise.all(pending)
    const { kinds, ofSessions, failed, foreign, ms } = result
    const all = kinds.hit + kinds.miss + kinds.bypass
    for (const [what, count] of [...missed].sort(([, one], [, other]) => other - one))
      console.log(`  ${String(count).padStart(5)}  ${((100 * count) / all).toFixed(1).padStart(4)} %  ${what}`)
    const leaked = await coversElsewhere(ask, db)
    const slowest = ms.sort((a, b) => a - b)
    const at = (share: number) => slowest[Math.min(slowest.length - 1, Math.floor(slowest.length * share))] ?? 0
    const whole = kinds.hit / (all + ofSessions)
    const share = kinds.hit / all
    const rowOf = (what: string, problems: string[]): Row => ({
      what: `${what}${problems.length > 0 ? ` (${problems.slice(0, 3).join('; ')})` : ''}`,
      value: String(problems.length),
      budget: '0',
      met: problems.length === 0,
    })
    return {
      rows: [
        {
          what: `answered by Varnish, of ${all} pages of visitors, covers and files (${kinds.miss} fetched, ${kinds.bypass} not kept; ${(whole * 100).toFixed(1)} % with the ${ofSessions} pages of signed-in readers, which pass) while ${published} issues were published in ${MINUTES} min`,
          value: `${(share * 100).toFixed(1)} %`,
          budget: `≥ ${HIT_RATIO * 100} %`,
          met: share >= HIT_RATIO,
        },
        {
          what: `an issue is seen after its publication (${seen.length}, on average after ${Math.round(seen.reduce((a, b) => a + b, 0) / seen.length)} ms), the longest`,
          value: `${Math.max(...seen)} ms`,
          budget: `≤ ${SEEN_WITHIN_MS} ms`,
          met: seen.length === published && Math.max(...seen) <= SEEN_WITHIN_MS,
        },
        rowOf(`pages of ${LOOKS} looks without the issue a second after its publication`, stale),
        rowOf('answers that belong to another visitor', foreign),
        rowOf(
          `covers of titles for some countries that others got, or that were not kept (${leaked.asked} asked for)`,
          leaked.wrong,
        ),
        rowOf(`errors, of ${all + ofSessions} requests (p99 ${at(0.99).toFixed(1)} ms)`, failed),
      ],
    }
  } finally {
    agent.destroy()
    await removePublished(db).catch(() => {})
    await connection.close()
    await stopProxies()
    await second.stop()
    await first.stop()
  }
}

/** How often Varnish asked a server, by what Varnish did, the rule of the answer and the kind of its path. */
const missed = new Map<string, number>()

function noteMissed(kind: Kind, path: string, control: string): void {
  const rules = Object.entries(CACHE_RULES).flatMap(([name, rule]) => (rule.control === control ? [name] : []))
  const ofPath = path.startsWith('/api/') ? 'covers' : path.startsWith('/assets/') ? 'files' : 'pages'
  const what = `${kind === 'miss' ? 'fetched ' : 'not kept'}  ${ofPath}, ${control} (${rules.join(', ')})`
  missed.set(what, (missed.get(what) ?? 0) + 1)
}

type Ask = (path: string, headers: Record<string, string>) => Promise<Answer>
type Result = { kinds: Record<Kind, number>; ofSessions: number; failed: string[]; foreign: string[]; ms: number[] }

/** One visitor with a browser: pages, their files and covers, each once. */
async function browse(
  ask: Ask,
  {
    titles,
    sessions,
    result,
    thoughtMs,
  }: { titles: readonly Title[]; sessions: readonly SignedIn[]; result: Result; thoughtMs: number },
): Promise<void> {
  const session = Math.random() < SIGNED_IN_SHARE ? oneOf(sessions) : null
  const headers = headersOf(session)
  const loaded = new Set<string>()
  const note = (path: string, { status, ms, headers: sent }: Answer, isOfSession: boolean) => {
    result.ms.push(ms)
    if (status !== 200) result.failed.push(`${status} ${path}`)
    if (isOfSession) result.ofSessions++
    else {
      const kind = kindOf(sent)
      result.kinds[kind]++
      if (kind !== 'hit') noteMissed(kind, path, String(sent['cache-control']))
    }
  }
  const { key, uid } = titles[Math.floor(Math.random() ** 3 * titles.length)]!
  const pages = [
    oneOf(['/', '/', `/magazines/issues/${uid}`]),
    '/magazines',
    oneOf([`/title/${key}`, `/magazines/issues/${uid}`]),
    '/',
  ]
  for (const path of pages.slice(0, 2 + Math.floor(Math.random() * 3))) {
    const answer = await ask(path, { ...headers, accept: 'text/html,*/*' })
    note(path, answer, session !== null)
    const wrong = answer.status === 200 ? foreignIn(answer, headers, session) : null
    if (wrong) result.foreign.push(`${path}: ${wrong}`)
    const parts = partsOf(answer.body).filter((each) => !loaded.has(each))
    for (const part of parts) loaded.add(part)
    await Promise.all(
      parts.map(async (part) => note(part, await ask(part, { ...headers, accept: 'image/avif,image/webp,*/*' }), false)),
    )
    if (thoughtMs > 0) await pause(500 + Math.random() * thoughtMs)
  }
}

/** Requests the covers of all pages until they are what their address says. */
async function warmCovers(ask: Ask, titles: readonly Title[]): Promise<void> {
  const pages = ['/', '/magazines', ...titles.flatMap(({ key, uid }) => [`/title/${key}`, `/magazines/issues/${uid}`])]
  const headers = { 'x-country': 'AT', 'accept-language': 'de' }
  const waiting = new Set<string>()
  for (const page of pages) for (const part of partsOf((await ask(page, headers)).body)) waiting.add(part)
  for (let round = 0; round < 100 && waiting.size > 0; round++) {
    for (const part of waiting) {
      const { status, headers: sent } = await ask(part, headers)
      if (status === 200 && !String(sent['cache-control']).includes('no-store')) waiting.delete(part)
    }
  }
}

/** Requests covers of titles that are for some countries only, there and elsewhere. */
async function coversElsewhere(ask: Ask, db: Database): Promise<{ asked: number; wrong: string[] }> {
  const titles = await db
    .selectFrom('titles')
    .select(['key', 'shown_in'])
    .where('shown_in', 'is not', null)
    .where('age_rating', '<', RESTRICTED_FROM)
    .execute()
  const wrong: string[] = []
  let asked = 0
  for (const { key, shown_in: shownIn } of titles)
    for (const [nth, country] of [...shownIn!, ...shownIn!, 'FR', 'XX', 'T1', '', 'fr', 'FR'].entries()) {
      const path = apiAddress(magazineCover, { magazineId: key }, { coverheight: 280, format: 'webp' })
      const { status, headers } = await ask(path, country ? { 'x-country': country } : {})
      asked++
      const expected = shownIn!.includes(country.toUpperCase()) ? 200 : 404
      if (status !== expected) wrong.push(`${status} ${key} in ${country || 'no country'}`)
      if (nth >= shownIn!.length && nth < 2 * shownIn!.length && kindOf(headers) !== 'hit')
        wrong.push(`${key} not kept in ${country}`)
    }
  return { asked, wrong }
}

function headersOf(session: SignedIn | null): Record<string, string> {
  const cookie = [session?.cookie, oneOf(COOKIES)].filter(Boolean).join('; ')
  return {
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': oneOf(LANGUAGES),
    'x-country': session?.country ?? oneOf(COUNTRIES),
    'user-agent': oneOf(DEVICES),
    ...(cookie && { cookie }),
  }
}

/** Returns what a browser loads with a page: style sheets, scripts, and the first covers in one of their sizes. */
function partsOf(html: string): string[] {
  const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address!)
  const covers = [...html.matchAll(/<source type="image\/avif" srcset="[^"]*?,\s*([^" ]+) /gi)].map(([, address]) => address!)
  return [...new Set([...files, ...covers.slice(0, PICTURES_PER_PAGE)])].map((each) => each.replaceAll('&amp;', '&'))
}

/** Returns what in an answer is not meant for the client that asked; null if there is nothing. */
function foreignIn({ body, headers }: Answer, asked: Record<string, string>, session: SignedIn | null): string | null {
  const language = /<html[^>]* lang="(\w+)/.exec(body)?.[1]
  if (session === null && language !== asked['accept-language']) return `language ${language}, not ${asked['accept-language']}`
  const isDark = /<html[^>]* data-theme="dark"/.test(body)
  if (isDark !== (asked.cookie ?? '').includes('theme=dark')) return `theme ${isDark ? 'dark' : 'not dark'}`
  const isShared = kindOf(headers) !== 'bypass'
  if (session !== null && isShared) return 'a page of many for a signed-in reader'
  if (session === null && headers['set-cookie'] !== undefined) return 'a cookie'
  const isSignedIn = /href="\/user\/logout|action="\/logout|href="\/logout/.test(body)
  if (isSignedIn !== (session !== null)) return isSignedIn ? 'a page of a reader' : 'a page of a visitor for a reader'
  return null
}

type Watched = { db: Database; title: Title; number: number; dataDir: string; seen: number[]; stale: string[] }

/** Publishes an issue and checks when it is on the page of its title, and whether it is everywhere a second later. */
async function watch(ask: Ask, { db, title, number, dataDir, seen, stale }: Watched): Promise<void> {
  const path = `/title/${title.key}`
  const looks = Array.from({ length: LOOKS }, () => headersOf(null))
  for (const look of looks) await ask(path, look)
  const uid = `${PUBLISHED_UID}${number}`
  const folder = (each: string, revision: number) => join(dataDir, 'files', issueFolder(each, revision))
  const former = folder(title.uid, title.revision)
  if (existsSync(former)) cpSync(former, folder(uid, 1), { recursive: true, filter: (file) => !/\/(pages|source)/.test(file) })
  await publish(db, title, number)
  const at = Date.now()
  const polling = (async () => {
    while (Date.now() < at + 5 * SEEN_WITHIN_MS) {
      const asked = Date.now()
      if ((await ask(path, looks[0]!)).body.includes(uid)) return void seen.push(asked - at)
      await pause(20)
    }
  })()
  await pause(at + SEEN_WITHIN_MS - Date.now())
  const late = await Promise.all(looks.map((look) => ask(path, look)))
  if (late.some(({ body }) => !body.includes(uid))) stale.push(`${title.key} after ${Date.now() - at} ms`)
  await polling
}

function kindOf(headers: Answer['headers']): Kind {
  const said = String(headers['cache-status'] ?? '')
  return said.includes('; hit') ? 'hit' : said.includes('fwd=miss') ? 'miss' : 'bypass'
}

const DECODERS: Record<string, () => Transform> = { br: createBrotliDecompress, gzip: createGunzip, zstd: createZstdDecompress }

function get(agent: Agent, url: string, headers: Record<string, string>): Promise<Answer> {
  const began = performance.now()
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, ms: performance.now() - began, body: '', headers: {} })
    request(url, { agent, headers }, (response) => {
      const decoder = DECODERS[response.headers['content-encoding'] ?? '']
      const isText = /^text\/html/.test(response.headers['content-type'] ?? '')
      const body = isText ? text(decoder ? response.pipe(decoder()) : response) : void response.resume()
      response.once('error', failed)
      Promise.all([body, new Promise((ended) => response.once('end', ended))])
        .then(([read]) =>
          resolve({
            status: response.statusCode ?? 0,
            ms: performance.now() - began,
            body: read ?? '',
            headers: response.headers,
          }),
        )
        .catch(failed)
    })
      .on('error', failed)
      .end()
  })
}

async function untilReady(ask: Ask): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(200)) if ((await ask('/', {})).status === 200) return
  throw new Error('Varnish does not answer')
}

/** Starts Varnish and nginx with the files of `ops`, at free ports. Returns what stops them. */
function startProxies({
  web,
  purge,
  front,
  servers,
}: {
  web: number
  purge: number
  front: number
  servers: number[]
}): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-cdn-'))
  const vcl = readFileSync(join(root, 'ops/varnish.vcl'), 'utf8')
  const ofServers = vcl.replace('"3000"', `"${servers[0]}"`).replace('"3001"', `"${servers[1]}"`)
  writeFileSync(join(folder, 'read-it.vcl'), ofServers)
  const [, ofSite = ''] = /(upstream [\s\S]*)/.exec(readFileSync(join(root, 'ops/nginx-varnish.conf'), 'utf8')) ?? []
  const site = ofSite
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
    .replace('127.0.0.1:6081', `127.0.0.1:${web}`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${front};`)
    .replace(/^.*(\[::\]:443|ssl_certificate|server_name).*\n/gm, '')
    .replace('$geoip2_country_code', '$http_x_country')
    .replace('$host;', '$http_host;')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder};`).join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 2048; }
     http { access_log off; ${temporary}\n${site}\n}`,
  )
  const options = ['-F', '-j', 'none', '-n', join(folder, 'varnish'), '-f', join(folder, 'read-it.vcl'), '-s', 'malloc,256M']
  const listeners = ['-p', 'http_gzip_support=off', '-a', `web=127.0.0.1:${web}`, '-a', `purge=127.0.0.1:${purge}`]
  const programs = [
    spawn('varnishd', [...options, ...listeners], { stdio: 'ignore' }),
    spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }),
  ]
  return async () => {
    const running = programs.filter(({ exitCode }) => exitCode === null)
    const ended = running.map((program) => once(program, 'exit'))
    for (const program of running) program.kill()
    await Promise.all(ended)
    rmSync(folder, { recursive: true, force: true })
  }
}
