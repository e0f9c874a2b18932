// Caches the reader's shell, and serves downloaded issues while the server is unreachable; every other page is then replaced
// by the offline document. Pages themselves are never cached. vite.config.ts injects the list of files.

import { createApiClient } from '@kiosk/api-client/api-client'
import { matchRoute } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'
import { ACCOUNT_HEADER } from '@kiosk/domain/accounts/limits'
import { THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { OF_DOWNLOAD } from '@kiosk/domain/reading/of-download'
import { notificationOf, openIssueOf, subscriptionChanged } from '../push/push-events.ts'
import { allDownloads, storedValue } from './download-store.ts'
import { answerTo, datedBody, isForOutbox, queuedBookmarks } from './outbox.ts'
import { accessOf, articleOf, type OpenDownload, openDownload, searchDownload } from './read-download.ts'
import { queueRequest, sendQueue } from './send-queue.ts'

const worker = self as unknown as ServiceWorkerGlobalScope
/** Event of Background Sync, which is not a standard: only some browsers have it, and the types lack it. */
type SyncEvent = ExtendableEvent & { tag: string }
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

declare const READER_VERSION: string
declare const READER_SHELL: string[]
const CACHE = `reader-shell-${READER_VERSION}`
const DOCUMENT = '/reader/offline'
/** Time after which a silent server counts as unreachable, if a download can respond instead. */
const TIMEOUT_MS = 6_000

worker.addEventListener('install', (event) => {
  const filled = caches.open(CACHE).then(async (cache) => {
    await cache.addAll(READER_SHELL)
    await cacheDocument()
  })
  event.waitUntil(filled)
})

worker.addEventListener('activate', (event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith('reader-shell-') && name !== CACHE).map((name) => caches.delete(name))),
    )
  // The browser requests a page while it starts the worker, so that the worker delays no page.
  const preload = worker.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([old, preload]).then(() => worker.clients.claim()))
})

/** Uids of downloaded issues; null until the storage was read. Requests for other issues are not intercepted. */
let taken: ReadonlySet<string> | null = null
const learn = () =>
  allDownloads().then(
    (downloads) => {
      taken = new Set(downloads.map(({ uid }) => uid))
    },
    () => undefined,
  )
new BroadcastChannel('offline').onmessage = ({ data }: MessageEvent<{ changed?: true }>) => {
  if (data.changed) void learn()
}
void learn()

worker.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag !== 'letters') return
  ;(event as SyncEvent).waitUntil(storedValue('reader').then((reader) => (reader ? sendQueueOf(reader) : undefined)))
})

/** Sends the queue of an account if the server confirms that it is the one signed in: it may be another one by now. */
async function sendQueueOf(reader: string): Promise<void> {
  const [waiting] = (await storedValue('letters')) ?? []
  if (!waiting) return
  const { [ACCOUNT_HEADER]: _, ...headers } = waiting.headers
  const client = createApiClient({ fetch: (address, init) => fetch(address, init), headers })
  const owner = await client.call(routes.downloads, {}, { cache: 'no-store' }).catch(() => null)
  if (owner?.reader === reader) await sendQueue(reader)
}

worker.addEventListener('push', (event) => {
  const shown = notificationOf(event.data?.text() ?? '')
  if (shown) event.waitUntil(worker.registration.showNotification(shown.title, shown.options))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(openIssueOf(notification.data, worker.clients))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscriptionChanged(event.newSubscription, worker.registration.pushManager))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== worker.location.origin || request.headers.has('x-offline')) return
  const answer = answerFor(request, url, event)
  if (answer) event.respondWith(answer)
})

function answerFor(request: Request, url: URL, event: FetchEvent): Promise<Response> | null {
  const { pathname } = url
  if (request.method !== 'GET') return isForOutbox(request.method, pathname) ? sendOrQueue(request, url) : null
  // Handles every page, because the browser would otherwise request a preloaded page twice: links with a one-time token must
  // arrive once.
  if (request.mode === 'navigate') return documentFor(request, url, event)
  if (READER_SHELL.includes(pathname))
    return caches.match(request, { cacheName: CACHE }).then((cached) => cached ?? fetch(request))
  if (matchRoute(routes.bookmarks, pathname)) return fetch(request).catch(() => waitingBookmarks(request, url))
  const image = matchRoute(routes.pageImage, pathname)
  if (image) return ifTaken(image.uid, (uid) => imageFor(request, uid, Number(image.page), url.searchParams))
  const words = matchRoute(routes.pageWords, pathname)
  if (words)
    return ifTaken(words.uid, (uid) => fromDownloadFirst(request, uid, url, (download) => download.words(Number(words.page))))
  const article = matchRoute(routes.article, pathname)
  if (article)
    return ifTaken(article.issueUid, (uid) =>
      fromDownloadFirst(request, uid, url, (download) => articleOf(download, article.issueArticleId)),
    )
  const access = matchRoute(routes.access, pathname)
  if (access) return ifTaken(access.uid, (uid) => fromServerFirst(request, uid, async (download) => accessOf(download)))
  const search = matchRoute(routes.searchInIssue, pathname)
  const q = url.searchParams.get('q') ?? ''
  const find = async (download: OpenDownload) => ({ hits: await searchDownload(download, q) })
  return search && ifTaken(search.uid, (uid) => fromServerFirst(request, uid, find))
}

