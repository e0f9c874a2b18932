import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReaderChanges } from '@kiosk/backend/accounts/reader-changes'
import type { Session } from '@kiosk/backend/auth/session'
import { API_BASE } from '@kiosk/contract/route'
import { favourites, launchOffer, shelf, webinfo } from '@kiosk/contract/routes'
import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { EVERY_PUBLICATION } from '@kiosk/domain/surrogate-keys'
import { pageOf } from '@kiosk/domain/whole-response'
import { LRUCache } from 'lru-cache'
import type { Frame } from '../http/zstd-frames.ts'
import type { Kept, KeptPages, Rendered, Renderer, Wanted } from './kept-pages.ts'
import { type Sent, sendAgain } from './rendered-page.ts'

type Pages = Pick<KeptPages<Kept, unknown>, 'get' | 'render'>
type KeptForMany = Pages & Pick<KeptPages<Kept, unknown>, 'isCurrent'>
type Call = (path: string, init?: RequestInit) => Promise<Response>
/** What an answer was made of: the answer stays the same as long as none of this changes. */
type Basis = {
  accountId: number
  /** Changes noticed before the first call, see `ReaderChanges`. */
  count: number
  /** Milliseconds since 1970. */
  until: number
  /** Undefined = it shows nothing that depends on reading places. */
  places: string | null | undefined
  wanted: Wanted
  /** Not kept alive by its answers. */
  page: WeakRef<Kept>
}
type Answer = Sent & Basis

/** Total size of the answers in memory, without the frames that they share. */
const MOST_BYTES = 64 * 1024 * 1024
/**
 * Total size of the shared frames. Each is stored once, but may outlive its page: with many looks (`fillForMany`) or
 * publications, there are more frames than pages.
 */
const MOST_SHARED_BYTES = 32 * 1024 * 1024
/** Size of an answer besides its frames, estimated: headers, and the reader's data for the key of its page. */
const REST_BYTES = 6_144
/** Offers and advice about them end on time, and the use of a session is recorded (`SEEN_EVERY_MINUTES`). */
const KEPT_FOR_MS = 60_000
/** Longest address and headers of requests whose answers are kept. */
const LONGEST_REQUEST_CHARACTERS = 4_000
/** Headers on which the answer to a reader depends: they identify the reader and the form of the answer. */
const HEADERS = [
  'cookie',
  'accept-language',
  'user-agent',
  'accept-encoding',
  'sec-fetch-dest',
  'available-dictionary',
  'dictionary-id',
] as const
/**
 * Data whose every change the database reports, so that answers may show it. It is read from the primary, because a replica may
 * be behind.
 */
const NOTICED: readonly string[] = [webinfo.path, favourites.path, shelf.path]

/**
 * Pages as signed-in readers got them, sent again as long as nothing that they show or depend on has changed (ADR-0319): the
 * session, the reader's data, and the page that is kept for many (`KeptPages`). Before each one is sent, the database is asked
 * for changes, once for all requests of a moment.
 */
export class ReaderAnswers {
  readonly #changes: Pick<ReaderChanges, 'count' | 'isSameSince' | 'latest'>
  readonly #pages: KeptForMany
  readonly #now: () => number
  readonly #answers: LRUCache<string, Answer>
  readonly #mostSharedBytes: number
  #sharedBytes = 0
  /** Number of answers with each shared frame. */
  readonly #holders = new Map<Uint8Array, number>()
  readonly #bases = new WeakMap<Response, Basis>()
  readonly #purging: NodeJS.Timeout
  /** Requests answered with the same bytes as before, and requests whose answer had changed or was not known to be the same. */
  readonly counts = { same: 0, changed: 0 }

