import { ApiError } from '@kiosk/domain/errors'
import { pageImage as declared } from '@kiosk/domain/reading/endpoints'
import { READING_WIDTH, THUMBNAIL_WIDTH } from '@kiosk/domain/reading/limits'
import { type Files, issueFolder } from '../adapters/storage/port.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { pageHeaders } from './access-signature.ts'
import { countByNetworks } from './network-budget.ts'
import { type OpenPage, pageOfSignature } from './page-right.ts'
import { hasPages } from './queries.ts'
import { waiterOf } from './waiter.ts'

type Wanted = { width: number; format: 'webp' | 'avif' }

/** A fallback image has a short cache lifetime. */
const STAND_IN_HEADERS = { 'cache-control': 'private, max-age=60' }

export const pageImage = defineHandler(declared, 'personal', async (call) => {
  const { open } = await pageOfSignature(call.input, call)
  const wanted: Wanted = call.input
  const options = await imageToGive(open, wanted, call)
  const image = await imageOfPage(open, options, call)
  const isWanted = options.width === wanted.width && options.format === wanted.format
  const headers = { ...(isWanted ? pageHeaders : STAND_IN_HEADERS), 'content-type': `image/${options.format}` }
  return new Response(new Uint8Array(image), { headers })
})

/**
 * Selects the image to serve. Visitors without an account do not trigger AVIF rendering, which takes ten times as long as
 * WebP, and only a limited number of other renderings; beyond that they get the reading width.
 */
async function imageToGive(page: OpenPage, wanted: Wanted, call: RequestContext): Promise<Wanted> {
  const { ctx, session, visitor } = call
  if (session.account !== null || isMadeAtImport(wanted) || (await weightOfImage(ctx.files, page, wanted)) !== null) return wanted
  if (wanted.format === 'avif') return imageToGive(page, { ...wanted, format: 'webp' }, call)
  const seconds = await countByNetworks(ctx.rateLimits, 'page-drawing', visitor.address)
  return seconds === null ? wanted : { width: READING_WIDTH, format: 'webp' }
}

/** Returns the stored image of a page, rendered now if it is missing. */
export async function imageOfPage(page: OpenPage, wanted: Wanted, call: RequestContext): Promise<Buffer> {
  const { db, renderPage, renderQueue, renderedImages, files } = call.ctx
  const { width, format } = wanted
  const { issue, number } = page
  const name = imageFile(page, wanted)
  const render = async () => {
    if (!renderPage || !(await hasPages(db, issue.id))) throw new ApiError('not_found', 'page')
    const pdf = `${issueFolder(issue.uid, issue.revision)}source.pdf`
    return renderQueue.getOrRender(name, async () => renderPage(await files.path(pdf), number, width, format), waiterOf(call))
  }
  const image = (await files.read(name)) ?? (await render())
  if (!isMadeAtImport(wanted)) renderedImages.used(name, image.length)
  return image
}

/** Returns the size of a stored image in bytes; null if it is not rendered yet. */
export function weightOfImage(files: Files, page: OpenPage, wanted: Wanted): Promise<number | null> {
  return files.size(imageFile(page, wanted))
}

/** Whether an image is made at import: it always exists, so serving it costs nothing. */
function isMadeAtImport({ width, format }: Wanted): boolean {
  return format === 'webp' && (width === READING_WIDTH || width === THUMBNAIL_WIDTH)
}

function imageFile({ issue, number }: OpenPage, { width, format }: Wanted): string {
  return `${issueFolder(issue.uid, issue.revision)}pages/${number}-${width}.${format}`
}
