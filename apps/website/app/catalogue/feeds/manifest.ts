import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { feedAnswer } from './feed-response.ts'
import { manifestDocument } from './manifest-document.ts'
import { MANIFEST_TYPE } from './opds.ts'
import { issueForProgram, opdsResponse, placeOf } from './opds-response.ts'

/** Serves `/opds/issues/{uid}/manifest.json`: an issue for third-party readers, limited to the pages open to the client. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  return opdsResponse(ctx, async () => {
    const document = manifestDocument(await issueForProgram(params.uid, ctx), placeOf(ctx))
    return feedAnswer(request, JSON.stringify(document), MANIFEST_TYPE)
  })
}
