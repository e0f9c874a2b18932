import { CATALOGUE_INITIAL } from '@kiosk/domain/catalogue/terms'
import type { LoaderFunctionArgs } from 'react-router'
import { refusalIn } from '../../refusal.ts'
import { visitOf } from '../../shell/visit.ts'
import { afterIn, cardIssue, type ShelfPage, selectionOf } from '../shelf.ts'
import { loadShelf } from '../shelf-loading.ts'

/** The next page of a shelf as JSON, for the list that grows while it is scrolled. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const limit = Math.min(100, Math.max(1, Number.parseInt(query.get('limit') ?? '', 10) || CATALOGUE_INITIAL))
  try {
    const { issues, after } = await loadShelf(visitOf(context), selectionOf(query), afterIn(query), limit)
    return Response.json({ issues: issues.map(cardIssue), after } satisfies ShelfPage, {
      headers: { 'cache-control': 'private, no-cache' },
    })
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (!refusal) throw thrown
    return Response.json({ code: refusal.code }, { status: refusal.status })
  }
}
