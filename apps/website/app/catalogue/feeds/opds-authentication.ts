import { addressOf } from '@kiosk/domain/addresses'
import { catalogueWords } from '@kiosk/languages/catalogue'
import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { feedAnswer } from './feed-answer.ts'
import { authenticationAddress, authenticationType, OPDS_TYPE, opdsAddress } from './opds.ts'

/**
 * OPDS authentication document. The catalogue itself is open; a reader with an account logs in on the website, and its
 * session (a cookie) opens more pages of a manifest. There is no password to give to a program.
 */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { operator, publicUrl, words } = visitOf(context)
  return feedAnswer(
    request,
    JSON.stringify(
      authenticationDocument({
        publicUrl,
        siteName: operator.siteName,
        description: words(catalogueWords)['CATALOGUE.OPDS_LOGIN'] ?? '',
      }),
    ),
    authenticationType,
  )
}

export function authenticationDocument(given: { publicUrl: string; siteName: string; description: string }): object {
  const absolute = (href: string) => new URL(href, given.publicUrl).href
  const html = (rel: string, href: string) => ({ rel, href: absolute(href), type: 'text/html' })
  return {
    id: absolute(authenticationAddress),
    title: given.siteName,
    description: given.description,
    links: [
      { rel: 'start', href: absolute(opdsAddress.start), type: OPDS_TYPE },
      html('register', addressOf('register')),
      html('help', addressOf('faq')),
    ],
    authentication: [{ type: `${absolute(addressOf('login'))}#session`, links: [html('authenticate', addressOf('login'))] }],
  }
}
