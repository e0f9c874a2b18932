import { categories } from '@kiosk/contract/routes'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { t } from '@kiosk/i18n/translate'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { shelfAddress } from '../issue-cards.ts'
import { feedAddress } from './feed-address.ts'
import { notFound, orNotFound } from './feed-response.ts'
import { issuesFeed } from './issues-feed.ts'

/** Serves the RSS feed of a category: `/feeds/categories/{uid}.xml`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  return orNotFound(async () => {
    const all = await ctx.asAnyone.call(categories)
    const found = all.find(({ uid }) => `${uid}.xml` === params.category)
    if (!found) return notFound()
    const { title, uid: category } = found
    const values = { category: title, site: ctx.operator.siteName }
    const about = {
      title,
      description: t(ctx.words(catalogueMessages), 'CATALOGUE.FEED_OF_CATEGORY_DESCRIPTION', values),
      page: shelfAddress({ category }),
      self: feedAddress.category(category),
    }
    return issuesFeed(ctx, request, { category }, about)
  })
}
