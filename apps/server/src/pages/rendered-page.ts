import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { concatenated, PageTemplate } from '@kiosk/domain/page-template'
import type { Look } from '@kiosk/domain/page-variant'
import { EVERY_PUBLICATION, SURROGATE_KEY_HEADER } from '@kiosk/domain/surrogate-keys'
import { pageOf, wholeOf } from '@kiosk/domain/whole-response'
import { LRUCache } from 'lru-cache'
import { isKnown, type PageDictionaries, type PageDictionary } from '../dictionary/page-dictionaries.ts'
import { compress, compressWith, encodingFor, encodingOnce, type PageEncoding } from '../http/compression.ts'
import { type Frame, framesIn } from '../http/zstd-frames.ts'

/** A rendered page that is sent to everybody who asked for it, filled with the look of each. */
export type RenderedPage = {
  status: number
  /** Names and values in turn, without those that depend on the look or the encoding. */
  headers: string[]
  template: PageTemplate
  /** The part of the look for which it was made, apart from what its template leaves open. */
  varies: readonly (keyof Look)[]
  /** The most recently requested ones, by the key of the look. */
  filled: LRUCache<string, FilledPage>
  dictionary: PageDictionary | null
  etag: string
  /** What it shows: its surrogate keys. */
  shows: readonly string[]
  /** Milliseconds since 1970. */
  renderedAt: number
  /** Something that it may show has changed since its rendering began. */
  isOld?: true
  /** Size in memory, estimated. */
  bytes: number
}
/** The page for one look, in its compressed forms. */
type FilledPage = { body(): Buffer; ready: Map<PageEncoding, Ready>; etag: string; requests: number; isSmallest: boolean }
type Ready = { body: Buffer; headers: string[] }
/** A response as it was sent. `headers`: names and values in turn, with the ETag and without what belongs to one request. */
export type Sent = { headers: string[]; etag: string; frames: readonly Frame[] }

/** Requests with brotli after which a page counts as popular. */
const POPULAR_REQUESTS = 3
/** Number of looks for which the compressed forms of a page are kept: nearly all visitors have one of a few looks. */
const MOST_LOOKS = 8
/** Size of a page in memory, as a multiple of its template: the compressed forms of some looks take as much again. */
const SIZE_WITH_LOOKS = 2
/** Shorter texts are sent uncompressed. */
const UNCOMPRESSED_BYTES = 1_000

/** Reads a response whose bytes are the same for everybody with the same look. `renderedAt`: milliseconds since 1970. */
export async function renderedPage(
  response: Response,
  dictionaries: PageDictionaries | undefined,
  renderedAt: number,
): Promise<RenderedPage> {
  const { etag: known, 'content-length': _, [SURROGATE_KEY_HEADER]: keys, ...headers } = Object.fromEntries(response.headers)
  // A request id identifies one request, and this response is for many.
  if (response.status === 200) delete headers['x-request-id']
  const dictionary = varyByEncoding(headers, dictionaries)
  const page = pageOf(response)
  const template = page?.template ?? new PageTemplate([{ bytes: await bytesOf(response) }])
  return {
    status: response.status,
    headers: Object.entries(headers).flat(),
    template,
    varies: page?.varies ?? [],
    filled: new LRUCache({ max: MOST_LOOKS }),
    dictionary,
    etag: etagOf(template, known),
    shows: keys?.split(' ') ?? [EVERY_PUBLICATION],
    renderedAt,
    bytes: SIZE_WITH_LOOKS * template.bytes,
  }
}

/** Exactly these bytes are kept, so the weak ETag computed from them is a strong one, unless the template has slots. */
function etagOf({ parts, names }: PageTemplate, known: string | undefined): string {
  if (known && names.length === 0) return known.replace(/^W\//, '')
  const bytes = parts.map((part) => ('bytes' in part ? part.bytes : Buffer.from(JSON.stringify(part))))
  return `"${hash('sha1', concatenated(bytes), 'base64url')}"`
}

/**
 * Sends a page with the look of this visitor.
 * @param to `more`: headers of this response alone, names and values in turn
 * @param begin called before the page is compressed for a look that is not kept; may throw. What it returns is called afterwards
 */
export function sendPage(
  page: RenderedPage,
  { look, more }: { look: Look; more: readonly string[] },
  request: IncomingMessage,
  response: ServerResponse,
  begin?: () => (() => void) | undefined,
): void {
  const { headers, dictionary } = page
  const filled = filledWith(page, look)
  const { etag } = filled
  const withDictionary = isKnown(dictionary, request)
  const encoding = withDictionary ? 'dcz' : encodingFor(request.headers['accept-encoding'])
  if (page.status === 200 && request.headers['if-none-match']?.includes(etag.slice(1, -1))) {
    response.writeHead(304, [...headers, 'etag', tagOf(etag, encoding), ...more]).end()
    return
  }
  const ready = filled.ready.get(encoding)
  if (ready) {
    if (encoding === 'br' && ++filled.requests >= POPULAR_REQUESTS) compressAgain(page, filled)
    response.writeHead(page.status, withMore(ready.headers, more)).end(ready.body)
    return
  }
  if (encoding === 'identity') {
    const { headers, body } = readyAs(encoding, filled.body(), page, filled)
    response.writeHead(page.status, withMore(headers, more)).end(body)
    return
  }
  const done = begin?.()
  compressedAs(filled.body(), encoding, dictionary, 'often')
    .then((body) => {
      // Two compressions may run at the same time; the smaller result has the higher quality.
      const known = filled.ready.get(encoding)
      const made = known && known.body.length <= body.length ? known : readyAs(encoding, body, page, filled)
      filled.ready.set(encoding, made)
      response.writeHead(page.status, withMore(made.headers, more)).end(made.body)
    })
    .catch((error: Error) => response.destroy(error))
    .finally(done)
}

function withMore(headers: string[], more: readonly string[]): string[] {
  return more.length > 0 ? [...headers, ...more] : headers
}

function filledWith({ template, filled, etag }: RenderedPage, look: Look): FilledPage {
  const key = template.keyOf(look)
  const known = filled.get(key)
  if (known) return known
  const body = () => asBuffer(concatenated(template.fill(look).map(({ bytes }) => bytes)))
  const tag = key ? `${etag.slice(0, -1)}-${hash('sha1', key, 'base64url').slice(0, 8)}"` : etag
  const made: FilledPage = { body, ready: new Map(), etag: tag, requests: 0, isSmallest: false }
  filled.set(key, made)
  return made
}

/** Returns the headers as they are written, names and values in turn: computed once for all requests. */
function readyAs(encoding: PageEncoding, body: Buffer, { headers }: RenderedPage, { etag }: FilledPage): Ready {
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return { body, headers: [...headers, ...encoded, 'etag', tagOf(etag, encoding), 'content-length', String(body.length)] }
}

function tagOf(etag: string, encoding: PageEncoding): string {
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
}

/** A page is being compressed as much as possible, which takes up to a tenth of a second of a processor. */
let compressing = false

/**
 * Compresses a popular page as much as possible: home pages then fit into the first packets of a connection. One page at a time;
 * another one is compressed after one of its next requests.
 */
function compressAgain(page: RenderedPage, filled: FilledPage): void {
  if (filled.isSmallest || compressing) return
  compressing = true
  filled.isSmallest = true
  compress(filled.body(), 'br', 'always')
    .then((smallest) => filled.ready.set('br', readyAs('br', smallest, page, filled)))
    .catch(() => {})
    .finally(() => {
      compressing = false
    })
}

async function compressedAs(
  body: Buffer,
  encoding: PageEncoding,
  dictionary: PageDictionary | null,
  use: 'once' | 'often',
): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'dcz' ? compressWith(dictionary!, body, use) : compress(body, encoding, 'once')
}

