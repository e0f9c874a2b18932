// The library of age opens what is encrypted here, and the other way round.
import { randomBytes } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import { beforeAll, expect, test } from 'vitest'
import { createKey, decrypted, encrypted, whole } from './age.ts'

const CHUNK = 64 * 1024
let keys: Awaited<ReturnType<typeof createKey>>[]
beforeAll(async () => {
  keys = [await createKey(), await createKey()]
})

async function* inParts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

// Sizes around the ends of chunks: the format marks the last chunk, which is empty only if the file is.
const SIZES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 5 * CHUNK + 17]

test.each(SIZES)('%i bytes are opened by the library with either key', async (size) => {
  const bytes = randomBytes(size)
  const encryptedBytes = await whole(
    encrypted(
      inParts(bytes, 50_000),
      keys.map(({ recipient }) => recipient),
    ),
  )
  for (const { identity } of keys) {
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    expect(bytes.equals(await decrypter.decrypt(encryptedBytes))).toBe(true)
  }
})

test.each(SIZES)('%i bytes that the library has encrypted are opened, however they arrive', async (size) => {
  const bytes = randomBytes(size)
  const encrypter = new Encrypter()
  for (const { recipient } of keys) encrypter.addRecipient(recipient)
  const encryptedBytes = await encrypter.encrypt(bytes)
  for (const part of [size < 10 ? 1 : 999, 40_000, 1_000_000])
    expect(bytes.equals(await whole(decrypted(inParts(encryptedBytes, part), [keys[1]!.identity])))).toBe(true)
})

test('chunks that are changed, left out, swapped or cut off are rejected', async () => {
  const encryptedBytes = await whole(encrypted(inParts(randomBytes(2 * CHUNK + 9), CHUNK), [keys[0]!.recipient]))
  const begin = encryptedBytes.length - 2 * (CHUNK + 16) - 25
  const [one, other, last] = [0, 1, 2].map((at) =>
    encryptedBytes.subarray(begin + at * (CHUNK + 16), begin + (at + 1) * (CHUNK + 16)),
  )
  const made = (...chunks: (Buffer | undefined)[]) =>
    Buffer.concat([encryptedBytes.subarray(0, begin), ...chunks.map((each) => each!)])
  const open = (bytes: Buffer) => whole(decrypted(inParts(bytes, 100_000), [keys[0]!.identity]))
  expect(await open(made(one, other, last))).toHaveLength(2 * CHUNK + 9)
  for (const damaged of [
    made(one, other),
    made(one, last),
    made(other, one, last),
    made(one, other, last!.subarray(0, 16)),
    made(),
  ])
    await expect(open(damaged)).rejects.toThrow()
  const changed = Buffer.from(encryptedBytes)
  changed[begin - 20]! ^= 1
  await expect(open(changed)).rejects.toThrow()
})

test('nobody else opens it, nor anything that is not of age', async () => {
  const encryptedBytes = await whole(encrypted(inParts(randomBytes(9), 9), [keys[0]!.recipient]))
  await expect(whole(decrypted(inParts(encryptedBytes, 9), [keys[1]!.identity]))).rejects.toThrow('no identity matched')
  for (const other of [Buffer.alloc(0), Buffer.from('%PDF-1.7'), Buffer.alloc(3_000_000, 'age')])
    await expect(whole(decrypted(inParts(other, 100_000), [keys[0]!.identity]))).rejects.toThrow('header of age')
})
