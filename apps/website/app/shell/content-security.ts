import { createHash } from 'node:crypto'
import type { Operator } from '@kiosk/domain/operator'
import { createContext } from 'react-router'

/** Marks our own inline scripts and styles while a page is made; it never leaves the server. */
export const nonceContext = createContext('')

/**
 * Policy for a finished page: every inline script and style that carries our mark is allowed by its hash (decision 28),
 * the marks are taken out. `style` attributes are allowed, because placeholder colours of covers are data.
 * In development Vite puts styles into the page by script.
 */
export function contentSecurityPolicy(
  marked: string,
  nonce: string,
  given: { operator: Pick<Operator, 'videos'> },
  development = false,
): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  const html = marked
    .replace(/<(script|style)([^>]*)>([\s\S]*?)<\/\1>/g, (whole, kind: 'script' | 'style', attributes: string, body: string) => {
      if (!attributes.includes(mark)) return whole
      if (body) hashes[kind].add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
      return `<${kind}${attributes.replace(mark, '')}>${body}</${kind}>`
    })
    .replaceAll(mark, '')
  const films = Object.values(given.operator.videos).flatMap((film) => (film?.startsWith('http') ? [new URL(film).origin] : []))
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...hashes.script].join(' '),
    development ? "style-src 'self' 'unsafe-inline'" : ["style-src 'self'", ...hashes.style].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    ["media-src 'self'", ...new Set(films)].join(' '),
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]
  return { html, policy: policy.join('; ') }
}
