import { ApiError } from '@kiosk/domain/errors'
import { articlePicture as declared } from '@kiosk/domain/reading/endpoints'
import { ARTICLE_PICTURE_PIXELS, READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import sharp from 'sharp'
import { issueFolder } from '../adapters/storage/port.ts'
import type { Region } from '../catalogue/published-article.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { pictureHeaders } from './access-signature.ts'
import { imageOfPage, isRemoved } from './page-image.ts'
import { type OpenPage, pageOfSignature, titleAfterRendering } from './page-right.ts'
import { pictureOfArticle } from './queries.ts'

const QUALITY = 72

export const articlePicture = defineHandler(declared, 'personal', async (call) => {
  const { open, title } = await pageOfSignature(call.input, call)
  const region = await pictureOfArticle(call.ctx.db, open.issue.id, call.input.issueArticleId)
  if (!region || region.page !== open.number || isRemoved(open)) throw new ApiError('not_found', 'issueArticleId')
  const picture = await cutOut(open, region, call)
  const current = await titleAfterRendering(call.input, title, call)
  const headers = { ...pictureHeaders(call.input, current, call), 'content-type': 'image/webp' }
  return new Response(new Uint8Array(picture), { headers })
})

/** Returns a part of a page in the size of the list of articles. It is stored by its place, so corrected articles keep it. */
async function cutOut(page: OpenPage, region: Region, call: RequestContext): Promise<Buffer> {
  const { files, renderedImages } = call.ctx
  const { uid, files_revision } = page.issue
  const place = [region.x, region.y, region.width, region.height].map((fraction) => Math.round(fraction * 10_000)).join('-')
  const name = `${issueFolder(uid, files_revision)}pictures/${page.number}-${place}-${ARTICLE_PICTURE_PIXELS.width}.webp`
  let picture = await files.read(name)
  if (!picture) {
    // Of all images of a page, this one is always there or rendered first.
    const whole = sharp(await imageOfPage(page, { width: READING_WIDTH_PIXELS, format: 'webp' }, call))
    const { width, height } = await whole.metadata()
    const [left, top] = [Math.floor(region.x * width), Math.floor(region.y * height)]
    const size = {
      width: Math.max(1, Math.min(width - left, Math.round(region.width * width))),
      height: Math.max(1, Math.min(height - top, Math.round(region.height * height))),
    }
    picture = await whole
      .extract({ left, top, ...size })
      // Of a picture in another shape, the part that draws the most attention.
      .resize({ ...ARTICLE_PICTURE_PIXELS, fit: 'cover', position: 'attention' })
      .webp({ quality: QUALITY })
      .toBuffer()
    await files.write(name, picture)
  }
  renderedImages.used(name, picture.length)
  return picture
}
