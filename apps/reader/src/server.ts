import { existsSync, readFileSync } from 'node:fs'
import { type ApiClient, type ApiFetch, createApiClient } from '@kiosk/api-client/api-client'
import { ApiError } from '@kiosk/api-client/api-error'
import * as routes from '@kiosk/contract/routes'
import { SUPPORT_HEADER } from '@kiosk/domain/accounts/limits'
import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { type CacheRuleName, cacheControl } from '@kiosk/domain/cache-rules'
import { withAttribution } from '@kiosk/domain/campaigns/attribution'
import { cheapestPriceOf, type SubscriptionPrice } from '@kiosk/domain/campaigns/cheapest-price'
import { RETRY_AFTER_SECONDS } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import { keepsReading } from '@kiosk/domain/reading/keeps-reading'
import { regions } from '@kiosk/domain/regions'
import { bookmarkMessages } from '@kiosk/i18n/messages/bookmarks'
import { listeningMessages } from '@kiosk/i18n/messages/listening'
import { offlineMessages } from '@kiosk/i18n/messages/offline'
import { pageAndArticleMessages } from '@kiosk/i18n/messages/page-and-article'
import { readerToolsMessages } from '@kiosk/i18n/messages/reader-tools'
import { readingMessages } from '@kiosk/i18n/messages/reading'
import { shellMessages } from '@kiosk/i18n/messages/shell'
import { type Messages, messagesIn } from '@kiosk/i18n/translate'
import { type Assets, buildFolder, builtAssets } from './document/built-assets.ts'
import { issueDocument } from './document/issue-document.ts'
import { offlineDocument } from './document/offline-document.ts'
import { PLAIN_PAGES, plainDocument } from './document/plain-document.ts'
import { type Unavailable, unavailableDocument } from './document/unavailable-document.ts'
import { type Visitor, visitorOf } from './document/visitor.ts'
import { webAppManifest } from './document/web-app-manifest.ts'
import { signatureQuery, withImagesInBucket } from './pages/image-address.ts'
import { answerPushForm, pushRequested } from './push/push-calls.ts'
import { placeInAddress } from './shell/place-in-address.ts'

/**
 * `api` adds the visitor's address and country, and the API token. `imagesFrom`: address of the bucket, to which the API may redirect
 * requests for images of pages.
 */
type Options = { api: ApiFetch; operator: Operator; token: string; publicUrl: string; imagesFrom?: string | undefined }

/** Returns the assets that the reader adds to the website's page of the shelf, for downloads and remembered places. */
export const shelfAssets = (): Assets => builtAssets('shelf')

/**
 * Handles everything under `/reader` that is not a page of the website: issues, topics, push subscriptions, the offline
 * document, the web app manifest, and built files that no proxy has served.
 */
export async function handle(request: Request, options: Options): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.replace(/^\/reader\/?/, '').replace(/\/$/, '')
  if (request.method === 'POST') return posted(request, path, options)
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed()
  if (path === 'sw.js' || /^(assets|icons)\/[\w-]+(\.[\w-]+)*$/.test(path)) return builtFile(path)
  if (path === 'manifest.webmanifest') return webAppManifest(options.operator.siteName)
  const visitor = visitorOf(request, options)
  let supportUntil: string | null = null
  const client = clientFor(visitor, options, ({ headers }) => {
    supportUntil ??= headers.get(SUPPORT_HEADER)
  })
  if (path === 'push') return pushRequested(client)
  const account = bringsSession(visitor.cookie)
  const common = {
    visitor,
    siteName: options.operator.siteName,
    words: messagesIn(visitor.language, [
      readingMessages,
      readerToolsMessages,
      pageAndArticleMessages,
      listeningMessages,
      offlineMessages,
      ...(account ? [bookmarkMessages] : []),
    ]),
  }
  if (path === 'offline')
    return offlineDocument({ ...common, words: { ...common.words, ...barWords(visitor.language) }, token: options.token })
  const topicUid = /^topics\/([a-z0-9-]{1,64})$/.exec(path)?.[1]
  const redirected = topicUid ? await topicRedirect(topicUid, visitor, client) : null
  if (redirected) return redirected
  const uid = /^issues\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1]
  const opened = uid ? await openIssue(uid, client) : NOT_FOUND
  if ('status' in opened)
    return unavailableDocument({ ...common, supportUntil, unavailable: opened, retry: url.pathname + url.search })
  if (opened.access.devices) {
    const gate = addressOf('deviceGate', { back: url.pathname + url.search })
    return redirect(withAttribution(gate, visitor.attribution), 'personal')
  }
  const { siteName, words } = common
  const [stored, price] = await Promise.all([
    account ? client.call(routes.place, { params: { uid: uid! } }).catch(() => null) : null,
    opened.access.because === 'subscribe' ? cheapestPrice(client, opened.access) : null,
  ])
  const data = {
    ...opened,
    ...(options.imagesFrom && { access: withImagesInBucket(opened.access) }),
    account,
    owner: stored?.reader ?? null,
    supportUntil,
    keeps: keepsReading(visitor) && (!account || stored !== null),
    shared: visitor.shared,
    place: stored?.place ?? null,
    // Null for readers without advertisements and before consent.
    partner: opened.access.ads && visitor.allowsPartner ? options.operator.advertisingPartner : null,
    price,
    siteName,
    words,
    language: visitor.language,
    theme: visitor.theme,
    token: options.token,
  }
  const place = placeInAddress(url.search)
  const { imagesFrom } = options
  return url.searchParams.has('plain')
    ? plainView({ data, visitor, place, imagesFrom }, client)
    : issueDocument({ data, visitor, place, imagesFrom })
}

