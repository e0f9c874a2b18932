import { Refusal } from '@kiosk/domain/errors'
import { pagePicture as declared } from '@kiosk/domain/reading/endpoints'
import { serve } from '../endpoint.ts'
import type { House } from '../house.ts'
import { issueFolder } from '../outside/files/storage.ts'
import { hasPages } from './queries.ts'
import { openPage, pageHeaders } from './signed-page.ts'

export const pagePicture = serve(declared, 'personal', async (call) => {
  const issue = await openPage(call.input, call)
  const picture = await pictureOfPage(issue, call.input, call.house)
  return new Response(new Uint8Array(picture), { headers: { ...pageHeaders, 'content-type': `image/${call.input.format}` } })
})

/** The picture of a page as it is kept; drawn now where it is missing. */
export async function pictureOfPage(
  issue: { id: number; uid: string; revision: number },
  { page, width, format }: { page: number; width: number; format: 'webp' | 'avif' },
  { db, drawPage, drawing, files }: House,
): Promise<Buffer> {
  const folder = issueFolder(issue.uid, issue.revision)
  const name = `${folder}pages/${page}-${width}.${format}`
  const kept = await files.read(name)
  if (kept) return kept
  if (!drawPage || !(await hasPages(db, issue.id))) throw new Refusal('not_found', 'page')
  return drawing.kept(name, async () => drawPage(await files.path(`${folder}source.pdf`), page, width, format))
}
