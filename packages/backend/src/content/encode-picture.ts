import sharp from 'sharp'

/** Width of a stored picture. */
export const PICTURE_WIDTH_PIXELS = 1200
const MOST_PIXELS = 50_000_000

/** First bytes of JPEG, PNG, WebP, GIF and AVIF. */
const SIGNATURE = /^(?:\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP|GIF8|.{4}ftyp(?:avif|avis|mif1))/s
const SIGNATURE_BYTES = 12

/**
 * Opens a picture of at most fifty million pixels. It rejects drawings (SVG): with filters, a drawing of one kilobyte can occupy
 * one of the server's few threads for minutes.
 * @throws Error if it is in another format
 */
export function openPicture(file: Uint8Array) {
  if (!SIGNATURE.test(Buffer.from(file.subarray(0, SIGNATURE_BYTES)).toString('latin1')))
    throw new Error('it is not JPEG, PNG, WebP, GIF or AVIF')
  return sharp(file, { limitInputPixels: MOST_PIXELS })
}

/** Re-encodes a picture as WebP, without the metadata of its file. @throws Error if it is not a picture, or too large */
export async function encodePicture(file: Uint8Array) {
  return openPicture(file)
    .rotate()
    .resize({ width: PICTURE_WIDTH_PIXELS, withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
}
