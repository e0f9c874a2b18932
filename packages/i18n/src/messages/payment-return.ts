import de from '../../../../messages/de/payment-return.json' with { type: 'json' }
import en from '../../../../messages/en/payment-return.json' with { type: 'json' }
import fr from '../../../../messages/fr/payment-return.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The page on the way back from a payment provider. */
export const paymentReturnMessages = bundle({ de, en, fr })
