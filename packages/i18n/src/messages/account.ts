import de from '../../../../messages/de/account.json' with { type: 'json' }
import en from '../../../../messages/en/account.json' with { type: 'json' }
import fr from '../../../../messages/fr/account.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Pages of the account: profile, switches, password, devices, export, unsubscribing. */
export const accountMessages = bundle({ de, en, fr })
