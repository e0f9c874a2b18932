import { categories } from '@kiosk/contract/routes'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { loadShelf } from '../issue-cards-loading.ts'
import { feedAnswer } from './feed-response.ts'
import { OPDS_TYPE, opdsAddress, opdsFeed } from './opds.ts'

/** Number of publications previewed per group. */
const PREVIEWED = 10

/** Serves the start of the OPDS 2.0 catalogue: navigation and the newest issues. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { asAnyone, language, operator, publicUrl, webapp, words } = requestContext(context)
  const [newest, subjects] = await Promise.all([loadShelf(asAnyone, {}, null), asAnyone.call(categories)])
  const shown = subjects.filter(({ issueCount }) => issueCount > 0)
  const title = words(catalogueMessages)['CATALOGUE.NEWEST'] ?? ''
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
