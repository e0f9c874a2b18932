import de from '../../../../messages/de/home.json' with { type: 'json' }
import en from '../../../../messages/en/home.json' with { type: 'json' }
import fr from '../../../../messages/fr/home.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The front page. */
export const homeMessages = bundle({ de, en, fr })
