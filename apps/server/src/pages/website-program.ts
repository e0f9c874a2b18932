import type { Session } from '@kiosk/backend/auth/session'
import type { ClientInfo } from '@kiosk/backend/http/api'
import type { ApiFetch } from '../api-calls.ts'
import type { Program } from '../program.ts'
import type { Kept, KeptPages } from './kept-pages.ts'
import type { PagesBundle } from './pages-bundle.ts'
import type { ReaderAnswers } from './reader-answers.ts'
import { NOBODY } from './renewal-header.ts'

type Options = {
  bundle: () => Promise<PagesBundle>
  /** What every page is made with. */
  pageOptions: object
  apiFor: (visitor: ClientInfo) => ApiFetch
  /** Pages kept for signed-in readers. */
  readerPages: KeptPages<Kept, unknown>
  /** Whether another process serves the API. */
  isApiElsewhere: boolean
  answers: ReaderAnswers | undefined
}

/** Creates the program of the website's pages. */
export function createWebsiteProgram(options: Options): Program {
  const { bundle, pageOptions, apiFor, readerPages, isApiElsewhere, answers } = options
  return async (request, visitor) => {
    const { handle } = await bundle()
    const reads = request.method === 'GET'
    const sessionsOfPage = new Map<string, Promise<Session>>()
    const ofPage = reads ? { ...visitor, sessionsOfPage } : visitor
    // Kept only if all calls of a page see the same session: it could change between two look-ups by another process. A page that
    // is rendered again has the session that was looked up for its reader.
    const renewing = reads && !isApiElsewhere ? apiFor({ ...ofPage, ...NOBODY }) : undefined
    const answer = (api: ApiFetch, pages: Pick<typeof readerPages, 'get' | 'render'>) =>
      handle(request, { ...pageOptions, api, readerPages: renewing && { pages, api: renewing } })
    const calls = apiFor(ofPage)
    return reads && answers ? answers.watching(sessionsOfPage, calls, answer) : answer(calls, readerPages)
  }
}
