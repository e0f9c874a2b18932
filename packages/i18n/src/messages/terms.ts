import de from '../../../../messages/de/terms.json' with { type: 'json' }
import en from '../../../../messages/en/terms.json' with { type: 'json' }
import fr from '../../../../messages/fr/terms.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Paragraphs of the terms that hold only for some operators and markets. */
export const termsMessages = bundle({ de, en, fr })
