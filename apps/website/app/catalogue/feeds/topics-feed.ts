import { topics as topicsCall } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { t as translate } from '@kiosk/i18n/translate'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { feedAddress } from './feed-address.ts'
import { rssAnswer } from './feed-response.ts'

/** Serves the RSS feed of the current topics, in the client's language. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { topics } = await ctx.asAnyone.call(topicsCall)
  const t = ctx.words(catalogueMessages)
  const about = {
    title: translate(t, 'CATALOGUE.FEED_TOPICS', { site: ctx.operator.siteName }),
    description: t['CATALOGUE.FEED_TOPICS_DESCRIPTION'] ?? '',
    page: addressOf('catalogue'),
    self: feedAddress.topics,
  }
  const items = topics.map(({ uid, headline, text, releaseDate, magazineName, imageUrl, imageWidth, imageHeight }) => ({
    title: headline,
    description: text,
    page: addressOf('topic', { id: uid }),
    day: releaseDate,
    category: magazineName,
    picture: { href: imageUrl, width: imageWidth, height: imageHeight },
  }))
  return rssAnswer(ctx, request, about, items)
}
