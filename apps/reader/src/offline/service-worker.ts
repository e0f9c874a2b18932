// Keeps the reader's shell, and answers for downloaded issues when the house can't be reached. Filled by vite.config.ts.

import { notificationOf, openIssueOf, subscriptionChanged } from '../push/told-by-push.ts'
import { allCopies, houseNote } from './copies.ts'
import { answerTo, bookmarkOf, datedBody, isForOutbox } from './outbox.ts'
import { accessOf, articleOf, type OpenCopy, openCopy, searchCopy } from './read-copy.ts'
import { keepLetter, sendLetters } from './send-letters.ts'

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }
type Worker = EventTarget & {
  location: Location
  clients: { claim(): Promise<void> } & Parameters<typeof openIssueOf>[1]
  registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }
}
const worker = self as unknown as Worker

declare const READER_VERSION: string
declare const READER_SHELL: string[]
const CACHE = `reader-shell-${READER_VERSION}`
const DOCUMENT = '/reader/offline'
/** Milliseconds after which a house that says nothing counts as out of reach, where a copy can answer. */
const PATIENCE = 6_000

worker.addEventListener('install', (event) => {
  const filled = caches.open(CACHE).then(async (cache) => {
    await cache.addAll(READER_SHELL)
    await keepDocument()
  })
  ;(event as Extendable).waitUntil(filled)
})

worker.addEventListener('activate', (event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith('reader-shell-') && name !== CACHE).map((name) => caches.delete(name))),
    )
  ;(event as Extendable).waitUntil(old.then(() => worker.clients.claim()))
})

/** Issues of which there is a copy; null until the storage was read. Of others nothing is touched. */
let taken: ReadonlySet<string> | null = null
const learn = () =>
  allCopies().then(
    (copies) => {
      taken = new Set(copies.map(({ uid }) => uid))
    },
    () => undefined,
  )
new BroadcastChannel('offline').onmessage = ({ data }: MessageEvent<{ changed?: true }>) => {
  if (data.changed) void learn()
}
void learn()

worker.addEventListener('sync', (event) => {
  if ((event as Extendable & { tag: string }).tag !== 'letters') return
  ;(event as Extendable).waitUntil(houseNote('reader').then((reader) => (reader ? sendLettersOf(reader) : undefined)))
})

/** Somebody else may have signed in since: whose letters may go out, the house says. */
async function sendLettersOf(reader: string): Promise<void> {
  const [waiting] = (await houseNote('letters')) ?? []
  if (!waiting) return
  const answer = await fetch('/api/v8/reader/downloads', { headers: waiting.headers, cache: 'no-store' })
  if (answer.ok && ((await answer.json()) as { reader: string }).reader === reader) await sendLetters(reader)
}

worker.addEventListener('push', (event) => {
  const { data } = event as Extendable & { data: { text(): string } | null }
  const shown = notificationOf(data?.text() ?? '')
  if (shown) (event as Extendable).waitUntil(worker.registration.showNotification(shown.title, shown.options))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event as Extendable & { notification: Notification }
  notification.close()
  ;(event as Extendable).waitUntil(openIssueOf(notification.data, worker.clients))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  const { newSubscription } = event as Extendable & { newSubscription?: PushSubscription | null }
  ;(event as Extendable).waitUntil(subscriptionChanged(newSubscription, worker.registration.pushManager))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event as Fetching
  const url = new URL(request.url)
  if (url.origin !== worker.location.origin || request.headers.has('x-offline')) return
  const answer = answerFor(request, url, event as Fetching)
  if (answer) (event as Fetching).respondWith(answer)
})

const ISSUE = /^\/api\/v8\/issuecontent\/([\w-]+)\/(access|search|article\/(\d+)|pages\/(\d+)\/(picture|words))$/

function answerFor(request: Request, url: URL, event: Fetching): Promise<Response> | null {
  const { pathname } = url
  if (request.method !== 'GET') return isForOutbox(request.method, pathname) ? sentOrKept(request, url) : null
  if (READER_SHELL.includes(pathname)) return caches.match(request, { cacheName: CACHE }).then((kept) => kept ?? fetch(request))
  if (request.mode === 'navigate' && /^\/reader(\/|\/issues\/[\w-]+\/?)?$/.test(pathname)) return documentFor(request, url, event)
  if (pathname === '/api/v8/reader/bookmarks') return fetch(request).catch(() => waitingBookmarks(url))
  const [, uid, what, article, page, file] = ISSUE.exec(pathname) ?? []
  if (!uid || !what || (taken && !taken.has(uid))) return null
  if (file === 'picture') return picture(request, uid, Number(page), url.searchParams)
  if (file === 'words') return fromCopyFirst(request, uid, url, (copy) => copy.words(Number(page)))
  if (article) return fromCopyFirst(request, uid, url, (copy) => articleOf(copy, article))
  const q = url.searchParams.get('q') ?? ''
  return fromHouseFirst(request, uid, async (copy) => (what === 'access' ? accessOf(copy) : { hits: await searchCopy(copy, q) }))
}

