import { loginMessages } from '@kiosk/i18n/messages/login'
import type { Bundle } from '@kiosk/i18n/translate'

/** The signed-out messages that a password field needs. */
export const passwordFieldWords: Bundle = {
  de: onlyPassword(loginMessages.de),
  en: onlyPassword(loginMessages.en),
  fr: onlyPassword(loginMessages.fr),
}

function onlyPassword(words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([key]) => key.startsWith('PASSWORD.')))
}
