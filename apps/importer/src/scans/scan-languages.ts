/** Names of Tesseract's data for the languages of the newsstand, by ISO 639-1. */
const DATA: Record<string, string> = {
  de: 'deu',
  en: 'eng',
  fr: 'fra',
  it: 'ita',
  es: 'spa',
  nl: 'nld',
  pt: 'por',
  pl: 'pol',
  cs: 'ces',
  sv: 'swe',
  da: 'dan',
  nb: 'nor',
  no: 'nor',
  fi: 'fin',
  hu: 'hun',
  hr: 'hrv',
  sl: 'slv',
  sk: 'slk',
  ro: 'ron',
  tr: 'tur',
  el: 'ell',
  ru: 'rus',
  uk: 'ukr',
  ar: 'ara',
  he: 'heb',
}
/** Data for blackletter, the best first: for the script (with Latin letters), then for German in Fraktur. */
const FRAKTUR = ['Fraktur', 'script/Fraktur', 'deu_latf', 'frk', 'deu_frak']
/** German, English and French, for texts whose language is unknown. Each further language takes about as long as the first. */
const DEFAULT_DATA = ['deu', 'eng', 'fra']

/** Returns the name of Tesseract's data for a language. @param language ISO 639-1; undefined = unknown */
export const scanLanguageData = (language: string): string | undefined => DATA[language.slice(0, 2).toLowerCase()]

/** Returns whether data for blackletter are installed. */
export const readsFraktur = (installed: readonly string[]): boolean => FRAKTUR.some((each) => installed.includes(each))

/**
 * Returns the installed data with which a page is read: that of its language; those of German, English and French if it is unknown or
 * its data are not installed. Data for Fraktur come first.
 */
export function scanLanguages(
  { language, fraktur }: { language: string; fraktur: boolean },
  installed: readonly string[],
): string[] {
  const broken = fraktur ? FRAKTUR.find((each) => installed.includes(each)) : undefined
  // Only German has data for blackletter; other languages in blackletter are read with them, too.
  if (broken) return [broken]
  const own = scanLanguageData(language)
  if (own && installed.includes(own)) return [own]
  return DEFAULT_DATA.filter((each) => installed.includes(each))
}
