import de from '../../../../messages/de/privacy.json' with { type: 'json' }
import en from '../../../../messages/en/privacy.json' with { type: 'json' }
import fr from '../../../../messages/fr/privacy.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Paragraphs of the privacy policy that hold only for some operators. */
export const privacyMessages = bundle({ de, en, fr })
