import { bundle } from '@kiosk/i18n/translate'
import de from '../../../../messages/de/emails.json' with { type: 'json' }
import en from '../../../../messages/en/emails.json' with { type: 'json' }
import fr from '../../../../messages/fr/emails.json' with { type: 'json' }

/** Greeting, footer and other texts of every e-mail. */
export const commonEmailMessages = bundle({ de, en, fr })
