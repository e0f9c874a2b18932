import { categories as declared } from '@kiosk/domain/catalogue/endpoints'
import { RELATED_ITEMS } from '@kiosk/domain/catalogue/limits'
import { defineHandler } from '../http/handler.ts'
import { categoryName } from './catalogue-view.ts'
import { presentCover, presentIssue } from './present-issue.ts'
import { catalogueOf } from './viewer-catalogue.ts'

/** Covers in the header of a collapsed category. */
const HEADER_COVERS = 3

export const categories = defineHandler(declared, 'catalogue', async (call) => {
  const catalogue = await catalogueOf(call)
  return catalogue.categories
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
