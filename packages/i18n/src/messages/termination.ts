import de from '../../../../messages/de/termination.json' with { type: 'json' }
import en from '../../../../messages/en/termination.json' with { type: 'json' }
import fr from '../../../../messages/fr/termination.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Cancelling a subscription and withdrawing from it, without a login. */
export const terminationMessages = bundle({ de, en, fr })
