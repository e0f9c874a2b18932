import type { ClientInfo } from '@kiosk/backend/http/api'
import { cacheControl } from '@kiosk/domain/cache-rules'
import type { ApiFetch } from '../api-calls.ts'
import type { Program } from '../program.ts'

/** What pages of the website that only staff see are made with. */
export type PagesForStaff = {
  /** The API of the desk, which decides who may see them. */
  desk: Program
  /** The API as this visitor, in this process. */
  apiFor(visitor: ClientInfo): ApiFetch
  /** Renders a page of the website with this API. */
  website(request: Request, api: ApiFetch): Promise<Response>
  publicUrl: string
}

/** Headers of a page that is looked at: no scripts, no forms, no connections, and no cache keeps it. */
export function lookOnlyHeaders(options: { framedBy: "'none'" | "'self'"; referrer: 'no-referrer' | 'same-origin' }) {
  const policy = [
    "default-src 'self'",
    "script-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'none'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${options.framedBy}`,
    'sandbox allow-same-origin',
  ]
  return {
    'cache-control': cacheControl('personal'),
    'content-security-policy': policy.join('; '),
    'referrer-policy': options.referrer,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  }
}

type Call = { method?: string; body?: unknown }

/** Calls the API of the desk with the cookie of a request, and nothing else of it. */
export function callDesk(
  desk: Program,
  address: URL,
  request: Request,
  visitor: ClientInfo,
  { method = 'GET', body }: Call = {},
) {
  const cookie = request.headers.get('cookie')
  const headers = { ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) }
  return desk(new Request(address, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }), visitor)
}
