import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { carriesToken } from '@kiosk/domain/accounts/token-parameters'
import { addressOf } from '@kiosk/domain/addresses'
import { bringsPersonalCookie, type PageVariant, variantKey, variantOf } from '@kiosk/domain/page-variant'
import { EVERY_PUBLICATION, SURROGATE_KEY_HEADER } from '@kiosk/domain/surrogate-keys'
import { wholeOf } from '@kiosk/domain/whole-response'
import { compress, compressWith, encodingFor, encodingOnce, type PageEncoding } from './compression.ts'
import { isKnown, type PageDictionaries, type PageDictionary } from './dictionary/page-dictionaries.ts'

/** A rendered page that is sent to everybody who asked for it. */
export type RenderedPage = {
  status: number
  /** Names and values in turn, without those that depend on the encoding. */
  headers: string[]
  body: Buffer
  ready: Map<PageEncoding, Ready>
  dictionary: PageDictionary | null
  etag: string
  /** What it shows: its surrogate keys. */
  shows: readonly string[]
  /** From this time on it is rendered again when it is requested. Milliseconds since 1970. */
  staleFrom: number
  /** It is not sent from this time on. */
  until: number
  requests: number
  /** Value of `requests` when pages were last evicted. */
  requestsBefore: number
}
/** Something was added: the surrogate keys of the pages that show it, and when. Milliseconds since 1970. */
export type Addition = { touches: readonly string[] | 'everything'; at: number }
type Ready = { body: Buffer; headers: string[] }
/**
 * Renders a page; may throw at once if this visitor may not have one rendered. A response that is not for everybody is sent to
 * the visitor for whom it was rendered alone.
 */
export type Render = () => Promise<Response>
type Rendering = {
  /** A response is for the first visitor only. */
  made: Promise<RenderedPage | Response>
  /** What was added since it began, oldest first. */
  additions: Addition[]
  /** Pages were removed since it began: what it shows may not be shown any more. */
  removed: boolean
}
/** A page that is the same for every visitor of a variant; `key` null: the address is too long to be cached. */
export type SharedPage = { key: string | null; variant: PageVariant }

/** Maximum age of a page, so that offers end on time. */
const CACHED_FOR_MS = 60_000
/** How long a page that has become old or outdated is still sent while it is rendered again: a change is seen within a second. */
export const STALE_MS = 800
/** Total size of the uncompressed pages; their compressed forms take a third more. */
const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_ADDRESS_CHARACTERS = 500
/** Longest header whose variant is remembered. */
const LONGEST_HEADERS_CHARACTERS = 500
/** This page redirects to the previous one: its response depends on more than the variant. */
const READS_REFERRER = addressOf('logout')
/** Maximum number of remembered combinations of headers. */
const MOST_VARIANTS = 5_000
/** Requests after which a cached page counts as popular. */
const POPULAR = 3
/** Shorter texts are sent uncompressed. */
const UNCOMPRESSED_BYTES = 1_000

/**
 * Rendered pages for visitors, one for each language, region, consent, theme and kind of device; requests with a session never
 * use the cache. However many visitors wait for a page, it is rendered once (ADR-0257).
 */
export class PageCache {
  readonly #now: () => number
  readonly #dictionaries: PageDictionaries | undefined
  readonly #pages = new Map<string, RenderedPage>()
  readonly #underWay = new Map<string, Rendering>()
  /**
   * Requests answered by a page that was kept, by one that was old or outdated, and by one that was rendered for another visitor;
   * and pages that were rendered.
   */
  readonly counts = { kept: 0, stale: 0, shared: 0, rendered: 0 }
  #bytes = 0
  /** Variants by headers, because browsers send the same headers with every request. */
  readonly #variants = new Map<string, { variant: PageVariant; suffix: string } | null>()

  constructor({ now = Date.now, dictionaries }: { now?: () => number; dictionaries?: PageDictionaries } = {}) {
    this.#now = now
    this.#dictionaries = dictionaries
  }

