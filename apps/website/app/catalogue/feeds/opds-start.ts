import { categories } from '@kiosk/domain/catalogue/endpoints'
import { catalogueWords } from '@kiosk/languages/catalogue'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { loadShelf } from '../shelf-loading.ts'
import { feedAnswer } from './feed-answer.ts'
import { OPDS_TYPE, opdsAddress, opdsFeed } from './opds.ts'

/** How many publications a group previews. */
const PREVIEWED = 10

/** The start of the OPDS 2.0 catalogue: the ways in, and what is new. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { asAnyone, language, operator, publicUrl, webapp, words } = visitOf(context)
  const [newest, subjects] = await Promise.all([loadShelf(asAnyone, {}, null), asAnyone.call(categories)])
  const shown = subjects.filter(({ issueCount }) => issueCount > 0)
  const title = words(catalogueWords)['CATALOGUE.NEWEST'] ?? ''
  const feed = opdsFeed(
    {
      title: operator.siteName,
      self: opdsAddress.start,
      navigation: [
        { title, href: opdsAddress.newest() },
        ...shown.map((subject) => ({ title: subject.title, href: opdsAddress.category(subject.uid), count: subject.issueCount })),
      ],
      groups: [
        { title, href: opdsAddress.newest(), issues: newest.issues },
        ...shown.map(({ title, uid, issueCount, issues }) => ({
          title,
          href: opdsAddress.category(uid),
          count: issueCount,
          issues: issues.slice(0, PREVIEWED),
        })),
      ],
    },
    { publicUrl, webapp, language, siteName: operator.siteName },
  )
  return feedAnswer(request, JSON.stringify(feed), OPDS_TYPE)
}
