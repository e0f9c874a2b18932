import { addressOf } from '@kiosk/domain/addresses'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { text } from '@kiosk/languages/words'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { feedAddress } from './feed-address.ts'
import { issuesFeed } from './issues-feed.ts'

/** RSS of what is new on the shelf. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const t = visit.words(catalogueWords)
  const about = {
    title: text(t, 'CATALOGUE.FEED_TITLE', { site: visit.operator.siteName }),
    description: t['CATALOGUE.FEED_DESCRIPTION'] ?? '',
    page: addressOf('catalogue'),
    self: feedAddress.newIssues,
  }
  return issuesFeed(visit, request, {}, about)
}
