import { SESSION_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { SESSION_COOKIE } from '@kiosk/domain/accounts/session-cookie'
import { SHARED_DEVICE_COOKIE } from '@kiosk/domain/accounts/shared-device'
import { cookieIn as cookieOf } from '@kiosk/domain/cookies'
import { YEAR_SECONDS } from '@kiosk/domain/time'

/** Returns readers and writers of our cookies, whose names and flags depend on the public address. */
export function sessionCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? SESSION_COOKIE.secure : SESSION_COOKIE.loopback
  const rest = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    sessionIn: (request: Request) => cookieIn(request, name),
    deviceIn: (request: Request) => {
      const device = cookieIn(request, 'device')
      // Identifiers of apps and OPDS clients are not secret, so they must not be accepted as a cookie.
      return device && /^(?!app-|program-)[\w-]{8,100}$/.test(device) ? device : null
    },
    /** @param remembered for 30 days, otherwise until the browser closes */
    session: (token: string, remembered: boolean) =>
      `${name}=${token}; ${remembered ? `Max-Age=${SESSION_TTL_SECONDS.remembered}; ` : ''}${rest}`,
    noSession: () => `${name}=; Max-Age=0; ${rest}`,
    device: (id: string) => `device=${id}; Max-Age=${YEAR_SECONDS}; ${rest}`,
    noDevice: () => `device=; Max-Age=0; ${rest}`,
    /** Returns whether the reader said at sign-in that others use this device too. */
    sharedIn: (request: Request) => cookieIn(request, SHARED_DEVICE_COOKIE) === '1',
    shared: () => `${SHARED_DEVICE_COOKIE}=1; ${rest}`,
    noShared: () => `${SHARED_DEVICE_COOKIE}=; Max-Age=0; ${rest}`,
  }
}

/** Returns the value of a cookie of a request; null if missing or empty. */
export function cookieIn(request: Request, name: string): string | null {
  return cookieOf(request.headers.get('cookie'), name)
}
