import { API_BASE } from '@kiosk/contract/route'
import { expect, test } from 'vitest'
import {
  answerTo,
  datedBody,
  isForOutbox,
  pendingRemovals,
  type QueuedRequest,
  queuedBookmarks,
  sendRequests,
  withRequest,
} from './outbox.ts'

const PLACES = `${API_BASE}reader/places/`
const BOOKMARKS = `${API_BASE}reader/bookmarks`
const request = (method: string, address: string, body = '', more: Partial<QueuedRequest> = {}): QueuedRequest => ({
  method,
  address,
  body,
  headers: {},
  reader: 'me',
  ...more,
})

test('queues places, bookmarks and reading events while offline, and nothing else', () => {
  expect(isForOutbox('PUT', `${PLACES}abc`)).toBe(true)
  expect(isForOutbox('POST', BOOKMARKS)).toBe(true)
  expect(isForOutbox('DELETE', `${BOOKMARKS}/5`)).toBe(true)
  expect(isForOutbox('POST', `${API_BASE}reader/events`)).toBe(true)
  for (const [method, address] of [
    ['GET', BOOKMARKS],
    ['POST', `${API_BASE}user/login`],
    ['DELETE', `${PLACES}abc`],
    ['DELETE', `${API_BASE}user/device/x`],
    ['POST', `${API_BASE}issuecontent/abc/download`],
  ] as const)
    expect(isForOutbox(method, address)).toBe(false)
})

test('sends only the last place of an issue, with the time it was read', () => {
  const read = (uid: string, page: number) => request('PUT', PLACES + uid, `page=${page}`)
  const queue = [read('a', 1), read('b', 7), read('a', 2)].reduce(withRequest, [] as QueuedRequest[])
  expect(queue.map(({ address, body }) => [address.at(-1), body])).toEqual([
    ['b', 'page=7'],
    ['a', 'page=2'],
  ])
  const at = new Date('2026-11-21T08:00:00Z')
  expect(datedBody('PUT', `${PLACES}a`, 'page=2', at)).toBe('page=2&at=2026-11-21T08%3A00%3A00.000Z')
  expect(datedBody('PUT', `${PLACES}a`, 'page=2&at=2026-11-20T08%3A00%3A00Z', at)).toContain('2026-11-20')
  expect(datedBody('POST', BOOKMARKS, 'page=2', at)).toBe('page=2')
})

test('shows queued bookmarks to their account only, not to the next one in the browser', () => {
  const bookmark = (id: number, reader: string, issue: string) =>
    request('POST', BOOKMARKS, `issue=${issue}&page=2&note=von+${reader}`, { id, reader })
  const queue = [bookmark(-1, 'anna', 'a'), bookmark(-2, 'bert', 'a'), bookmark(-3, 'bert', 'b'), request('PUT', `${PLACES}a`)]
  const shown = (reader: string, issue: string | null) =>
    queuedBookmarks(queue, reader, issue, new Date()).map(({ id, note }) => [id, note])
  expect(shown('bert', 'a')).toEqual([[-2, 'von bert']])
  expect(shown('anna', null)).toEqual([[-1, 'von anna']])
  expect(shown('', null)).toEqual([])
})

test('merges reading events page by page without losing seconds', () => {
  const seen = (issue: string, page: number, seconds: number, minute: number) => {
    const events = JSON.stringify([{ page, seconds, at: `2026-11-21T08:${String(minute).padStart(2, '0')}:00Z` }])
    return request('POST', `${API_BASE}reader/events`, new URLSearchParams({ issue, events }).toString())
  }
  const queue = [seen('a', 1, 15, 1), seen('a', 1, 15, 2), seen('a', 2, 9, 3)].reduce(withRequest, [] as QueuedRequest[])
  expect(queue).toHaveLength(1)
  expect(JSON.parse(new URLSearchParams(queue[0]!.body).get('events')!)).toEqual([
    { page: 1, seconds: 30, at: '2026-11-21T08:02:00Z' },
    { page: 2, seconds: 9, at: '2026-11-21T08:03:00Z' },
  ])
  expect([seen('b', 1, 5, 4), ...queue].reduce(withRequest, [] as QueuedRequest[])).toHaveLength(2)
  const many = Array.from({ length: 60 }, (_, page) => seen('a', page + 1, 3, 5)).reduce(withRequest, [] as QueuedRequest[])
  expect(many.map(({ body }) => JSON.parse(new URLSearchParams(body).get('events')!).length)).toEqual([50, 10])
  expect(withRequest(queue, { ...seen('a', 1, 5, 4), reader: 'other' })).toHaveLength(2)
})

