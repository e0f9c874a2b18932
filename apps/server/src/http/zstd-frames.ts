import type { Piece } from '@kiosk/domain/page-template'
import type { PageDictionary } from '../dictionary/page-dictionaries.ts'
import { compress, compressAtOnce, dictionaryHeader, frameWith, type Use } from './compression.ts'

/** Beginning of a frame of one segment whose size is in the next byte (RFC 8878, 3.1.1). */
const SHORT_FRAME = [0x28, 0xb5, 0x2f, 0xfd, 0x20]
/** Longest text of a frame whose size is one byte. */
const SHORT_FRAME_BYTES = 255
/** Largest piece for one reader that is compressed on this thread; it takes a tenth of a millisecond. */
const AT_ONCE_BYTES = 48 * 1024

/** Bytes to send. `isShared`: others get the same object. */
export type Frame = { bytes: Uint8Array; isShared: boolean }

/** Compresses a page in one zstd frame for each piece, joined, see `framesIn`. */
export async function framesOf(...page: Parameters<typeof framesIn>): Promise<Buffer> {
  return Buffer.concat((await framesIn(...page)).map(({ bytes }) => bytes))
}

/**
 * Compresses a page in one zstd frame for each piece. Shared pieces are compressed once; the rest of the work is copying.
 */
export async function framesIn(
  pieces: readonly Piece[],
  encoding: 'zstd' | 'dcz',
  dictionary: PageDictionary | null,
): Promise<Frame[]> {
  const used = encoding === 'dcz' ? dictionary : null
  const key = used?.known ?? ''
  const frames = pieces.map((piece) => {
    const { bytes, encoded } = piece
    if (!encoded) return bytes.length <= SHORT_FRAME_BYTES ? storedFrame(bytes) : frameOf(bytes, used, 'once')
    const known = encoded.get(key)
    if (known) return known
    const made = frameOf(bytes, used, 'often')
    encoded.set(key, made)
    made.catch(() => encoded.delete(key))
    return made
  })
  const all = (await Promise.all(frames)).map((bytes, at) => ({ bytes, isShared: pieces[at]!.encoded !== undefined }))
  return used ? [{ bytes: dictionaryHeader(used), isShared: false }, ...all] : all
}

/** Returns a frame with one block that is not compressed. */
function storedFrame(bytes: Uint8Array): Buffer {
  const block = (bytes.length << 3) | 1
  return Buffer.concat([Buffer.from([...SHORT_FRAME, bytes.length, block & 255, block >> 8, 0]), bytes])
}

async function frameOf(bytes: Uint8Array<ArrayBuffer>, dictionary: PageDictionary | null, use: Use): Promise<Buffer> {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (use === 'once' && !dictionary && plain.length <= AT_ONCE_BYTES) return compressAtOnce(plain)
  const frame = await (dictionary ? frameWith(dictionary, plain, use) : compress(plain, 'zstd', use))
  // It is a part of a 64 KB buffer, and the whole buffer would stay in memory with a frame that is kept.
  return use === 'once' ? frame : Buffer.from(Uint8Array.from(frame).buffer)
}
