import de from '../../../../messages/de/suggestions.json' with { type: 'json' }
import en from '../../../../messages/en/suggestions.json' with { type: 'json' }
import fr from '../../../../messages/fr/suggestions.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Suggestions below the search field. */
export const suggestionMessages = bundle({ de, en, fr })
