import { bundle } from '@kiosk/i18n/translate'
import de from '../../../../messages/de/newsletter-email.json' with { type: 'json' }
import en from '../../../../messages/en/newsletter-email.json' with { type: 'json' }
import fr from '../../../../messages/fr/newsletter-email.json' with { type: 'json' }

/** Texts around those of a newsletter. */
export const newsletterEmailMessages = bundle({ de, en, fr })
