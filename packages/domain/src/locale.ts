import type { Region } from './regions.ts'

export const languages = ['de', 'en', 'fr'] as const
export type Language = (typeof languages)[number]
/** Default language, and the fallback for missing texts. */
export const DEFAULT_LANGUAGE: Language = 'de'
export const FALLBACK_LANGUAGE: Language = 'en'

/** How days, times and numbers are written: a language in the form of a market. */
export type Locale = `de-${Region['country']}` | 'en-GB' | 'fr-FR'

/**
 * Returns how days, times and numbers are written for readers of a market. Only German differs: January is "Jänner" only in
 * Austria, and 1234 is "1 234" there, "1.234" in Germany and "1'234" in Switzerland.
 */
export function localeOf(language: Language, { country }: Pick<Region, 'country'>): Locale {
  if (language === 'de') return `de-${country}`
  return language === 'en' ? 'en-GB' : 'fr-FR'
}

/** Returns how days and numbers are written for operators, at the desk and in e-mails: operators are in Austria. */
export function operatorLocale(language: Language): Locale {
  return localeOf(language, { country: 'AT' })
}

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language)
}

/** Returns the preferred supported language of an Accept-Language header, or German if there is none. */
export function preferredLanguage(header: string | null | undefined): Language {
  const accepted = (header ?? '')
    .split(',')
    .map((part, position) => {
      const [range = '', ...parameters] = part.trim().split(';')
      const q = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return { language: range.trim().slice(0, 2).toLowerCase(), weight: q === undefined ? 1 : Number(q), position }
    })
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
  return (accepted[0]?.language as Language | undefined) ?? DEFAULT_LANGUAGE
}
