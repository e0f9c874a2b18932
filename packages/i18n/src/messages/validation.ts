import de from '../../../../messages/de/validation.json' with { type: 'json' }
import en from '../../../../messages/en/validation.json' with { type: 'json' }
import fr from '../../../../messages/fr/validation.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Messages of form fields: shown under VALIDATION. */
export const validationMessages = bundle({ de, en, fr })
