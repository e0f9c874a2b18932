import { cookiesIn } from '../cookies.ts'

/** The session's cookie: with Secure its name binds it to this host; without, on loopback only, it can't (decision 2). */
export const SESSION_COOKIE = { secure: '__Host-session', loopback: 'session' } as const

/** Whether a Cookie header brings a session at all; whose it is, and whether it still holds, the API knows. */
export function bringsSession(cookies: string | null | undefined): boolean {
  const known = cookiesIn(cookies)
  return known.has(SESSION_COOKIE.secure) || known.has(SESSION_COOKIE.loopback)
}
