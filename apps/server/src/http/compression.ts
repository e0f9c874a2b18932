import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress, zstdCompressSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity'
/** zstd with a dictionary that the browser has (RFC 9842); only where a dictionary belongs to the response. */
export type PageEncoding = Encoding | 'dcz'
/** How often the compressed bytes are sent. */
export type Use = 'once' | 'often' | 'always'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const zstandard = promisify(zstdCompress)

/** Maximum length of a header whose answer is remembered, and maximum number of answers. Browsers send one of a few headers. */
const LONGEST_HEADER_CHARACTERS = 100
const MOST_HEADERS = 200
/**
 * Levels by use. Measured for our pages (ADR-0271): zstd at 4 takes a third of the time of brotli at 3 for the same bytes, and
 * brotli is smaller where time does not matter.
 */
const LEVELS = {
  once: { zstd: 4, br: 3, gzip: 3 },
  often: { zstd: 6, br: 5, gzip: 6 },
  always: { zstd: 19, br: 11, gzip: 9 },
} as const

/** With a dictionary a level above 4 costs more: 9 takes three times as long for a tenth fewer bytes. */
const DICTIONARY_LEVELS = { once: 4, often: 9, always: 19 } as const
/** Beginning of a skippable frame of 32 bytes, in which the hash of the dictionary follows. */
const DCZ_MAGIC = Buffer.from('5e2a4d1820000000', 'hex')

/** Returns the encoding of a response that is kept and sent often: the smallest one. */
export const encodingFor = chooser(['br', 'zstd', 'gzip'])
/** Returns the encoding of a response that is sent once: the cheapest one. */
export const encodingOnce = chooser(['zstd', 'br', 'gzip'])

/**
 * Returns a function that reads `Accept-Encoding` (RFC 9110, 12.5.3) and returns our first choice among the encodings that the
 * client prefers.
 */
function chooser(ours: readonly Exclude<Encoding, 'identity'>[]) {
  const known = new LRUCache<string, Encoding>({ max: MOST_HEADERS })
  return (accepted: string | string[] | undefined): Encoding => {
    const header = String(accepted ?? '')
    const chosen = known.get(header)
    if (chosen) return chosen
    const weights = weightsIn(header)
    // Plain text is acceptable unless the header gives it another weight, and is never preferred to a requested encoding.
    let best: { encoding: Encoding; weight: number } = { encoding: 'identity', weight: weights.get('identity') ?? 0 }
    for (const encoding of ours.toReversed()) {
      const weight = weights.get(encoding) ?? weights.get('*') ?? 0
      if (weight > 0 && weight >= best.weight) best = { encoding, weight }
    }
    if (header.length <= LONGEST_HEADER_CHARACTERS) known.set(header, best.encoding)
    return best.encoding
  }
}

/** Whether the client decodes zstd with a dictionary. */
export function acceptsDictionaries(accepted: string | string[] | undefined): boolean {
  return (weightsIn(String(accepted ?? '')).get('dcz') ?? 0) > 0
}

type Dictionary = { bytes: Buffer; sha256: Buffer }

/** Compresses with a dictionary: a header, then a zstd frame (RFC 9842, 5). */
export async function compressWith(dictionary: Dictionary, plain: Buffer, use: Use): Promise<Buffer> {
  return Buffer.concat([dictionaryHeader(dictionary), await frameWith(dictionary, plain, use)])
}

/** Returns what precedes the frames: the SHA-256 of the dictionary in a skippable frame. */
export function dictionaryHeader({ sha256 }: Dictionary): Buffer {
  return Buffer.concat([DCZ_MAGIC, sha256])
}

/** Returns a zstd frame that refers to the dictionary. */
export function frameWith(dictionary: Dictionary, plain: Buffer, use: Use): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: DICTIONARY_LEVELS[use] }
  return zstandard(plain, { params, pledgedSrcSize: plain.length, dictionary: dictionary.bytes })
}

/** Returns the codings of the header with their weights, 0 to 1. A weight that cannot be read counts as 0. */
function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
    const isNumber = weight === undefined || /^(0(\.\d*)?|1(\.0*)?)$/.test(weight)
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, isNumber ? Number(weight ?? 1) : 0)
  }
  return weights
}

/**
 * Compresses a text of some kilobytes in a zstd frame for one client, synchronously: handing it to another thread takes twice as
 * long as compressing it.
 */
export function compressAtOnce(plain: Buffer): Buffer {
  return zstdCompressSync(plain, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVELS.once.zstd },
    pledgedSrcSize: plain.length,
  })
}

export function compress(plain: Buffer, encoding: Exclude<Encoding, 'identity'>, use: Use): Promise<Buffer> {
  const level = LEVELS[use][encoding]
  if (encoding === 'gzip') return gzipped(plain, { level })
  if (encoding === 'zstd')
    return zstandard(plain, { params: { [constants.ZSTD_c_compressionLevel]: level }, pledgedSrcSize: plain.length })
  // A window as large as the text finds all repetitions without using megabytes for a page.
  const window = Math.min(22, Math.max(16, Math.ceil(Math.log2(plain.length + 1))))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return brotli(plain, { params })
}

/** Compresses text in one piece; images and compressed responses stay as they are. */
export async function compressed(answer: Response, requested: Request): Promise<Response> {
  const encoding = encodingOnce(requested.headers.get('accept-encoding') ?? undefined)
  const text = /^(text\/|application\/([\w.+-]*json|xml|[\w.+-]*\+xml))/.test(answer.headers.get('content-type') ?? '')
  if (!text || encoding === 'identity' || !answer.body || answer.headers.has('content-encoding')) return answer
  const plain = Buffer.from(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.append('vary', 'Accept-Encoding')
  headers.delete('content-length')
  if (plain.length < 1_000) return new Response(plain, { status: answer.status, headers })
  headers.set('content-encoding', encoding)
  const etag = headers.get('etag')
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`)
  return new Response(new Uint8Array(await compress(plain, encoding, 'once')), { status: answer.status, headers })
}