/** Sets in `Vary` what the encoding depends on, and in `Link` the dictionary for the next page. Returns that dictionary. */
function varyByEncoding(headers: Record<string, unknown>, dictionaries: PageDictionaries | undefined): PageDictionary | null {
  const dictionary = dictionaries?.of(headers) ?? null
  headers.vary = [headers.vary, 'accept-encoding', dictionary && 'available-dictionary'].filter(Boolean).join(', ')
  if (dictionary) headers.link = [headers.link, dictionary.link].filter(Boolean).join(', ')
  return dictionary
}

async function bytesOf(answer: Response): Promise<Buffer<ArrayBuffer>> {
  const whole = wholeOf(answer) ?? (await answer.arrayBuffer())
  if (typeof whole === 'string') return Buffer.from(whole)
  return whole instanceof Uint8Array ? asBuffer(whole as Uint8Array<ArrayBuffer>) : Buffer.from(whole)
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/**
 * Sends text for a single request, compressed if that saves something. `dictionaries`: those of its pages; `keep` gets what is
 * sent. A client that has it already gets 304.
 */
export async function sendOnce(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
  dictionaries?: PageDictionaries,
  keep?: (sent: Sent) => void,
): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const dictionary = varyByEncoding(headers, dictionaries)
  const plain = await bytesOf(answer)
  const plainly = plain.length < UNCOMPRESSED_BYTES
  const withDictionary = !plainly && isKnown(dictionary, request)
  const encoding = plainly ? 'identity' : withDictionary ? 'dcz' : encodingOnce(request.headers['accept-encoding'])
  const pieces = pageOf(answer)?.pieces
  const frames: Frame[] =
    pieces && decodesFrames(request, encoding)
      ? await framesIn(pieces, encoding, dictionary)
      : [{ bytes: await compressedAs(plain, encoding, dictionary, 'once'), isShared: false }]
  const length = frames.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (encoding !== 'identity') {
    headers['content-encoding'] = encoding
    if (typeof headers.etag === 'string' && !headers.etag.startsWith('W/')) headers.etag = `W/${headers.etag}`
  }
  headers['content-length'] = String(length)
  const { etag } = headers
  if (keep && typeof etag === 'string') {
    // A request id identifies one request.
    const { 'x-request-id': _, ...rest } = headers
    keep({ headers: Object.entries(rest).flatMap(([name, value]) => [name, String(value)]), etag, frames })
    if (answer.status === 200 && request.headers['if-none-match'] === etag) {
      const { 'content-length': __, 'content-encoding': ___, ...known } = headers
      response.writeHead(304, known).end()
      return
    }
  }
  response.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : joined(frames))
}

function joined([first, ...more]: readonly Frame[]): Uint8Array {
  return more.length === 0 ? first!.bytes : Buffer.concat([first!, ...more].map(({ bytes }) => bytes))
}

/** Sends a page that was kept as it was sent before, unless the client has it. */
export function sendAgain({ headers, etag, frames }: Sent, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match'] === etag) response.writeHead(304, withoutBody(headers)).end()
  else response.writeHead(200, headers).end(joined(frames))
}

/** Returns header fields without those that describe the body. */
function withoutBody(headers: readonly string[]): string[] {
  const left: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!
    if (name !== 'content-length' && name !== 'content-encoding') left.push(name, headers[at + 1]!)
  }
  return left
}

/** Browsers decode several zstd frames in one response (RFC 8878, 3.1); some other clients read the first one only. */
function decodesFrames({ headers }: IncomingMessage, encoding: PageEncoding): encoding is 'zstd' | 'dcz' {
  return encoding === 'dcz' || (encoding === 'zstd' && headers['sec-fetch-dest'] === 'document')
}
