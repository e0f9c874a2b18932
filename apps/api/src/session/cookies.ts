import { SESSION_COOKIE } from '@kiosk/domain/accounts/session-cookie'
import { SESSION_TERM } from '@kiosk/domain/accounts/terms'

const YEAR = 365 * 24 * 3600

/** The house's cookies; their names and flags depend on its public address. */
export function sessionCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? SESSION_COOKIE.secure : SESSION_COOKIE.loopback
  const rest = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    sessionIn: (request: Request) => cookieIn(request, name),
    deviceIn: (request: Request) => {
      const device = cookieIn(request, 'device')
      return device && /^[\w-]{8,100}$/.test(device) ? device : null
    },
    /** `remembered`: for 30 days, else until the browser closes. */
    session: (token: string, remembered: boolean) =>
      `${name}=${token}; ${remembered ? `Max-Age=${SESSION_TERM.remembered}; ` : ''}${rest}`,
    noSession: () => `${name}=; Max-Age=0; ${rest}`,
    device: (id: string) => `device=${id}; Max-Age=${YEAR}; ${rest}`,
  }
}

/** The value of one cookie; null = none, or empty. */
export function cookieIn(request: Request, name: string): string | null {
  for (const each of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = each.trim().split(/=(.*)/s, 2)
    if (key === name && value) return value
  }
  return null
}
