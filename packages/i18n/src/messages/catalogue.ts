import de from '../../../../messages/de/catalogue.json' with { type: 'json' }
import en from '../../../../messages/en/catalogue.json' with { type: 'json' }
import fr from '../../../../messages/fr/catalogue.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The catalogue: list of issues, search, categories, and feeds. */
export const catalogueMessages = bundle({ de, en, fr })
