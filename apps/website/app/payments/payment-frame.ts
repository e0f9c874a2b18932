import { hash } from 'node:crypto'
import { setupState } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { escapeHtml } from '@kiosk/domain/escape-html'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import type { LoaderFunctionArgs } from 'react-router'
import { apiErrorIn } from '../api-error.ts'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { heightScript } from './frame-height.ts'
import { localPath } from './local-path.ts'

type Embed = { script: string; clientSecret: string; publicKey: string }

/**
 * Serves the page of our own origin that embeds the provider's payment page (ADR-0173), in a frame or through its script. It
 * is framed by our pages or opened alone, and navigates the top window when finished.
 */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<Response> {
  const ctx = requestContext(context)
  const words = ctx.words(checkoutMessages, errorMessages) as Record<string, string>
  const leadTo = (way: string, messageKey: string) =>
    page(ctx, {
      body: `<p>${escapeHtml(words[messageKey] ?? '')}</p><p><a class="on" target="_top" href="${escapeHtml(way)}">${escapeHtml(words['PAY.FRAME_ON'] ?? '')}</a></p>`,
      script: `top.location.replace(${JSON.stringify(way).replaceAll('<', '\\u003c')})`,
    })
  try {
    const { way, url, embed, purpose } = await ctx.call(setupState, { params: { id: params.setup ?? '' } })
    const over = localPath(ctx, way ?? undefined)
    if (over) return leadTo(over, 'PAY.FRAME_OVER')
    if (embed) return embedded(ctx, embed, words)
    const origin = originOf(url)
    if (!origin) return leadTo(addressOf(purpose === 'edit' ? 'paymentChangeFailed' : 'paymentFailed'), 'PAY.FRAME_LOST')
    return page(ctx, {
      body: `<iframe src="${escapeHtml(url)}" title="${escapeHtml(words['PAY.FRAME'] ?? '')}" allow="payment"></iframe>`,
      script: heightScript(origin),
      frames: [origin, "'self'"],
    })
  } catch (thrown) {
    // The session has ended; the login page cannot be framed.
    if (thrown instanceof Response && thrown.status < 400) return leadTo(thrown.headers.get('location') ?? '/', 'PAY.FRAME_LOST')
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    // It is unknown whether the payment data were entered and used for a purchase.
    if (apiError.status >= 500 || apiError.status === 429)
      return page(ctx, {
        body: `<p role="alert">${escapeHtml(apiError.message ?? words[apiError.words] ?? '')}</p>${againLink(words)}`,
      })
    return leadTo(addressOf('paymentFailed'), 'PAY.FRAME_LOST')
  }
}

/**
 * Returns a page with Stripe's embedded checkout, which loads only its own script and opens its own frames. It shows an
 * error if the script fails.
 */
function embedded(ctx: RequestContext, { script, clientSecret, publicKey }: Embed, words: Record<string, string>): Response {
  const origin = originOf(script)
  if (!origin) throw new TypeError('the script of the provider has no URL')
  const options = JSON.stringify({ clientSecret, publicKey }).replaceAll('<', '\\u003c')
  const translate = (name: string) => escapeHtml(words[name] ?? '')
  const broken = `<div id="broken" role="alert" hidden><p>${translate('PAY.FRAME_BROKEN')}</p>${againLink(words)}</div>`
  return page(ctx, {
    body: `<div id="checkout" role="group" aria-label="${translate('PAY.FRAME')}"></div>${broken}<noscript><p>${translate('PAY.FRAME_SCRIPT')}</p></noscript><script src="${escapeHtml(script)}"></script>`,
    script: `${heightScript(null)};(async g=>{const s=Stripe(g.publicKey),open=s.createEmbeddedCheckoutPage||s.initEmbeddedCheckout;(await open.call(s,{clientSecret:g.clientSecret})).mount('#checkout')})(${options}).catch(()=>{document.getElementById('broken').hidden=false})`,
    scripts: [origin],
    frames: [origin, 'https://*.stripe.com'],
    connections: [origin, 'https://*.stripe.com'],
  })
}

function againLink(words: Record<string, string>): string {
  return `<p><a class="on" href="">${escapeHtml(words['PAY.FRAME_AGAIN'] ?? '')}</a></p>`
}

type Page = { body: string; script?: string; scripts?: string[]; frames?: string[]; connections?: string[] }

const style =
  ':root{color-scheme:light dark}*{box-sizing:border-box}html,body{height:100%;margin:0}body{background:light-dark(#fffdfa,#211d19);color:light-dark(#1c1a17,#f2ebdf);font:1.0625rem/1.5 system-ui,sans-serif}iframe{display:block;width:100%;height:100%;min-height:34rem;border:0}p{margin:0;padding:1.5rem 1.5rem 0}.on{color:inherit}'

/** Returns a document that only our own pages may frame, with a policy of its own. */
function page(
  { language, theme, operator }: RequestContext,
  { body, script, scripts = [], frames = [], connections = [] }: Page,
): Response {
  const hashed = (code: string) => `'sha256-${hash('sha256', code, 'base64')}'`
  const scheme = theme === 'system' ? '' : ` style="color-scheme:${theme}"`
  const html = `<!DOCTYPE html><html lang="${language}"${scheme}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(operator.siteName)}</title><style>${style}</style></head><body>${body}${script ? `<script>${script}</script>` : ''}</body></html>`
  const policy = [
    "default-src 'none'",
    `script-src ${[...(script ? [hashed(script)] : []), ...scripts].join(' ') || "'none'"}`,
    `style-src ${hashed(style)}${scripts.length > 0 ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    `frame-src ${frames.join(' ') || "'none'"}`,
    `connect-src ${connections.join(' ') || "'none'"}`,
    `img-src 'self' data: ${connections.join(' ')}`.trim(),
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': cacheControl('nothing'),
      'referrer-policy': 'no-referrer',
    },
  })
}

function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}
