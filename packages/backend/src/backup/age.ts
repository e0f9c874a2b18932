// Files of age (https://age-encryption.org/v1). The library makes the header, which wraps the key of a file for its recipients.
// node:crypto encrypts the contents: ten times as fast as in JavaScript, and without a web stream for each chunk.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

const CIPHER = 'chacha20-poly1305'
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 16
const ENCRYPTED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES
/** A header is a few hundred bytes for each recipient. */
const MOST_HEADER_BYTES = 1024 ** 2

/** Returns a new private key and the public one that belongs to it. */
export async function createKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Encrypts a stream for all recipients. */
export async function* encrypted(
  contents: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Buffer, void, undefined> {
  const { header, fileKey } = await headerFor(recipients)
  const nonce = randomBytes(NONCE_BYTES)
  const counted = nonces()
  const key = streamKey(fileKey, nonce)
  const encryptChunk = (chunk: Uint8Array, isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, key, counted(isLast), { authTagLength: TAG_BYTES })
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  yield Buffer.concat([header, nonce])
  for await (const { chunk, isLast } of chunks(contents, CHUNK_BYTES)) yield encryptChunk(chunk, isLast)
}

/** Decrypts a stream. @throws Error if no identity opens it, or it is damaged */
export async function* decrypted(
  contents: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Buffer, void, undefined> {
  const source = contents[Symbol.asyncIterator]()
  try {
    const { header, rest } = await readHeader(source)
    const decrypter = new Decrypter()
    for (const each of identities) decrypter.addIdentity(each)
    const fileKey = await decrypter.decryptHeader(header)
    const key = streamKey(fileKey, rest.subarray(0, NONCE_BYTES))
    const counted = nonces()
    let isFirst = true
    for await (const { chunk, isLast } of chunks(following(rest.subarray(NONCE_BYTES), source), ENCRYPTED_CHUNK_BYTES)) {
      if (chunk.length < TAG_BYTES || (!isFirst && chunk.length === TAG_BYTES)) throw new Error('the last chunk is cut off')
      const decipher = createDecipheriv(CIPHER, key, counted(isLast), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
      yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
      isFirst = false
    }
  } finally {
    await source.return?.()
  }
}

/** Makes a file key and lets the library wrap it. A recipient of ours, which adds nothing to the header, learns the key. */
async function headerFor(recipients: readonly string[]): Promise<{ header: Buffer; fileKey: Uint8Array }> {
  const encrypter = new Encrypter()
  for (const each of recipients) encrypter.addRecipient(each)
  let fileKey: Uint8Array = new Uint8Array()
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = key
      return []
    },
  })
  // In an empty file, the header is followed by a nonce and a tag.
  const empty = await encrypter.encrypt(new Uint8Array())
  return { header: Buffer.from(empty.subarray(0, -(NONCE_BYTES + TAG_BYTES))), fileKey }
}

/** Reads the header and the nonce after it. */
async function readHeader(source: AsyncIterator<Uint8Array>): Promise<{ header: Buffer; rest: Buffer }> {
  let read = Buffer.alloc(0)
  for (;;) {
    const mac = read.indexOf('\n--- ')
    const end = mac < 0 ? -1 : read.indexOf('\n', mac + 1)
    if (end >= 0 && read.length >= end + 1 + NONCE_BYTES)
      return { header: read.subarray(0, end + 1), rest: read.subarray(end + 1) }
    const next = await source.next()
    if (next.done || read.length > MOST_HEADER_BYTES) throw new Error('the header of age is missing or cut off')
    read = Buffer.concat([read, next.value])
  }
}

/** Reads a whole stream. */
export async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

/** Yields a first part and what follows it. */
export async function* following(
  first: Uint8Array,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  } finally {
    await source.return?.()
  }
}

/** Divides a stream into chunks of one size. The last one may be smaller, and is empty only if the whole stream is. */
async function* chunks(
  contents: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ chunk: Uint8Array; isLast: boolean }> {
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const part of contents) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part
    // A whole chunk is kept, because it may be the last.
    for (; bytes.length > size; bytes = bytes.subarray(size)) yield { chunk: bytes.subarray(0, size), isLast: false }
    rest = bytes
  }
  yield { chunk: rest, isLast: true }
}

function streamKey(fileKey: Uint8Array, nonce: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** Returns a function that returns the nonce of the next chunk, made of its number and whether it is the last. */
function nonces(): (isLast: boolean) => Buffer {
  let number = 0n
  return (isLast) => {
    const nonce = Buffer.alloc(12)
    nonce.writeBigUInt64BE(number++, 3)
    nonce[11] = isLast ? 1 : 0
    return nonce
  }
}