/** Returns null for an issue that is certainly not downloaded. */
function ifTaken(uid: string, answer: (uid: string) => Promise<Response>): Promise<Response> | null {
  return taken && !taken.has(uid) ? null : answer(uid)
}

/** Returns the server's page; offline the cached document, which looks for a download itself. */
async function documentFor(request: Request, url: URL, event: FetchEvent): Promise<Response> {
  const uid = /^\/reader\/issues\/([\w-]+)/.exec(url.pathname)?.[1]
  const download = uid ? await openDownload(uid).catch(() => null) : null
  try {
    const requested = (event.preloadResponse as Promise<Response | undefined>).then((preloaded) => preloaded ?? fetch(request))
    const answer = await (download ? within(TIMEOUT_MS, requested) : requested)
    if (answer.status < 500) {
      event.waitUntil(refreshDocument(answer.headers.get('content-language')))
      return answer
    }
    return (download && (await cachedDocument())) || answer
  } catch (error) {
    const cached = await cachedDocument()
    if (cached) return cached
    throw error
  }
}

const cachedDocument = () => caches.match(DOCUMENT, { cacheName: CACHE })

async function cacheDocument(): Promise<void> {
  const answer = await fetch(DOCUMENT, { cache: 'no-store', credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`the offline document failed with ${answer.status}`)
  await (await caches.open(CACHE)).put(DOCUMENT, answer)
}

/** Updates the cached document if the reader has chosen another language. */
async function refreshDocument(language: string | null): Promise<void> {
  const cached = await cachedDocument()
  if (language && cached?.headers.get('content-language') !== language) await cacheDocument().catch(() => undefined)
}

/** Returns the downloaded image if it is wide enough, otherwise the server's; offline the widest available. */
async function imageFor(request: Request, uid: string, page: number, query: URLSearchParams): Promise<Response> {
  const download = await downloadFor(uid, query)
  if (!download) return fetch(request)
  const width = Number(query.get('width'))
  const cached = () => download.picture(page, width === THUMBNAIL_WIDTH_PIXELS ? 'thumbnail' : 'picture').catch(() => null)
  const enough = width <= download.record.standing!.width
  const answer = (enough && (await cached())) || null
  if (answer) return imageAnswer(answer)
  try {
    return await (query.has(OF_DOWNLOAD) ? Promise.reject(new Error('a download has no other image')) : fetch(request))
  } catch (error) {
    const widest = enough ? null : await cached()
    if (widest) return imageAnswer(widest)
    if (query.has(OF_DOWNLOAD)) return new Response(null, { status: 404 })
    throw error
  }
}

/** Prevents caching by the browser, because downloads are encrypted. */
const NO_STORE = { 'cache-control': 'no-store' }
const imageAnswer = (bytes: ArrayBuffer) => new Response(bytes, { headers: { ...NO_STORE, 'content-type': 'image/webp' } })
const jsonAnswer = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { ...NO_STORE, 'content-type': 'application/json' } })

/** Opens the download to which an address belongs; null if the address has another revision. */
async function downloadFor(uid: string, query: URLSearchParams): Promise<OpenDownload | null> {
  const download = await openDownload(uid).catch(() => null)
  const revision = query.get('v')
  return download && (revision === null || Number(revision) === download.record.standing!.revision) ? download : null
}

async function fromDownloadFirst(
  request: Request,
  uid: string,
  url: URL,
  find: (download: OpenDownload) => Promise<unknown>,
): Promise<Response> {
  const download = await downloadFor(uid, url.searchParams)
  const found = download && (await find(download).catch(() => null))
  return found ? jsonAnswer(found) : fetch(request)
}

async function fromServerFirst(
  request: Request,
  uid: string,
  find: (download: OpenDownload) => Promise<unknown>,
): Promise<Response> {
  const download = await openDownload(uid).catch(() => null)
  if (!download) return fetch(request)
  const answer = await within(TIMEOUT_MS, fetch(request)).catch(() => null)
  return answer && answer.status < 500 ? answer : jsonAnswer(await find(download))
}

/** Sends a place, bookmark or reading events, or queues them. */
async function sendOrQueue(request: Request, url: URL): Promise<Response> {
  const body = await request.clone().text()
  const waits = Number(matchRoute(routes.editBookmark, url.pathname)?.id) < 0
  try {
    if (!waits) return await fetch(request)
  } catch {
    // The request is queued below.
  }
  const now = new Date()
  const headers = Object.fromEntries(
    ['x-api-token', 'accept-language', 'content-type', ACCOUNT_HEADER].flatMap((name) => {
      const value = request.headers.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const queued = await queueRequest({
    method: request.method,
    address: url.pathname + url.search,
    body: datedBody(request.method, url.pathname, body, now),
    headers,
  })
  await (worker.registration as WithSync).sync?.register('letters').catch(() => undefined)
  const answer = answerTo(queued, now)
  return answer.status === 204 ? new Response(null, { status: 204, headers: NO_STORE }) : jsonAnswer(answer.body)
}

/** Returns the queued bookmarks, the only ones that the worker knows. */
async function waitingBookmarks({ headers }: Request, url: URL): Promise<Response> {
  const [queue = [], known = ''] = await Promise.all([storedValue('letters'), storedValue('reader')])
  const reader = headers.get(ACCOUNT_HEADER) ?? known
  const bookmarks = queuedBookmarks(queue, reader, url.searchParams.get('issue'), new Date())
  return jsonAnswer({ bookmarks })
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('took too long')), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
