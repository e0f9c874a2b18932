import { addressOf } from '@kiosk/domain/addresses'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import { t as translate } from '@kiosk/i18n/translate'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { feedAddress } from './feed-address.ts'
import { issuesFeed } from './issues-feed.ts'

/** Serves the RSS feed of the newest issues of the catalogue. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const t = ctx.words(catalogueMessages)
  const about = {
    title: translate(t, 'CATALOGUE.FEED_TITLE', { site: ctx.operator.siteName }),
    description: t['CATALOGUE.FEED_DESCRIPTION'] ?? '',
    page: addressOf('catalogue'),
    self: feedAddress.newIssues,
  }
  return issuesFeed(ctx, request, {}, about)
}
