import type { Language } from '@kiosk/domain/locale'
import de from '../../../../messages/de/errors.json' with { type: 'json' }
import en from '../../../../messages/en/errors.json' with { type: 'json' }
import fr from '../../../../messages/fr/errors.json' with { type: 'json' }
import { bundle } from '../translate.ts'
import { requestErrorMessages } from './request-errors.ts'
import { validationMessages } from './validation.ts'

/** Errors of the API and the mapping of statuses. */
export const errorMessages = bundle({ de, en, fr })

/** Returns the message of an error, of a field of a form or of a rejected request by its key; undefined if there is none. */
export function errorMessage(language: Language, key: string): string | undefined {
  const of = (messages: Record<string, string>) => messages[key]
  return of(requestErrorMessages[language]) ?? of(validationMessages[language]) ?? of(errorMessages[language])
}
