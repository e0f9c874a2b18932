import de from '../../../../messages/de/content-pages.json' with { type: 'json' }
import en from '../../../../messages/en/content-pages.json' with { type: 'json' }
import fr from '../../../../messages/fr/content-pages.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Texts around the operator's documents: search, notices, feedback, third parties. */
export const contentPageMessages = bundle({ de, en, fr })
