import { ApiError } from '@kiosk/domain/errors'
import { pageTile as declared } from '@kiosk/domain/reading/endpoints'
import { type TileArea, type TileGrid, tileArea, tileGrid } from '@kiosk/domain/reading/tiles'
import { issueFolder, issuePdf } from '../adapters/storage/port.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { TooMany } from '../http/too-many-requests.ts'
import { pictureHeaders } from './access-signature.ts'
import { countByNetworks } from './network-budget.ts'
import { isRemoved } from './page-image.ts'
import { type OpenPage, pageOfSignature, titleAfterRendering } from './page-right.ts'
import { sizeOfRenderedPage } from './queries.ts'
import { waiterOf } from './waiter.ts'

/**
 * A part of a page that is zoomed in beyond the resolution of its widest image (ADR-0336). Who may see it, and who may cache it
 * for how long, is the same as for images of the page.
 */
export const pageTile = defineHandler(declared, 'personal', async (call) => {
  const { open, title } = await pageOfSignature(call.input, call)
  const { level, column, row } = call.input
  const size = isRemoved(open) ? null : await sizeOfRenderedPage(call.ctx.db, open.issue.id, open.number)
  if (!size) throw new ApiError('not_found', 'page')
  const grid = tileGrid(level, size.width / size.height)
  if (!grid) throw new ApiError('not_found', 'level')
  const area = tileArea(grid, { column, row })
  if (!area) throw new ApiError('not_found', column < grid.columns ? 'row' : 'column')
  const image = await imageOfTile(open, `${level}-${column}-${row}.webp`, { grid, area }, call)
  const headers = pictureHeaders(call.input, await titleAfterRendering(call.input, title, call), call)
  return new Response(new Uint8Array(image), { headers: { ...headers, 'content-type': 'image/webp' } })
})

/**
 * Returns a stored tile, rendered now if it is missing. All tiles of a page are deleted together, when they are the least
 * recently used images.
 */
async function imageOfTile(
  { issue, number }: OpenPage,
  name: string,
  { grid, area }: { grid: TileGrid; area: TileArea },
  call: RequestContext,
): Promise<Buffer> {
  const { renderPage, renderQueue, renderedImages, files } = call.ctx
  const { uid, files_revision: revision } = issue
  const folder = `${issueFolder(uid, revision)}pages/${number}-tiles/`
  const stored = await files.read(folder + name)
  if (stored) {
    renderedImages.usedIn(folder, 0)
    return stored
  }
  if (!renderPage) throw new ApiError('not_found', 'page')
  await requireBudget(call)
  const render = async () => {
    const image = await renderPage(issuePdf(uid, revision), number, grid.width, 'webp', { ...area, pageHeight: grid.height })
    renderedImages.usedIn(folder, image.length)
    return image
  }
  return renderQueue.getOrRender(folder + name, render, waiterOf(call))
}

/** A page has hundreds of tiles, so accounts have a limit, too. @throws TooMany */
async function requireBudget({ ctx: { rateLimits }, session, visitor }: RequestContext): Promise<void> {
  const seconds = session.account
    ? await rateLimits.count('page-drawing', `account ${session.account.id}`)
    : await countByNetworks(rateLimits, 'page-drawing', visitor.address)
  if (seconds !== null) throw new TooMany(seconds)
}
