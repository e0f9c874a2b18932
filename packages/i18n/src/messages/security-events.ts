import de from '../../../../messages/de/security-events.json' with { type: 'json' }
import en from '../../../../messages/en/security-events.json' with { type: 'json' }
import fr from '../../../../messages/fr/security-events.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** What happened to an account: every kind of security event, on the security page and in the export. */
export const securityEventMessages = bundle({ de, en, fr })
