import { createHash } from 'node:crypto'
import { addressOf } from '@kiosk/domain/addresses'
import { Refusal } from '@kiosk/domain/errors'
import { isLanguage, type Language } from '@kiosk/domain/locale'
import { providerReturn as declared } from '@kiosk/domain/payments/provider-endpoints'
import { paymentReturnWords } from '@kiosk/languages/payment-return'
import { html, raw } from 'hono/html'
import type { Selectable } from 'kysely'
import type { PaymentAttempts } from '../database/schema.ts'
import { serve } from '../endpoint.ts'
import type { House } from '../house.ts'
import { cookieIn } from '../session/cookies.ts'
import { isUuid } from './attempt-state.ts'
import { wayOfAttempt } from './buy-cart.ts'
import { cardProvider } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'
import { finishSetup, wayOfSetup } from './setups.ts'
import { turnToAsk } from './turn-to-ask.ts'

/**
 * Where a provider sends the browser back to, often within a frame: asks what became of it, and leads the whole window on to
 * our own page. It shows nothing that is anybody's, so it needs no session; the page it leads to does.
 */
export const providerReturn = serve(declared, 'personal', async ({ house, input, language, request }) => {
  const way = isUuid(input.session) ? await wayOf(house, input.session, input.token) : null
  if (way === null) throw new Refusal('not_found')
  const chosen = cookieIn(request, 'language')
  return leadOn(`${house.publicUrl}${way}`, chosen !== null && isLanguage(chosen) ? chosen : language)
})

async function wayOf(house: House, id: string, token: string): Promise<string | null> {
  const mayAsk = () => turnToAsk(house, id, 'return')
  const setup = await finishSetup(house, id, mayAsk)
  // Somebody went back before it was over.
  if (setup) return (await wayOfSetup(house, setup)) ?? `/user/payment/frame/${id}`
  const attempt = await house.db
    .selectFrom('payment_attempts')
    .select(['provider', 'provider_reference', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!attempt) return null
  if (attempt.state !== 'succeeded' && (await mayAsk())) await hearOf(house, id, attempt)
  if (token) return addressOf('confirmPayment', { token, back: 1 })
  return wayOfAttempt(house, id)
}

type Attempt = Pick<Selectable<PaymentAttempts>, 'provider' | 'provider_reference'>

async function hearOf(house: House, id: string, { provider: name, provider_reference: reference }: Attempt): Promise<void> {
  const heard = await cardProvider(house, name)
    ?.fetchState(id, reference)
    .catch((error: unknown) => {
      house.log.warn({ err: error, attempt: id }, 'a provider could not be asked')
    })
  if (heard && heard.state !== 'absent' && heard.state !== 'unknown') {
    await settleAttempts(house, [{ attemptId: id, outcome: heard }])
  }
}

const script = "(top ?? self).location.replace(document.querySelector('a').href)"
const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:60vh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:1rem;font:1.0625rem/1.5 system-ui,sans-serif;background:light-dark(#faf7f2,#171411);color:light-dark(#1c1a17,#f2ebdf)}h1{font-size:1.25rem;margin:0}a{color:inherit;padding:.6rem 1rem}'
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  // Shown in the frame of our own page.
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function leadOn(address: string, language: Language): Response {
  const words = paymentReturnWords[language]
  const title = words['PAYMENT.RETURN_TITLE']
  const page = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${raw(style)}</style></head>
<body><h1>${title}</h1><a href="${address}" target="_top">${words['PAYMENT.RETURN_ON']}</a><script>${raw(script)}</script></body></html>`
  return new Response(String(page), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'content-language': language,
      'cache-control': 'no-store',
    },
  })
}
