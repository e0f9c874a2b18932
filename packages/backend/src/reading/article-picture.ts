import { ApiError } from '@kiosk/domain/errors'
import { articlePicture as declared } from '@kiosk/domain/reading/endpoints'
import { ARTICLE_FIGURE_PIXELS, ARTICLE_PICTURE_PIXELS, READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import sharp from 'sharp'
import { issueFolder } from '../adapters/storage/port.ts'
import type { Region } from '../catalogue/published-article.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { pictureHeaders } from './access-signature.ts'
import { pageWidthFor } from './figure-pixels.ts'
import { FALLBACK_HEADERS, imageOfPage, imageToGive, isRemoved } from './page-image.ts'
import { type OpenPage, pageOfSignature, titleAfterRendering } from './page-right.ts'
import { pictureOfArticle } from './queries.ts'

const QUALITY = { webp: 72, jpeg: 80 }

export const articlePicture = defineHandler(declared, 'personal', async (call) => {
  const { open, title } = await pageOfSignature(call.input, call)
  const { issueArticleId, number = null } = call.input
  const region = await pictureOfArticle(call.ctx.db, open.issue.id, issueArticleId, number)
  if (!region || region.page !== open.number || isRemoved(open)) throw new ApiError('not_found', 'issueArticleId')
  // Of all images of a page, the one in the reading width always exists or is rendered first.
  const wanted = number === null ? READING_WIDTH_PIXELS : pageWidthFor(region)
  const { width } = number === null ? { width: wanted } : await imageToGive(open, { width: wanted, format: 'webp' }, call)
  const picture = await cutOut(open, region, { width, use: number === null ? 'list' : 'article' }, call)
  const current = await titleAfterRendering(call.input, title, call)
  const headers = width === wanted ? pictureHeaders(call.input, current, call) : FALLBACK_HEADERS
  return new Response(new Uint8Array(picture), { headers: { ...headers, 'content-type': 'image/webp' } })
})

/** Returns a picture of an article as JPEG, for an EPUB: cut out of the image that every page has, so that none is rendered for it. */
export function pictureAsJpeg(page: OpenPage, region: Region, call: RequestContext): Promise<Buffer> {
  return cutOut(page, region, { width: READING_WIDTH_PIXELS, use: 'epub' }, call)
}

/**
 * Returns a part of a page: in the size of the list of articles, or whole for an article or an EPUB. It is stored under its place
 * on the page, so corrected articles keep it.
 * @param width width of the page image out of which it is cut
 */
async function cutOut(
  page: OpenPage,
  region: Region,
  { width: pageWidth, use }: { width: number; use: 'list' | 'article' | 'epub' },
  call: RequestContext,
): Promise<Buffer> {
  const { files, renderedImages } = call.ctx
  const { uid, files_revision } = page.issue
  const place = [region.x, region.y, region.width, region.height].map((fraction) => Math.round(fraction * 10_000)).join('-')
  const size = use === 'list' ? ARTICLE_PICTURE_PIXELS.width : `whole-${pageWidth}`
  const format = use === 'epub' ? 'jpeg' : 'webp'
  const name = `${issueFolder(uid, files_revision)}pictures/${page.number}-${place}-${size}.${format}`
  let picture = await files.read(name)
  if (!picture) {
    const whole = sharp(await imageOfPage(page, { width: pageWidth, format: 'webp' }, call))
    const { width, height } = await whole.metadata()
    const [left, top] = [Math.floor(region.x * width), Math.floor(region.y * height)]
    const cut = whole.extract({
      left,
      top,
      width: Math.max(1, Math.min(width - left, Math.round(region.width * width))),
      height: Math.max(1, Math.min(height - top, Math.round(region.height * height))),
    })
    // In the list, a picture of another shape is cropped to the part that draws the most attention.
    const sized =
      use === 'list'
        ? cut.resize({ ...ARTICLE_PICTURE_PIXELS, fit: 'cover', position: 'attention' })
        : cut.resize({ width: ARTICLE_FIGURE_PIXELS, withoutEnlargement: true })
    picture = await sized.toFormat(format, { quality: QUALITY[format] }).toBuffer()
    await files.write(name, picture)
  }
  renderedImages.used(name, picture.length)
  return picture
}
