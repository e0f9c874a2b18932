import { Refusal } from '@kiosk/domain/errors'
import { advertisementPicture as declared } from '@kiosk/domain/reading/endpoints'
import { serve } from '../endpoint.ts'

export const advertisementPicture = serve(declared, 'personal', async ({ input, house }) => {
  const row = await house.db.selectFrom('house_advertisements').select('image_path').where('id', '=', input.id).executeTakeFirst()
  const picture = row?.image_path ? await house.files.read(row.image_path) : null
  if (!picture) throw new Refusal('not_found', 'id')
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' },
  })
})
