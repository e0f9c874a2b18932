import { apiAddress } from '@kiosk/contract/route'
import { issueLinks as declared } from '@kiosk/domain/catalogue/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler } from '../http/handler.ts'
import { cutPage } from './paging.ts'
import { issueNames } from './queries.ts'
import { catalogueOf } from './viewer-catalogue.ts'

/** Links per page: few enough for a crawler, many enough for a sitemap. */
const LINKS_PER_PAGE = 1000

export const issueLinks = defineHandler(declared, 'catalogue', async (call) => {
  const after = call.input.after ?? '0'
  if (!/^\d{1,15}$/.test(after)) throw new ApiError('wrong_input', 'after')
  const { hidden } = await catalogueOf(call)
  const found = await issueNames(call.ctx.db, { hidden, after: Number(after), limit: LINKS_PER_PAGE + 1 })
  const { page, last } = cutPage(found, LINKS_PER_PAGE)
  return {
    links: page.map(({ uid, title, name, issue_date, changed_at }) => ({
      uid,
      name: `${title} ${name}`,
      releaseDate: issue_date,
      changedAt: changed_at.toISOString(),
    })),
    ...(last && { nextUrl: apiAddress(declared, {}, { after: last.id }) }),
  }
})
