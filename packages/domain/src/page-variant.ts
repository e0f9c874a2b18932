import { cookiesIn } from './cookies.ts'
import { type DeviceKind, deviceKindOf } from './device-kind.ts'
import { isLanguage, type Language, preferredLanguage } from './locale.ts'
import { regionOf } from './regions.ts'

export type Theme = 'light' | 'dark' | 'system'
export type Consent = { answered: boolean; social: boolean; ads: boolean }

/** All that an anonymous visitor's page may depend on besides its address. */
export type PageVariant = {
  /** ISO 3166-1 alpha-2; null where nobody knows. */
  country: string | null
  language: Language
  /** Chosen by cookie: beats `?lang=`. */
  languageChosen: boolean
  theme: Theme
  consent: Consent
  device: DeviceKind
}

type Headers = {
  cookie?: string | null | undefined
  acceptLanguage?: string | null | undefined
  userAgent?: string | null | undefined
}

/** The variant that a request asks for. Website, reader and cache read cookies and headers by this function alone. */
export function variantOf({ cookie, acceptLanguage, userAgent }: Headers, country: string | null): PageVariant {
  const cookies = cookiesIn(cookie)
  const chosen = cookies.get('language')
  const theme = cookies.get('theme')
  return {
    country,
    language: isLanguage(chosen) ? chosen : preferredLanguage(acceptLanguage),
    languageChosen: isLanguage(chosen),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    consent: {
      answered: cookies.get('consent') === '1',
      social: cookies.get('consent_social') === '1',
      ads: cookies.get('consent_ads') === '1',
    },
    device: deviceKindOf(userAgent),
  }
}

/** Short and equal for equal variants. */
export function variantKey(variant: PageVariant): string {
  const { country, language, languageChosen, theme, consent, device } = variant
  const { region, active } = regionOf(country)
  const market = active ? region.id : `${region.id} ${country}`
  const switches = [languageChosen, consent.answered, consent.social, consent.ads].map(Number).join('')
  return `|${market}|${language}|${switches}|${theme}|${device}`
}

const userAgents: Record<DeviceKind, string | null> = {
  crawler: 'bot',
  android: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  desktop: null,
}

/**
 * The headers by which a shared page is asked for: made from the variant, so that no byte of the visitor who happens to
 * come first can reach a page that others get. `variantOf` reads the same variant out of them.
 */
export function headersOfVariant(variant: PageVariant): [name: string, value: string][] {
  const { language, languageChosen, theme, consent, device } = variant
  const cookies = [
    languageChosen && `language=${language}`,
    theme !== 'system' && `theme=${theme}`,
    consent.answered && 'consent=1',
    consent.social && 'consent_social=1',
    consent.ads && 'consent_ads=1',
  ].filter(Boolean)
  const userAgent = userAgents[device]
  const headers: [string, string][] = [['accept-language', language]]
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')])
  if (userAgent !== null) headers.push(['user-agent', userAgent])
  return headers
}

/** Cookies in which the website hands something to one browser's next request: a login under way. */
export const handedOnCookies = ['handover', 'terms', 'second-factor'] as const
export type HandedOnCookie = (typeof handedOnCookies)[number]

/** Cookies that are one browser's own: a session, a login under way. Those of the API have a prefix with https. */
const PERSONAL = new RegExp(`^(?:__Host-|__Secure-)|^(?:session|registration|identity-\\w+|${handedOnCookies.join('|')})$`)

/** Whether a Cookie header brings something that is one browser's own, so that the answer may be for it alone. */
export function bringsPersonalCookie(cookie: string | null | undefined): boolean {
  if (!cookie) return false
  for (const name of cookiesIn(cookie).keys()) if (PERSONAL.test(name)) return true
  return false
}
