import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync, inflateSync } from 'node:zlib'
import * as fontkit from 'fontkit'

/** Typefaces of the demonstration, as files of @fontsource packages. All are under the Open Font License. */
const FACES = {
  abril: 'abril-fatface/files/abril-fatface-latin-400-normal',
  slab: 'alfa-slab-one/files/alfa-slab-one-latin-400-normal',
  anton: 'anton/files/anton-latin-400-normal',
  archivo: 'archivo-black/files/archivo-black-latin-400-normal',
  barlow: 'barlow-condensed/files/barlow-condensed-latin-600-normal',
  barlowBlack: 'barlow-condensed/files/barlow-condensed-latin-800-italic',
  bebas: 'bebas-neue/files/bebas-neue-latin-400-normal',
  bodoni: 'bodoni-moda/files/bodoni-moda-latin-500-normal',
  bodoniItalic: 'bodoni-moda/files/bodoni-moda-latin-400-italic',
  cormorant: 'cormorant-garamond/files/cormorant-garamond-latin-600-normal',
  cormorantItalic: 'cormorant-garamond/files/cormorant-garamond-latin-500-italic',
  dmSerif: 'dm-serif-display/files/dm-serif-display-latin-400-normal',
  fredoka: 'fredoka/files/fredoka-latin-600-normal',
  jost: 'jost/files/jost-latin-500-normal',
  jostLight: 'jost/files/jost-latin-300-normal',
  jostBold: 'jost/files/jost-latin-700-normal',
  baskerville: 'libre-baskerville/files/libre-baskerville-latin-700-normal',
  lobster: 'lobster/files/lobster-latin-400-normal',
  oswald: 'oswald/files/oswald-latin-600-normal',
  playfair: 'playfair-display/files/playfair-display-latin-700-normal',
  playfairBlack: 'playfair-display/files/playfair-display-latin-900-normal',
  playfairItalic: 'playfair-display/files/playfair-display-latin-500-italic',
  sans: 'source-sans-3/files/source-sans-3-latin-400-normal',
  sansBold: 'source-sans-3/files/source-sans-3-latin-700-normal',
  serif: 'source-serif-4/files/source-serif-4-latin-400-normal',
  serifBold: 'source-serif-4/files/source-serif-4-latin-700-normal',
  serifItalic: 'source-serif-4/files/source-serif-4-latin-400-italic',
  grotesk: 'space-grotesk/files/space-grotesk-latin-700-normal',
  blackletter: 'unifrakturcook/files/unifrakturcook-latin-700-normal',
} as const

export type FaceName = keyof typeof FACES

/** A typeface reduced to the characters we print. Lengths are thousandths of the font size. */
export type Face = {
  name: FaceName
  ascent: number
  descent: number
  capHeight: number
  box: readonly number[]
  italicAngle: number
  /** Compressed TrueType program, the same bytes in every document. */
  program: Buffer
  programLength: number
  /** Advance width by glyph. `unicode`: code point by glyph, so that the text can be searched and copied. */
  widths: number[]
  unicode: number[]
  glyphOf(character: string): number
  advance(character: string): number
  /** Returns the space to add between two characters. */
  kerning(left: string, right: string): number
}

/** Latin letters and the punctuation of the three languages. */
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, at) => at + 32),
  ...Array.from({ length: 95 }, (_, at) => at + 161),
  0x152,
  0x153,
  0x2013,
  0x2014,
  0x2018,
  0x2019,
  0x201a,
  0x201c,
  0x201d,
  0x201e,
  0x2022,
  0x2026,
  0x2039,
  0x203a,
  0x20ac,
].map((code) => String.fromCharCode(code))

const require = createRequire(import.meta.url)
const cut = new Map<FaceName, Face>()

/** Returns a typeface; reads and reduces it on first use. */
export function face(name: FaceName): Face {
  const known = cut.get(name)
  if (known) return known
  const font = fontkit.create(unpacked(readFileSync(require.resolve(`@fontsource/${FACES[name]}.woff`)))) as fontkit.Font
  const scale = 1000 / font.unitsPerEm
  // The published types are wrong: `includeGlyph` takes a glyph's number and returns the new one.
  const subset = font.createSubset() as unknown as { includeGlyph(glyph: number): number; encode(): Uint8Array }
  const glyphs = new Map<string, number>()
  const advances = new Map<string, number>()
  // Read from the table, because the glyph object would decode its outline first.
  const { metrics } = (font as unknown as { hmtx: { metrics: { get(at: number): { advance: number }; length: number } } }).hmtx
  const advanceOf = (glyph: number) => Math.round(metrics.get(Math.min(glyph, metrics.length - 1)).advance * scale)
  const widths: number[] = [advanceOf(0)]
  const unicode: number[] = [0]
  for (const character of CHARACTERS) {
    const code = character.codePointAt(0)!
    const glyph = font.glyphForCodePoint(font.hasGlyphForCodePoint(code) ? code : 63)
    const id = subset.includeGlyph(glyph.id)
    const width = advanceOf(glyph.id)
    glyphs.set(character, id)
    advances.set(character, width)
    widths[id] = width
    unicode[id] ??= code
  }
  const program = Buffer.from(subset.encode())
  const pairs = new Map<string, number>()
  const made: Face = {
    name,
    ascent: Math.round(font.ascent * scale),
    descent: Math.round(font.descent * scale),
    capHeight: Math.round((font.capHeight || font.ascent * 0.7) * scale),
    box: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map((each) => Math.round(each * scale)),
    italicAngle: font.italicAngle,
    program: deflateSync(program, { level: 9 }),
    programLength: program.length,
    widths,
    unicode,
    glyphOf: (character) => glyphs.get(character) ?? glyphs.get('?')!,
    advance: (character) => advances.get(character) ?? advances.get('?')!,
    kerning(left, right) {
      const pair = left + right
      const cached = pairs.get(pair)
      if (cached !== undefined) return cached
      const run = font.layout(pair, { liga: false, clig: false, dlig: false, calt: false })
      const found = Math.round(run.advanceWidth * scale - made.advance(left) - made.advance(right))
      // A pair that becomes a ligature gets no kerning.
      const kern = run.glyphs.length === 2 && Math.abs(found) < 200 ? found : 0
      pairs.set(pair, kern)
      return kern
    },
  }
  cut.set(name, made)
  return made
}

/**
 * Returns the TrueType file inside a WOFF; zlib decompresses it a hundred times faster than fontkit. Header and table directory
 * follow the WOFF 1.0 specification.
 */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(12 + count * 16)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const parts = [header]
  let offset = header.length
  for (let table = 0; table < count; table++) {
    const entry = 44 + table * 20
    const [from, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number]
    const bytes = woff.subarray(from, from + packed)
    const contents = packed < length ? inflateSync(bytes) : bytes
    const at = 12 + table * 16
    woff.copy(header, at, entry, entry + 4)
    woff.copy(header, at + 4, entry + 16, entry + 20)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(length, at + 12)
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    contents.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}
