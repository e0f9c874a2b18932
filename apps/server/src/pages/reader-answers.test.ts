import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Session, visitorSession } from '@kiosk/backend/auth/session'
import { API_BASE } from '@kiosk/contract/route'
import { bookmarks, launchOffer, shelf, titles, webinfo } from '@kiosk/contract/routes'
import { PageTemplate } from '@kiosk/domain/page-template'
import { MINUTE_MS } from '@kiosk/domain/time'
import { PageAnswer } from '@kiosk/domain/whole-response'
import { expect, it } from 'vitest'
import type { Frame } from '../http/zstd-frames.ts'
import type { Kept, Wanted } from './kept-pages.ts'
import { ReaderAnswers } from './reader-answers.ts'

type Made = {
  session?: Session | null
  calls?: [path: string, response: () => Response][]
  headers?: Record<string, string>
  status?: number
  isFilled?: boolean
}

const personal = () => Response.json({}, { headers: { 'cache-control': 'private, no-store' } })
const forAll = () => Response.json({}, { headers: { 'cache-control': 'public, no-cache' } })
const failed = (status: number) => () => new Response(null, { status })
const template = new PageTemplate([{ bytes: new TextEncoder().encode('<p>') }])
const wanted = { key: '/', factOf: () => '' }
const frame = (bytes: number, isShared = false): Frame => ({ bytes: new Uint8Array(bytes), isShared })

function newsstand(limits: { mostBytes?: number; mostSharedBytes?: number } = {}) {
  const state = {
    now: 1_000_000,
    /** Null: the database does not answer. */
    places: 'read' as string | null | undefined,
    count: 0,
    changedAt: 0,
    page: { varies: [], shows: ['catalogue'], bytes: 1 } as Kept,
  }
  const asked: (number | null)[] = []
  const changes = {
    get count() {
      return state.count
    },
    isSameSince: (_: number, count: number) => state.changedAt <= count,
    latest: async (accountId: number | null) => {
      asked.push(accountId)
      if (state.places === undefined) return null
      return { places: accountId === null ? null : state.places }
    },
  }
  const pages = {
    get: () => state.page,
    isCurrent: (_: Wanted, page: Kept) => page === state.page,
    render: async () => ({ page: state.page, isKept: true }),
  }
  const answers = new ReaderAnswers({ changes, pages: pages as never, now: () => state.now, ...limits })
  const session = {
    ...visitorSession,
    account: { id: 7 } as Session['account'],
    sameUntil: new Date(state.now + 10 * MINUTE_MS),
  }
  const show = [
    [webinfo.path, personal],
    [shelf.path, personal],
    [titles.path, forAll],
  ] as Made['calls']
  return {
    state,
    asked,
    answers,
    session,
    /** Makes an answer and keeps it, if it may be. */
    async keep(made: Made = {}, key = 'key', frames: Frame[] = [frame(10)]) {
      const found = made.session === undefined ? session : made.session
      const sessions = new Map(found ? [['token', Promise.resolve(found)]] : [])
      const calls = new Map((made.calls ?? show)!.map(([path, answer]) => [API_BASE + path, answer]))
      const response = await answers.watching(
        sessions,
        async (path) => calls.get(path)!(),
        async (call, kept) => {
          for (const path of calls.keys()) await call(path)
          kept.get(wanted)
          const page = { whole: new Uint8Array(), template, varies: [], pieces: made.isFilled === false ? null : [] }
          return new PageAnswer(page, { status: made.status ?? 200, headers: made.headers ?? {} })
        },
      )
      answers.keep(key, response, {
        headers: ['etag', 'W/"x"'],
        etag: 'W/"x"',
        frames,
      })
    },
    /** Returns the status of what is sent again; null = nothing is sent. */
    async again(key = 'key', headers: Record<string, string> = {}, onBody: (body: Uint8Array) => void = () => {}) {
      let sent: number | null = null
      const response = {
        writeHead: (status: number) => {
          sent = status
          return response
        },
        end: (body: Uint8Array) => {
          onBody(body)
          return response
        },
      }
      const isSent = await answers.answer(key, { headers } as IncomingMessage, response as unknown as ServerResponse)
      expect(isSent).toBe(sent !== null)
      return sent
    },
  }
}

