import de from '../../../../messages/de/bank-authentication.json' with { type: 'json' }
import en from '../../../../messages/en/bank-authentication.json' with { type: 'json' }
import fr from '../../../../messages/fr/bank-authentication.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The page for the bank authentication of a renewal, and its result. */
export const bankAuthenticationMessages = bundle({ de, en, fr })
