import de from '../../../../messages/de/verification.json' with { type: 'json' }
import en from '../../../../messages/en/verification.json' with { type: 'json' }
import fr from '../../../../messages/fr/verification.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Pages to which e-mails and other programs link: verifying an address, taking over a session, logging out. */
export const verificationMessages = bundle({ de, en, fr })
