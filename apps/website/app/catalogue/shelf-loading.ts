import { afterOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { allIssues, issuesOfCategory } from '@kiosk/domain/catalogue/endpoints'
import { CATALOGUE_INITIAL } from '@kiosk/domain/catalogue/terms'
import type { ApiClient } from '../api-client.ts'
import type { Selection } from './shelf.ts'

/** A page of a selection, from `after` on; a category goes before the other filters. Throws the API's refusal. */
export async function loadShelf(
  api: Pick<ApiClient, 'call'>,
  { category, subscription, magazine }: Selection,
  after: string | null,
  limit: number = CATALOGUE_INITIAL,
): Promise<{ issues: Issue[]; after: string | null }> {
  const paging = { limit, ...(after && { after }) }
  const filter = { ...(subscription && { subscription }), ...(magazine && { magazine }) }
  const { issues, nextUrl } = category
    ? await api.call(issuesOfCategory, { params: { id: category }, query: paging })
    : await api.call(allIssues, { query: { ...paging, ...filter } })
  return { issues, after: afterOf(nextUrl) }
}
