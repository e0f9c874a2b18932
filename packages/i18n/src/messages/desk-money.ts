import de from '../../../../messages/de/desk-money.json' with { type: 'json' }
import en from '../../../../messages/en/desk-money.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk-money.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The desk's pages about money, and the figures of its overview. */
export const deskMoneyMessages = bundle({ de, en, fr })
