import type { Asking } from '../endpoint.ts'
import { cookieIn } from './cookies.ts'
import { hashOf, randomToken } from './random-token.ts'

/** A link that comes later than this proves the address, and asks for a new password. */
const REGISTRATION_COOKIE_SECONDS = 24 * 3600

/**
 * The browser in which somebody registers: only there the link of the email brings the password of that registration into
 * force. Whoever registers a stranger's address has another browser than the owner of the mailbox.
 */
export function registrationBrowser({ request, house }: Pick<Asking, 'request' | 'house'>) {
  const secure = house.publicUrl.startsWith('https:')
  const name = secure ? '__Host-registration' : 'registration'
  const flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const found = cookieIn(request, name)
  const held = found !== null && /^[\w-]{43}$/.test(found) ? found : null
  return {
    /** Hash of the browser's secret; null = nobody registered here lately. */
    hash: held === null ? null : markOf(held),
    /** A secret for this browser, or the one it has for a day more. */
    remember() {
      const secret = held ?? randomToken().token
      return { hash: markOf(secret), cookie: `${name}=${secret}; Max-Age=${REGISTRATION_COOKIE_SECONDS}; ${flags}` }
    },
    /** Takes the cookie away once the registration is over. */
    forget: `${name}=; Max-Age=0; ${flags}`,
  }
}

const markOf = (secret: string) => hashOf(`registration ${secret}`)