/** The house's document; where it can't be reached, the shell's, which looks for a copy by itself. */
async function documentFor(request: Request, url: URL, event: Fetching): Promise<Response> {
  const uid = /issues\/([\w-]+)/.exec(url.pathname)?.[1]
  const copy = uid ? await openCopy(uid).catch(() => null) : null
  try {
    const answer = await (copy ? within(PATIENCE, fetch(request)) : fetch(request))
    if (answer.status < 500) {
      event.waitUntil(refreshDocument(answer.headers.get('content-language')))
      return answer
    }
    return (copy && (await keptDocument())) || answer
  } catch (error) {
    const kept = await keptDocument()
    if (kept) return kept
    throw error
  }
}

const keptDocument = () => caches.match(DOCUMENT, { cacheName: CACHE })

async function keepDocument(): Promise<void> {
  const answer = await fetch(DOCUMENT, { cache: 'no-store', credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`the offline document was refused with ${answer.status}`)
  await (await caches.open(CACHE)).put(DOCUMENT, answer)
}

/** The kept document speaks the language that its reader chose last. */
async function refreshDocument(language: string | null): Promise<void> {
  const kept = await keptDocument()
  if (language && kept?.headers.get('content-language') !== language) await keepDocument().catch(() => undefined)
}

/** A picture of the copy where it is wide enough; else the house's, and without one the widest there is. */
async function picture(request: Request, uid: string, page: number, query: URLSearchParams): Promise<Response> {
  const copy = await copyFor(uid, query)
  if (!copy) return fetch(request)
  const width = Number(query.get('width'))
  const kept = () => copy.picture(page, width === 160 ? 'thumbnail' : 'picture').catch(() => null)
  const enough = width <= copy.copy.standing!.width
  const answer = (enough && (await kept())) || null
  if (answer) return pictureAnswer(answer)
  try {
    return await (query.has('copy') ? Promise.reject(new Error('a copy has no other')) : fetch(request))
  } catch (error) {
    const widest = enough ? null : await kept()
    if (widest) return pictureAnswer(widest)
    if (query.has('copy')) return new Response(null, { status: 404 })
    throw error
  }
}

/** Never kept by the browser: it lies sealed here. */
const NOT_KEPT = { 'cache-control': 'no-store' }
const pictureAnswer = (bytes: ArrayBuffer) => new Response(bytes, { headers: { ...NOT_KEPT, 'content-type': 'image/webp' } })
const jsonAnswer = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { ...NOT_KEPT, 'content-type': 'application/json' } })

/** The copy that an address is of: a signature of another revision is not. */
async function copyFor(uid: string, query: URLSearchParams): Promise<OpenCopy | null> {
  const copy = await openCopy(uid).catch(() => null)
  const revision = query.get('v')
  return copy && (revision === null || Number(revision) === copy.copy.standing!.revision) ? copy : null
}

async function fromCopyFirst(
  request: Request,
  uid: string,
  url: URL,
  find: (copy: OpenCopy) => Promise<unknown>,
): Promise<Response> {
  const copy = await copyFor(uid, url.searchParams)
  const found = copy && (await find(copy).catch(() => null))
  return found ? jsonAnswer(found) : fetch(request)
}

async function fromHouseFirst(request: Request, uid: string, find: (copy: OpenCopy) => Promise<unknown>): Promise<Response> {
  const copy = await openCopy(uid).catch(() => null)
  if (!copy) return fetch(request)
  const answer = await within(PATIENCE, fetch(request)).catch(() => null)
  return answer && answer.status < 500 ? answer : jsonAnswer(await find(copy))
}

/** A place or a bookmark: sent, or kept until it can be. */
async function sentOrKept(request: Request, url: URL): Promise<Response> {
  const body = await request.clone().text()
  const waits = /\/bookmarks\/-\d+$/.test(url.pathname)
  try {
    if (!waits) return await fetch(request)
  } catch {
    // Kept below.
  }
  const now = new Date()
  const headers = Object.fromEntries(
    ['x-api-token', 'accept-language', 'content-type'].flatMap((name) => {
      const value = request.headers.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const letter = await keepLetter({
    method: request.method,
    address: url.pathname + url.search,
    body: datedBody(request.method, url.pathname, body, now),
    headers,
  })
  await worker.registration.sync?.register('letters').catch(() => undefined)
  const answer = answerTo(letter, now)
  return answer.status === 204 ? new Response(null, { status: 204, headers: NOT_KEPT }) : jsonAnswer(answer.body)
}

/** Of bookmarks the worker knows those that wait. */
async function waitingBookmarks(url: URL): Promise<Response> {
  const uid = url.searchParams.get('issue')
  const letters = ((await houseNote('letters')) ?? []).filter(({ id }) => id !== undefined)
  const bookmarks = letters.map((letter) => bookmarkOf(letter, new Date())).filter(({ issue }) => !uid || issue.uid === uid)
  return jsonAnswer({ bookmarks })
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('took too long')), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
