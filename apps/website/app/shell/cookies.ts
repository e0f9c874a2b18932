import type { HandedOnCookie } from '@kiosk/domain/page-variant'

const YEAR = 365 * 24 * 60 * 60

/** A cookie that remembers a choice: `consent`, `consent_social` and `consent_ads` hold 365 days (section 9), the others as long. */
export function rememberedFor365Days(
  name: 'language' | 'theme' | 'consent' | 'consent_social' | 'consent_ads',
  value: string,
  publicUrl: string,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`
}

/**
 * A cookie that hands something from one answer to the next request of a page, out of addresses, logs and scripts;
 * 0 seconds takes it away.
 */
export function handedOn(name: HandedOnCookie, value: string, path: string, seconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
