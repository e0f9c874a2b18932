import { magazineDetails } from '@kiosk/contract/routes'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { t } from '@kiosk/i18n/translate'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { selectionOf, shelfAddress } from '../issue-cards.ts'
import { feedAddress } from './feed-address.ts'
import { notFound, orNotFound } from './feed-response.ts'
import { issuesFeed } from './issues-feed.ts'

/** Serves the RSS feed of a title: `/feeds/magazines/{key}.xml`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const key = /^(.+)\.xml$/.exec(params.magazinekey ?? '')?.[1] ?? ''
  const { magazine } = selectionOf(new URLSearchParams({ magazine: key }))
  if (!magazine) return notFound()
  return orNotFound(async () => {
    const { name } = await ctx.asAnyone.call(magazineDetails, { params: { magazinekey: magazine } })
    const values = { title: name, site: ctx.operator.siteName }
    const about = {
      title: name,
      description: t(ctx.words(catalogueMessages), 'CATALOGUE.FEED_OF_TITLE_DESCRIPTION', values),
      page: shelfAddress({ magazine }),
      self: feedAddress.magazine(magazine),
    }
    return issuesFeed(ctx, request, { magazine }, about)
  })
}
