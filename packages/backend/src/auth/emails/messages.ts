import { bundle } from '@kiosk/i18n/translate'
import de from '../../../../../messages/de/security-emails.json' with { type: 'json' }
import en from '../../../../../messages/en/security-emails.json' with { type: 'json' }
import fr from '../../../../../messages/fr/security-emails.json' with { type: 'json' }

/** E-mails about new devices, changes of sign-in protection, and attacks. */
export const securityEmailMessages = bundle({ de, en, fr })
