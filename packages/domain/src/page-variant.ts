import { SHARED_DEVICE_COOKIE } from './accounts/shared-device.ts'
import { cookiesIn } from './cookies.ts'
import { type DeviceKind, deviceKindOf } from './device-kind.ts'
import { isLanguage, type Language, preferredLanguage } from './locale.ts'
import { regionOf } from './regions.ts'

export type Theme = 'light' | 'dark' | 'system'
/** `ads`: the consent to the current advertising partner; see `partnerConsent`. */
export type Consent = { answered: boolean; social: boolean; ads: string | null }

/** Everything that the response for an anonymous page depends on besides its address. */
export type PageVariant = {
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: string | null
  language: Language
  /** Set by cookie: overrides `?lang=`. */
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

/**
 * Returns the value of the cookie `consent_ads` with which a visitor allows the advertisements of this partner; null without one.
 * It depends on the partner's name, because consent to one partner is not consent to another.
 */
export function partnerConsent(partner: { name: string } | null): string | null {
  if (!partner) return null
  // FNV-1a.
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(partner.name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}

/**
 * Returns the variant of a request. Website, reader and cache read cookies and headers only through this function.
 * @param partner the `partnerConsent` of the newsstand
 */
export function variantOf(
  { cookie, acceptLanguage, userAgent }: Headers,
  country: string | null,
  partner: string | null,
): PageVariant {
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
      ads: partner !== null && cookies.get('consent_ads') === partner ? partner : null,
    },
    device: deviceKindOf(userAgent),
  }
}

/** What differs between visitors of an otherwise identical page, as values with which the page is filled. */
export type Look = {
  theme: Theme
  /** The consent dialog was answered. */
  answered: 'yes' | 'no'
  social: 'yes' | 'no'
  ads: 'yes' | 'no'
  device: DeviceKind
}

/** Returns the look of a variant. */
export function lookOf({ theme, consent, device }: Pick<PageVariant, 'theme' | 'consent' | 'device'>): Look {
  const yes = (is: boolean) => (is ? 'yes' : 'no')
  return { theme, answered: yes(consent.answered), social: yes(consent.social), ads: yes(consent.ads !== null), device }
}

/** Returns a short cache key of market and language, equal for variants that differ only in their look. */
export function variantKey({ country, language }: Pick<PageVariant, 'country' | 'language'>): string {
  const { region, active } = regionOf(country)
  const market = active ? region.id : `${region.id} ${country}`
  return `|${market}|${language}`
}

const userAgents: Record<DeviceKind, string | null> = {
  crawler: 'bot',
  android: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  desktop: null,
}

/**
 * Returns headers for requesting a shared page. They are derived from the variant alone, so that a shared page contains nothing
 * from the first visitor's request. `variantOf` reads the same variant from them.
 */
export function headersOfVariant(variant: PageVariant): [name: string, value: string][] {
  const { language, languageChosen, theme, consent, device } = variant
  const cookies = [
    languageChosen && `language=${language}`,
    theme !== 'system' && `theme=${theme}`,
    consent.answered && 'consent=1',
    consent.social && 'consent_social=1',
    consent.ads !== null && `consent_ads=${consent.ads}`,
  ].filter(Boolean)
  const userAgent = userAgents[device]
  const headers: [string, string][] = [['accept-language', language]]
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')])
  if (userAgent !== null) headers.push(['user-agent', userAgent])
  return headers
}

/**
 * Cookies with which the website passes a pending login, or the step after a purchase or login, to a later request of the
 * browser.
 */
export const oneTimeCookies = ['handover', 'terms', 'second-factor', 'after-purchase', 'after-sign-in'] as const
export type OneTimeCookie = (typeof oneTimeCookies)[number]

/**
 * Private cookies: a session, a pending login or purchase, or a shared device, whose pages must not be stored. Over https,
 * those of the API have a prefix.
 */
const PERSONAL = new RegExp(
  `^(?:__Host-|__Secure-)|^(?:session|registration|identity-\\w+|${[...oneTimeCookies, SHARED_DEVICE_COOKIE].join('|')})$`,
)

/** Returns whether a Cookie header contains a private cookie, so that the response may be for this browser only. */
export function bringsPersonalCookie(cookie: string | null | undefined): boolean {
  if (!cookie) return false
  for (const name of cookiesIn(cookie).keys()) if (PERSONAL.test(name)) return true
  return false
}
