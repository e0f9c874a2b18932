import { contentPicture as declared } from '@kiosk/domain/content/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'

const MEDIA_TYPES: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' }

export const contentPicture = serve(declared, 'personal', async ({ input, house }) => {
  const picture = await house.files.read(`content/${input.folder}/${input.name}`)
  if (!picture) throw new Refusal('not_found', 'name')
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': MEDIA_TYPES[input.name.split('.').at(-1)!]!, 'cache-control': 'public, max-age=86400' },
  })
})
