import de from '../../../../messages/de/verification.json' with { type: 'json' }
import en from '../../../../messages/en/verification.json' with { type: 'json' }
import fr from '../../../../messages/fr/verification.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** What links of mails and of other programs lead to: proving an address, taking over a session, logging out. */
export const verificationMessages = bundle({ de, en, fr })
