import { redirect, redirectDocument } from 'react-router'
import { opensAsDocument } from './still-pages.ts'
import { pageAt } from './visit.ts'

/**
 * After a form: on to a path of ours. Pages with framework scripts are shown in place, everything else (still pages, the
 * web app) is opened by the browser.
 */
export function leadOn(path: string, headers: [string, string][] = []): Response {
  const page = pageAt(path.replace(/[?#].*/s, ''))
  const lead = opensAsDocument(page) ? redirectDocument : redirect
  return lead(path, { status: 303, headers })
}
