import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { carriesToken } from '@kiosk/domain/accounts/token-parameters'
import { addressOf } from '@kiosk/domain/addresses'
import { bringsPersonalCookie, type PageVariant, variantKey, variantOf } from '@kiosk/domain/page-variant'
import { wholeOf } from '@kiosk/domain/whole-response'
import { compress, compressWith, encodingFor, encodingOnce, type PageEncoding } from './compression.ts'
import { isKnown, type PageDictionaries, type PageDictionary } from './dictionary/page-dictionaries.ts'

type KeptPage = {
  status: number
  /** Names and values in turn, without those that depend on the encoding. */
  headers: string[]
  body: Buffer
  ready: Map<PageEncoding, Ready>
  dictionary: PageDictionary | null
  etag: string
  until: number
  requests: number
  /** Value of `requests` when pages were last evicted. */
  requestsBefore: number
}
type Ready = { body: Buffer; headers: string[] }
/** A page that is the same for every visitor of a variant; `key` null: the address is too long to be cached. */
export type SharedPage = { key: string | null; variant: PageVariant }

/** Maximum age of a page, so that offers end on time. */
const CACHED_FOR_MS = 60_000
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
 * Rendered pages for visitors, one for each language, region, consent, theme and kind of device. A change of the catalogue
 * removes them all; requests with a session never use the cache.
 */
export class PageCache {
  readonly #dictionaries: PageDictionaries | undefined
  #pages = new Map<string, KeptPage>()
  #generation = 0
  #bytes = 0
  /** Variants by headers, because browsers send the same headers with every request. */
  readonly #variants = new Map<string, { variant: PageVariant; suffix: string } | null>()

  constructor(dictionaries?: PageDictionaries) {
    this.#dictionaries = dictionaries
  }

  forget(): void {
    this.#generation++
    this.#pages.clear()
    this.#bytes = 0
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

  /** Answers from the cache; false = render it. */
  answer(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const page = this.#pages.get(key)
    if (!page) return false
    if (page.until < Date.now()) {
      this.#drop(key)
      return false
    }
    send(page, request, response)
    return true
  }

  /** Sends a rendered page, and caches it if it is the same for every request of `key`. */
  async sendAndKeep(
    key: string,
    generation: number,
    rendered: Response,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    // A request id identifies one request, and this response is for many.
    const { etag: known, 'content-length': _, 'x-request-id': __, ...headers } = Object.fromEntries(rendered.headers)
    const dictionary = varyByEncoding(headers, this.#dictionaries)
    const hsts = response.getHeader('strict-transport-security')
    if (hsts !== undefined) headers['strict-transport-security'] = String(hsts)
    const body = await bytesOf(rendered)
    // Exactly these bytes are cached, so the weak ETag computed from them is a strong one.
    const etag = known?.replace(/^W\//, '') ?? `"${hash('sha1', body, 'base64url')}"`
    const page: KeptPage = {
      status: rendered.status,
      headers: Object.entries(headers).flat(),
      body,
      ready: new Map(),
      dictionary,
      etag,
      until: Date.now() + CACHED_FOR_MS,
      requests: 0,
      requestsBefore: 0,
    }
    if (generation === this.#generation) {
      this.#drop(key)
      this.#pages.set(key, page)
      this.#bytes += body.length
      this.#makeRoom()
    }
    send(page, request, response)
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

  get generation(): number {
    return this.#generation
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

function send(page: KeptPage, request: IncomingMessage, response: ServerResponse): void {
  const { headers, etag, dictionary } = page
  const withDictionary = isKnown(dictionary, request)
  const encoding = withDictionary ? 'dcz' : encodingFor(request.headers['accept-encoding'])
  if (request.headers['if-none-match']?.includes(etag.slice(1, -1))) {
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
  { body, dictionary }: Pick<KeptPage, 'body' | 'dictionary'>,
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
function readyAs(encoding: PageEncoding, body: Buffer, { headers, etag }: KeptPage): Ready {
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return { body, headers: [...headers, ...encoded, 'etag', tagOf(etag, encoding), 'content-length', String(body.length)] }
}

function tagOf(etag: string, encoding: PageEncoding): string {
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
}

/** Compresses a popular page as much as possible: home pages then fit into the first packets of a connection. */
function pressAgain(page: KeptPage): void {
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
