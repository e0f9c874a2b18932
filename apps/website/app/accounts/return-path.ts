import type { Language } from '@kiosk/domain/locale'

/** Returns the localised name of a country (ISO 3166-1 alpha-2); null = unknown. */
export function placeIn(language: Language, country: string | null): string | null {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return null
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(country) ?? null
}
