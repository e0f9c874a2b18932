import { cacheControl } from '@kiosk/domain/cache-rules'
import { contentImage as declared } from '@kiosk/domain/content/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler } from '../http/handler.ts'

const MEDIA_TYPES: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' }

export const contentImage = defineHandler(declared, 'personal', async ({ input, ctx }) => {
  const image = await ctx.files.read(`content/${input.folder}/${input.name}`)
  if (!image) throw new ApiError('not_found', 'name')
  return new Response(new Uint8Array(image), {
    headers: { 'content-type': MEDIA_TYPES[input.name.split('.').at(-1)!]!, 'cache-control': cacheControl('contentPicture') },
  })
})
