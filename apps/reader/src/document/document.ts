import { createHash } from 'node:crypto'
import { linksWithTrace } from '@kiosk/domain/campaigns/trace'
import type { Language } from '@kiosk/domain/locale'
import { traceScript } from '@kiosk/ui/browser/trace-script'
import type { Assets } from './built-assets.ts'
import { asMarkup, html, type Markup } from './markup.ts'
import type { Visitor } from './visitor.ts'

type Given = {
  visitor: Visitor
  siteName: string
  title: string
  assets: Assets
  head?: Markup
  body: Markup
  /** Style rules that depend on the document; allowed by their hash. */
  style?: string
  /** Script that must run before the first picture is drawn; allowed by its hash. */
  earlyScript?: string
  /** Origins of other houses whose pages may stand in frames. */
  frames?: readonly string[]
  /** Without it the document stays as it is: no script is loaded. */
  withScript: boolean
  status?: number
}

const CARRIES_TRACE = `(function(d){${traceScript}})(document);`

/** A whole document of the reader with its security policy: scripts and styles of our own, inline ones by hash. */
export function documentOf(given: Given): Response {
  const { visitor, assets } = given
  const script = given.withScript ? (given.earlyScript ?? '') + CARRIES_TRACE : undefined
  const markup = html`<!doctype html>
<html lang="${visitor.language}"${visitor.theme && asMarkup(` data-theme="${visitor.theme}"`)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${given.title} – ${given.siteName}</title>
${script && asMarkup(`<script>${script}</script>`)}
${given.head}
${given.style && asMarkup(`<style>${given.style}</style>`)}
${assets.styles.map((address) => html`<link rel="stylesheet" href="${address}">`)}
${given.withScript && assets.modules.map((address) => html`<link rel="modulepreload" href="${address}">`)}
${given.withScript && html`<script type="module" src="${assets.script}"></script>`}
<link rel="manifest" href="/reader/manifest.webmanifest">
<link rel="icon" href="/reader/icons/reader.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/reader/icons/reader-192.png">
<meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171411" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
</head>
<body>
${given.body}
</body>
</html>
`
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': visitor.language satisfies Language,
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Language',
    'content-security-policy': policy(given.style, script, given.frames ?? []),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-robots-tag': 'noindex',
  })
  if (visitor.setCookie) headers.append('set-cookie', visitor.setCookie)
  return new Response(linksWithTrace(markup.html, visitor.trace), { status: given.status ?? 200, headers })
}

function policy(style: string | undefined, script: string | undefined, frames: readonly string[]): string {
  const hashed = (body: string | undefined) => (body ? ` 'sha256-${createHash('sha256').update(body).digest('base64')}'` : '')
  return [
    "default-src 'self'",
    `script-src 'self'${hashed(script)}`,
    `style-src 'self'${hashed(style)}`,
    "img-src 'self' data: blob:",
    // Silence that keeps the media keys with us while a voice reads aloud.
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `frame-src ${frames.join(' ') || "'none'"}`,
  ].join('; ')
}
