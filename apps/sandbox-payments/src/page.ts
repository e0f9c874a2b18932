import { hash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { pageStyle } from './page-style.ts'
import { type Language, words } from './words.ts'

export type Markup = ReturnType<typeof html>

const cspHash = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
const styleHash = cspHash(pageStyle)

/**
 * Returns a page of the provider that may load only its own inline style and script.
 * @param options.framedBy origin of the merchant that may frame the page and to which its forms may redirect; null = none
 */
export async function page(
  title: string,
  content: Markup | Promise<Markup>,
  options: { language: Language; framedBy: string | null; script?: string; status?: number; wide?: boolean },
): Promise<Response> {
  const { language, framedBy, script, status = 200, wide } = options
  const w = words[language]
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `script-src ${script ? cspHash(script) : "'none'"}`,
    `form-action 'self'${framedBy ? ` ${framedBy}` : ''}`,
    `frame-ancestors ${framedBy ?? "'none'"}`,
    "base-uri 'none'",
  ]
  const body = await html`<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${title} · ${w.sandbox}</title><style>${raw(pageStyle)}</style></head>
<body><main${wide ? raw(' class="wide"') : ''}><p class="note"><strong>${w.sandbox}</strong> <span>${w.noMoney}</span></p>
${await content}</main>${script ? raw(`<script>${script}</script>`) : ''}</body></html>`
  return new Response(String(body), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}

/** Formats minor units for a reader: 1999, "EUR" is "€19.99" in English. */
export function moneyText(minor: number, currency: string, language: Language): string {
  const place = { de: 'de-AT', en: 'en-GB', fr: 'fr-LU' }[language]
  return new Intl.NumberFormat(place, { style: 'currency', currency }).format(minor / 100)
}

/** Returns a script that sends the height of a framed page to its merchant only. */
export const heightReporter = (merchant: string) => `
if (parent !== window) {
  const report = () => parent.postMessage({ type: 'sandbox-payments:height', height: document.documentElement.offsetHeight }, ${JSON.stringify(merchant).replaceAll('<', '\\u003c')});
  new ResizeObserver(report).observe(document.documentElement);
  report();
}`
