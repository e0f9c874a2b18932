import { bundle } from '@kiosk/i18n/translate'
import de from '../../../../messages/de/release-email.json' with { type: 'json' }
import en from '../../../../messages/en/release-email.json' with { type: 'json' }
import fr from '../../../../messages/fr/release-email.json' with { type: 'json' }

/** Texts of the e-mail about a new issue. */
export const releaseEmailMessages = bundle({ de, en, fr })
