import { createHash } from 'node:crypto'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { linksWithAttribution } from '@kiosk/domain/campaigns/attribution'
import type { Language } from '@kiosk/domain/locale'
import { attributionScript } from '@kiosk/ui/browser/attribution-script'
import type { Assets } from './built-assets.ts'
import { asMarkup, html, type Markup } from './markup.ts'
import type { Visitor } from './visitor.ts'

type Options = {
  visitor: Visitor
  siteName: string
  title: string
  assets: Assets
  head?: Markup
  body: Markup
  /** Style rules of this document; allowed by hash. */
  style?: string
  /** Script that must run before the first image is painted; allowed by hash. */
  earlyScript?: string
  /** Partner origins whose pages may be framed. */
  frames?: readonly string[]
  /** Address of the bucket, if images of pages come from there; without `;` and `,`. */
  imagesFrom?: string | undefined
  /** false for a static document without scripts. */
  withScript: boolean
  status?: number
}

const CARRIES_ATTRIBUTION = `(function(d){${attributionScript}})(document);`

/**
 * Returns a complete reader document with its content security policy, which allows our own scripts and styles, inline ones
 * by hash.
 */
export function documentOf(options: Options): Response {
  const { visitor, assets } = options
  const script = options.withScript ? (options.earlyScript ?? '') + CARRIES_ATTRIBUTION : undefined
  const markup = html`<!doctype html>
<html lang="${visitor.language}"${visitor.theme && asMarkup(` data-theme="${visitor.theme}"`)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${options.title} – ${options.siteName}</title>
${script && asMarkup(`<script>${script}</script>`)}
${options.head}
${options.style && asMarkup(`<style>${options.style}</style>`)}
${assets.styles.map((address) => html`<link rel="stylesheet" href="${address}">`)}
${options.withScript && assets.modules.map((address) => html`<link rel="modulepreload" href="${address}">`)}
${options.withScript && html`<script type="module" src="${assets.script}"></script>`}
<link rel="manifest" href="/reader/manifest.webmanifest">
<link rel="icon" href="/reader/icons/reader.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/reader/icons/reader-192.png">
<meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171411" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
</head>
<body>
${options.body}
</body>
</html>
`
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': visitor.language satisfies Language,
    'cache-control': cacheControl('incompletePage'),
    vary: 'Cookie, Accept-Language',
    'content-security-policy': policy(options, script),
    // A page that opened this one must not be able to navigate it elsewhere.
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-robots-tag': 'noindex',
  })
  if (visitor.setCookie) headers.append('set-cookie', visitor.setCookie)
  return new Response(linksWithAttribution(markup.html, visitor.attribution), { status: options.status ?? 200, headers })
}

function policy({ style, frames = [], imagesFrom }: Options, script: string | undefined): string {
  const hashed = (body: string | undefined) => (body ? ` 'sha256-${createHash('sha256').update(body).digest('base64')}'` : '')
  return [
    "default-src 'self'",
    `script-src 'self'${hashed(script)}`,
    `style-src 'self'${hashed(style)}`,
    `img-src 'self' data: blob:${imagesFrom ? ` ${imagesFrom}` : ''}`,
    // Silent audio makes browsers send media keys while a voice reads aloud.
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `frame-src ${frames.join(' ') || "'none'"}`,
  ].join('; ')
}
