import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from './visit.ts'

/** RFC 9116 asks for a day less than a year ahead; whoever reads the file later reads it anew. Days. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

/** Whom to tell of a weakness (RFC 9116): the operator's own contact, else the company's address. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { operator, publicUrl } = visitOf(context)
  const contact = operator.securityContact ?? `mailto:${operator.company.mail}`
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const lines = [
    `Contact: ${contact.startsWith('/') ? publicUrl + contact : contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: de, en, fr',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }
  return new Response(`${lines.join('\n')}\n`, { headers })
}
