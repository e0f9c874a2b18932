import { pageAt } from '@kiosk/domain/page-at'
import { redirect, redirectDocument } from 'react-router'
import { opensAsDocument } from './static-pages.ts'

/**
 * Redirects to a path of this site after a form. The router opens pages with framework scripts; all others are loaded by the
 * browser (static pages, the web app).
 */
export function redirectWith(path: string, headers: [string, string][] = []): Response {
  const page = pageAt(path.replace(/[?#].*/s, ''))
  const lead = opensAsDocument(page) ? redirectDocument : redirect
  return lead(path, { status: 303, headers })
}
