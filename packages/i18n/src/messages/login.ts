import de from '../../../../messages/de/login.json' with { type: 'json' }
import en from '../../../../messages/en/login.json' with { type: 'json' }
import fr from '../../../../messages/fr/login.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Login, registration and passwords. */
export const loginMessages = bundle({ de, en, fr })
