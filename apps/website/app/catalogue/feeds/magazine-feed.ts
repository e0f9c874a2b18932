import { magazineDetails } from '@kiosk/domain/catalogue/endpoints'
import { catalogueWords } from '@kiosk/languages/catalogue'
import { text } from '@kiosk/languages/words'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { selectionOf, shelfAddress } from '../shelf.ts'
import { feedAddress } from './feed-address.ts'
import { notFound, orNotFound } from './feed-answer.ts'
import { issuesFeed } from './issues-feed.ts'

/** RSS of one title: `/feeds/magazines/{key}.xml`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const key = /^(.+)\.xml$/.exec(params.magazinekey ?? '')?.[1] ?? ''
  const { magazine } = selectionOf(new URLSearchParams({ magazine: key }))
  if (!magazine) return notFound()
  return orNotFound(async () => {
    const { name } = await visit.asAnyone.call(magazineDetails, { params: { magazinekey: magazine } })
    const values = { title: name, site: visit.operator.siteName }
    const about = {
      title: name,
      description: text(visit.words(catalogueWords), 'CATALOGUE.FEED_OF_TITLE_DESCRIPTION', values),
      page: shelfAddress({ magazine }),
      self: feedAddress.magazine(magazine),
    }
    return issuesFeed(visit, request, { magazine }, about)
  })
}
