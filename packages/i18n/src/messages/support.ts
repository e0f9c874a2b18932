import de from '../../../../messages/de/support.json' with { type: 'json' }
import en from '../../../../messages/en/support.json' with { type: 'json' }
import fr from '../../../../messages/fr/support.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The permission for the staff to look at an account: its bar on every page, the reader's choice, and the view itself. */
export const supportMessages = bundle({ de, en, fr })
