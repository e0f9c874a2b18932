import { categories } from '@kiosk/domain/catalogue/endpoints'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { text } from '@kiosk/languages/words'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { shelfAddress } from '../shelf.ts'
import { feedAddress } from './feed-address.ts'
import { notFound, orNotFound } from './feed-answer.ts'
import { issuesFeed } from './issues-feed.ts'

/** RSS of one category: `/feeds/categories/{uid}.xml`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  return orNotFound(async () => {
    const all = await visit.asAnyone.call(categories)
    const found = all.find(({ uid }) => `${uid}.xml` === params.category)
    if (!found) return notFound()
    const { title, uid: category } = found
    const values = { category: title, site: visit.operator.siteName }
    const about = {
      title,
      description: text(visit.words(catalogueWords), 'CATALOGUE.FEED_OF_CATEGORY_DESCRIPTION', values),
      page: shelfAddress({ category }),
      self: feedAddress.category(category),
    }
    return issuesFeed(visit, request, { category }, about)
  })
}
