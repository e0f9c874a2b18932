/** Formatters by language: creating one takes longer than looking up many names. */
const names = new Map<string, Intl.DisplayNames>()

/** Returns the name of a country (ISO 3166-1 alpha-2) in a language; null if it is not known or null. */
export function countryName(language: string, code: string | null): string | null {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return null
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  names.set(language, known)
  return known.of(code) ?? null
}
