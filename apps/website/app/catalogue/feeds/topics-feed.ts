import { addressOf } from '@kiosk/domain/addresses'
import { topics as topicsCall } from '@kiosk/domain/content/endpoints'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { text } from '@kiosk/languages/words'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { feedAddress } from './feed-address.ts'
import { rssAnswer } from './feed-answer.ts'

/** RSS of the topics that are written about, in the asker's language. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { topics } = await visit.asAnyone.call(topicsCall)
  const t = visit.words(catalogueWords)
  const about = {
    title: text(t, 'CATALOGUE.FEED_TOPICS', { site: visit.operator.siteName }),
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
  return rssAnswer(visit, request, about, items)
}
