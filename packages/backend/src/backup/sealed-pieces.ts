// Compresses and encrypts streams into pieces, which are objects of the backup's storage, and back, in constant memory. zstd and
// the format of age (https://age-encryption.org/v1): `cat 0* | age -d -i key.txt | zstd -d` reads them without this program.
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Files } from '../adapters/storage/port.ts'
import { StorageError } from '../adapters/storage/s3-bucket.ts'
import { BackupError } from './backup-error.ts'

/** Size of a piece, which writer and reader hold in memory. */
const PIECE_BYTES = 16 * 1024 ** 2
const COMPRESSION_LEVEL = 3
const CHUNK_BYTES = 64 * 1024
/**
 * What zstd returns at once. With its default of 128 KB, compressing takes an eighth longer; with 1 MB for each of a hundred small
 * tables, collecting the memory takes longer than compressing them.
 */
const BUFFER_BYTES = 256 * 1024

/** Keys that open what is written; null = not encrypted. */
export type Recipients = readonly string[] | null
/** Private keys that open what was encrypted; null = it is not encrypted. */
export type Identities = readonly string[] | null

/** Name of a piece of a stream; the first is 1. */
export const pieceName = (folder: string, number: number) => `${folder}/${String(number).padStart(6, '0')}`

/** Writes a stream as pieces into a folder of the storage. @returns number of pieces and their size together, in bytes */
export async function writePieces(
  store: Files,
  folder: string,
  contents: AsyncIterable<Uint8Array>,
  recipients: Recipients,
): Promise<{ pieces: number; bytes: number }> {
  const compressed = pipeline(
    Readable.from(contents, { objectMode: false }),
    createZstdCompress({
      chunkSize: BUFFER_BYTES,
      params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    }),
    () => {},
  )
  const written = { pieces: 0, bytes: 0 }
  let parts: Uint8Array[] = []
  let size = 0
  const writePiece = async () => {
    await store.write(pieceName(folder, ++written.pieces), Buffer.concat(parts), { durable: true })
    written.bytes += size
    parts = []
    size = 0
  }
  for await (const chunk of recipients ? await encrypted(compressed, recipients) : compressed) {
    parts.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).length
    if (size >= PIECE_BYTES) await writePiece()
  }
  if (size > 0) await writePiece()
  return written
}

async function encrypted(contents: Readable, recipients: readonly string[]): Promise<AsyncIterable<Uint8Array>> {
  return fromWeb(await encrypterFor(recipients).encrypt(toWeb(contents)))
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
      // In small parts, because the decryption passes on all that it gets at once.
      for (let at = 0; at < piece.length; at += CHUNK_BYTES) yield piece.subarray(at, at + CHUNK_BYTES)
    }
  }
  try {
    const source = Readable.from(pieces(), { objectMode: false })
    const opened = identities ? fromWeb(await decrypterWith(identities).decrypt(toWeb(source))) : source
    yield* pipeline(opened, createZstdDecompress({ chunkSize: BUFFER_BYTES }), () => {})
  } catch (error) {
    throw readingError(error, folder)
  }
}

/** Returns a new private key and the public one that belongs to it. */
export async function createKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Encrypts a file as one object. */
export function sealed(contents: Uint8Array, recipients: readonly string[]): Promise<Uint8Array> {
  return encrypterFor(recipients).encrypt(contents)
}

/** Decrypts such an object. @throws BackupError */
export async function unsealed(contents: Uint8Array, name: string, identities: readonly string[]): Promise<Uint8Array> {
  try {
    return await decrypterWith(identities).decrypt(contents)
  } catch (error) {
    throw readingError(error, name)
  }
}

function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const each of recipients) encrypter.addRecipient(each)
  return encrypter
}

function decrypterWith(identities: readonly string[]): Decrypter {
  const decrypter = new Decrypter()
  for (const each of identities) decrypter.addIdentity(each)
  return decrypter
}

/** Returns errors of the storage as they are; anything else means that the key or the contents are wrong. */
function readingError(error: unknown, name: string): unknown {
  if (error instanceof BackupError || error instanceof StorageError || (error as NodeJS.ErrnoException).syscall) return error
  const { message } = error as Error
  if (/no identity matched/.test(message)) return new BackupError(`The key does not open the backup (${name}).`)
  return new BackupError(`${name} of the backup is damaged: ${message}.`)
}

// The types of the library are those of browsers.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as WebStream<Uint8Array>)
