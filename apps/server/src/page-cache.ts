import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { carriesToken } from '@kiosk/domain/accounts/token-parameters'
import { addressOf } from '@kiosk/domain/addresses'
import { bringsPersonalCookie, type PageVariant, variantKey, variantOf } from '@kiosk/domain/page-variant'
import { wholeOf } from '@kiosk/domain/whole-response'

type Encoding = 'br' | 'gzip' | 'identity'
type KeptPage = {
  status: number
  /** Names and values in turn, without those that depend on the encoding. */
  headers: string[]
  body: Buffer
  ready: Map<Encoding, Ready>
  etag: string
  until: number
  requests: number
  /** When room was last made. */
  requestsBefore: number
}
type Ready = { body: Buffer; headers: string[] }
/** A page that is the same for every anonymous visitor of a variant; `key` null: too long an address to be kept. */
export type SharedPage = { key: string | null; variant: PageVariant }

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Pages are kept this long at most, so that offers end on time. Milliseconds. */
const KEPT_FOR = 60_000
/** Of pages as they were rendered; compressed they take a third more. */
const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_ADDRESS = 500
/** Headers that are remembered with their variant. Characters. */
const LONGEST_HEADERS = 500
/** This page leads back to the one before: its answer depends on more than a variant. */
const READS_REFERRER = addressOf('logout')
/** Ways in which browsers describe themselves that are remembered. */
const MOST_VARIANTS = 5_000
/** Asked for so many times, a kept page is one of the popular ones. */
const POPULAR = 3
/** Shorter texts travel as they are. Bytes. */
const SHORT = 1_000

/**
 * Anonymous pages as they were rendered, one for each language, region, consent, theme and kind of device.
 * A change of the catalogue forgets them all; visitors with a session never meet the cache.
 */
export class PageCache {
  #pages = new Map<string, KeptPage>()
  #generation = 0
  #bytes = 0
  /** Browsers say the same of themselves with every request. */
  readonly #variants = new Map<string, { variant: PageVariant; suffix: string } | null>()

  forget(): void {
    this.#generation++
    this.#pages.clear()
    this.#bytes = 0
  }

