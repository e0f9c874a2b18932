import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { feedAnswer } from './feed-answer.ts'
import { manifestDocument } from './manifest-document.ts'
import { MANIFEST_TYPE } from './opds.ts'
import { answerToProgram, issueForProgram, placeOf } from './program-answer.ts'

/** `/opds/issues/{uid}/manifest.json`: what a reader of other makers shows of an issue to the one who asks. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  return answerToProgram(visit, async () => {
    const document = manifestDocument(await issueForProgram(params.uid, visit), placeOf(visit))
    return feedAnswer(request, JSON.stringify(document), MANIFEST_TYPE)
  })
}
