import { escapeXml } from '@kiosk/domain/escape-xml'
import { languages } from '@kiosk/domain/locale'

export type Entry = { path: string; changed?: string | undefined }

/**
 * Addresses per sitemap. sitemaps.org limits a file to 50,000 addresses and 50 MB; with language alternates, 10,000 stay
 * below 8 MB.
 */
export const ADDRESSES_PER_PART = 10_000

/** Returns a sitemap of pages, each with its three languages. */
export function urlset(entries: readonly Entry[], publicUrl: string): string {
  const urls = entries.map(({ path, changed }) => {
    const alternates = languages.map((language) => alternate(language, inLanguage(path, language, publicUrl)))
    const here = absolute(path, publicUrl)
    return `<url><loc>${here}</loc>${lastmod(changed)}${alternates.join('')}${alternate('x-default', here)}</url>`
  })
  return document('urlset', urls, ' xmlns:xhtml="http://www.w3.org/1999/xhtml"')
}

/** Returns an index of sitemaps, for more addresses than fit into one. */
export function sitemapIndex(parts: readonly Entry[], publicUrl: string): string {
  return document(
    'sitemapindex',
    parts.map(({ path, changed }) => `<sitemap><loc>${absolute(path, publicUrl)}</loc>${lastmod(changed)}</sitemap>`),
  )
}

function lastmod(changed: string | undefined): string {
  return changed ? `<lastmod>${escapeXml(changed.slice(0, 10))}</lastmod>` : ''
}

function document(root: string, rows: string[], namespaces = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>\n${rows.join('\n')}\n</${root}>\n`
}

function alternate(language: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`
}

function inLanguage(path: string, language: string, publicUrl: string): string {
  return absolute(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`, publicUrl)
}

function absolute(path: string, publicUrl: string): string {
  return escapeXml(new URL(path, publicUrl).href)
}
