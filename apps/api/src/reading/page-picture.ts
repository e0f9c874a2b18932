import { Refusal } from '@kiosk/domain/errors'
import { pagePicture as declared } from '@kiosk/domain/reading/endpoints'
import { serve } from '../endpoint.ts'
import { issueFolder } from '../outside/files/storage.ts'
import { hasPages } from './queries.ts'
import { openPage, pageHeaders } from './signed-page.ts'

export const pagePicture = serve(declared, 'personal', async (call) => {
  const { page, width, format } = call.input
  const { db, drawPage, drawing, files } = call.house
  const issue = await openPage(call.input, call)
  const folder = issueFolder(issue.uid, issue.revision)
  const name = `${folder}pages/${page}-${width}.${format}`
  const picture = (await files.read(name)) ?? (await drawn())

  async function drawn(): Promise<Buffer> {
    if (!drawPage || !(await hasPages(db, issue.id))) throw new Refusal('not_found', 'page')
    return drawing.kept(name, async () => drawPage(await files.path(`${folder}source.pdf`), page, width, format))
  }
  return new Response(new Uint8Array(picture), { headers: { ...pageHeaders, 'content-type': `image/${format}` } })
})
