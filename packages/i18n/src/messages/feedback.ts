import de from '../../../../messages/de/feedback.json' with { type: 'json' }
import en from '../../../../messages/en/feedback.json' with { type: 'json' }
import fr from '../../../../messages/fr/feedback.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The feedback form, on its page and on the front page. */
export const feedbackMessages = bundle({ de, en, fr })
