import de from '../../../../messages/de/payment-results.json' with { type: 'json' }
import en from '../../../../messages/en/payment-results.json' with { type: 'json' }
import fr from '../../../../messages/fr/payment-results.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The result of a payment, the way back from the bank, and other payment data. */
export const paymentResultMessages = bundle({ de, en, fr })
