import { API_BASE } from '@kiosk/contract/route'
import type { LoaderFunctionArgs } from 'react-router'
import { requestContext } from '../../shell/request-context.ts'
import { feedAnswer } from './feed-response.ts'

/** Serves robots.txt: everything public except searches is allowed; on staging nothing. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { environment, publicUrl } = requestContext(context)
  return feedAnswer(request, robots(environment.name, publicUrl), 'text/plain')
}

function robots(environment: string, publicUrl: string): string {
  if (environment === 'staging') return 'User-agent: *\nDisallow: /\n'
  const lines = [
    'User-agent: *',
    // Covers are below the API path, but they are part of pages.
    `Allow: ${API_BASE}issuecontent/`,
    'Disallow: /api/',
    'Disallow: /preferences',
    'Disallow: /magazines?search=',
    'Disallow: /opds/issues/',
    'Disallow: /user/payment/',
    'Disallow: /user/logout',
    '',
    `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
  ]
  return `${lines.join('\n')}\n`
}
