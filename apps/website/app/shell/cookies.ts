const YEAR = 365 * 24 * 60 * 60

/** Cookies of a request, by name. */
export function cookiesOf(request: Request): Record<string, string | undefined> {
  const header = request.headers.get('cookie') ?? ''
  return Object.fromEntries(
    header
      .split(';')
      .map((each) => each.trim().split(/=(.*)/s, 2) as [string, string | undefined])
      .filter(([name, value]) => name !== '' && value !== undefined),
  )
}

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
export function handedOn(name: string, value: string, path: string, seconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
