import { allIssues, issuesOfCategory } from '@kiosk/domain/catalogue/endpoints'
import { CATALOGUE_INITIAL } from '@kiosk/domain/catalogue/terms'
import type { ApiClient } from '../api-client.ts'
import { afterOf, type Selection, type ShelfPage } from './shelf.ts'

/** A page of a selection, from `after` on; a category goes before the other filters. Throws the API's refusal. */
export async function loadShelf(
  api: ApiClient,
  selection: Selection,
  after: string | null,
  limit: number = CATALOGUE_INITIAL,
): Promise<ShelfPage> {
  const paging = { limit, ...(after && { after }) }
  const { category, subscription, magazine } = selection
  const { issues, nextUrl } = category
    ? await api.call(issuesOfCategory, { params: { id: category }, query: paging })
    : await api.call(allIssues, { query: { ...paging, subscription, magazine } })
  return { issues, after: afterOf(nextUrl) }
}
