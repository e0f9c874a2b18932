import { cookiesIn } from '../cookies.ts'

/** Name of the session cookie. Only a cookie with Secure may have the __Host- prefix; on loopback there is none (ADR-0170). */
export const SESSION_COOKIE = { secure: '__Host-session', loopback: 'session' } as const

/** Returns whether a Cookie header contains a session, which need not be valid: only the API can tell. */
export function bringsSession(cookies: string | null | undefined): boolean {
  const known = cookiesIn(cookies)
  return known.has(SESSION_COOKIE.secure) || known.has(SESSION_COOKIE.loopback)
}

/** Returns a Cookie header without the session. */
export function withoutSession(cookies: string | null): string {
  const names: string[] = Object.values(SESSION_COOKIE)
  return [...cookiesIn(cookies)].flatMap(([name, value]) => (names.includes(name) ? [] : `${name}=${value}`)).join('; ')
}
