import de from '../../../../messages/de/request-errors.json' with { type: 'json' }
import en from '../../../../messages/en/request-errors.json' with { type: 'json' }
import fr from '../../../../messages/fr/request-errors.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Errors about a malformed request, before any page or call handles it. */
export const requestErrorMessages = bundle({ de, en, fr })
