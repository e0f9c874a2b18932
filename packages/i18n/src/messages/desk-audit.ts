import de from '../../../../messages/de/desk-audit.json' with { type: 'json' }
import en from '../../../../messages/en/desk-audit.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk-audit.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Names and values of fields in the audit log. */
export const deskAuditMessages = bundle({ de, en, fr })
