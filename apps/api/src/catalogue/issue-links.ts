import { issueLinks as declared } from '@kiosk/domain/catalogue/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { apiAddress } from '../api-address.ts'
import { serve } from '../endpoint.ts'
import { cutPage } from './paging.ts'
import { issueNames } from './queries.ts'
import { shelfOf } from './seen-shelf.ts'

/** Links on one page: few enough for a crawler, many enough for a sitemap. */
const LINKS_A_PAGE = 1000

export const issueLinks = serve(declared, 'catalogue', async (call) => {
  const after = call.input.after ?? '0'
  if (!/^\d{1,15}$/.test(after)) throw new Refusal('wrong_input', 'after')
  const { hidden } = await shelfOf(call)
  const found = await issueNames(call.house.db, { hidden, after: Number(after), limit: LINKS_A_PAGE + 1 })
  const { page, last } = cutPage(found, LINKS_A_PAGE)
  return {
    links: page.map(({ uid, title, name, issue_date }) => ({ uid, name: `${title} ${name}`, releaseDate: issue_date })),
    ...(last && { nextUrl: apiAddress(declared, {}, { after: last.id }) }),
  }
})