it('a reader gets again what was sent, or 304 for the same ETag', async () => {
  const { keep, again, asked, answers } = newsstand()
  expect(await again()).toBeNull()
  await keep()
  expect([await again(), await again('key', { 'if-none-match': 'W/"x"' }), await again('another')]).toEqual([200, 304, null])
  // Once for the shelf, when it was made, and twice before it was sent.
  expect(asked).toEqual([7, 7, 7])
  expect(answers.counts).toEqual({ same: 2, changed: 0 })
})

it.each<[string, (stand: ReturnType<typeof newsstand>) => void]>([
  ['a change of the account', ({ state }) => (state.changedAt = ++state.count)],
  ['a reading place', ({ state }) => (state.places = 'read on')],
  ['another page for many', ({ state }) => (state.page = { ...state.page })],
  ['a minute', ({ state }) => (state.now += MINUTE_MS)],
])('%s ends it', async (_, change) => {
  const stand = newsstand()
  await stand.keep()
  change(stand)
  expect([await stand.again(), await stand.again()]).toEqual([null, null])
})

it('what was made before a change is not sent after it, also if it was kept after it', async () => {
  const { state, keep, again } = newsstand()
  const calls: Made['calls'] = [
    [
      webinfo.path,
      () => {
        state.changedAt = ++state.count
        return personal()
      },
    ],
  ]
  await keep({ calls })
  expect(await again()).toBeNull()
})

it('a session that ends within the minute, or a plan, ends it at its time', async () => {
  const { state, session, keep, again } = newsstand()
  await keep({ session: { ...session, sameUntil: new Date(state.now + 1_000) } })
  state.now += 999
  expect(await again()).toBe(200)
  state.now++
  expect(await again()).toBeNull()
})

it('nothing is sent again while the database does not answer, and what is kept may be sent afterwards', async () => {
  const { state, keep, again } = newsstand()
  await keep()
  state.places = undefined
  expect(await again()).toBeNull()
  state.places = 'read'
  expect(await again()).toBe(200)
  state.places = undefined
  await keep({}, 'made meanwhile')
  state.places = 'read'
  expect(await again('made meanwhile')).toBeNull()
})

it('a page without a shelf does not ask for reading places; one of readers without the launch offer is kept', async () => {
  const { state, asked, keep, again } = newsstand()
  const calls: Made['calls'] = [
    [webinfo.path, personal],
    [launchOffer.path, failed(410)],
  ]
  await keep({ calls })
  state.places = 'read on'
  expect(await again()).toBe(200)
  expect(asked).toEqual([null])
})

it.each<[string, Made]>([
  ['of a visitor', { session: null }],
  ['of an ended session', { session: visitorSession }],
  ['that the staff may look at', { session: { ...newsstand().session, supportUntil: new Date() } }],
  ['with a call of which no change is told', { calls: [[bookmarks.path, personal]] }],
  ['with a shelf that failed', { calls: [[shelf.path, failed(503)]] }],
  ['with an offer that failed', { calls: [[launchOffer.path, failed(503)]] }],
  ['with a call beyond a limit', { calls: [[titles.path, personal]] }],
  ['with a cookie', { headers: { 'set-cookie': 'device=x' } }],
  ['with another status', { status: 404 }],
  ['rendered for one reader', { isFilled: false }],
])('a page %s is not kept', async (_, made) => {
  const { keep, again } = newsstand()
  await keep(made)
  expect(await again()).toBeNull()
})

it('a shelf is not kept with a page that not every publication touches', async () => {
  const { state, keep, again } = newsstand()
  state.page = { ...state.page, shows: ['title-bergblick'] }
  await keep()
  expect(await again()).toBeNull()
})

it('the size of all answers has a limit', async () => {
  const { keep, again } = newsstand({ mostBytes: 60_000 })
  for (const key of ['first', 'second', 'third']) await keep({}, key, [frame(20_000)])
  expect([await again('first'), await again('second'), await again('third')]).toEqual([null, 200, 200])
  await keep({}, 'huge', [frame(70_000), frame(30_000, true)])
  expect([await again('huge'), await again('third')]).toEqual([null, 200])
})

