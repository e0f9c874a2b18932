import { contentSet as declared } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT_PIXELS, FEATURED_ITEMS } from '@kiosk/domain/catalogue/limits'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { rightOf } from '../reading/reading-rights.ts'
import type { CatalogueView, Title } from './catalogue-view.ts'
import { nearFirst } from './near-first.ts'
import { detailLine, presentCover } from './present-issue.ts'
import { catalogueOf } from './viewer-catalogue.ts'

export const contentSet = defineHandler(declared, 'catalogue', async (call) => {
  const catalogue = await catalogueOf(call)
  const titles = previewedTitles(call.input.key, catalogue, call) ?? featuredTitlesOf(call.input.key, catalogue, call)
  if (!titles) throw new ApiError('not_found', 'key')
  const entries = titles.slice(0, FEATURED_ITEMS).map(({ id, name, key, kind, plans, current }) => ({
    magazineId: id,
    title: name,
    magazineKey: key,
    issueUid: current.uid,
    opens: rightOf({ kind, plans }, call).online,
    detailLine: detailLine(current, call),
    ...presentCover(current, COVER_HEIGHT_PIXELS.carousel),
  }))
  return { entries }
})

/**
 * Returns the titles of a set, or the newest titles that the caller sees if the set has none to show. undefined = no such set.
 */
export function featuredTitlesOf(
  key: string,
  catalogue: CatalogueView,
  caller: Pick<RequestContext, 'language' | 'region'>,
): readonly Title[] | undefined {
  const chosen = catalogue.contentSet(key)
  return chosen?.length === 0 ? nearFirst(catalogue.titles, caller) : chosen
}

/** Returns the titles of an unpublished row, for a preview at the desk; undefined = none, or no preview. */
function previewedTitles(key: string, catalogue: CatalogueView, { visitor }: RequestContext): Title[] | undefined {
  const row = visitor.preview?.row
  if (!row || row.set !== key || row.keys.length === 0) return undefined
  return row.keys.flatMap((each) => catalogue.titleByKey(each) ?? [])
}
