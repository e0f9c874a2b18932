import { magazineDetails } from '@kiosk/domain/catalogue/endpoints'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { text } from '@kiosk/languages/words'
import type { LoaderFunctionArgs } from 'react-router'
import { refusalIn } from '../../refusal.ts'
import { visitOf } from '../../shell/visit.ts'
import { selectionOf, shelfAddress } from '../shelf.ts'
import { loadShelf } from '../shelf-loading.ts'
import { feedAddress } from './feed-address.ts'
import { feedAnswer, notFound } from './feed-answer.ts'
import { FEED_LENGTH } from './new-issues-feed.ts'
import { rss } from './rss.ts'

/** RSS of one title: `/feeds/magazines/{key}.xml`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { asAnyone, language, operator, publicUrl, words } = visitOf(context)
  const key = /^(.+)\.xml$/.exec(params.magazinekey ?? '')?.[1] ?? ''
  const { magazine } = selectionOf(new URLSearchParams({ magazine: key }))
  if (!magazine) return notFound()
  try {
    const [{ name }, { issues }] = await Promise.all([
      asAnyone.call(magazineDetails, { params: { magazinekey: magazine } }),
      loadShelf(asAnyone, { magazine }, null, FEED_LENGTH),
    ])
    const channel = {
      title: name,
      description: text(words(catalogueWords), 'CATALOGUE.FEED_OF_TITLE_DESCRIPTION', { title: name, site: operator.siteName }),
      language,
      page: shelfAddress({ magazine }),
      self: feedAddress.magazine(magazine),
      publicUrl,
    }
    return feedAnswer(request, rss(channel, issues), 'application/rss+xml')
  } catch (thrown) {
    if (refusalIn(thrown)?.status === 404) return notFound()
    throw thrown
  }
}
