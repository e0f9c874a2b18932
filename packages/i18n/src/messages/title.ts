import de from '../../../../messages/de/title.json' with { type: 'json' }
import en from '../../../../messages/en/title.json' with { type: 'json' }
import fr from '../../../../messages/fr/title.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The page of a title. */
export const titleMessages = bundle({ de, en, fr })
