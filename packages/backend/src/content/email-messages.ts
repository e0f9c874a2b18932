import { bundle } from '@kiosk/i18n/translate'
import de from '../../../../messages/de/feedback-email.json' with { type: 'json' }
import en from '../../../../messages/en/feedback-email.json' with { type: 'json' }
import fr from '../../../../messages/fr/feedback-email.json' with { type: 'json' }

/** Texts of the e-mail that forwards feedback to the operator. */
export const feedbackEmailMessages = bundle({ de, en, fr })
