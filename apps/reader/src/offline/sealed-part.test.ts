import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrokenPart, keyFrom, SEAL_BYTES, seal, sha256, unseal } from './sealed-part.ts'

const base64 = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const part = fc.uint8Array({ maxLength: 5000 }).map((bytes) => new Uint8Array(bytes))

test('what was sealed opens again, and never lies there in clear', async () => {
  const { key } = await keyFrom(base64(7))
  await fc.assert(
    fc.asyncProperty(part, fc.string(), async (bytes, name) => {
      const sealed = await seal(key, name, bytes)
      expect(sealed.byteLength).toBe(bytes.length + SEAL_BYTES)
      if (bytes.length >= 8) expect(Buffer.from(sealed).includes(Buffer.from(bytes))).toBe(false)
      expect(new Uint8Array(await unseal(key, name, sealed))).toEqual(bytes)
    }),
    { numRuns: 40 },
  )
})

test('a part with any byte changed does not open', async () => {
  const { key } = await keyFrom(base64(7))
  await fc.assert(
    fc.asyncProperty(part, fc.nat(), fc.integer({ min: 1, max: 255 }), async (bytes, at, change) => {
      const sealed = new Uint8Array(await seal(key, 'a', bytes))
      sealed[at % sealed.length]! ^= change
      await expect(unseal(key, 'a', sealed.buffer)).rejects.toThrow(BrokenPart)
    }),
    { numRuns: 40 },
  )
})

test('nor under another name or another key, nor one cut off', async () => {
  const { key } = await keyFrom(base64(7))
  const { key: other } = await keyFrom(base64(8))
  const sealed = await seal(key, 'issue/page-1', new Uint8Array([1, 2, 3]))
  await expect(unseal(key, 'issue/page-2', sealed)).rejects.toThrow(BrokenPart)
  await expect(unseal(other, 'issue/page-1', sealed)).rejects.toThrow(BrokenPart)
  await expect(unseal(key, 'issue/page-1', sealed.slice(0, 10))).rejects.toThrow(BrokenPart)
})

test('the same part sealed twice is not the same', async () => {
  const { key } = await keyFrom(base64(7))
  const sealed = await Promise.all(Array.from({ length: 50 }, () => seal(key, 'a', new Uint8Array(4))))
  expect(new Set(sealed.map((each) => Buffer.from(each).toString('hex'))).size).toBe(50)
})

test('no script can read the key again; its mark tells keys apart and does not hold them', async () => {
  const { key, mark } = await keyFrom(base64(7))
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  expect(mark).toBe((await keyFrom(base64(7))).mark)
  expect(mark).not.toBe((await keyFrom(base64(8))).mark)
  expect(mark).toHaveLength(16)
  expect(await sha256(new TextEncoder().encode('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
