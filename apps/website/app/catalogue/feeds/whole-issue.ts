import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { feedAnswer } from './feed-response.ts'
import { manifestDocument } from './manifest-document.ts'
import { MANIFEST_TYPE } from './opds.ts'
import { issueForProgram, opdsResponse, placeOf, rejectOpdsRequest } from './opds-response.ts'

/** Serves `/opds/issues/{uid}/whole.json`: the manifest of an issue with all pages, for readers whose tier includes them. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  return opdsResponse(ctx, async () => {
    const options = await issueForProgram(params.uid, ctx)
    if (options.access.pagesOpen < options.contents.pages.length) return rejectOpdsRequest(ctx, request, options.access.because)
    return feedAnswer(request, JSON.stringify(manifestDocument(options, placeOf(ctx), 'whole')), MANIFEST_TYPE)
  })
}
