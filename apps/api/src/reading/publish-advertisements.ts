import { createHash } from 'node:crypto'
import { regions } from '@kiosk/domain/regions'
import sharp from 'sharp'
import type { Database } from '../database/connect.ts'
import type { Files } from '../outside/files/storage.ts'
import { UnreadableAdvertisements, type WantedAdvertisement } from './read-advertisements.ts'

/** Width of a kept picture, pixels; and the most that is taken in. */
const WIDTH = 1200
const MOST_PIXELS = 50_000_000

/**
 * Adds advertisements, or changes those of the same key. Pictures are redrawn and nothing of their file is kept.
 * @param pictureOf contents of the file that `image` names; null = there is none
 * @throws UnreadableAdvertisements before anything is changed
 */
export async function publishAdvertisements(
  house: { db: Database; files: Files },
  wanted: readonly WantedAdvertisement[],
  pictureOf: (image: string) => Promise<Uint8Array | null>,
): Promise<{ added: number; changed: number }> {
  const pictures = await Promise.all(wanted.map(({ key, image }) => (image === undefined ? null : drawn(key, image, pictureOf))))
  for (const picture of pictures) if (picture) await house.files.write(picture.path, picture.contents)
  return house.db.transaction().execute(async (transaction) => {
    let added = 0
    for (const [index, one] of wanted.entries()) {
      const picture = pictures[index]
      const values = {
        language: one.language,
        headline: one.headline,
        body: one.body,
        target_url: one.target,
        weight: one.weight,
        active: one.active,
        image_path: picture?.path ?? null,
        image_alt: one.alt ?? '',
        image_width: picture?.width ?? null,
        image_height: picture?.height ?? null,
        region_ids: one.markets?.map((market) => regions.find(({ country }) => country === market)!.id) ?? null,
        category_uids: one.categories ?? null,
        starts_at: new Date(`${one.from ?? '2000-01-01'}T00:00:00Z`),
        ends_at: one.until === undefined ? null : new Date(Date.parse(`${one.until}T00:00:00Z`) + 86_400_000),
        daily_cap: one['daily-cap'] ?? null,
      }
      const changed = await transaction
        .updateTable('house_advertisements')
        .set(values)
        .where('key', '=', one.key)
        .returning('id')
        .executeTakeFirst()
      if (changed) continue
      await transaction
        .insertInto('house_advertisements')
        .values({ key: one.key, ...values })
        .execute()
      added++
    }
    return { added, changed: wanted.length - added }
  })
}

async function drawn(key: string, image: string, pictureOf: (image: string) => Promise<Uint8Array | null>) {
  const file = await pictureOf(image)
  if (!file) throw new UnreadableAdvertisements([`${key}, image: there is no file ${image}`])
  try {
    const { data, info } = await sharp(file, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .resize({ width: WIDTH, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const hash = createHash('sha256').update(data).digest('hex').slice(0, 16)
    return { path: `advertisements/${hash}.webp`, contents: data, width: info.width, height: info.height }
  } catch (error) {
    throw new UnreadableAdvertisements([`${key}, image: ${image} is no picture (${(error as Error).message})`])
  }
}
