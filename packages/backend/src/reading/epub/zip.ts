import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

/** A file of an archive. `contents` is called once, when its turn comes. `isStored`: not compressed. */
export type ZipPart = { path: string; contents: () => Promise<Uint8Array> | Uint8Array; isStored?: boolean }

const deflated = promisify(deflateRaw)
const LEVEL = 6
/** 2.0: the version that a program needs to unpack compressed files. */
const VERSION = 20
/** Paths are UTF-8. */
const FLAGS = 0x800
/** 1 January 1980, the first day of the format, so that an archive depends only on its contents. */
const [TIME, DAY] = [0, 0x21]
/** Limits without the extension for larger archives (ZIP64). */
const MOST_PARTS = 0xffff
const MOST_BYTES = 0xffff_ffff

/**
 * Writes an archive piece by piece, with one file in memory at a time. The same parts give the same bytes. Sizes precede the
 * contents, as EPUB requires for its first file and some programs for all files.
 * @throws Error if there are more than 65,535 files or 4 GB
 */
export async function* zip(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array<ArrayBufferLike>> {
  const entries: Buffer[] = []
  let offset = 0
  for (const { path, contents, isStored = false } of parts) {
    const data = await contents()
    const packed = isStored ? data : await deflated(data, { level: LEVEL })
    const name = Buffer.from(path)
    const about = description({ method: isStored ? 0 : 8, crc: crc32(data), packed: packed.length, size: data.length, name })
    const header = Buffer.concat([signature('PK\x03\x04'), about, name])
    entries.push(Buffer.concat([signature('PK\x01\x02'), u16(VERSION), about, Buffer.alloc(10), u32(offset), name]))
    offset += header.length + packed.length
    if (entries.length > MOST_PARTS || offset > MOST_BYTES) throw new Error('the archive is too large for its format')
    yield header
    yield packed
  }
  const directory = Buffer.concat(entries)
  const count = u16(entries.length)
  yield directory
  yield Buffer.concat([signature('PK\x05\x06'), Buffer.alloc(4), count, count, u32(directory.length), u32(offset), u16(0)])
}

/** What is written about a file both before it and in the directory. */
function description(file: { method: number; crc: number; packed: number; size: number; name: Buffer }): Buffer {
  const { method, crc, packed, size, name } = file
  return Buffer.concat([
    ...[VERSION, FLAGS, method, TIME, DAY].map(u16),
    ...[crc, packed, size].map(u32),
    ...[name.length, 0].map(u16),
  ])
}

const signature = (letters: string) => Buffer.from(letters, 'latin1')

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
