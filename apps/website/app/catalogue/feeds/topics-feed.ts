import { addressOf } from '@kiosk/domain/addresses'
import { topics as topicsCall } from '@kiosk/domain/content/endpoints'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { text } from '@kiosk/languages/words'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { feedAddress } from './feed-address.ts'
import { feedAnswer } from './feed-answer.ts'
import { rssOf } from './rss.ts'

/** RSS of the topics that are written about, in the asker's language. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { asAnyone, language, operator, publicUrl, words } = visitOf(context)
  const { topics } = await asAnyone.call(topicsCall)
  const t = words(catalogueWords)
  const channel = {
    title: text(t, 'CATALOGUE.FEED_TOPICS', { site: operator.siteName }),
    description: t['CATALOGUE.FEED_TOPICS_DESCRIPTION'] ?? '',
    language,
    page: addressOf('catalogue'),
    self: feedAddress.topics,
    publicUrl,
  }
  const items = topics.map(({ uid, headline, text, releaseDate, magazineName, imageUrl, imageWidth, imageHeight }) => ({
    title: headline,
    description: text,
    page: addressOf('topic', { id: uid }),
    day: releaseDate,
    category: magazineName,
    picture: { href: imageUrl, width: imageWidth, height: imageHeight },
  }))
  return feedAnswer(request, rssOf(channel, items), 'application/rss+xml')
}
