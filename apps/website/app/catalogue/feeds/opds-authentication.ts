import { addressOf } from '@kiosk/domain/addresses'
import { allowsPasswords } from '@kiosk/domain/basic-auth'
import { authenticationAddress } from '@kiosk/domain/catalogue/opds-addresses'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import type { LoaderFunctionArgs } from 'react-router'
import { type RequestContext, requestContext } from '../../shell/request-context.ts'
import { feedAnswer } from './feed-response.ts'
import { authenticationType, OPDS_TYPE, opdsAddress } from './opds.ts'

/**
 * Serves the OPDS authentication document. The catalogue itself is public. To use the rights of an account, clients send its
 * e-mail address and password with each request, or the website's session in a browser.
 */
export function loader({ context, request }: LoaderFunctionArgs) {
  return feedAnswer(request, JSON.stringify(authenticationOf(requestContext(context))), authenticationType)
}

export function authenticationOf({ operator, publicUrl, words }: RequestContext): object {
  const t = words(catalogueMessages)
  return authenticationDocument({
    publicUrl,
    siteName: operator.siteName,
    description: t['CATALOGUE.OPDS_LOGIN'] ?? '',
    labels: { login: t['CATALOGUE.OPDS_NAME'] ?? '', password: t['CATALOGUE.OPDS_PASSWORD'] ?? '' },
  })
}

export function authenticationDocument(options: {
  publicUrl: string
  siteName: string
  description: string
  labels: { login: string; password: string }
}): object {
  const absolute = (href: string) => new URL(href, options.publicUrl).href
  const html = (rel: string, href: string) => ({ rel, href: absolute(href), type: 'text/html' })
  const byPassword = { type: 'http://opds-spec.org/auth/basic', labels: options.labels }
  return {
    id: absolute(authenticationAddress),
    title: options.siteName,
    description: options.description,
    links: [
      { rel: 'start', href: absolute(opdsAddress.start), type: OPDS_TYPE },
      html('register', addressOf('register')),
      html('help', addressOf('faq')),
    ],
    authentication: [
      ...(allowsPasswords(options.publicUrl) ? [byPassword] : []),
      { type: `${absolute(addressOf('login'))}#session`, links: [html('authenticate', addressOf('login'))] },
    ],
  }
}
