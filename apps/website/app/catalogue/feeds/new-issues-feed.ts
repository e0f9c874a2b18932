import { addressOf } from '@kiosk/domain/addresses'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { text } from '@kiosk/languages/words'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { loadShelf } from '../shelf-loading.ts'
import { feedAddress } from './feed-address.ts'
import { feedAnswer } from './feed-answer.ts'
import { rss } from './rss.ts'

/** How many issues a feed holds. */
export const FEED_LENGTH = 50

/** RSS of what is new on the shelf. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { asAnyone, language, operator, publicUrl, words } = visitOf(context)
  const { issues } = await loadShelf(asAnyone, {}, null, FEED_LENGTH)
  const t = words(catalogueWords)
  const channel = {
    title: text(t, 'CATALOGUE.FEED_TITLE', { site: operator.siteName }),
    description: t['CATALOGUE.FEED_DESCRIPTION'] ?? '',
    language,
    page: addressOf('catalogue'),
    self: feedAddress.newIssues,
    publicUrl,
  }
  return feedAnswer(request, rss(channel, issues), 'application/rss+xml')
}
