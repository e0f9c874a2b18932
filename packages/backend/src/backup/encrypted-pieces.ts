// Compresses and encrypts streams into pieces, which are objects of the backup storage, and reads them back, in constant memory.
// It uses zstd and the format of age (https://age-encryption.org/v1): `cat 0* | age -d -i key.txt | zstd -d` reads them without
// this program.
import { hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Files } from '../adapters/storage/port.ts'
import { StorageError } from '../adapters/storage/storage-error.ts'
import { decrypted, encrypted, following, whole } from './age.ts'
import { BackupError } from './backup-error.ts'

/** Size of a piece, which writer and reader hold in memory. */
const PIECE_BYTES = 16 * 1024 ** 2
const COMPRESSION_LEVEL = 2
/**
 * Size of zstd's output buffer. With its default of 128 KB, compressing takes an eighth longer; with 1 MB for each of a hundred
 * small tables, collecting the memory takes longer than compressing them.
 */
const BUFFER_BYTES = 256 * 1024

/** Keys for which the written data are encrypted; null = not encrypted. */
export type Recipients = readonly string[] | null
/** Private keys that open encrypted data; null = not encrypted. */
export type Identities = readonly string[] | null

/** An object of the storage: its size in bytes, and the hash of what is stored, which is checked without a key. */
export type Piece = { bytes: number; sha256: string }

export const sha256Of = (stored: Uint8Array) => hash('sha256', stored, 'hex')

/** Name of a piece of a stream; the first is 1. */
export const pieceName = (folder: string, number: number) => `${folder}/${String(number).padStart(6, '0')}`

/**
 * Writes a stream as pieces into a folder of the storage; an empty stream has none.
 * @returns the pieces in order, and their total size in bytes
 */
export async function writePieces(
  store: Files,
  folder: string,
  contents: AsyncIterable<Uint8Array>,
  recipients: Recipients,
): Promise<{ pieces: Piece[]; bytes: number }> {
  const written: { pieces: Piece[]; bytes: number } = { pieces: [], bytes: 0 }
  const source = contents[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done) return written
  const compressed = pipeline(
    Readable.from(following(first.value, source), { objectMode: false }),
    createZstdCompress({
      chunkSize: BUFFER_BYTES,
      params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    }),
    () => {},
  )
  let parts: Uint8Array[] = []
  let size = 0
  const writePiece = async () => {
    const piece = Buffer.concat(parts)
    written.pieces.push({ bytes: size, sha256: sha256Of(piece) })
    await store.write(pieceName(folder, written.pieces.length), piece, { durable: true })
    written.bytes += size
    parts = []
    size = 0
  }
  for await (const chunk of recipients ? encrypted(compressed, recipients) : (compressed as AsyncIterable<Buffer>)) {
    parts.push(chunk)
    size += chunk.length
    if (size >= PIECE_BYTES) await writePiece()
  }
  if (size > 0) await writePiece()
  return written
}

/**
 * Reads a stream that was written as pieces.
 * @throws BackupError if a piece is missing or damaged, or no identity opens it
 */
export async function* readPieces(
  store: Files,
  folder: string,
  count: number,
  identities: Identities,
): AsyncGenerator<Buffer, void, undefined> {
  async function* pieces() {
    for (let number = 1; number <= count; number++) {
      const piece = await store.read(pieceName(folder, number))
      if (!piece) throw new BackupError(`${pieceName(folder, number)} is missing in the backup.`)
      yield piece
    }
  }
  if (count === 0) return
  try {
    const opened = identities ? decrypted(pieces(), identities) : pieces()
    yield* pipeline(Readable.from(opened, { objectMode: false }), createZstdDecompress({ chunkSize: BUFFER_BYTES }), () => {})
  } catch (error) {
    throw readingError(error, folder)
  }
}

/** Encrypts a file as one object. */
export function encryptedFile(contents: Uint8Array, recipients: readonly string[]): Promise<Buffer> {
  return whole(encrypted(only(contents), recipients))
}

/** Decrypts such an object. @throws BackupError */
export async function decryptedFile(contents: Uint8Array, name: string, identities: readonly string[]): Promise<Buffer> {
  try {
    return await whole(decrypted(only(contents), identities))
  } catch (error) {
    throw readingError(error, name)
  }
}

async function* only(contents: Uint8Array): AsyncGenerator<Uint8Array> {
  yield contents
}

/** Returns errors of the storage unchanged; any other error means that the key or the contents are wrong. */
function readingError(error: unknown, name: string): unknown {
  if (error instanceof BackupError || error instanceof StorageError || (error as NodeJS.ErrnoException).syscall) return error
  const { message } = error as Error
  if (/no identity matched/.test(message)) return new BackupError(`The key does not open the backup (${name}).`)
  return new BackupError(`${name} of the backup is damaged: ${message}.`)
}
