import { DAY_SECONDS } from '@kiosk/domain/time'
import type { RequestContext } from '../http/handler.ts'
import { cookieIn } from './cookies.ts'
import { hashOf, randomToken } from './random-token.ts'

/** Lifetime of the cookie. Later the link still verifies the address, but the reader has to choose a new password. */
const REGISTRATION_COOKIE_SECONDS = DAY_SECONDS

/**
 * Identifies the browser of a registration: only there does the link in the e-mail activate the password of that registration. A
 * stranger who registers an address has another browser than the owner of the mailbox.
 */
export function registrationBrowser({ request, ctx }: Pick<RequestContext, 'request' | 'ctx'>) {
  const secure = ctx.publicUrl.startsWith('https:')
  const name = secure ? '__Host-registration' : 'registration'
  const flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const found = cookieIn(request, name)
  const held = found !== null && /^[\w-]{43}$/.test(found) ? found : null
  return {
    /** Hash of the browser's secret; null = no recent registration here. */
    hash: held === null ? null : markOf(held),
    /** Creates a secret for this browser or extends the existing one by a day. */
    remember() {
      const secret = held ?? randomToken().token
      return { hash: markOf(secret), cookie: `${name}=${secret}; Max-Age=${REGISTRATION_COOKIE_SECONDS}; ${flags}` }
    },
    /** Deletes the cookie when the registration is finished. */
    forget: `${name}=; Max-Age=0; ${flags}`,
  }
}

const markOf = (secret: string) => hashOf(`registration ${secret}`)
