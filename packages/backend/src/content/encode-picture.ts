import sharp from 'sharp'

/** Width of a stored picture. */
export const PICTURE_WIDTH_PIXELS = 1200
const MOST_PIXELS = 50_000_000

/** Opens a picture of at most fifty million pixels. */
export const openPicture = (file: Uint8Array) => sharp(file, { limitInputPixels: MOST_PIXELS })

/** Encodes a picture anew as WebP, without the metadata of its file. @throws Error if it is none, or too large */
export function encodePicture(file: Uint8Array) {
  return openPicture(file)
    .rotate()
    .resize({ width: PICTURE_WIDTH_PIXELS, withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
}
