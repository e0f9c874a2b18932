import { apiAddress } from '@kiosk/contract/route'
import { appleReturn, facebookReturn } from '@kiosk/contract/routes'
import type { IdentityProviderName } from '@kiosk/domain/accounts/identity-providers'
import { pages } from '@kiosk/domain/addresses'
import { cacheControl } from '@kiosk/domain/cache-rules'
import type { Identity } from '../../adapters/oidc/port.ts'
import type { AppContext } from '../../context.ts'
import type { RequestContext } from '../../http/handler.ts'
import { readToken, redeemToken } from '../one-time-tokens.ts'
import { recordBoundedEvent } from '../security-events.ts'
import { identityBrowser } from './browser-binding.ts'

/** Returns the callback URL that the operator registers at the provider. */
export function returnAddress({ publicUrl }: Pick<AppContext, 'publicUrl'>, provider: IdentityProviderName): string {
  return publicUrl + apiAddress(provider === 'apple' ? appleReturn : facebookReturn, {})
}

/** Redirects to the login page by GET; omits null values. */
export function toLogin({ publicUrl }: Pick<AppContext, 'publicUrl'>, query: Record<string, string | null>): Response {
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  const search = new URLSearchParams(parameters).toString()
  const location = `${publicUrl}${pages.login.path}${search && `?${search}`}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': cacheControl('nothing') } })
}

/** Redirects to the login page, which reports the failed login; logs the reason without any request data. */
export function deniedAtProvider(
  call: RequestContext,
  provider: IdentityProviderName,
  error: unknown,
  redirect: string | null,
): Response {
  const { code, name } = error as { code?: unknown; name?: unknown }
  call.ctx.log.warn({ event: 'social-login.failed', provider, reason: String(code ?? name) }, 'social login failed')
  return toLogin(call.ctx, { denied: '1', redirect })
}

/** The same for a return that belongs to no login of this browser: anybody can open it, so a limited number is recorded. */
export async function foreignReturn(call: RequestContext, provider: IdentityProviderName): Promise<Response> {
  await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'identity', provider } })
  return toLogin(call.ctx, { denied: '1' })
}

type Started = { nonce: string; verifier: string; browser: string; redirect: string | null }

/**
 * Redeems a callback once, in the browser that started the login; null = no login of this browser. `identity` fetches the
 * identity; it throws if the provider is unreachable or the response is invalid.
 */
export async function identityReturned(
  provider: IdentityProviderName,
  params: { state?: string | undefined } & Record<string, string | undefined>,
  call: RequestContext,
): Promise<{ started: Started; identity: () => Promise<Identity> } | null> {
  const { ctx } = call
  const identityProvider = ctx.identity[provider]
  const { state = '' } = params
  const waiting = await readToken(ctx.db, 'identity', state, ctx.now())
  if (!identityProvider || typeof waiting === 'string' || waiting.data.provider !== provider) return null
  if (waiting.data.browser !== identityBrowser(provider, call).mark) return null
  const spent = await ctx.db.transaction().execute((trx) => redeemToken(trx, 'identity', state, ctx.now()))
  if (typeof spent === 'string') return null
  const started = spent.data as Started
  const sent = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const parameters = new URLSearchParams(sent)
  const handshake = { ...started, state, redirectUri: returnAddress(ctx, provider) }
  return { started, identity: () => identityProvider.identityOf(parameters, handshake) }
}
