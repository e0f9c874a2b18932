import { bundle } from '@kiosk/i18n/translate'
import de from '../../../../../messages/de/account-emails.json' with { type: 'json' }
import en from '../../../../../messages/en/account-emails.json' with { type: 'json' }
import fr from '../../../../../messages/fr/account-emails.json' with { type: 'json' }

/** E-mails about registration, address, password and erasure. After a German greeting the text continues in lower case. */
export const accountEmailMessages = bundle({ de, en, fr })
