import { createHash } from 'node:crypto'
import { regions } from '@kiosk/domain/regions'
import { DAY_MS } from '@kiosk/domain/time'
import type { Files } from '../../adapters/storage/port.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { hasDeadPath } from '../../content/dead-path.ts'
import { encodePicture, openPicture, PICTURE_WIDTH_PIXELS } from '../../content/encode-picture.ts'
import type { Database } from '../../db/connect.ts'
import { type AdvertisementInput, UnreadableAdvertisements } from './read-advertisements.ts'

/**
 * Inserts advertisements or updates those with the same key. Pictures are re-encoded without the metadata of the file.
 * @param imageOf contents of the file that `image` names; null = missing
 * @throws UnreadableAdvertisements before anything is changed
 */
export async function publishAdvertisements(
  ctx: { db: Database; files: Files; actor?: Actor | undefined },
  advertisements: readonly AdvertisementInput[],
  imageOf: (image: string) => Promise<Uint8Array | null>,
): Promise<{ added: number; changed: number }> {
  const dead: string[] = []
  for (const { key, target } of advertisements)
    if (await hasDeadPath(ctx.db, [target]))
      dead.push(`${key}, target: there is no page and no campaign at ${target}, or the campaign has been ended`)
  if (dead.length > 0) throw new UnreadableAdvertisements(dead)
  const images = await Promise.all(
    advertisements.map(({ key, image }) => (image === undefined ? null : rendered(key, image, imageOf))),
  )
  for (const image of images) if (image) await ctx.files.write(image.path, image.contents)
  return ctx.db.transaction().execute(async (transaction) => {
    let added = 0
    for (const [index, one] of advertisements.entries()) {
      const image = images[index]
      const values = {
        language: one.language,
        headline: one.headline,
        body: one.body,
        target_url: one.target,
        weight: one.weight,
        active: one.active,
        image_path: image?.path ?? null,
        image_alt: one.alt ?? '',
        image_width: image?.width ?? null,
        image_height: image?.height ?? null,
        region_ids: one.markets?.map((market) => regions.find(({ country }) => country === market)!.id) ?? null,
        category_uids: one.categories ?? null,
        starts_at: new Date(`${one.from ?? '2000-01-01'}T00:00:00Z`),
        ends_at: one.until === undefined ? null : new Date(Date.parse(`${one.until}T00:00:00Z`) + DAY_MS),
        daily_cap: one['daily-cap'] ?? null,
      }
      const changed = await transaction
        .updateTable('advertisements')
        .set(values)
        .where('key', '=', one.key)
        .returning('id')
        .executeTakeFirst()
      if (changed) continue
      await transaction
        .insertInto('advertisements')
        .values({ key: one.key, ...values })
        .execute()
      added++
    }
    await recordAudit(transaction, ctx.actor, new Date(), {
      action: 'advertisement.published',
      subject: { kind: 'advertisement', id: advertisements[0]?.key ?? '', name: advertisements.map(({ key }) => key).join(', ') },
      after: { added, changed: advertisements.length - added, advertisements },
    })
    return { added, changed: advertisements.length - added }
  })
}

async function rendered(key: string, image: string, imageOf: (image: string) => Promise<Uint8Array | null>) {
  const file = await imageOf(image)
  if (!file) throw new UnreadableAdvertisements([`${key}, image: there is no file ${image}`])
  try {
    const { format, width, height, exif } = await openPicture(file).metadata()
    // A picture that was stored before is not encoded again.
    if (format === 'webp' && width <= PICTURE_WIDTH_PIXELS && !exif) return stored(Buffer.from(file), { width, height })
    const { data, info } = await encodePicture(file)
    return stored(data, info)
  } catch (error) {
    throw new UnreadableAdvertisements([`${key}, image: ${image} is not a picture (${(error as Error).message})`])
  }
}

function stored(contents: Buffer, { width, height }: { width: number; height: number }) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16)
  return { path: `advertisements/${hash}.webp`, contents, width, height }
}
