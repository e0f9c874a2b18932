import { addressOf } from '@kiosk/domain/addresses'
import { authenticationAddress } from '@kiosk/domain/catalogue/opds-addresses'
import { isSafeLine } from '@kiosk/domain/safe-line'
import { catalogueWords } from '@kiosk/languages/catalogue'
import type { LoaderFunctionArgs } from 'react-router'
import { type Visit, visitOf } from '../../shell/visit.ts'
import { feedAnswer } from './feed-answer.ts'
import { authenticationType, OPDS_TYPE, opdsAddress } from './opds.ts'

/**
 * OPDS authentication document. The catalogue itself is open; what an account opens is opened by its mail address and
 * password, sent with each request, or in a browser by the session of the website.
 */
export function loader({ context, request }: LoaderFunctionArgs) {
  return feedAnswer(request, JSON.stringify(authenticationOf(visitOf(context))), authenticationType)
}

export function authenticationOf({ operator, publicUrl, words }: Visit): object {
  const t = words(catalogueWords)
  return authenticationDocument({
    publicUrl,
    siteName: operator.siteName,
    description: t['CATALOGUE.OPDS_LOGIN'] ?? '',
    labels: { login: t['CATALOGUE.OPDS_NAME'] ?? '', password: t['CATALOGUE.OPDS_PASSWORD'] ?? '' },
  })
}

export function authenticationDocument(given: {
  publicUrl: string
  siteName: string
  description: string
  labels: { login: string; password: string }
}): object {
  const absolute = (href: string) => new URL(href, given.publicUrl).href
  const html = (rel: string, href: string) => ({ rel, href: absolute(href), type: 'text/html' })
  const byPassword = { type: 'http://opds-spec.org/auth/basic', labels: given.labels }
  return {
    id: absolute(authenticationAddress),
    title: given.siteName,
    description: given.description,
    links: [
      { rel: 'start', href: absolute(opdsAddress.start), type: OPDS_TYPE },
      html('register', addressOf('register')),
      html('help', addressOf('faq')),
    ],
    authentication: [
      ...(isSafeLine(given.publicUrl) ? [byPassword] : []),
      { type: `${absolute(addressOf('login'))}#session`, links: [html('authenticate', addressOf('login'))] },
    ],
  }
}
