import { cookieIn } from '../cookies.ts'

/** Says that others use this device too: nothing is stored in it, and signing out leaves nothing. Ends with the browser. */
export const SHARED_DEVICE_COOKIE = 'shared_device'

export const isSharedDevice = (cookies: string | null | undefined) => cookieIn(cookies, SHARED_DEVICE_COOKIE) === '1'

/**
 * `signOut`: cached pages and pictures go; downloads stay (they are encrypted, and their key goes at the next contact);
 * `everything`: browser storage and the service worker too.
 */
const CLEAR_SITE_DATA = { signOut: '"cache"', everything: '"cache", "storage"' } as const

/** The `Clear-Site-Data` that belongs to the cookies of an answer: with the device cookie goes everything, with the session what is cached. */
export function clearSiteData(setCookies: readonly string[]): string | null {
  if (setCookies.some((cookie) => cookie.startsWith('device=;'))) return CLEAR_SITE_DATA.everything
  if (setCookies.some((cookie) => /^(?:__Host-)?session=;/.test(cookie))) return CLEAR_SITE_DATA.signOut
  return null
}
