import { matchRoute } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'
import { MINUTE_SECONDS } from '@kiosk/domain/time'

/** A request that could not be sent because the device was offline. */
export type QueuedRequest = {
  method: string
  /** Path and query. */
  address: string
  body: string
  headers: Record<string, string>
  /** Reference of the account; requests of another account are never sent. */
  reader: string
  /** Negative temporary id of a bookmark, until the server assigns one. */
  id?: number
}

/** Calls that are queued: last places, bookmarks, and reading events. */
const QUEUED = [routes.keepPlace, routes.addBookmark, routes.editBookmark, routes.removeBookmark, routes.readingEvents]

/** Returns whether a failed request is queued. */
export function isForOutbox(method: string, pathname: string): boolean {
  return QUEUED.some((route) => route.method === method && matchRoute(route, pathname))
}

const isPlace = (path: string) => matchRoute(routes.keepPlace, path) !== null
const isEvents = (path: string) => matchRoute(routes.readingEvents, path) !== null

/** The server's limits: events per call, and seconds per event. */
const MOST_EVENTS = 50
const LONGEST_EVENT_SECONDS = 30 * MINUTE_SECONDS

type Event = { page: number; article?: string; seconds: number; at: string }

/** Merges two event requests page by page; returns null if they belong to different issues or have too many pages. */
function eventsTogether(before: QueuedRequest, after: QueuedRequest): QueuedRequest | null {
  const [one, other] = [new URLSearchParams(before.body), new URLSearchParams(after.body)]
  if (one.get('issue') !== other.get('issue')) return null
  const together = new Map<string, Event>()
  for (const fields of [one, other]) {
    for (const event of JSON.parse(fields.get('events') ?? '[]') as Event[]) {
      const key = `${event.page} ${event.article ?? ''}`
      const seconds = Math.min(LONGEST_EVENT_SECONDS, (together.get(key)?.seconds ?? 0) + event.seconds)
      together.set(key, { ...event, seconds })
    }
  }
  if (together.size > MOST_EVENTS) return null
  other.set('events', JSON.stringify([...together.values()]))
  return { ...after, body: other.toString() }
}

/**
 * Returns the queue after adding a request: only the last place of an issue is kept, and removing a queued bookmark cancels
 * its creation.
 */
export function withRequest(queue: readonly QueuedRequest[], request: QueuedRequest): QueuedRequest[] {
  const path = request.address.split('?', 1)[0]!
  if (request.method === 'PUT' && isPlace(path))
    return [...queue.filter((each) => each.address !== request.address || each.reader !== request.reader), request]
  if (isEvents(path)) {
    const known = queue.findLast((each) => isEvents(each.address) && each.reader === request.reader)
    const together = known && eventsTogether(known, request)
    return together ? queue.map((each) => (each === known ? together : each)) : [...queue, request]
  }
  const id = Number(matchRoute(routes.editBookmark, path)?.id)
  if (!(id < 0)) return [...queue, request]
  const known = queue.find((each) => each.id === id)
  if (request.method === 'DELETE') return queue.filter((each) => each !== known)
  const note = new URLSearchParams(request.body).get('note') ?? ''
  return queue.map((each) => {
    if (each !== known) return each
    const body = new URLSearchParams(each.body)
    body.set('note', note)
    return { ...each, body: body.toString() }
  })
}

/** Returns the uids of removed downloads that the server does not know about yet. */
export const pendingRemovals = (queue: readonly QueuedRequest[]): string[] =>
  queue.flatMap(({ method, address }) => (method === 'DELETE' ? (matchRoute(routes.removeDownload, address)?.uid ?? []) : []))

/** Adds the time of reading to a place: it may arrive days later, and the latest reading wins. */
export function datedBody(method: string, pathname: string, body: string, now: Date): string {
  if (method !== 'PUT' || !isPlace(pathname)) return body
  const fields = new URLSearchParams(body)
  if (!fields.get('at')) fields.set('at', now.toISOString())
  return fields.toString()
}

/** Returns the response for a queued request. */
export function answerTo(request: QueuedRequest, now: Date): { status: number; body: unknown } {
  const path = request.address.split('?', 1)[0]!
  const fields = new URLSearchParams(request.body)
  const page = Number(fields.get('page') ?? 1)
  const article = fields.get('article') || null
  if (isPlace(path)) {
    const at = fields.get('at') ?? now.toISOString()
    return {
      status: 200,
      body: { place: { page, article, fraction: Number(fields.get('fraction') ?? 0), furthestPage: page, at } },
    }
  }
  if (request.method === 'POST' && matchRoute(routes.addBookmark, path)) return { status: 200, body: bookmarkOf(request, now) }
  return { status: 204, body: null }
}

/** Returns the queued bookmarks of an account, of one issue or of all (null); those of others who use the browser are not shown. */
export function queuedBookmarks(queue: readonly QueuedRequest[], reader: string, issue: string | null, now: Date) {
  return queue
    .filter((request) => request.id !== undefined && request.reader === reader)
    .map((request) => bookmarkOf(request, now))
    .filter((bookmark) => !issue || bookmark.issue.uid === issue)
}

/** Returns a queued bookmark in the form of the server's response. */
function bookmarkOf(request: QueuedRequest, now: Date) {
  const fields = new URLSearchParams(request.body)
  const uid = fields.get('issue') ?? ''
  return {
    id: request.id ?? -1,
    issue: {
      uid,
      titleLine: '',
      detailLine: '',
      magazineKey: '',
      coverURL: '',
      coverWidth: 0,
      coverHeight: 0,
      coverColour: '',
      pageCount: 0,
    },
    page: Number(fields.get('page') ?? 1),
    article: fields.get('article') || null,
    headline: '',
    note: fields.get('note') ?? '',
    at: now.toISOString(),
  }
}

/**
 * Sends an account's requests in order and returns those to retry later, or of other accounts. `send` returns the answer, null
 * if the server is unreachable. A permanently rejected request is dropped.
 */
export async function sendRequests(
  queue: readonly QueuedRequest[],
  reader: string,
  send: (request: QueuedRequest) => Promise<Response | null>,
): Promise<QueuedRequest[]> {
  const remaining: QueuedRequest[] = []
  for (const [index, request] of queue.entries()) {
    if (request.reader !== reader) {
      remaining.push(request)
      continue
    }
    if (await isForLater(await send(request))) return [...remaining, ...queue.slice(index)]
  }
  return remaining
}

/**
 * Whether the same request may succeed later. If another account has signed in meanwhile, it may once its own account returns.
 */
async function isForLater(answer: Response | null): Promise<boolean> {
  if (!answer || answer.status === 401 || answer.status === 429 || answer.status >= 500) return true
  if (answer.status !== 409) return false
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  return code === 'other_account'
}
