import de from '../../../../messages/de/export-details.json' with { type: 'json' }
import en from '../../../../messages/en/export-details.json' with { type: 'json' }
import fr from '../../../../messages/fr/export-details.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The data export of an account: names of a buyer's data, and texts of codes (`name.code`). */
export const exportDetailMessages = bundle({ de, en, fr })
