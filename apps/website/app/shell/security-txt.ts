import { cacheControl } from '@kiosk/domain/cache-rules'
import { DAY_MS } from '@kiosk/domain/time'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from './request-context.ts'

/** Validity from today; RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** Serves the contact for security reports (RFC 9116): the operator's own contact, else the company's address. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { operator, publicUrl } = requestContext(context)
  const contact = operator.securityContact ?? `mailto:${operator.company.mail}`
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const lines = [
    `Contact: ${contact.startsWith('/') ? publicUrl + contact : contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: de, en, fr',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl('file') }
  return new Response(`${lines.join('\n')}\n`, { headers })
}
