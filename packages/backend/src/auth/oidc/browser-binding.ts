import type { IdentityProviderName } from '@kiosk/domain/accounts/identity-providers'
import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import type { RequestContext } from '../../http/handler.ts'
import { cookieIn } from '../cookies.ts'
import { hashOf, randomToken } from '../random-token.ts'

/**
 * Binds a login at a provider to the browser that started it, so that a link cannot sign anybody in to a stranger's account.
 * Apple responds with a cross-site POST, which needs a SameSite=None cookie and therefore Secure. Without https the cookie stays
 * Lax: a cross-site POST has no cookie and is rejected.
 */
export function identityBrowser(provider: IdentityProviderName, { request, ctx }: Pick<RequestContext, 'request' | 'ctx'>) {
  const secure = ctx.publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}identity-${provider}`
  const rest = `Path=/; HttpOnly; SameSite=${secure && provider === 'apple' ? 'None' : 'Lax'}${secure ? '; Secure' : ''}`
  const found = cookieIn(request, name)
  const held = found && /^[\w-]{43}$/.test(found) ? found : null
  return {
    /** The browser's secret; null = no login started here. */
    held,
    /** Hash of the secret, as stored. */
    mark: held && markOf(held),
    /** Sets or extends the browser cookie for as long as a login may wait for verification. */
    remember() {
      const secret = held ?? randomToken().token
      return { mark: markOf(secret), cookie: `${name}=${secret}; Max-Age=${TOKEN_TTL_SECONDS.link}; ${rest}` }
    },
  }
}

const markOf = (secret: string) => hashOf(`browser ${secret}`).toString('base64url')

/** Returns whether a token bound to a browser comes from that browser; true for unbound tokens. */
export function isItsBrowser(data: Record<string, unknown>, call: Pick<RequestContext, 'request' | 'ctx'>): boolean {
  if (data.provider !== 'facebook' && data.provider !== 'apple') return data.browser === undefined
  return data.browser === identityBrowser(data.provider, call).mark
}
