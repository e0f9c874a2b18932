import type { ApiClient } from '@kiosk/api-client/api-client'
import { allIssues, issuesOfCategory, titles } from '@kiosk/contract/routes'
import { afterOf } from '@kiosk/domain/addresses'
import type { Issue, Titles } from '@kiosk/domain/catalogue/endpoints'
import { CATALOGUE_INITIAL } from '@kiosk/domain/catalogue/limits'
import { type Selection, showsTitles } from './issue-cards.ts'

type CataloguePage = {
  issues: Issue[]
  after: string | null
  /** Only for titles. */
  count?: Titles['count']
  choices?: Titles['choices']
}

/** Loads a page of issues, starting at `after`; a category takes precedence over other filters. Throws the API error. */
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

/** Loads a page of the catalogue: titles unless the selection is one of issues. Throws the API error. */
export async function loadCatalogue(
  api: Pick<ApiClient, 'call'>,
  selection: Selection,
  after: string | null,
  limit: number = CATALOGUE_INITIAL,
): Promise<CataloguePage> {
  const { category, language, country, letter, since, order } = selection
  if (!showsTitles(selection)) return loadShelf(api, selection, after, limit)
  const chosen = {
    ...(category && { category }),
    ...(language && { language }),
    ...(country && { country }),
    ...(letter && { letter }),
    ...(since && { since }),
  }
  // The specified call for a category returns its titles, newest first, but not the other filters for them.
  if (category && Object.keys(chosen).length === 1 && order !== 'name') {
    const [page, facts] = await Promise.all([
      loadShelf(api, selection, after, limit),
      after === null ? api.call(titles, { query: { category, limit: 1 } }) : null,
    ])
    return { ...page, ...(facts && { count: facts.count, choices: facts.choices }) }
  }
  const sorted = order ?? (category ? 'newest' : 'mixed')
  const { issues, nextUrl, count, choices } = await api.call(titles, {
    query: { limit, ...(after && { after }), ...chosen, order: sorted },
  })
  return { issues, after: afterOf(nextUrl), count, choices }
}
