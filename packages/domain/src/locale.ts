export const languages = ['de', 'en', 'fr'] as const
export type Language = (typeof languages)[number]
/** Default language, and the fallback for missing texts. */
export const DEFAULT_LANGUAGE: Language = 'de'
export const FALLBACK_LANGUAGE: Language = 'en'

/** Date and time locale of each language: 21. Jänner 2026, 21 January 2026, 21 janvier 2026. */
export const dateLocales: Record<Language, string> = { de: 'de-AT', en: 'en-GB', fr: 'fr-FR' }

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
