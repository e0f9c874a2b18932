import { type CacheRuleName, cacheHeaders } from '@kiosk/domain/cache-rules'
import type { CoverFormat, CoverHeight } from '@kiosk/domain/catalogue/limits'
import { keyOfIssue, keyOfTitle, SURROGATE_KEY_HEADER } from '@kiosk/domain/surrogate-keys'
import { issueFolder } from '../adapters/storage/port.ts'
import type { RequestContext } from '../http/handler.ts'
import { waiterOf } from '../reading/waiter.ts'
import type { Title } from './catalogue-view.ts'
import { type IssueRow, issueByUid } from './queries.ts'
import { countryVary, type Shared, sharedWith } from './shared-pictures.ts'
import { catalogueOf } from './viewer-catalogue.ts'

/** Returns the best format that the Accept header lists; JPEG if it is unclear. */
export function coverFormat(accept: string | null): CoverFormat {
  const named = accept ?? ''
  if (/image\/avif(?!\s*;\s*q=0(\.0*)?(,|$))/.test(named)) return 'avif'
  return /image\/webp(?!\s*;\s*q=0(\.0*)?(,|$))/.test(named) ? 'webp' : 'jpeg'
}

/** A cover as requested by an address; without a format, the Accept header decides. */
type RequestedCover = { height: CoverHeight; revision?: number | undefined; format?: CoverFormat | undefined }

/**
 * Returns the cover of an issue. Only an address with the current `revision` is immutable. If AVIF is not rendered yet, WebP is
 * served now and AVIF from the next request on; the WebP is not cached under an address that says AVIF.
 */
export async function answerCover(
  issue: IssueRow,
  title: Title,
  requested: RequestedCover,
  req: RequestContext,
): Promise<Response> {
  // The cover is the picture of the first page.
  if (issue.removed_pages.includes(1)) return missingCover()
  const preferred = requested.format ?? coverFormat(req.request.headers.get('accept'))
  const mark = `${issue.uid}-${issue.revision}-${requested.height}`
  const shared = sharedWith(title, req)
  const isCurrent = requested.revision === issue.revision
  const keys = requested.revision === undefined ? [keyOfIssue(issue.uid), keyOfTitle(title.key)] : [keyOfIssue(issue.uid)]
  const headersFor = (format: CoverFormat, isOld = false): Record<string, string> => ({
    ...cacheHeaders(isOld ? 'coverSubstitute' : ruleFor(requested, { shared, isCurrent, isSubstitute: format !== preferred })),
    ...(shared !== 'nobody' && { [SURROGATE_KEY_HEADER]: keys.join(' ') }),
    ...(title.shownIn && countryVary(req.ctx)),
    ...(!requested.format && { vary: 'Accept' }),
    'access-control-allow-origin': '*',
  })
  const known = req.request.headers.get('if-none-match') ?? ''
  if (known.includes(`"${mark}-${preferred}"`)) return new Response(null, { status: 304, headers: headersFor(preferred) })
  const rendered = await coverIn(preferred, issue, requested.height, req)
  if (!rendered) return missingCover()
  const { image, format } = rendered
  // If the issue has changed in the meantime, its purges are over, and the CDN would keep the outdated cover.
  const headers = headersFor(format, req.ctx.sharesPages && !(await isAsBefore(issue, shared, req)))
  if (known.includes(`"${mark}-${format}"`)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(image), {
    headers: { ...headers, 'content-type': `image/${format}`, etag: `"${mark}-${format}"` },
  })
}

/** Whether the cover of an issue is still the same, for the same readers. */
async function isAsBefore({ uid, title_id, revision }: IssueRow, shared: Shared, req: RequestContext): Promise<boolean> {
  const issue = await issueByUid(req.ctx.db, uid)
  const title = (await catalogueOf(req)).title(title_id)
  return issue?.revision === revision && title !== undefined && sharedWith(title, req) === shared
}

/** `isSubstitute`: the cover is not in the requested format, which will be available soon. */
function ruleFor(
  { format }: RequestedCover,
  { shared, isCurrent, isSubstitute }: { shared: Shared; isCurrent: boolean; isSubstitute: boolean },
): CacheRuleName {
  if (format && isSubstitute) return 'coverSubstitute'
  const lasts = isCurrent && !isSubstitute
  if (shared === 'country' && format) return lasts ? 'countryCover' : 'currentCountryCover'
  if (shared !== 'all') return lasts ? 'restrictedCover' : 'restrictedCurrentCover'
  if (format) return lasts ? 'cover' : 'currentCover'
  return lasts ? 'negotiatedCover' : 'negotiatedCurrentCover'
}

/** Returns the name of the file of a cover. */
export function coverFile(issue: Pick<IssueRow, 'uid' | 'files_revision'>, height: CoverHeight, format: CoverFormat): string {
  return `${issueFolder(issue.uid, issue.files_revision)}cover-${height}.${format}`
}

async function coverIn(
  preferred: CoverFormat,
  issue: IssueRow,
  height: CoverHeight,
  req: RequestContext,
): Promise<{ image: Buffer; format: CoverFormat } | null> {
  const { files, renderCover, renderQueue } = req.ctx
  const folder = issueFolder(issue.uid, issue.files_revision)
  const nameIn = (format: CoverFormat) => coverFile(issue, height, format)
  const found = await files.read(nameIn(preferred))
  if (found) return { image: found, format: preferred }
  const origin = () => files.read(`${folder}cover.webp`)
  const render = async (format: CoverFormat) => {
    const cover = await origin()
    if (!cover || !renderCover) throw new Error(`there is no stored cover in ${folder}`)
    return renderCover(cover, height, format)
  }
  const webp = preferred === 'avif' ? await files.read(nameIn('webp')) : null
  if (webp) {
    if (renderCover) renderQueue.renderLater(nameIn('avif'), () => render('avif'))
    return { image: webp, format: 'webp' }
  }
  const whole = await origin()
  if (!whole) return null
  if (!renderCover) return { image: whole, format: 'webp' }
  const format = preferred === 'avif' ? 'webp' : preferred
  return { image: await renderQueue.getOrRender(nameIn(format), () => render(format), waiterOf(req)), format }
}

const blank =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4" width="210" height="280"><path fill="#d8d2c6" d="M0 0h3v4H0z"/></svg>'

/** Returns a blank image in place of a missing cover, so that the page layout is kept. */
export function missingCover(): Response {
  return blankCover('missingCover')
}

/** Returns the same for a caller who may not see a cover that others may see. */
export function hiddenCover({ ctx }: Pick<RequestContext, 'ctx'>): Response {
  return blankCover('hiddenCover', countryVary(ctx))
}

function blankCover(rule: 'missingCover' | 'hiddenCover', more: Record<string, string> = {}): Response {
  const headers = {
    ...more,
    'content-type': 'image/svg+xml',
    ...cacheHeaders(rule),
    'content-security-policy': "default-src 'none'",
  }
  return new Response(blank, { status: 404, headers })
}
