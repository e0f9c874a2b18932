import de from '../../../../messages/de/listening.json' with { type: 'json' }
import en from '../../../../messages/en/listening.json' with { type: 'json' }
import fr from '../../../../messages/fr/listening.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Reading aloud in the web reader. */
export const listeningMessages = bundle({ de, en, fr })
