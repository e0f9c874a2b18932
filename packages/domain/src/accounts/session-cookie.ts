import { cookiesIn } from '../cookies.ts'

/** The session cookie: with Secure its name has the __Host- prefix; without, on loopback only, it cannot (ADR-0170). */
export const SESSION_COOKIE = { secure: '__Host-session', loopback: 'session' } as const

/** Whether a Cookie header contains a session; only the API knows whose it is and whether it is valid. */
export function bringsSession(cookies: string | null | undefined): boolean {
  const known = cookiesIn(cookies)
  return known.has(SESSION_COOKIE.secure) || known.has(SESSION_COOKIE.loopback)
}
