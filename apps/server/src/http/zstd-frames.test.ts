import { hash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PageDictionary } from '../dictionary/page-dictionaries.ts'
import { framesOf } from './zstd-frames.ts'

const shared = (text: string) => ({ bytes: new TextEncoder().encode(text), encoded: new Map() })
const own = (text: string) => ({ bytes: new TextEncoder().encode(text) })
const words = 'Der Kiosk legt die Zeitung hin. '
const bytes = Buffer.from(words.repeat(20))
const dictionary = { bytes, sha256: hash('sha256', bytes, 'buffer'), known: ':x:' } as PageDictionary

/** Decodes the frames of each piece, which Node cannot do in one call. */
async function textOf(pieces: Parameters<typeof framesOf>[0], using: PageDictionary | null): Promise<string> {
  const encoding = using ? 'dcz' : 'zstd'
  const whole = await framesOf(pieces, encoding, using)
  const options = using ? { dictionary: using.bytes } : {}
  const header = using ? 40 : 0
  const each = await Promise.all(pieces.map((piece) => framesOf([piece], encoding, using)))
  const frames = each.map((frame) => frame.subarray(header))
  expect(whole.subarray(header).equals(Buffer.concat(frames))).toBe(true)
  return frames.map((frame) => zstdDecompressSync(frame, options).toString()).join('')
}

describe.each([
  ['zstd', null],
  ['dcz', dictionary],
] as const)('a page in several frames: %s', (_, using) => {
  it.each(['Mara', '', 'Ö', 'x'.repeat(255), 'y'.repeat(256), 'Özgür & Söhne '.repeat(40)])('has all pieces', async (name) => {
    const pieces = [shared(words.repeat(300)), own(name), shared('<p>'), own(name), shared(words.repeat(2))]
    expect(await textOf(pieces, using)).toBe(`${words.repeat(300)}${name}<p>${name}${words.repeat(2)}`)
  })

  it('compresses what others get, too, once', async () => {
    const piece = shared(words.repeat(300))
    await Promise.all([framesOf([piece, own('a')], 'zstd', null), framesOf([piece, own('b')], 'zstd', null)])
    const [made] = piece.encoded.values()
    await framesOf([piece], 'zstd', null)
    await framesOf([piece], 'dcz', dictionary)
    expect([...piece.encoded.values()][0]).toBe(made)
    expect(piece.encoded.size).toBe(2)
  })
})
