import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import { pageImage as declared } from '@kiosk/domain/reading/endpoints'
import { IN_BUCKET } from '@kiosk/domain/reading/in-bucket'
import { READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { type Files, issueFolder, issuePdf } from '../adapters/storage/port.ts'
import { POINTS_OF_PAGE_IMAGE } from '../auth/rate-limits.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { pictureHeaders } from './access-signature.ts'
import { countByNetworks } from './network-budget.ts'
import { type OpenPage, pageOfSignature, titleAfterRendering } from './page-right.ts'
import { hasPages } from './queries.ts'
import { removedPageImage } from './removed-page.ts'
import { waiterOf } from './waiter.ts'

type ImageFormat = { width: number; format: 'webp' | 'avif' }

/** A fallback image has a short cache lifetime. */
export const FALLBACK_HEADERS = { 'cache-control': cacheControl('pageSubstitute') }

const STORED_FOR_BROWSER = { cacheControl: cacheControl('signedPage') }

export const pageImage = defineHandler(declared, 'personal', async (call) => {
  const { open, title } = await pageOfSignature(call.input, call)
  const requested: ImageFormat = call.input
  const address = call.input[IN_BUCKET] ? await addressInBucket(open, requested, call) : null
  if (address)
    return new Response(null, { status: 302, headers: { location: address, 'cache-control': cacheControl('movedPage') } })
  const served = await imageToGive(open, requested, call)
  const image = await imageOfPage(open, served, call)
  const isRequested = served.width === requested.width && served.format === requested.format
  const current = await titleAfterRendering(call.input, title, call)
  const headers = {
    ...(isRequested ? pictureHeaders(call.input, current, call) : FALLBACK_HEADERS),
    'content-type': `image/${served.format}`,
  }
  return new Response(new Uint8Array(image), { headers })
})

/**
 * Selects the image to serve. AVIF takes ten times as long to render as WebP: an account triggers a limited number of such renderings
 * and gets WebP beyond that, as visitors without an account always do. These trigger a limited number of other renderings, too, and get
 * the reading width beyond that.
 */
export async function imageToGive(page: OpenPage, requested: ImageFormat, call: RequestContext): Promise<ImageFormat> {
  if (isRemoved(page)) return { width: READING_WIDTH_PIXELS, format: 'webp' }
  const { ctx, session, visitor } = call
  const { account } = session
  if ((account && requested.format === 'webp') || isMadeAtImport(requested)) return requested
  if ((await weightOfImage(ctx.files, page, requested)) !== null) return requested
  if (account && (await ctx.rateLimits.count('page-avif', `account ${account.id}`)) === null) return requested
  if (requested.format === 'avif') return imageToGive(page, { ...requested, format: 'webp' }, call)
  const seconds = await countByNetworks(ctx.rateLimits, 'page-drawing', visitor.address, POINTS_OF_PAGE_IMAGE)
  return seconds === null ? requested : { width: READING_WIDTH_PIXELS, format: 'webp' }
}

/**
 * Returns the address from which a browser loads a stored image without this server (ADR-0317); null if the server has to send
 * it. The server sends thumbnails itself: they cost less than another connection.
 */
async function addressInBucket(page: OpenPage, requested: ImageFormat, { ctx }: RequestContext): Promise<string | null> {
  const { files, renderedImages } = ctx
  if (!files.publicAddress || isRemoved(page) || requested.width === THUMBNAIL_WIDTH_PIXELS) return null
  const name = imageFile(page, requested)
  const found = await files.publicAddress(name, { type: `image/${requested.format}`, ...STORED_FOR_BROWSER })
  if (found && !isMadeAtImport(requested)) renderedImages.used(name, found.bytes)
  return found?.address ?? null
}

/** Returns the stored image of a page, rendered now if it is missing. */
export async function imageOfPage(page: OpenPage, requested: ImageFormat, call: RequestContext): Promise<Buffer> {
  const { db, renderPage, renderQueue, renderedImages, files } = call.ctx
  if (isRemoved(page)) return removedPageImage
  const { width, format } = requested
  const { issue, number } = page
  const name = imageFile(page, requested)
  const render = async () => {
    if (!renderPage || !(await hasPages(db, issue.id))) throw new ApiError('not_found', 'page')
    const pdf = issuePdf(issue.uid, issue.files_revision)
    return renderQueue.getOrRender(name, () => renderPage(pdf, number, width, format), waiterOf(call))
  }
  const image = (await files.read(name)) ?? (await render())
  if (!isMadeAtImport(requested)) renderedImages.used(name, image.length)
  return image
}

/** Returns the size of a stored image in bytes; null if it is not rendered yet. */
export async function weightOfImage(files: Files, page: OpenPage, requested: ImageFormat): Promise<number | null> {
  if (isRemoved(page)) return removedPageImage.length
  return files.size(imageFile(page, requested))
}

/** Whether a page was taken down. */
export function isRemoved({ issue, number }: OpenPage): boolean {
  return issue.removed_pages.includes(number)
}

/** Whether an image is made at import: it always exists, so serving it costs nothing. */
function isMadeAtImport({ width, format }: ImageFormat): boolean {
  return format === 'webp' && (width === READING_WIDTH_PIXELS || width === THUMBNAIL_WIDTH_PIXELS)
}

function imageFile({ issue, number }: OpenPage, { width, format }: ImageFormat): string {
  return `${issueFolder(issue.uid, issue.files_revision)}pages/${number}-${width}.${format}`
}