  constructor({
    changes,
    pages,
    now = Date.now,
    mostBytes = MOST_BYTES,
    mostSharedBytes = MOST_SHARED_BYTES,
  }: {
    changes: Pick<ReaderChanges, 'count' | 'isSameSince' | 'latest'>
    pages: KeptForMany
    now?: () => number
    mostBytes?: number
    mostSharedBytes?: number
  }) {
    this.#mostSharedBytes = mostSharedBytes
    this.#changes = changes
    this.#pages = pages
    this.#now = now
    this.#answers = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ frames }) =>
        frames.reduce((sum, { bytes, isShared }) => sum + (isShared ? 0 : bytes.length), REST_BYTES),
      ttl: KEPT_FOR_MS,
      dispose: (answer) => this.#countShared(answer, -1),
    })
    // A reader's data does not stay in memory longer than it is useful.
    this.#purging = setInterval(() => this.#answers.purgeStale(), KEPT_FOR_MS).unref()
  }

  close(): void {
    clearInterval(this.#purging)
  }

  /**
   * Returns the key of the answer to a request: everything that it is made for, as a hash, so that no token is in memory. Null: the
   * answer is not kept.
   */
  keyOf({ method, url = '/', headers }: IncomingMessage, visitor: { country: string | null; ahead?: boolean }): string | null {
    if (method !== 'GET' || visitor.ahead || headers.authorization !== undefined || !bringsSession(headers.cookie)) return null
    let made = `${visitor.country} ${url}`
    for (const name of HEADERS) made += `\n${headers[name] ?? ''}`
    return made.length > LONGEST_REQUEST_CHARACTERS ? null : hash('sha256', made, 'base64url')
  }

  /** Answers with the same bytes as before; false = there are none, or something may have changed. */
  async answer(key: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const known = this.#answers.get(key)
    if (!known) return false
    const latest = await this.#changes.latest(known.places === undefined ? null : known.accountId)
    const page = known.page.deref()
    const isSame =
      page !== undefined &&
      latest !== null &&
      (known.places === undefined || latest.places === known.places) &&
      this.#changes.isSameSince(known.accountId, known.count) &&
      this.#now() < known.until &&
      this.#pages.isCurrent(known.wanted, page)
    this.counts[isSame ? 'same' : 'changed']++
    if (!isSame) {
      if (latest !== null) this.#answers.delete(key)
      return false
    }
    sendAgain(known, request, response)
    return true
  }

  /**
   * Watches what the answer to a request is made of.
   * @param sessions those that `calls` looks up
   * @param answer makes the answer with calls of the API and pages that are kept for many
   */
  async watching(
    sessions: ReadonlyMap<string, Promise<Session>>,
    calls: Call,
    answer: (calls: Call, pages: Pages) => Promise<Response>,
  ): Promise<Response> {
    const watched = new Watched(this.#changes, this.#pages, sessions)
    const response = await answer(watched.calls(calls), watched.pages)
    const basis = await watched.basisOf(response)
    if (basis) this.#bases.set(response, { ...basis, until: Math.min(basis.until, this.#now() + KEPT_FOR_MS) })
    return response
  }

  /** Keeps what was sent, if the response was watched and stays the same until something changes. */
  keep(key: string, response: Response, sent: Sent): void {
    const basis = this.#bases.get(response)
    if (!basis) return
    const answer = { ...sent, frames: sent.frames.map(inOwnMemory), ...basis }
    this.#countShared(answer, 1)
    this.#answers.set(key, answer)
    // An answer that is larger than the limit for all together is not kept.
    if (this.#answers.peek(key) !== answer) this.#countShared(answer, -1)
    while (this.#sharedBytes > this.#mostSharedBytes && this.#answers.pop());
  }

  #countShared({ frames }: Answer, change: 1 | -1): void {
    for (const { bytes, isShared } of frames) {
      if (!isShared) continue
      const before = this.#holders.get(bytes) ?? 0
      const holders = before + change
      if (holders > 0) this.#holders.set(bytes, holders)
      else this.#holders.delete(bytes)
      if (before === 0 || holders === 0) this.#sharedBytes += change * bytes.buffer.byteLength
    }
  }
}

/** A frame is a part of the 64 KB buffer into which it was compressed; the whole buffer would stay in memory with it. */
function inOwnMemory(frame: Frame): Frame {
  return frame.isShared ? frame : { bytes: Uint8Array.from(frame.bytes), isShared: false }
}

/** What one answer was made of. */
class Watched {
  readonly #changes: Pick<ReaderChanges, 'count' | 'isSameSince' | 'latest'>
  readonly #pages: Pages
  readonly #sessions: ReadonlyMap<string, Promise<Session>>
  readonly #count: number
  #places: Promise<string | null> | undefined
  #wanted: Wanted | undefined
  #page: Kept | undefined
  /** It shows something whose changes are not noticed. */
  #isPersonal = false

  constructor(
    changes: Pick<ReaderChanges, 'count' | 'isSameSince' | 'latest'>,
    pages: Pages,
    sessions: ReadonlyMap<string, Promise<Session>>,
  ) {
    this.#changes = changes
    this.#pages = pages
    this.#sessions = sessions
    this.#count = changes.count
  }

  /** The pages that are kept for many, noticing which one is asked for. */
  readonly pages: Pages = {
    get: (wanted, renew) => {
      const page = this.#pages.get(wanted, renew)
      if (page) this.#note(wanted, page)
      return page
    },
    render: async (wanted: Wanted, renderer: Renderer<Kept, unknown>): Promise<Rendered<Kept, unknown>> => {
      const rendered = await this.#pages.render(wanted, renderer)
      if ('page' in rendered && rendered.isKept) this.#note(wanted, rendered.page)
      return rendered
    },
  }

  /** Returns the API, noticing what is asked about the reader. */
  calls(api: Call): Call {
    return async (path, init) => {
      const call = path.slice(API_BASE.length)
      // Noted before the shelf is read, so that what is written meanwhile counts as a change.
      if (call === shelf.path) await this.#placesOfReader()
      const response = await api(path, init)
      if (!this.#isNoticed(call, response)) this.#isPersonal = true
      return response
    }
  }

  /** Returns what the answer was made of; null if it may differ although the database reports no change. */
  async basisOf(response: Response): Promise<Basis | null> {
    const { status, headers } = response
    const isFilled = pageOf(response)?.pieces != null
    const isPlain = status === 200 && !headers.has('set-cookie') && !headers.has('clear-site-data')
    const session = await this.#session()
    if (!isFilled || !isPlain || this.#isPersonal || !this.#page || !this.#wanted) return null
    if (!session?.account || !session.sameUntil || session.supportUntil) return null
    // A shelf shows the whole catalogue, whatever else the page shows.
    if (this.#places && !this.#page.shows.includes(EVERY_PUBLICATION)) return null
    return {
      accountId: session.account.id,
      count: this.#count,
      until: session.sameUntil.getTime(),
      places: await this.#places,
      wanted: this.#wanted,
      page: new WeakRef(this.#page),
    }
  }

  #note(wanted: Wanted, page: Kept): void {
    this.#wanted = wanted
    this.#page = page
  }

  /** Returns the session of the request; null if there is none, or more than one. */
  async #session(): Promise<Session | null> {
    const [only, ...more] = this.#sessions.values()
    return only && more.length === 0 ? only.catch(() => null) : null
  }

  async #placesOfReader(): Promise<void> {
    this.#places ??= this.#session().then(async (session) => {
      const latest = session?.account ? await this.#changes.latest(session.account.id) : null
      if (latest === null) this.#isPersonal = true
      return latest?.places ?? null
    })
    await this.#places
  }

  /** Whether all readers with the same facts get this answer, or the database reports each change of it. */
  #isNoticed(call: string, { ok, status, headers }: Response): boolean {
    // Readers without the offer get an error.
    if (call === launchOffer.path) return ok || status === 404 || status === 409 || status === 410
    return ok && (NOTICED.includes(call) || (headers.get('cache-control') ?? '').includes('public'))
  }
}
