import { CATALOGUE_INITIAL } from '@kiosk/domain/catalogue/limits'
import type { LoaderFunctionArgs } from 'react-router'
import { apiErrorIn } from '../../api-error.ts'
import { requestContext } from '../../shell/request-context.ts'
import { afterIn, cardIssue, type ShelfPage, selectionOf } from '../issue-cards.ts'
import { loadCatalogue } from '../issue-cards-loading.ts'

/** Serves the next page of a list as JSON, for infinite scrolling. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const limit = Math.min(100, Math.max(1, Number.parseInt(query.get('limit') ?? '', 10) || CATALOGUE_INITIAL))
  try {
    const { issues, after } = await loadCatalogue(requestContext(context), selectionOf(query), afterIn(query), limit)
    return Response.json({ issues: issues.map(cardIssue), after } satisfies ShelfPage, {
      headers: { 'cache-control': 'private, no-cache' },
    })
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    return Response.json({ code: apiError.code }, { status: apiError.status })
  }
}
