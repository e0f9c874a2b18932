import type { Language } from '@kiosk/domain/locale'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { requestErrorMessages } from '@kiosk/i18n/messages/request-errors'
import { validationMessages } from '@kiosk/i18n/messages/validation'

/** Returns every message that an error may have in a language. */
export function errorMessagesIn(language: Language): string[] {
  return [errorMessages, validationMessages, requestErrorMessages].flatMap((messages) => Object.values(messages[language]))
}
