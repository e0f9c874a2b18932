import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isLanguage, preferredLanguage } from '@kiosk/domain/locale'
import { regionOf } from '@kiosk/domain/regions'
import { wholeOf } from '@kiosk/domain/whole-answer'

type Encoding = 'br' | 'gzip' | 'identity'
type KeptPage = {
  status: number
  headers: Record<string, string>
  bodies: Map<Encoding, Promise<Buffer>>
  etag: string
  until: number
  asked: number
  /** Bytes as rendered. */
  size: number
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Pages are kept this long at most, so that offers end on time. Milliseconds. */
const KEPT_FOR = 60_000
/** Of pages as they were rendered; compressed they take a third more. */
const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_ADDRESS = 500
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

  forget(): void {
    this.#generation++
    this.#pages.clear()
    this.#bytes = 0
  }

  /** Which variant of a page this request asks for; null = not to be kept. */
  keyOf(request: IncomingMessage, country: string | null): string | null {
    const { method, url = '/', headers } = request
    if (method !== 'GET' || url.length > LONGEST_ADDRESS) return null
    const cookies = headers.cookie ?? ''
    if (/(?:^|; )(?:__Host-)?session=/.test(cookies)) return null
    const language = cookieOf(cookies, 'language')
    const { region, active } = regionOf(country)
    return [
      url,
      isLanguage(language) ? language : preferredLanguage(headers['accept-language']),
      isLanguage(language),
      active ? region.id : `${region.id} ${country}`,
      cookieOf(cookies, 'consent'),
      cookieOf(cookies, 'consent_social'),
      cookieOf(cookies, 'theme'),
      deviceOf(headers['user-agent'] ?? ''),
    ].join('|')
  }

  /** Answers from the cache; false = render it. */
  async answer(key: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const page = this.#pages.get(key)
    if (!page) return false
    if (page.until < Date.now()) {
      this.#drop(key)
      return false
    }
    await send(page, request, response)
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
    const { etag: known, 'content-length': _, ...headers } = Object.fromEntries(rendered.headers)
    headers.vary = [headers.vary, 'accept-encoding'].filter(Boolean).join(', ')
    const body = await bytesOf(rendered)
    // These very bytes are what is kept: a weak mark made from them is a strong one.
    const etag = known?.replace(/^W\//, '') ?? `"${hash('sha1', body, 'base64url')}"`
    const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(body)]])
    const page: KeptPage = {
      status: rendered.status,
      headers,
      bodies,
      etag,
      until: Date.now() + KEPT_FOR,
      asked: 0,
      size: body.length,
    }
    if (generation === this.#generation) {
      this.#drop(key)
      this.#pages.set(key, page)
      this.#bytes += body.length
      for (const oldest of this.#pages.keys()) {
        if (this.#bytes <= MOST_BYTES) break
        this.#drop(oldest)
      }
    }
    await send(page, request, response)
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.size ?? 0
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

async function send(page: KeptPage, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const tag = encoding === 'identity' ? page.etag : `${page.etag.slice(0, -1)}-${encoding}"`
  if (request.headers['if-none-match']?.includes(page.etag.slice(1, -1))) {
    response.writeHead(304, { ...page.headers, etag: tag }).end()
    return
  }
  if (++page.asked === POPULAR && encoding === 'br') pressAgain(page)
  let body = page.bodies.get(encoding)
  if (!body) {
    body = page.bodies.get('identity')!.then((plain) => compress(plain, encoding, QUALITY.once))
    page.bodies.set(encoding, body)
  }
  const bytes = await body
  const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  response.writeHead(page.status, { ...page.headers, ...encoded, etag: tag, 'content-length': bytes.length }).end(bytes)
}

/** What many ask for is worth the time to be as small as can be: the front pages then fit into a line's first packets. */
function pressAgain({ bodies }: KeptPage): void {
  bodies
    .get('identity')
    ?.then((plain) => compress(plain, 'br', QUALITY.always))
    .then((smallest) => bodies.set('br', Promise.resolve(smallest)))
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

function cookieOf(cookies: string, name: string): string {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(cookies)?.[1]?.slice(0, 8) ?? ''
}

/** Pages differ for crawlers (no forwarding) and for phones (install button). */
function deviceOf(agent: string): string {
  if (/bot|crawl|spider|slurp|preview|facebookexternalhit|lighthouse/i.test(agent)) return 'crawler'
  if (/android/i.test(agent)) return 'android'
  return /iphone|ipad|ipod/i.test(agent) ? 'ios' : 'desktop'
}
