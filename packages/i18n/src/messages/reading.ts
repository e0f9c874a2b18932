import de from '../../../../messages/de/reading.json' with { type: 'json' }
import en from '../../../../messages/en/reading.json' with { type: 'json' }
import fr from '../../../../messages/fr/reading.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The web reader: its pages, the prompts to register or subscribe, and the search in an issue. */
export const readingMessages = bundle({ de, en, fr })
