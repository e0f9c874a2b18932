import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { feedAnswer } from './feed-answer.ts'
import { manifestDocument } from './manifest-document.ts'
import { MANIFEST_TYPE } from './opds.ts'
import { answerToProgram, issueForProgram, placeOf, refuseToProgram } from './program-answer.ts'

/** `/opds/issues/{uid}/whole.json`: the manifest of an issue with every page, for those whose tier opens them. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  return answerToProgram(visit, async () => {
    const given = await issueForProgram(params.uid, visit)
    if (given.access.pagesOpen < given.contents.pages.length) return refuseToProgram(visit, request, given.access.because)
    return feedAnswer(request, JSON.stringify(manifestDocument(given, placeOf(visit), 'whole')), MANIFEST_TYPE)
  })
}
