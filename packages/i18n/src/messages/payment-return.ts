import de from '../../../../messages/de/payment-return.json' with { type: 'json' }
import en from '../../../../messages/en/payment-return.json' with { type: 'json' }
import fr from '../../../../messages/fr/payment-return.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The page between a payment provider and us. */
export const paymentReturnMessages = bundle({ de, en, fr })
