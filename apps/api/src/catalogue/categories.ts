import { categories as declared } from '@kiosk/domain/catalogue/endpoints'
import { RELATED_ITEMS } from '@kiosk/domain/catalogue/terms'
import { serve } from '../endpoint.ts'
import { presentCover, presentIssue } from './present-issue.ts'
import { shelfOf } from './seen-shelf.ts'
import { categoryName } from './shelf-view.ts'

/** Covers in the header of a closed category. */
const HEADER_COVERS = 3

export const categories = serve(declared, 'catalogue', async (call) => {
  const shelf = await shelfOf(call)
  return shelf.categories
    .filter(({ titles }) => titles.length > 0)
    .map((category) => ({
      uid: category.uid,
      title: categoryName(category, call.language),
      overviewHeaders: category.titles
        .slice(0, HEADER_COVERS)
        .map(({ current }) => ({ issue: { uid: current.uid, ...presentCover(current) } })),
      issues: category.titles.slice(0, RELATED_ITEMS).map((title) => presentIssue(title.current, title, call)),
      issueCount: category.titles.length,
    }))
})