it('what is kept takes no more memory than its bytes, although it was compressed into a larger buffer', async () => {
  const { keep, again } = newsstand()
  const buffer = Buffer.alloc(65_536, 'a')
  await keep({}, 'key', [{ bytes: buffer.subarray(0, 10), isShared: false }])
  buffer.fill('b')
  const bodies: Uint8Array[] = []
  expect(await again('key', {}, (body) => bodies.push(body))).toBe(200)
  expect(bodies.map((body) => [Buffer.from(body).toString(), body.buffer.byteLength])).toEqual([['aaaaaaaaaa', 10]])
})

it('frames that others get, too, count once, and have a limit of their own: those of pages that are gone stay with their answers', async () => {
  const { keep, again } = newsstand({ mostSharedBytes: 50_000 })
  const left = async (keys: string[]) => {
    const found = []
    for (const key of keys) if ((await again(key)) !== null) found.push(key)
    return found
  }
  const page = frame(20_000, true)
  const readers = ['a', 'b', 'c', 'd']
  for (const key of readers) await keep({}, key, [page, frame(10)])
  expect(await left(readers)).toEqual(readers)
  // One more page fits. A third one takes the place of the first, and of the answers to all readers who got it.
  await keep({}, 'e', [frame(20_000, true)])
  expect(await left([...readers, 'e'])).toEqual([...readers, 'e'])
  await keep({}, 'f', [frame(20_000, true)])
  expect(await left([...readers, 'e', 'f'])).toEqual(['e', 'f'])
  // Kept again, each time with the frames of another page: the former frames no longer count.
  for (let round = 0; round < 10; round++) await keep({}, 'f', [frame(20_000, true)])
  expect(await left(['e', 'f'])).toEqual(['e', 'f'])
})

it.each(['before its reader is asked', 'while its reader is asked', 'after its reader was asked'])(
  'a takedown %s ends an answer that is made meanwhile',
  async (when) => {
    const { state, answers, session, again } = newsstand()
    const takedown = () => (state.page = { ...state.page })
    const ask = async () => {
      if (when.startsWith('while')) takedown()
      return personal()
    }
    const response = await answers.watching(new Map([['token', Promise.resolve(session)]]), ask, async (call, kept) => {
      const first = kept.get(wanted)
      if (when.startsWith('before')) takedown()
      await call(API_BASE + shelf.path)
      if (when.startsWith('after')) takedown()
      expect(first).not.toBe(state.page)
      return new PageAnswer({ whole: new Uint8Array(), template, varies: [], pieces: [] }, { status: 200 })
    })
    answers.keep('key', response, { headers: [], etag: 'W/"x"', frames: [frame(10)] })
    expect(await again()).toBeNull()
  },
)

it('the key of a request has everything that its answer depends on, and none if it is not for a page of a reader', () => {
  const { answers } = newsstand()
  const keyOf = (headers: Record<string, string>, { method = 'GET', url = '/', country = 'AT', ahead = false } = {}) =>
    answers.keyOf({ method, url, headers: { cookie: 'session=x', ...headers } } as never, { country, ahead })
  const keys = [
    keyOf({}),
    keyOf({}, { url: '/?lang=fr' }),
    keyOf({}, { country: 'DE' }),
    keyOf({ cookie: 'session=y' }),
    keyOf({ cookie: 'session=x; theme=dark' }),
    keyOf({ 'accept-language': 'fr' }),
    keyOf({ 'user-agent': 'Android' }),
    keyOf({ 'accept-encoding': 'br' }),
    keyOf({ 'sec-fetch-dest': 'document' }),
    keyOf({ 'available-dictionary': ':x:' }),
  ]
  expect(keys).not.toContain(null)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf({ 'x-request-id': 'other' })).toBe(keys[0])
  expect(keys.join()).not.toContain('session')
  expect([
    keyOf({}, { method: 'HEAD' }),
    keyOf({}, { method: 'POST' }),
    keyOf({}, { ahead: true }),
    keyOf({ authorization: 'Basic x' }),
    keyOf({ cookie: 'theme=dark' }),
    keyOf({ cookie: `session=${'x'.repeat(5_000)}` }),
  ]).toEqual([null, null, null, null, null, null])
})
