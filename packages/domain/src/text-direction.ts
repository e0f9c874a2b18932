/** Scripts that are written from right to left (ISO 15924), of languages in which periodicals appear. */
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'])

/** Returns a BCP 47 tag in its usual form ("de", "zh-CN"); `und` for anything else. */
export function languageTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und'
  } catch {
    return 'und'
  }
}

/** Returns the script in which a language is usually written (ISO 15924). */
export const scriptOf = (language: string) => new Intl.Locale(languageTag(language)).maximize().script

/** Returns in which direction texts of a language are written, for the attribute `dir`. */
export function textDirection(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(scriptOf(language) ?? '') ? 'rtl' : 'ltr'
}