  /** Which page this request asks for where it is nobody's own; null = it may be somebody's. */
  sharedPageOf(request: IncomingMessage, country: string | null): SharedPage | null {
    const { method, url = '/', headers } = request
    if (method !== 'GET' || headers.authorization !== undefined) return null
    // Whether a token works by itself depends on how its holder came here.
    if (url.startsWith(READS_REFERRER) || carriesToken(url)) return null
    const { cookie = '', 'accept-language': acceptLanguage = '', 'user-agent': userAgent = '' } = headers
    const variantHeaders = `${country}\n${acceptLanguage}\n${userAgent}\n${cookie}`
    let known = this.#variants.get(variantHeaders)
    if (known === undefined) {
      const variant = bringsPersonalCookie(cookie) ? null : variantOf({ cookie, acceptLanguage, userAgent }, country)
      known = variant && { variant, suffix: variantKey(variant) }
      if (this.#variants.size >= MOST_VARIANTS) this.#variants.clear()
      if (variantHeaders.length <= LONGEST_HEADERS) this.#variants.set(variantHeaders, known)
    }
    if (known === null) return null
    return { variant: known.variant, key: url.length > LONGEST_ADDRESS ? null : url + known.suffix }
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

  /** Sends what was rendered, and keeps it where it is the same for everybody who asks for `key`. */
  async sendAndKeep(
    key: string,
    generation: number,
    rendered: Response,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    // An id names one request, and this answer is for many.
    const { etag: known, 'content-length': _, 'x-request-id': __, ...headers } = Object.fromEntries(rendered.headers)
    headers.vary = [headers.vary, 'accept-encoding'].filter(Boolean).join(', ')
    const hsts = response.getHeader('strict-transport-security')
    if (hsts !== undefined) headers['strict-transport-security'] = String(hsts)
    const body = await bytesOf(rendered)
    // These very bytes are what is kept: a weak mark made from them is a strong one.
    const etag = known?.replace(/^W\//, '') ?? `"${hash('sha1', body, 'base64url')}"`
    const page: KeptPage = {
      status: rendered.status,
      headers: Object.entries(headers).flat(),
      body,
      ready: new Map(),
      etag,
      until: Date.now() + KEPT_FOR,
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

  /** The oldest go first; what was asked for again since the last time stays once more, so that invented addresses push out no page that is read. */
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

/** Whether a rendered answer is the same for everybody: a whole HTML page that sets no cookie and calls itself public. */
export function isForEverybody(rendered: Response): boolean {
  return (
    rendered.status === 200 &&
    !rendered.headers.has('set-cookie') &&
    (rendered.headers.get('cache-control') ?? '').includes('public') &&
    (rendered.headers.get('content-type') ?? '').startsWith('text/html')
  )
}

function send(page: KeptPage, request: IncomingMessage, response: ServerResponse): void {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const { headers, etag } = page
  if (request.headers['if-none-match']?.includes(etag.slice(1, -1))) {
    response.writeHead(304, [...headers, 'etag', tagOf(etag, encoding)]).end()
    return
  }
  if (++page.requests === POPULAR && encoding === 'br') pressAgain(page)
  const ready = page.ready.get(encoding)
  if (ready) {
    response.writeHead(page.status, ready.headers).end(ready.body)
    return
  }
  const pressing = encoding === 'identity' ? Promise.resolve(page.body) : compress(page.body, encoding, QUALITY.once)
  pressing
    .then((body) => {
      // Two may press at once; what is smaller was pressed harder.
      const other = page.ready.get(encoding)
      const made = other && other.body.length <= body.length ? other : readyAs(encoding, body, page)
      page.ready.set(encoding, made)
      response.writeHead(page.status, made.headers).end(made.body)
    })
    .catch((error: Error) => response.destroy(error))
}

/** Names and values in turn, as they are written: made once for all who ask. */
function readyAs(encoding: Encoding, body: Buffer, { headers, etag }: KeptPage): Ready {
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return { body, headers: [...headers, ...encoded, 'etag', tagOf(etag, encoding), 'content-length', String(body.length)] }
}

function tagOf(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
}

/** What many ask for is worth the time to be as small as can be: the front pages then fit into a line's first packets. */
function pressAgain(page: KeptPage): void {
  compress(page.body, 'br', QUALITY.always)
    .then((smallest) => page.ready.set('br', readyAs('br', smallest, page)))
    .catch(() => {})
}

export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const header = String(accepted ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(header)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(header)) return 'gzip'
  return 'identity'
}

/**
 * Brotli's quality for what is sent once (a third of the time of 5, a tenth more bytes), to many, and for ever.
 * More than 5 is slow beyond all proportion.
 */
export const QUALITY = { once: 3, often: 5, always: 11 } as const

export function compress(plain: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(plain, { level: quality === QUALITY.once ? 3 : 6 })
  // A window as large as the text finds all that there is, and takes no megabytes for a page.
  const window = Math.min(22, Math.max(16, Math.ceil(Math.log2(plain.length + 1))))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return brotli(plain, { params })
}

async function bytesOf(answer: Response): Promise<Buffer> {
  const whole = wholeOf(answer) ?? (await answer.arrayBuffer())
  if (typeof whole === 'string') return Buffer.from(whole)
  return whole instanceof Uint8Array ? Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength) : Buffer.from(whole)
}

/** Sends text that nobody else will ask for, compressed where that saves something. */
export async function sendOnce(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  headers.vary = [headers.vary, 'accept-encoding'].filter(Boolean).join(', ')
  const plain = await bytesOf(answer)
  const encoding = plain.length < SHORT ? 'identity' : encodingFor(request.headers['accept-encoding'])
  const bytes = encoding === 'identity' ? plain : await compress(plain, encoding, QUALITY.once)
  if (encoding !== 'identity') {
    headers['content-encoding'] = encoding
    if (typeof headers.etag === 'string' && !headers.etag.startsWith('W/')) headers.etag = `W/${headers.etag}`
  }
  headers['content-length'] = String(bytes.length)
  response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : bytes)
}
