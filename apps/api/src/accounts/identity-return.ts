import { pages } from '@kiosk/domain/addresses'
import { API_BASE } from '../api-address.ts'
import type { Asking } from '../endpoint.ts'
import type { House } from '../house.ts'
import type { Identity, IdentityProviderName } from '../outside/identity/identity-provider.ts'
import { identityBrowser } from '../session/identity-browser.ts'
import { readToken, redeemToken } from '../session/one-time-tokens.ts'

/** Where a provider sends the browser back to: what the operator enters there. */
export function returnAddress({ publicUrl }: House, provider: IdentityProviderName): string {
  return `${publicUrl}${API_BASE}websession/${provider}`
}

/** To the login page, by GET; empty values are left out. */
export function toLogin({ publicUrl }: House, query: Record<string, string | null>): Response {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  const search = new URLSearchParams(given).toString()
  const location = `${publicUrl}${pages.login.path}${search && `?${search}`}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** Back to the login page, which says that the login was denied; the log says why, without anything that came along. */
export function deniedAtProvider(
  call: Asking,
  provider: IdentityProviderName,
  error: unknown,
  redirect: string | null,
): Response {
  const { code, name } = error as { code?: unknown; name?: unknown }
  call.house.log.warn({ provider, reason: String(code ?? name) }, 'login at a provider failed')
  return toLogin(call.house, { denied: '1', redirect })
}

type Started = { nonce: string; verifier: string; browser: string; redirect: string | null }

/**
 * Whom the provider sent back into the browser where the login began, once for each start; null = this return belongs to
 * no login of this browser. Fails where the provider cannot be reached or what came back is not in order.
 */
export async function identityReturned(
  provider: IdentityProviderName,
  told: { state?: string | undefined } & Record<string, string | undefined>,
  call: Asking,
): Promise<{ started: Started; identity: () => Promise<Identity> } | null> {
  const { house } = call
  const its = house.identity[provider]
  const { state = '' } = told
  const waiting = await readToken(house.db, 'identity', state, house.now())
  if (!its || typeof waiting === 'string' || waiting.data.provider !== provider) return null
  if (waiting.data.browser !== identityBrowser(provider, call).mark) return null
  const spent = await house.db.transaction().execute((trx) => redeemToken(trx, 'identity', state, house.now()))
  if (typeof spent === 'string') return null
  const started = spent.data as Started
  const parameters = new URLSearchParams(
    Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const handshake = { ...started, state, redirectUri: returnAddress(house, provider) }
  return { started, identity: () => its.identityOf(parameters, handshake) }
}
