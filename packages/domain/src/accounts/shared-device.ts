import { cookieIn } from '../cookies.ts'

/**
 * Cookie of a device that other people use too: nothing is stored on it, and signing out leaves nothing. Expires with the
 * browser session.
 */
export const SHARED_DEVICE_COOKIE = 'shared_device'

export const isSharedDevice = (cookies: string | null | undefined) => cookieIn(cookies, SHARED_DEVICE_COOKIE) === '1'

/**
 * `signOut`: clears cached pages and images; downloads stay (they are encrypted, and their key is deleted at the next
 * sync); `everything`: also clears browser storage and the service worker.
 */
const CLEAR_SITE_DATA = { signOut: '"cache"', everything: '"cache", "storage"' } as const

/**
 * Returns the `Clear-Site-Data` value for a response's cookies: everything if the device cookie is deleted, the cache if the
 * session ends, otherwise null.
 */
export function clearSiteData(setCookies: readonly string[]): string | null {
  if (setCookies.some((cookie) => cookie.startsWith('device=;'))) return CLEAR_SITE_DATA.everything
  if (setCookies.some((cookie) => /^(?:__Host-)?session=;/.test(cookie))) return CLEAR_SITE_DATA.signOut
  return null
}
