import de from '../../../../messages/de/export-details.json' with { type: 'json' }
import en from '../../../../messages/en/export-details.json' with { type: 'json' }
import fr from '../../../../messages/fr/export-details.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The export of an account's data: names of what is held about a buyer, and what stands for a code (`name.code`). */
export const exportDetailMessages = bundle({ de, en, fr })
