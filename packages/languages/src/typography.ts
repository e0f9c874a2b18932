import type { Language } from '@kiosk/domain/locale'

const NO_BREAK = '\u00a0'

/** Words of which none stands on a line without the others: a day, a sum, a card's number. */
export const onOneLine = (words: string) => words.replaceAll(' ', NO_BREAK)

/**
 * What belongs together stays on one line: a figure and its unit or its article in every language, in French also a word and the mark
 * after it. `text` is plain or HTML; only its plain spaces change. An object or a list is taken part by part.
 */
export function unbroken<T>(text: T, language: Language): T {
  if (typeof text === 'string') return together(text, language) as T
  if (Array.isArray(text)) return text.map((each) => unbroken(each, language)) as T
  if (typeof text !== 'object' || text === null) return text
  return Object.fromEntries(Object.entries(text).map(([key, value]) => [key, unbroken(value, language)])) as T
}

function together(text: string, language: Language): string {
  const figures = text.replace(
    /(?<=\d) (?=[€%])|(?<=\bCHF) (?=[\d{])|(?<=\b(?:art|Art|Abs|par|Nr|No)\.) (?=\d)|(?<=§) /g,
    NO_BREAK,
  )
  return language === 'fr' ? figures.replace(/(?<=[^\s:]) (?=[:;!?»](?!\w))|(?<=«) /g, NO_BREAK) : figures
}
