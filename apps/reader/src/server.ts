import { existsSync, readFileSync } from 'node:fs'
import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { readerAddress } from '@kiosk/domain/addresses'
import { withTrace } from '@kiosk/domain/campaigns/trace'
import type { Topic } from '@kiosk/domain/content/endpoints'
import type { Operator } from '@kiosk/domain/operator'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import type { Place } from '@kiosk/domain/reading/shelf-endpoints'
import { listeningWords } from '@kiosk/languages/listening'
import { offlineWords } from '@kiosk/languages/offline'
import { pageAndArticleWords } from '@kiosk/languages/page-and-article'
import { pushWords } from '@kiosk/languages/push'
import { readerToolsWords } from '@kiosk/languages/reader-tools'
import { readingWords } from '@kiosk/languages/reading'
import { shelfWords } from '@kiosk/languages/shelf'
import { wordsIn } from '@kiosk/languages/words'
import { buildFolder } from './document/built-assets.ts'
import { issueDocument } from './document/issue-document.ts'
import { offlineDocument } from './document/offline-document.ts'
import { PLAIN_PAGES, type PlainArticle, plainDocument } from './document/plain-document.ts'
import { keepsReading, type Visitor, visitorOf } from './document/visitor.ts'
import { roomUnavailableDocument, shelfDocument, wayOnDocument } from './document/way-on-document.ts'
import { webAppManifest } from './document/web-app-manifest.ts'
import { deviceGateDocument } from './my-shelf/device-gate-document.ts'
import { isFailure, roomAt } from './my-shelf/rooms.ts'
import { shelfAction } from './my-shelf/shelf-actions.ts'
import { roomAddress } from './my-shelf/shelf-parts.ts'
import type { Lines } from './pages/page-text.ts'
import { wordsAddress } from './pages/picture-address.ts'
import { pushAsked, pushSaid } from './push/push-calls.ts'
import { placeInAddress } from './shell/place-in-address.ts'
import type { ReaderData } from './shell/reader-data.ts'

/** A call of the API by path (`/api/v8/…`), bound to the visitor's address and country and to the API token. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>
type Given = { api: ApiFetch; operator: Operator; token: string; publicUrl: string }

/** Answers everything under `/reader`: the shelf, issues, the web-app manifest, and built files where nobody has before. */
export async function handle(request: Request, given: Given): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.replace(/^\/reader\/?/, '').replace(/\/$/, '')
  if (request.method === 'POST') return posted(request, path, given)
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed()
  if (path === 'sw.js' || /^(assets|icons)\/[\w-]+(\.[\w-]+)*$/.test(path)) return builtFile(path)
  if (path === 'manifest.webmanifest') return webAppManifest(given.operator.siteName)
  const visitor = visitorOf(request, given.publicUrl)
  if (path === 'push') return pushAsked((call) => asked(given.api, call, visitor))
  const account = bringsSession(visitor.cookie)
  const common = {
    visitor,
    siteName: given.operator.siteName,
    words: wordsIn(visitor.language, [
      ...[readingWords, readerToolsWords, pageAndArticleWords, listeningWords, offlineWords],
      ...(account ? [shelfWords] : []),
    ]),
  }
  const room = await roomOf(path, url.searchParams, visitor, given)
  if (room && isFailure(room.status)) return roomUnavailableDocument({ ...common, retry: url.pathname + url.search })
  if (room) return room
  if (path === '') return shelfDocument({ ...common, token: given.token })
  if (path === 'offline') return offlineDocument({ ...common, token: given.token })
  const topicUid = /^topics\/([a-z0-9-]{1,64})$/.exec(path)?.[1]
  const led = topicUid ? await wayOfTopic(topicUid, visitor, given) : null
  if (led) return led
  const uid = /^issues\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1]
  const opened = uid ? await openIssue(uid, visitor, given) : 404
  if (typeof opened === 'number')
    return wayOnDocument({ ...common, status: opened, retry: opened === 503 ? url.pathname + url.search : null })
  if (opened.access.devices) {
    const { devices } = opened.access
    return deviceGateDocument({ ...shelfGiven(visitor, given), devices, back: url.pathname + url.search })
  }
  const { siteName, words } = common
  const kept = account ? await placeIn(uid!, visitor, given) : null
  const data = {
    ...opened,
    account,
    owner: kept?.reader ?? null,
    keeps: keepsReading(visitor) && (!account || kept !== null),
    shared: visitor.shared,
    place: kept?.place ?? null,
    // Never for who reads without advertisements, and no word of it before the consent.
    partner: opened.access.ads && visitor.allowsPartner ? given.operator.advertisingPartner : null,
    siteName,
    words,
    language: visitor.language,
    theme: visitor.theme,
    token: given.token,
  }
  const place = placeInAddress(url.search)
  return url.searchParams.has('plain') ? plainView(data, visitor, place, given.api) : issueDocument({ data, visitor, place })
}

const shelfGiven = (visitor: Visitor, { operator, token }: Given) => ({
  visitor,
  token,
  siteName: operator.siteName,
  words: wordsIn(visitor.language, [readingWords, offlineWords, shelfWords, pushWords]),
})

