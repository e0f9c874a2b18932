import de from '../../../../messages/de/payments.json' with { type: 'json' }
import en from '../../../../messages/en/payments.json' with { type: 'json' }
import fr from '../../../../messages/fr/payments.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Carts, subscriptions and their payment. */
export const paymentMessages = bundle({ de, en, fr })