  /** Removes all pages, also those that are being rendered: nothing that they show may be sent any more. */
  forget(): void {
    this.#pages.clear()
    this.#bytes = 0
    for (const rendering of this.#underWay.values()) rendering.removed = true
    this.#underWay.clear()
  }

  /** The pages that an addition touches are rendered again; until `STALE_MS` after it they are sent as they are meanwhile. */
  outdate(addition: Addition): void {
    for (const page of this.#pages.values()) outdate(page, addition)
    for (const { additions } of this.#underWay.values()) additions.push(addition)
  }

  /** Returns the shared page that this request is for; null = the response may be personal. */
  sharedPageOf(request: IncomingMessage, country: string | null): SharedPage | null {
    const { method, url = '/', headers } = request
    if (method !== 'GET' || headers.authorization !== undefined) return null
    // Whether a token is accepted depends on the page from which the visitor comes.
    if (url.startsWith(READS_REFERRER) || carriesToken(url)) return null
    const { cookie = '', 'accept-language': acceptLanguage = '', 'user-agent': userAgent = '' } = headers
    const variantHeaders = `${country}\n${acceptLanguage}\n${userAgent}\n${cookie}`
    let known = this.#variants.get(variantHeaders)
    if (known === undefined) {
      const variant = bringsPersonalCookie(cookie) ? null : variantOf({ cookie, acceptLanguage, userAgent }, country)
      known = variant && { variant, suffix: variantKey(variant) }
      if (this.#variants.size >= MOST_VARIANTS) this.#variants.clear()
      if (variantHeaders.length <= LONGEST_HEADERS_CHARACTERS) this.#variants.set(variantHeaders, known)
    }
    if (known === null) return null
    return { variant: known.variant, key: url.length > LONGEST_ADDRESS_CHARACTERS ? null : url + known.suffix }
  }

  /** Answers from the cache; false = there is no page. An old page is sent, too, while `render` makes a new one. */
  answer(key: string, request: IncomingMessage, response: ServerResponse, render: Render): boolean {
    const page = this.#pages.get(key)
    if (!page) return false
    const now = this.#now()
    if (now >= page.until) {
      this.#drop(key)
      return false
    }
    sendPage(page, request, response)
    const isStale = now >= page.staleFrom
    this.counts[isStale ? 'stale' : 'kept']++
    if (isStale && !this.#underWayFor(key)) this.#renew(key, render)
    return true
  }

  /**
   * Renders a page, or waits for it if that is under way, and keeps it if it is for everybody. A failure is that of all who wait.
   * @returns a response if it is for this visitor only
   */
  async render(key: string, render: Render): Promise<RenderedPage | Response> {
    const underWay = this.#underWayFor(key)
    if (underWay) {
      const made = await underWay.made
      if (underWay.removed) return this.render(key, render)
      if (!(made instanceof Response)) {
        this.counts.shared++
        return made
      }
    }
    return this.#begin(key, render).made
  }

  /** Returns what is being rendered for this page, unless it began so long ago that it is outdated. */
  #underWayFor(key: string): Rendering | undefined {
    const rendering = this.#underWay.get(key)
    const [first] = rendering?.additions ?? []
    return first && this.#now() >= first.at + STALE_MS ? undefined : rendering
  }

  #renew(key: string, render: Render): void {
    try {
      // A failure is reported by `render`; the old page stays for its time.
      this.#begin(key, render).made.catch(() => {})
    } catch {
      // This visitor may not have a page rendered: the next one may.
    }
  }

  #begin(key: string, render: Render): Rendering {
    const responding = render()
    this.counts.rendered++
    const finish = async () => {
      try {
        return await this.#finish(key, await responding, rendering)
      } finally {
        if (this.#underWay.get(key) === rendering) this.#underWay.delete(key)
      }
    }
    const rendering: Rendering = { made: responding.then(finish, finish), additions: [], removed: false }
    this.#underWay.set(key, rendering)
    return rendering
  }

  async #finish(key: string, response: Response, rendering: Rendering): Promise<RenderedPage | Response> {
    const isKept = isForEverybody(response)
    if (!isKept && !isFailure(response)) return response
    const page = await pageOf(response, { now: this.#now, dictionaries: this.#dictionaries })
    // It is not the newest one if pages were removed meanwhile, or outdated so long ago that another one was begun.
    if (!isKept || this.#underWay.get(key) !== rendering) return page
    for (const addition of rendering.additions) outdate(page, addition)
    const former = this.#pages.get(key)
    if (former?.etag === page.etag) {
      // The same bytes need not be compressed again.
      page.ready = former.ready
      page.requests = former.requests
      page.requestsBefore = former.requestsBefore
    }
    this.#drop(key)
    this.#pages.set(key, page)
    this.#bytes += page.body.length
    this.#makeRoom()
    return page
  }

  /** Evicts the oldest pages first; one requested again since the last eviction stays, so that invented addresses do not displace real pages. */
  #makeRoom(): void {
    for (const [key, page] of this.#pages) {
      if (this.#bytes <= MOST_BYTES) break
      if (page.requests > page.requestsBefore + 1) {
        page.requestsBefore = page.requests
        this.#pages.delete(key)
        this.#pages.set(key, page)
      } else this.#drop(key)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.body.length ?? 0
    this.#pages.delete(key)
  }
}

/** A page that the addition touches is sent until `STALE_MS` after it at most. */
function outdate(page: RenderedPage, { touches, at }: Addition): void {
  const isTouched = touches === 'everything' || page.shows.some((key) => key === EVERY_PUBLICATION || touches.includes(key))
  if (!isTouched) return
  page.staleFrom = Math.min(page.staleFrom, at)
  page.until = Math.min(page.until, at + STALE_MS)
}

type Making = { now: () => number; dictionaries: PageDictionaries | undefined }
/** Reads a response, whose bytes are the same for everybody. */
async function pageOf(rendered: Response, { now, dictionaries }: Making): Promise<RenderedPage> {
  const { etag: known, 'content-length': _, [SURROGATE_KEY_HEADER]: keys, ...headers } = Object.fromEntries(rendered.headers)
  // A request id identifies one request, and this response is for many.
  if (rendered.status === 200) delete headers['x-request-id']
  const dictionary = varyByEncoding(headers, dictionaries)
  const body = await bytesOf(rendered)
  const until = now() + CACHED_FOR_MS
  return {
    status: rendered.status,
    headers: Object.entries(headers).flat(),
    body,
    ready: new Map(),
    dictionary,
    // Exactly these bytes are cached, so the weak ETag computed from them is a strong one.
    etag: known?.replace(/^W\//, '') ?? `"${hash('sha1', body, 'base64url')}"`,
    shows: keys?.split(' ') ?? [EVERY_PUBLICATION],
    staleFrom: until - STALE_MS,
    until,
    requests: 0,
    requestsBefore: 0,
  }
}

/** Whether a rendered response is the same for everybody: a complete, public HTML page without cookies. */
export function isForEverybody(rendered: Response): boolean {
  return (
    rendered.status === 200 &&
    !rendered.headers.has('set-cookie') &&
    (rendered.headers.get('cache-control') ?? '').includes('public') &&
    (rendered.headers.get('content-type') ?? '').startsWith('text/html')
  )
}

/** Whether the website failed, for whomever the page was rendered. */
function isFailure({ status, headers }: Response): boolean {
  return status >= 500 && !headers.has('set-cookie')
}

export function sendPage(page: RenderedPage, request: IncomingMessage, response: ServerResponse): void {
  const { headers, etag, dictionary } = page
  const withDictionary = isKnown(dictionary, request)
  const encoding = withDictionary ? 'dcz' : encodingFor(request.headers['accept-encoding'])
  if (page.status === 200 && request.headers['if-none-match']?.includes(etag.slice(1, -1))) {
    response.writeHead(304, [...headers, 'etag', tagOf(etag, encoding)]).end()
    return
  }
  if (++page.requests === POPULAR) pressAgain(page)
  const ready = page.ready.get(encoding)
  if (ready) {
    response.writeHead(page.status, ready.headers).end(ready.body)
    return
  }
  pressed(page, encoding, 'often')
    .then((body) => {
      // Two compressions may run at the same time; the smaller result has the higher quality.
      const other = page.ready.get(encoding)
      const made = other && other.body.length <= body.length ? other : readyAs(encoding, body, page)
      page.ready.set(encoding, made)
      response.writeHead(page.status, made.headers).end(made.body)
    })
    .catch((error: Error) => response.destroy(error))
}

async function pressed(
  { body, dictionary }: Pick<RenderedPage, 'body' | 'dictionary'>,
  encoding: PageEncoding,
  use: 'once' | 'often',
): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'dcz' ? compressWith(dictionary!, body, use) : compress(body, encoding, 'once')
}

/** Names in `Vary` what the encoding depends on, and in `Link` the dictionary for the next page, which is returned. */
function varyByEncoding(headers: Record<string, unknown>, dictionaries: PageDictionaries | undefined): PageDictionary | null {
  const dictionary = dictionaries?.of(headers) ?? null
  headers.vary = [headers.vary, 'accept-encoding', dictionary && 'available-dictionary'].filter(Boolean).join(', ')
  if (dictionary) headers.link = [headers.link, dictionary.link].filter(Boolean).join(', ')
  return dictionary
}

/** Returns the headers as they are written, names and values in turn: computed once for all requests. */
function readyAs(encoding: PageEncoding, body: Buffer, { headers, etag }: RenderedPage): Ready {
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return { body, headers: [...headers, ...encoded, 'etag', tagOf(etag, encoding), 'content-length', String(body.length)] }
}

function tagOf(etag: string, encoding: PageEncoding): string {
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
}

/** Compresses a popular page as much as possible: home pages then fit into the first packets of a connection. */
function pressAgain(page: RenderedPage): void {
  compress(page.body, 'br', 'always')
    .then((smallest) => page.ready.set('br', readyAs('br', smallest, page)))
    .catch(() => {})
}

async function bytesOf(answer: Response): Promise<Buffer> {
  const whole = wholeOf(answer) ?? (await answer.arrayBuffer())
  if (typeof whole === 'string') return Buffer.from(whole)
  return whole instanceof Uint8Array ? Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength) : Buffer.from(whole)
}

/** Sends text for a single request, compressed if that saves something. `dictionaries`: those of its pages. */
export async function sendOnce(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
  dictionaries?: PageDictionaries,
): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const dictionary = varyByEncoding(headers, dictionaries)
  const plain = await bytesOf(answer)
  const plainly = plain.length < UNCOMPRESSED_BYTES
  const withDictionary = !plainly && isKnown(dictionary, request)
  const encoding = plainly ? 'identity' : withDictionary ? 'dcz' : encodingOnce(request.headers['accept-encoding'])
  const bytes = await pressed({ body: plain, dictionary }, encoding, 'once')
  if (encoding !== 'identity') {
    headers['content-encoding'] = encoding
    if (typeof headers.etag === 'string' && !headers.etag.startsWith('W/')) headers.etag = `W/${headers.etag}`
  }
  headers['content-length'] = String(bytes.length)
  response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : bytes)
}
