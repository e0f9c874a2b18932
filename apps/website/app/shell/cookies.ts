import type { OneTimeCookie } from '@kiosk/domain/page-variant'
import { YEAR_SECONDS } from '@kiosk/domain/time'

/** Returns a `Set-Cookie` value for a visitor's choice, valid for 365 days. */
export function rememberedFor365Days(
  name: 'language' | 'theme' | 'consent' | 'consent_social' | 'consent_ads',
  value: string,
  publicUrl: string,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}

/**
 * Returns a `Set-Cookie` value that passes a value to the next request of a page, outside URLs, logs and scripts; 0 seconds
 * deletes it.
 */
export function shortLivedCookie(name: OneTimeCookie, value: string, path: string, seconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
