import type { Language } from '@kiosk/domain/locale'

const NO_BREAK = '\u00a0'

/** Replaces all spaces with no-break spaces: for a date, an amount, a card number. */
export const onOneLine = (words: string) => words.replaceAll(' ', NO_BREAK)

/**
 * Adds no-break spaces between a number and its unit or its article of law, and in French also before punctuation. `text` is
 * plain or HTML; only plain spaces change. Objects and lists are converted deeply.
 */
export function unbroken<T>(text: T, language: Language): T {
  if (typeof text === 'string') return together(text, language) as T
  if (Array.isArray(text)) return text.map((each) => unbroken(each, language)) as T
  if (typeof text !== 'object' || text === null) return text
  return Object.fromEntries(Object.entries(text).map(([key, value]) => [key, unbroken(value, language)])) as T
}

function together(text: string, language: Language): string {
  const metrics = text.replace(
    /(?<=\d) (?=[€%])|(?<=\bCHF) (?=[\d{])|(?<=\b(?:art|Art|Abs|par|Nr|No)\.) (?=\d)|(?<=§) /g,
    NO_BREAK,
  )
  return language === 'fr' ? metrics.replace(/(?<=[^\s:]) (?=[:;!?»](?!\w))|(?<=«) /g, NO_BREAK) : metrics
}
