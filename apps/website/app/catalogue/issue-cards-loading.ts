import type { ApiClient } from '@kiosk/api-client/api-client'
import { allIssues, issuesOfCategory } from '@kiosk/contract/routes'
import { afterOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { CATALOGUE_INITIAL } from '@kiosk/domain/catalogue/limits'
import type { Selection } from './issue-cards.ts'

/** Loads a page of a selection, starting at `after`; a category takes precedence over other filters. Throws the API error. */
export async function loadShelf(
  api: Pick<ApiClient, 'call'>,
  { category, subscription, magazine, year }: Selection,
  after: string | null,
  limit: number = CATALOGUE_INITIAL,
): Promise<{ issues: Issue[]; after: string | null }> {
  const paging = { limit, ...(after && { after }) }
  const filter = { ...(subscription && { subscription }), ...(magazine && { magazine }), ...(year && { year }) }
  const { issues, nextUrl } = category
    ? await api.call(issuesOfCategory, { params: { id: category }, query: paging })
    : await api.call(allIssues, { query: { ...paging, ...filter } })
  return { issues, after: afterOf(nextUrl) }
}
