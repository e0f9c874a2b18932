import { hash } from 'node:crypto'
import { addressOf } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import { ApiError } from '@kiosk/domain/errors'
import { isLanguage, type Language } from '@kiosk/domain/locale'
import { providerReturn as declared } from '@kiosk/domain/payments/provider-endpoints'
import { paymentReturnMessages } from '@kiosk/i18n/messages/payment-return'
import { html, raw } from 'hono/html'
import type { Selectable } from 'kysely'
import { cookieIn } from '../../auth/cookies.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import { isUuid } from '../../db/is-uuid.ts'
import type { PaymentAttempts } from '../../db/schema.ts'
import { defineHandler } from '../../http/handler.ts'
import { waitForPollingTurn } from '../charges/polling-turn.ts'
import { settleAttempts } from '../charges/settle.ts'
import { finishSetup, resultPathOfSetup } from '../checkout/setup-session.ts'
import { resultPathOfAttempt } from '../checkout/take-cart.ts'
import { cardProvider } from '../provider-calls.ts'

/**
 * Polls the result when a browser returns from a provider, often inside a frame, and redirects the top window to our own page.
 * Needs no session, because the response contains no personal data; the target page needs one.
 */
export const providerReturn = defineHandler(declared, 'personal', async ({ ctx, input, language, request }) => {
  const way = isUuid(input.session) ? await wayOf(ctx, input.session, input) : null
  if (way === null) throw new ApiError('not_found')
  const chosen = cookieIn(request, 'language')
  return returnPage(`${ctx.publicUrl}${way}`, chosen !== null && isLanguage(chosen) ? chosen : language)
})

async function wayOf(
  ctx: AppContext,
  id: string,
  { token, kind }: { token: string; kind?: 'CC' | 'DD' | undefined },
): Promise<string | null> {
  const mayAsk = () => waitForPollingTurn(ctx, id, 'return')
  const setup = await finishSetup(ctx, id, mayAsk)
  // The browser returned before the setup was finished.
  if (setup) return (await resultPathOfSetup(ctx, setup, kind)) ?? `/user/payment/frame/${id}`
  const attempt = await ctx.db
    .selectFrom('payment_attempts')
    .select(['provider', 'provider_reference', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!attempt) return null
  if (attempt.state !== 'succeeded' && (await mayAsk())) await reportOn(ctx, id, attempt)
  if (token) return addressOf('confirmPayment', { token, back: 1 })
  return resultPathOfAttempt(ctx, id)
}

type Attempt = Pick<Selectable<PaymentAttempts>, 'provider' | 'provider_reference'>

async function reportOn(
  ctx: BillingContext,
  id: string,
  { provider: name, provider_reference: reference }: Attempt,
): Promise<void> {
  const outcome = await cardProvider(ctx, name)
    ?.fetchState(id, reference)
    .catch((error: unknown) => {
      ctx.log.warn({ event: 'charge.provider-unreachable', err: error, attempt: id }, 'provider could not be reached')
    })
  if (outcome && outcome.state !== 'absent' && outcome.state !== 'unknown') {
    await settleAttempts(ctx, [{ attemptId: id, outcome }])
  }
}

const script = "(top ?? self).location.replace(document.querySelector('a').href)"
const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:60vh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:1rem;font:1.0625rem/1.5 system-ui,sans-serif;background:light-dark(#faf7f2,#171411);color:light-dark(#1c1a17,#f2ebdf)}h1{font-size:1.25rem;margin:0}a{color:inherit;padding:.6rem 1rem}'
const cspHash = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
const policy = [
  "default-src 'none'",
  `script-src ${cspHash(script)}`,
  `style-src ${cspHash(style)}`,
  // Our own page shows it in a frame.
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function returnPage(address: string, language: Language): Response {
  const words = paymentReturnMessages[language]
  const title = words['PAYMENT.RETURN_TITLE']
  const page = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${raw(style)}</style></head>
<body><h1>${title}</h1><a href="${address}" target="_top">${words['PAYMENT.RETURN_ON']}</a><script>${raw(script)}</script></body></html>`
  return new Response(String(page), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'content-language': language,
      'cache-control': cacheControl('nothing'),
    },
  })
}
