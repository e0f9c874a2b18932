import { bundle } from '@kiosk/i18n/translate'
import de from '../../../../../messages/de/staff-emails.json' with { type: 'json' }
import en from '../../../../../messages/en/staff-emails.json' with { type: 'json' }
import fr from '../../../../../messages/fr/staff-emails.json' with { type: 'json' }

export const staffEmailMessages = bundle({ de, en, fr })
