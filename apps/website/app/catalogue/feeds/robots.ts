import type { LoaderFunctionArgs } from 'react-router'
import { visitOf } from '../../shell/visit.ts'
import { feedAnswer } from './feed-answer.ts'

/** What crawlers may fetch: everything public but searches; of a staging server nothing. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { environment, publicUrl } = visitOf(context)
  return feedAnswer(request, robots(environment.name, publicUrl), 'text/plain')
}

export function robots(environment: string, publicUrl: string): string {
  if (environment === 'staging') return 'User-agent: *\nDisallow: /\n'
  const lines = [
    'User-agent: *',
    // Covers lie below the API and belong to the pages.
    'Allow: /api/v8/issuecontent/',
    'Disallow: /api/',
    'Disallow: /preferences',
    'Disallow: /magazines?search=',
    'Disallow: /feeds/shelf.json',
    'Disallow: /opds/issues/',
    'Disallow: /user/payment/',
    'Disallow: /user/logout',
    '',
    `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
  ]
  return `${lines.join('\n')}\n`
}
