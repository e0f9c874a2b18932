import { createHash } from 'node:crypto'
import { ApiError } from '@kiosk/domain/errors'
import { LARGEST_PICTURE_BYTES } from '@kiosk/domain/staff/limits'
import { encodePicture } from './encode-picture.ts'

/**
 * Re-encodes a picture sent by the desk, without the metadata of its file. Its name changes with its content, because browsers
 * cache pictures by name.
 * @throws ApiError picture_invalid
 */
export async function postedPicture(key: string, base64: string): Promise<{ image: string; picture: Buffer }> {
  const file = Buffer.from(base64, 'base64')
  if (file.length > LARGEST_PICTURE_BYTES) throw new ApiError('picture_invalid', 'picture')
  const { data: picture } = await encodePicture(file).catch(() => {
    throw new ApiError('picture_invalid', 'picture')
  })
  const hash = createHash('sha256').update(picture).digest('hex').slice(0, 12)
  return { image: `${key}-${hash}.webp`, picture }
}
