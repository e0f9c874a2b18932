import de from '../../../../messages/de/account-export.json' with { type: 'json' }
import en from '../../../../messages/en/account-export.json' with { type: 'json' }
import fr from '../../../../messages/fr/account-export.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The export of an account's data: names of everything that it may contain. */
export const exportMessages = bundle({ de, en, fr })
