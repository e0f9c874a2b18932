import { Refusal } from '@kiosk/domain/errors'
import { pagePicture as declared } from '@kiosk/domain/reading/endpoints'
import { READING_WIDTH, THUMBNAIL_WIDTH } from '@kiosk/domain/reading/terms'
import { type Asking, serve } from '../endpoint.ts'
import { type Files, issueFolder } from '../outside/files/storage.ts'
import { waiterOf } from './drawing.ts'
import { countByNetworks } from './network-budget.ts'
import { type OpenPage, pageOfSignature } from './page-right.ts'
import { hasPages } from './queries.ts'
import { pageHeaders } from './signature.ts'

type Wanted = { width: number; format: 'webp' | 'avif' }

/** What stands in for another picture is asked for again soon. */
const STAND_IN_HEADERS = { 'cache-control': 'private, max-age=60' }

export const pagePicture = serve(declared, 'personal', async (call) => {
  const { open } = await pageOfSignature(call.input, call)
  const wanted: Wanted = call.input
  const given = await pictureToGive(open, wanted, call)
  const picture = await pictureOfPage(open, given, call)
  const isWanted = given.width === wanted.width && given.format === wanted.format
  const headers = { ...(isWanted ? pageHeaders : STAND_IN_HEADERS), 'content-type': `image/${given.format}` }
  return new Response(new Uint8Array(picture), { headers })
})

/**
 * Which picture answers a wish. For who has no account no AVIF is drawn, which takes ten times as long as WebP, and only so
 * many other pictures; the reading width stands in.
 */
async function pictureToGive(page: OpenPage, wanted: Wanted, call: Asking): Promise<Wanted> {
  const { house, session, visitor } = call
  if (session.account !== null || isMadeAtImport(wanted) || (await weightOfPicture(house.files, page, wanted)) !== null)
    return wanted
  if (wanted.format === 'avif') return pictureToGive(page, { ...wanted, format: 'webp' }, call)
  const seconds = await countByNetworks(house.attempts, 'page-drawing', visitor.address)
  return seconds === null ? wanted : { width: READING_WIDTH, format: 'webp' }
}

/** The picture of a page as it is kept; drawn now where it is missing. */
export async function pictureOfPage(page: OpenPage, wanted: Wanted, call: Asking): Promise<Buffer> {
  const { db, drawPage, drawing, drawnPictures, files } = call.house
  const { width, format } = wanted
  const { issue, number } = page
  const name = pictureFile(page, wanted)
  const draw = async () => {
    if (!drawPage || !(await hasPages(db, issue.id))) throw new Refusal('not_found', 'page')
    const pdf = `${issueFolder(issue.uid, issue.revision)}source.pdf`
    return drawing.kept(name, async () => drawPage(await files.path(pdf), number, width, format), waiterOf(call))
  }
  const picture = (await files.read(name)) ?? (await draw())
  if (!isMadeAtImport(wanted)) drawnPictures.used(name, picture.length)
  return picture
}

/** Bytes of a kept picture; null where it is not drawn yet. */
export function weightOfPicture(files: Files, page: OpenPage, wanted: Wanted): Promise<number | null> {
  return files.size(pictureFile(page, wanted))
}

/** These always stay, and cost nothing to give out. */
function isMadeAtImport({ width, format }: Wanted): boolean {
  return format === 'webp' && (width === READING_WIDTH || width === THUMBNAIL_WIDTH)
}

function pictureFile({ issue, number }: OpenPage, { width, format }: Wanted): string {
  return `${issueFolder(issue.uid, issue.revision)}pages/${number}-${width}.${format}`
}