test('never sends a bookmark that was removed before it was sent', () => {
  const set = request('POST', BOOKMARKS, 'issue=a&page=2', { id: -1 })
  const noted = withRequest([set], request('PUT', `${BOOKMARKS}/-1`, 'note=sch%C3%B6n'))
  expect(noted).toHaveLength(1)
  expect(new URLSearchParams(noted[0]!.body).get('note')).toBe('schön')
  expect(withRequest(noted, request('DELETE', `${BOOKMARKS}/-1`))).toEqual([])
  expect(withRequest(noted, request('DELETE', `${BOOKMARKS}/9`))).toHaveLength(2)
})

test('answers a queued request as the server would', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  const place = answerTo(request('PUT', `${PLACES}a`, 'page=4&article=7&fraction=0.5&at=2026-11-21T07:00:00Z'), now)
  expect(place.body).toEqual({
    place: { page: 4, article: '7', fraction: 0.5, furthestPage: 4, at: '2026-11-21T07:00:00Z' },
  })
  expect(answerTo(request('POST', BOOKMARKS, 'issue=a&page=2', { id: -3 }), now).body).toMatchObject({
    id: -3,
    page: 2,
    issue: { uid: 'a' },
  })
  expect(answerTo(request('DELETE', `${BOOKMARKS}/9`), now).status).toBe(204)
})

test('sends requests in order, keeps those that can be retried and drops rejected ones', async () => {
  const queue = ['1', '2', '3', '4'].map((id) => request('DELETE', `${BOOKMARKS}/${id}`))
  const sent: string[] = []
  const remaining = await sendRequests(queue, 'me', async ({ address }) => {
    sent.push(address.at(-1)!)
    return address.endsWith('/3') ? null : new Response(null, { status: address.endsWith('/1') ? 404 : 204 })
  })
  expect(sent).toEqual(['1', '2', '3'])
  expect(remaining).toEqual(queue.slice(2))
})

test('keeps another account’s requests until that account returns', async () => {
  const others = request('DELETE', `${BOOKMARKS}/1`, '', { reader: 'other' })
  const mine = request('DELETE', `${BOOKMARKS}/2`)
  expect(await sendRequests([others, mine], 'me', async () => new Response(null, { status: 204 }))).toEqual([others])
})

test.each([
  [401, {}, true],
  [429, {}, true],
  [503, {}, true],
  [409, { code: 'other_account' }, true],
  [409, { code: 'conflict' }, false],
  [404, {}, false],
])('after an answer of %s with %o, the queue is kept: %s', async (status, answer, isKept) => {
  const queue = [request('DELETE', `${BOOKMARKS}/1`), request('DELETE', `${BOOKMARKS}/2`)]
  expect(await sendRequests(queue, 'me', async () => Response.json(answer, { status }))).toEqual(isKept ? queue : [])
})

test('a 409 of a proxy, which is no JSON, drops the request', async () => {
  const queue = [request('DELETE', `${BOOKMARKS}/1`)]
  expect(await sendRequests(queue, 'me', async () => new Response('<p>Conflict', { status: 409 }))).toEqual([])
})

test('remembers removed downloads until the server knows', () => {
  expect(
    pendingRemovals([request('DELETE', `${API_BASE}issuecontent/abc/download`), request('DELETE', `${BOOKMARKS}/1`)]),
  ).toEqual(['abc'])
})
