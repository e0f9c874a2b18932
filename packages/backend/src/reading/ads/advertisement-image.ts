import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import { advertisementImage as declared } from '@kiosk/domain/reading/endpoints'
import { defineHandler } from '../../http/handler.ts'

/** The addresses are numbers, which anybody can try: what is planned or switched off is not shown. */
export const advertisementImage = defineHandler(declared, 'personal', async ({ input, ctx }) => {
  const row = await ctx.db
    .selectFrom('advertisements')
    .select('image_path')
    .where('id', '=', input.id)
    .where('active', '=', true)
    .where('starts_at', '<=', ctx.now())
    .executeTakeFirst()
  const image = row?.image_path ? await ctx.files.read(row.image_path) : null
  if (!image) throw new ApiError('not_found', 'id')
  return new Response(new Uint8Array(image), {
    headers: { 'content-type': 'image/webp', 'cache-control': cacheControl('file') },
  })
})