function roomOf(path: string, query: URLSearchParams, visitor: Visitor, given: Given): Promise<Response | null> {
  return roomAt(path, query, shelfGiven(visitor, given), (call) =>
    asked(given.api, call, visitor).catch(() => new Response(null, { status: 503 })),
  )
}

/** A form of the shelf; only from our own pages. */
async function posted(request: Request, path: string, given: Given): Promise<Response> {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const own = site === 'same-origin' || (site === null && (origin === null || origin === new URL(given.publicUrl).origin))
  if (!own) return new Response(null, { status: 403 })
  const text = await request.text()
  if (text.length > LONGEST_FORM) return new Response(null, { status: 413 })
  const visitor = visitorOf(request, given.publicUrl)
  const ask = (call: string, init?: RequestInit) => asked(given.api, call, visitor, init)
  if (path === 'push') return pushSaid(new URLSearchParams(text), ask)
  const answer = await shelfAction(path, new URLSearchParams(text), ask)
  if (answer && isFailure(answer.status)) {
    const words = wordsIn(visitor.language, [readingWords])
    return roomUnavailableDocument({ visitor, words, siteName: given.operator.siteName, retry: roomAddress('shelf') })
  }
  return answer ?? notAllowed()
}

const notAllowed = () => new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
/** A note of two thousand characters, each of them encoded. */
const LONGEST_FORM = 20_000

/** Where the account is in an issue, and its mark; null where that can't be told. */
async function placeIn(uid: string, visitor: Visitor, { api }: Given): Promise<{ place: Place | null; reader: string } | null> {
  const answer = await asked(api, `/api/v8/reader/places/${uid}`, visitor).catch(() => null)
  if (!answer?.ok) return null
  return (await answer.json()) as { place: Place | null; reader: string }
}

/** A topic is read where it is written about: in its issue, opened at its page and article. null where there is none. */
async function wayOfTopic(uid: string, visitor: Visitor, { api }: Given): Promise<Response | null> {
  const answer = await asked(api, `/api/v8/trendingtopics/topic/${uid}`, visitor).catch(() => null)
  if (!answer?.ok) return null
  const { issueUID, page, issueArticleId } = (await answer.json()) as Topic
  const address = readerAddress('/reader', issueUID, { page, article: issueArticleId ?? undefined })
  const headers = { location: withTrace(address, visitor.trace), 'cache-control': 'private, no-cache' }
  return new Response(null, { status: 302, headers })
}

/** What the visitor may do and what the issue holds; 404 where it is not (or not for this visitor), 503 when it can't be told. */
async function openIssue(
  uid: string,
  visitor: Visitor,
  { api }: Given,
): Promise<{ access: Access; contents: Contents } | 404 | 503> {
  const answers = await Promise.all(
    ['access', 'contents'].map((part) => asked(api, `/api/v8/issuecontent/${uid}/${part}`, visitor).catch(() => null)),
  )
  if (answers.some((answer) => answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429)) return 404
  const [access, contents] = await Promise.all(answers.map((answer) => (answer?.ok ? answer.json().catch(() => null) : null)))
  return access && contents ? { access: access as Access, contents: contents as Contents } : 503
}

async function plainView(
  data: ReaderData,
  visitor: Visitor,
  place: ReturnType<typeof placeInAddress>,
  api: ApiFetch,
): Promise<Response> {
  const { contents, access } = data
  const wanted = Math.min(place.page ?? 1, Math.max(1, access.pagesOpen))
  const from = wanted - ((wanted - 1) % PLAIN_PAGES)
  const numbers = Array.from({ length: PLAIN_PAGES }, (_, index) => from + index).filter((page) => page <= access.pagesOpen)
  const json = async <T>(path: string) => {
    const answer = await asked(api, path, visitor).catch(() => null)
    return answer?.ok ? ((await answer.json()) as T) : null
  }
  if (place.article) {
    const article = await json<PlainArticle>(`/api/v8/issuecontent/${contents.uid}/article/${place.article}`)
    if (article) return plainDocument({ data, visitor, from, lines: [], article })
  }
  const lines = await Promise.all(
    numbers.map(
      async (page) => (await json<{ lines: Lines }>(wordsAddress(contents.uid, page, access.signature)))?.lines ?? null,
    ),
  )
  return plainDocument({ data, visitor, from, lines, article: null })
}

function asked(api: ApiFetch, path: string, visitor: Visitor, init: RequestInit = {}): Promise<Response> {
  return api(path, {
    ...init,
    headers: {
      accept: 'application/json',
      'accept-language': visitor.language,
      ...(visitor.cookie ? { cookie: visitor.cookie } : {}),
    },
  })
}

const MEDIA_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/** A built file, for servers that have not answered it themselves: in development a build may be younger than the server. */
function builtFile(name: string): Response {
  const type = MEDIA_TYPES[name.split('.').at(-1)!]
  if (!type || !existsSync(buildFolder + name)) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(readFileSync(buildFolder + name)), {
    headers: {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      ...(name === 'sw.js' ? { 'service-worker-allowed': '/reader' } : {}),
    },
  })
}
