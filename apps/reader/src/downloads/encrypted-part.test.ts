import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrokenPart, decrypt, ENCRYPTION_BYTES, encrypt, keyFrom, sha256 } from './encrypted-part.ts'

const base64 = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const part = fc.uint8Array({ maxLength: 5000 }).map((bytes) => new Uint8Array(bytes))

test('decrypts an encrypted part, and stores no plain text', async () => {
  const { key } = await keyFrom(base64(7))
  await fc.assert(
    fc.asyncProperty(part, fc.string(), async (bytes, name) => {
      const encrypted = await encrypt(key, name, bytes)
      expect(encrypted.byteLength).toBe(bytes.length + ENCRYPTION_BYTES)
      if (bytes.length >= 8) expect(Buffer.from(encrypted).includes(Buffer.from(bytes))).toBe(false)
      expect(new Uint8Array(await decrypt(key, name, encrypted))).toEqual(bytes)
    }),
    { numRuns: 40 },
  )
})

test('rejects a part with any changed byte', async () => {
  const { key } = await keyFrom(base64(7))
  await fc.assert(
    fc.asyncProperty(part, fc.nat(), fc.integer({ min: 1, max: 255 }), async (bytes, at, change) => {
      const encrypted = new Uint8Array(await encrypt(key, 'a', bytes))
      encrypted[at % encrypted.length]! ^= change
      await expect(decrypt(key, 'a', encrypted.buffer)).rejects.toThrow(BrokenPart)
    }),
    { numRuns: 40 },
  )
})

test('rejects a part under another name, another key, or truncated', async () => {
  const { key } = await keyFrom(base64(7))
  const { key: other } = await keyFrom(base64(8))
  const encrypted = await encrypt(key, 'issue/page-1', new Uint8Array([1, 2, 3]))
  await expect(decrypt(key, 'issue/page-2', encrypted)).rejects.toThrow(BrokenPart)
  await expect(decrypt(other, 'issue/page-1', encrypted)).rejects.toThrow(BrokenPart)
  await expect(decrypt(key, 'issue/page-1', encrypted.slice(0, 10))).rejects.toThrow(BrokenPart)
})

test('encrypting the same part twice gives different results', async () => {
  const { key } = await keyFrom(base64(7))
  const encrypted = await Promise.all(Array.from({ length: 50 }, () => encrypt(key, 'a', new Uint8Array(4))))
  expect(new Set(encrypted.map((each) => Buffer.from(each).toString('hex'))).size).toBe(50)
})

test('scripts cannot read the key; its fingerprint identifies it without revealing it', async () => {
  const { key, mark } = await keyFrom(base64(7))
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  expect(mark).toBe((await keyFrom(base64(7))).mark)
  expect(mark).not.toBe((await keyFrom(base64(8))).mark)
  expect(mark).toHaveLength(16)
  expect(await sha256(new TextEncoder().encode('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
