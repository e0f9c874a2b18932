import type { Language } from '@kiosk/domain/locale'
import de from '../../../../messages/de/errors.json' with { type: 'json' }
import en from '../../../../messages/en/errors.json' with { type: 'json' }
import fr from '../../../../messages/fr/errors.json' with { type: 'json' }
import { bundle } from '../translate.ts'
import { requestErrorMessages } from './request-errors.ts'
import { validationMessages } from './validation.ts'

/** Errors of the API and the mapping of statuses. */
export const errorMessages = bundle({ de, en, fr })

/** Returns the messages of all errors by key, in one language: those of codes, and the more exact ones of form fields. */
export function errorMessage(language: Language): Record<string, string> {
  return { ...errorMessages[language], ...validationMessages[language], ...requestErrorMessages[language] }
}
