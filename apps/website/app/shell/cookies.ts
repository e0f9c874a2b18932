import type { HandedOnCookie } from '@kiosk/domain/page-variant'
import { YEAR_SECONDS } from '@kiosk/domain/time'

/** A cookie for a choice: `consent`, `consent_social` and `consent_ads` last 365 days, and so do the others. */
export function rememberedFor365Days(
  name: 'language' | 'theme' | 'consent' | 'consent_social' | 'consent_ads',
  value: string,
  publicUrl: string,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}

/** A cookie that passes a value to the next request of a page, outside URLs, logs and scripts; 0 seconds deletes it. */
export function handedOn(name: HandedOnCookie, value: string, path: string, seconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
