import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress, encodingFor, encodingOnce } from './compression.ts'

const CHROMIUM = 'gzip, deflate, br, zstd'

test.each([
  ['', 'identity'],
  ['br', 'br'],
  ['BR;Q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  ['zstd', 'zstd'],
  ['zstd;q=0.9, br;q=0.8', 'zstd'],
  ['*', 'br'],
  ['br;q=0, *;q=0.5', 'zstd'],
  ['*;q=0', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['deflate, sbr, brotli', 'identity'],
  ['gzip;q=many', 'identity'],
  ['br;q=0.000', 'identity'],
])('Accept-Encoding: %s selects %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
  expect(encodingFor(accepted)).toBe(encoding)
})

test('without the header nothing is compressed', () => {
  expect([encodingFor(undefined), encodingOnce(undefined)]).toEqual(['identity', 'identity'])
})

test('what is kept gets the smallest encoding, what is sent once the cheapest', () => {
  expect([encodingFor(CHROMIUM), encodingOnce(CHROMIUM)]).toEqual(['br', 'zstd'])
  expect(encodingOnce('gzip, deflate, br')).toBe('br')
  expect(encodingOnce('gzip, deflate')).toBe('gzip')
  expect(encodingOnce('zstd;q=0, br')).toBe('br')
})

test.each(['once', 'often', 'always'] as const)('every encoding keeps the text: %s', async (use) => {
  const text = Buffer.from('„Grüß Gott“ sagt der Kiosk und legt die Zeitung hin. '.repeat(200))
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
  for (const encoding of ['br', 'gzip', 'zstd'] as const) {
    const bytes = await compress(text, encoding, use)
    expect(bytes.length, encoding).toBeLessThan(text.length / 10)
    expect(decoders[encoding](bytes).equals(text), encoding).toBe(true)
  }
})
