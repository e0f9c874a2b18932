import { entryWords } from '@kiosk/languages/accounts'
import type { Bundle } from '@kiosk/languages/words'

/** Of the words before an account only those of a password field. */
export const passwordFieldWords: Bundle = {
  de: onlyPassword(entryWords.de),
  en: onlyPassword(entryWords.en),
  fr: onlyPassword(entryWords.fr),
}

function onlyPassword(words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([key]) => key.startsWith('PASSWORD.')))
}
