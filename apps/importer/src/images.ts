import sharp, { type Sharp } from 'sharp'
import type { RawImage } from './pdf/render-page.ts'

/** Height of the stored cover from which all others are made. */
const STORED_COVER_HEIGHT_PIXELS = 1120
/** Effort 2 saves a sixth of the bytes compared with effort 0 for a third more time; AVIF above 2 takes seconds per page. */
const WEBP = { quality: 78, effort: 2 } as const
const AVIF = { quality: 55, effort: 2 } as const
const JPEG = { quality: 80, mozjpeg: false } as const

/** `png`: grey, without loss, for programs that read it. */
export type ImageFormat = 'webp' | 'avif' | 'jpeg' | 'png'

function from({ data, width, height }: RawImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function encoded(image: Sharp, format: ImageFormat): Promise<Buffer> {
  if (format === 'avif') return image.avif(AVIF).toBuffer()
  if (format === 'png') return image.greyscale().png({ compressionLevel: 1 }).toBuffer()
  if (format === 'jpeg') return image.jpeg(JPEG).toBuffer()
  return image.webp(WEBP).toBuffer()
}

/** Scales a page down to a thumbnail in two thirds of the time that the default takes; nobody sees a difference. */
const KERNEL = 'lanczos2'

/** Encodes a rendered page, scaled down to `width`. */
export function encodePage(raw: RawImage, format: ImageFormat, width = raw.width): Promise<Buffer> {
  return encoded(width < raw.width ? from(raw).resize({ width, kernel: KERNEL }) : from(raw), format)
}

/** Returns the RGB bytes of a rendered page, stretched to a square of `side` pixels, row by row. */
export function squareOf(raw: RawImage, side: number): Promise<Buffer> {
  return from(raw).resize({ width: side, height: side, fit: 'fill', kernel: 'linear' }).raw().toBuffer()
}

/**
 * Makes the cover to store from the rendered first page, at most `STORED_COVER_HEIGHT_PIXELS` high. Returns its size in
 * pixels and its dominant colour, and in `smaller` the cover at other `heights` (pixels).
 */
export async function keptCover(
  raw: RawImage,
  heights: readonly number[] = [],
): Promise<{ cover: Buffer; width: number; height: number; colour: string; smaller: Buffer[] }> {
  const { data, info } = await from(raw)
    .resize({ height: Math.min(STORED_COVER_HEIGHT_PIXELS, raw.height) })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const shown = { data, width: info.width, height: info.height }
  const small = await from(shown).resize({ width: 64, height: 64, fit: 'fill' }).raw().toBuffer()
  // The smaller ones are made from the same pixels: decoding the stored cover for each would take longer than rendering it.
  const smaller = heights.map((height) => encoded(from(shown).resize({ height, withoutEnlargement: true }), 'webp'))
  const [cover, ...others] = await Promise.all([encoded(from(shown), 'webp'), ...smaller])
  return { cover: cover!, width: shown.width, height: shown.height, colour: leadingColour(small), smaller: others }
}

/** Returns the most frequent colour of a small RGB image; white only if there is little else. */
export function leadingColour(pixels: Buffer): string {
  const bins = new Map<number, { count: number; sum: [number, number, number] }>()
  const everything: { count: number; sum: [number, number, number] } = { count: 0, sum: [0, 0, 0] }
  let printed = 0
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const bin = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const isWhite = Math.min(red, green, blue) > 232
    const known = bins.get(bin) ?? { count: 0, sum: [0, 0, 0] }
    for (const each of isWhite ? [everything] : [everything, known]) {
      each.count++
      each.sum[0] += red
      each.sum[1] += green
      each.sum[2] += blue
    }
    if (isWhite) continue
    printed++
    bins.set(bin, known)
  }
  const [most] = [...bins.values()].sort((a, b) => b.count - a.count)
  const { count, sum } = most && printed >= everything.count * 0.3 ? most : everything
  return `#${sum
    .map((part) =>
      Math.round(part / Math.max(1, count))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Encodes the stored cover at another height (pixels) and format; never enlarges it. */
export function encodeCover(cover: Buffer, height: number, format: ImageFormat): Promise<Buffer> {
  return encoded(sharp(cover).resize({ height, withoutEnlargement: true }), format)
}
