import { TOKEN_TERM } from '@kiosk/domain/accounts/terms'
import type { Asking } from '../endpoint.ts'
import type { IdentityProviderName } from '../outside/identity/identity-provider.ts'
import { cookieIn } from './cookies.ts'
import { hashOf, randomToken } from './random-token.ts'

/**
 * The browser in which a login at a provider began: what comes back counts in this one only, so that nobody can be
 * signed in to a stranger's account by a link. Apple posts its answer from its own site: that cookie must be SameSite=None,
 * which browsers take with Secure alone. Without https it stays Lax: a post from another site finds no cookie and is refused.
 */
export function identityBrowser(provider: IdentityProviderName, { request, house }: Pick<Asking, 'request' | 'house'>) {
  const secure = house.publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}identity-${provider}`
  const rest = `Path=/; HttpOnly; SameSite=${secure && provider === 'apple' ? 'None' : 'Lax'}${secure ? '; Secure' : ''}`
  const found = cookieIn(request, name)
  const held = found && /^[\w-]{43}$/.test(found) ? found : null
  return {
    /** The browser's secret; null = no login began here. */
    held,
    /** What is kept of it. */
    mark: held && markOf(held),
    /** Names the browser, or keeps its name, for as long as a way in may wait for its proof. */
    remember() {
      const secret = held ?? randomToken().token
      return { mark: markOf(secret), cookie: `${name}=${secret}; Max-Age=${TOKEN_TERM.link}; ${rest}` }
    },
  }
}

const markOf = (secret: string) => hashOf(`browser ${secret}`).toString('base64url')

/** Whether a token that was made for one browser is shown by that one; true for tokens made for any. */
export function isItsBrowser(data: Record<string, unknown>, call: Pick<Asking, 'request' | 'house'>): boolean {
  if (data.provider !== 'facebook' && data.provider !== 'apple') return data.browser === undefined
  return data.browser === identityBrowser(data.provider, call).mark
}
