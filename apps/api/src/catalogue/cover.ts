import type { CoverHeight } from '@kiosk/domain/catalogue/terms'
import type { Asking } from '../endpoint.ts'
import { issueFolder } from '../outside/files/storage.ts'
import { waiterOf } from '../reading/drawing.ts'
import type { IssueRow } from './queries.ts'
import { RESTRICTED_FROM, type Title } from './shelf-view.ts'

export type CoverFormat = 'avif' | 'webp' | 'jpeg'

const YEAR = 365 * 24 * 60 * 60
const FIVE_MINUTES = 5 * 60

/** The best format that an Accept header names; JPEG for who says nothing certain. */
export function coverFormat(accept: string | null): CoverFormat {
  const named = accept ?? ''
  if (/image\/avif(?!\s*;\s*q=0(\.0*)?(,|$))/.test(named)) return 'avif'
  return /image\/webp(?!\s*;\s*q=0(\.0*)?(,|$))/.test(named) ? 'webp' : 'jpeg'
}

/**
 * Answers the cover of an issue. `revision` is the one asked for: only its address never changes.
 * Where AVIF is not yet drawn, WebP goes out now and AVIF from the next request on.
 */
export async function answerCover(
  issue: IssueRow,
  title: Title,
  asked: { height: CoverHeight; revision: number | undefined },
  asking: Asking,
): Promise<Response> {
  const wanted = coverFormat(asking.request.headers.get('accept'))
  const mark = `${issue.uid}-${issue.revision}-${asked.height}`
  // Some may not see this cover: then no shared cache may keep it.
  const scope = title.shownIn || title.ageRating >= RESTRICTED_FROM ? 'private' : 'public'
  // What stands in for another format is not for ever: the one that was asked for is there soon.
  const headersFor = (format: CoverFormat) => {
    const lasting =
      asked.revision === issue.revision && format === wanted ? `max-age=${YEAR}, immutable` : `max-age=${FIVE_MINUTES}`
    return { 'cache-control': `${scope}, ${lasting}`, vary: 'Accept', 'access-control-allow-origin': '*' }
  }
  const known = asking.request.headers.get('if-none-match') ?? ''
  if (known.includes(`"${mark}-${wanted}"`)) return new Response(null, { status: 304, headers: headersFor(wanted) })
  const drawn = await coverIn(wanted, issue, asked.height, asking)
  if (!drawn) return missingCover()
  const { picture, format } = drawn
  const headers = headersFor(format)
  if (known.includes(`"${mark}-${format}"`)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(picture), {
    headers: { ...headers, 'content-type': `image/${format}`, etag: `"${mark}-${format}"` },
  })
}

async function coverIn(
  wanted: CoverFormat,
  issue: IssueRow,
  height: CoverHeight,
  asking: Asking,
): Promise<{ picture: Buffer; format: CoverFormat } | null> {
  const { files, drawCover, drawing } = asking.house
  const folder = issueFolder(issue.uid, issue.revision)
  const nameIn = (format: CoverFormat) => `${folder}cover-${height}.${format}`
  const found = await files.read(nameIn(wanted))
  if (found) return { picture: found, format: wanted }
  const origin = () => files.read(`${folder}cover.webp`)
  const draw = async (format: CoverFormat) => {
    const cover = await origin()
    if (!cover || !drawCover) throw new Error(`no cover to draw from: ${folder}`)
    return drawCover(cover, height, format)
  }
  const webp = wanted === 'avif' ? await files.read(nameIn('webp')) : null
  if (webp) {
    if (drawCover) drawing.later(nameIn('avif'), () => draw('avif'))
    return { picture: webp, format: 'webp' }
  }
  const whole = await origin()
  if (!whole) return null
  if (!drawCover) return { picture: whole, format: 'webp' }
  const format = wanted === 'avif' ? 'webp' : wanted
  return { picture: await drawing.kept(nameIn(format), () => draw(format), waiterOf(asking)), format }
}

const blank =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4" width="210" height="280"><path fill="#d8d2c6" d="M0 0h3v4H0z"/></svg>'

/** A blank sheet in place of a cover that is not there, so that a page keeps its shape. */
export function missingCover(): Response {
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=60',
    'content-security-policy': "default-src 'none'",
  }
  return new Response(blank, { status: 404, headers })
}