/** Handles a push subscription of a page or the worker; only from our own origin. */
async function posted(request: Request, path: string, options: Options): Promise<Response> {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const own = site === 'same-origin' || (site === null && (origin === null || origin === new URL(options.publicUrl).origin))
  if (!own) return new Response(null, { status: 403 })
  if (path !== 'push') return notAllowed()
  const text = await request.text()
  if (text.length > LONGEST_FORM_CHARACTERS) return new Response(null, { status: 413 })
  return answerPushForm(new URLSearchParams(text), clientFor(visitorOf(request, options), options))
}

/** Returns the messages of the bottom bar, which the offline document shows. */
function barWords(language: Language): Messages {
  const keys = ['SHELL.BOTTOM_MENU', 'SHELL.HOME', 'SHELL.MAGAZINES', 'SHELL.MY_SHELF', 'SHELL.PROFILE']
  return Object.fromEntries(Object.entries(messagesIn(language, [shellMessages])).filter(([key]) => keys.includes(key)))
}

const notAllowed = () => new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
/**
 * Maximum length of a push subscription: an endpoint of two thousand characters, each percent-encoded, and its keys.
 */
const LONGEST_FORM_CHARACTERS = 20_000

/** Returns a redirect from a topic to its issue, page and article; null if the topic does not exist. */
async function topicRedirect(uid: string, { attribution }: Visitor, client: ApiClient): Promise<Response | null> {
  const topic = await client.call(routes.topic, { params: { uid } }).catch(() => null)
  if (!topic) return null
  const address = readerAddress('/reader', topic.issueUID, { page: topic.page, article: topic.issueArticleId ?? undefined })
  return redirect(withAttribution(address, attribution), 'incompletePage')
}

function redirect(location: string, rule: CacheRuleName): Response {
  return new Response(null, { status: 302, headers: { location, 'cache-control': cacheControl(rule) } })
}

const NOT_FOUND: Unavailable = { status: 404, retryAfter: null }

/**
 * Loads the visitor's access and the issue's contents. Returns 404 if the issue does not exist for this visitor, 503 if the
 * API is unavailable or limits the visitor.
 */
async function openIssue(uid: string, client: ApiClient): Promise<{ access: Access; contents: Contents } | Unavailable> {
  const params = { uid }
  const answers = await Promise.allSettled([client.call(routes.access, { params }), client.call(routes.contents, { params })])
  const [access, contents] = answers
  if (access.status === 'fulfilled' && contents.status === 'fulfilled') return { access: access.value, contents: contents.value }
  const errors = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (errors.some(isFinal)) return NOT_FOUND
  const waits = errors.map((error) => (error instanceof ApiError ? error.response?.headers.get('retry-after') : null))
  return { status: 503, retryAfter: waits.find(Boolean) ?? String(RETRY_AFTER_SECONDS) }
}

/** Returns the price of the cheapest of these subscriptions in the visitor's market; null if it is unavailable. */
async function cheapestPrice(client: ApiClient, { plans }: Pick<Access, 'plans'>): Promise<SubscriptionPrice | null> {
  const offers = await client.call(routes.campaignPricing, {}).then(
    ({ campaignDtoList }) => campaignDtoList,
    () => [],
  )
  const region = regions.find(({ locale }) => locale === offers[0]?.locale)
  return region
    ? cheapestPriceOf(
        offers,
        region.currency,
        plans?.map(({ subscriptionId }) => subscriptionId),
      )
    : null
}

/** Returns whether the API would reject the same call again a moment later. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

async function plainView(options: Parameters<typeof issueDocument>[0], client: ApiClient): Promise<Response> {
  const { data, place } = options
  const { contents, access } = data
  const requestedPage = Math.min(place.page ?? 1, Math.max(1, access.pagesOpen))
  const from = requestedPage - ((requestedPage - 1) % PLAIN_PAGES)
  const numbers = Array.from({ length: PLAIN_PAGES }, (_, index) => from + index).filter((page) => page <= access.pagesOpen)
  if (place.article) {
    const params = { issueUid: contents.uid, issueArticleId: place.article }
    const article = await client.call(routes.article, { params }).catch(() => null)
    if (article) return plainDocument({ ...options, from, lines: [], article })
  }
  const query = signatureQuery(access.signature)
  const lines = await Promise.all(
    numbers.map((page) =>
      client.call(routes.pageWords, { params: { uid: contents.uid, page }, query }).then(
        (words) => words.lines,
        () => null,
      ),
    ),
  )
  return plainDocument({ ...options, from, lines, article: null })
}

/** Returns an API client with the visitor's language and session. */
function clientFor(
  { language, cookie }: Visitor,
  { api }: Options,
  onResponse: (response: Response) => void = () => {},
): ApiClient {
  return createApiClient({ fetch: api, headers: { 'accept-language': language, ...(cookie && { cookie }) }, onResponse })
}

const MEDIA_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/** Serves a built file that no proxy has served: in development a build may be newer than the server. */
function builtFile(name: string): Response {
  const type = MEDIA_TYPES[name.split('.').at(-1)!]
  if (!type || !existsSync(buildFolder + name)) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(readFileSync(buildFolder + name)), {
    headers: {
      'content-type': type,
      'cache-control': cacheControl('worker'),
      'x-content-type-options': 'nosniff',
      ...(name === 'sw.js' ? { 'service-worker-allowed': '/' } : {}),
    },
  })
}
