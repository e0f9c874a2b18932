import type { RenderedTile, RenderPage } from '@kiosk/backend/adapters/page-renderer'
import { TryLater } from '@kiosk/backend/http/try-later'
import { isEqualSecret } from '@kiosk/backend/is-equal-secret'
import { keyedHash } from '@kiosk/backend/keyed-hash'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { LONGEST_TILED_PIXELS, TILE_PIXELS } from '@kiosk/domain/reading/tiles'
import { MINUTE_MS } from '@kiosk/domain/time'
import type { Logger } from 'pino'
import { z } from 'zod'

/** Path at which a server with the role `draw` renders pages for others. */
export const DRAW_PATH = '/draw'
/** How long a request is valid: clocks of two servers may differ. */
const VALID_MS = 5 * MINUTE_MS
/** Time for the image; a large page as AVIF takes seconds, and others may wait before it. */
const DRAWN_WITHIN_MS = MINUTE_MS

const OfPage = z.coerce.number<string>().int().min(0).max(LONGEST_TILED_PIXELS)
const OfTile = z.coerce.number<string>().int().min(1).max(TILE_PIXELS)
const Query = z.object({
  pdf: z.string().regex(/^issues\/[\w-]+\/\d+\/source\.pdf$/),
  page: z.coerce.number().int().min(1),
  width: z.coerce.number().int().min(1).optional(),
  /**
   * In place of `width`, for a part of a page: its left, top, width and height, then height and width of the page. Pixels. A server
   * of a version that knows no parts rejects such a request.
   */
  tile: z
    .string()
    .transform((numbers) => numbers.split(','))
    .pipe(z.tuple([OfPage, OfPage, OfTile, OfTile, OfPage, OfPage]))
    .optional(),
  format: z.enum(['webp', 'avif']),
  at: z.coerce.number(),
  signature: z.string(),
})

type Size = [width: number, format: 'webp' | 'avif', tile?: RenderedTile]
type Secret = () => Promise<Buffer>

/**
 * Renders pages by asking a server that has this role.
 * @param secret of this newsstand, which signs the requests
 */
export function drawnElsewhere(drawUrl: string, secret: Secret, log: Pick<Logger, 'warn'>): RenderPage {
  return async (pdf, page, width, format, tile) => {
    const size = tile
      ? { tile: [tile.left, tile.top, tile.width, tile.height, tile.pageHeight, width].join() }
      : { width: `${width}` }
    const query = new URLSearchParams({ pdf, page: String(page), ...size, format, at: String(Date.now()) })
    query.set('signature', signatureOf(await secret(), query))
    try {
      // An error page of a balancer must not be stored as an image.
      const response = await fetch(`${drawUrl}${DRAW_PATH}?${query}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(DRAWN_WITHIN_MS),
      })
      const type = response.headers.get('content-type')
      if (response.status !== 200 || type !== `image/${format}`)
        throw new Error(`The server for rendering answers ${response.status} with ${type ?? 'no content type'}.`)
      return Buffer.from(await response.arrayBuffer())
    } catch (error) {
      log.warn({ event: 'images.not-drawn-elsewhere', err: error }, 'a server for rendering did not render a page')
      throw new TryLater()
    }
  }
}

/** Answers such requests of other servers: the image, 403 without a valid signature, or 503. */
export function createDrawing(
  render: RenderPage,
  secret: Secret,
  now: () => number = Date.now,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { searchParams } = new URL(request.url)
    const asked = Query.safeParse(Object.fromEntries(searchParams))
    const signature = searchParams.get('signature') ?? ''
    searchParams.delete('signature')
    const isValid =
      asked.success && (asked.data.width ?? asked.data.tile) !== undefined && Math.abs(now() - asked.data.at) <= VALID_MS
    if (!isValid || !isEqualSecret(signature, signatureOf(await secret(), searchParams)))
      return new Response(null, { status: 403 })
    const { pdf, page, format } = asked.data
    const headers = { 'content-type': `image/${format}`, 'cache-control': cacheControl('nothing') }
    return new Response(new Uint8Array(await render(pdf, page, ...sizeOf(asked.data, format))), { headers })
  }
}

function sizeOf({ width, tile }: z.infer<typeof Query>, format: 'webp' | 'avif'): Size {
  if (tile === undefined) return [width!, format]
  const [left, top, ofTile, height, pageHeight, ofPage] = tile
  return [ofPage, format, { left, top, width: ofTile, height, pageHeight }]
}

function signatureOf(secret: Buffer, query: URLSearchParams): string {
  return keyedHash(secret, `draw ${query}`)
}
