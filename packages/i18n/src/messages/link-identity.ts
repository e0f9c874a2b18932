import de from '../../../../messages/de/link-identity.json' with { type: 'json' }
import en from '../../../../messages/en/link-identity.json' with { type: 'json' }
import fr from '../../../../messages/fr/link-identity.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The question whether a login at a provider that began in this browser belongs to the account. */
export const linkIdentityMessages = bundle({ de, en, fr })
