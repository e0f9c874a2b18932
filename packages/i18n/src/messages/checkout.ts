import de from '../../../../messages/de/checkout.json' with { type: 'json' }
import en from '../../../../messages/en/checkout.json' with { type: 'json' }
import fr from '../../../../messages/fr/checkout.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The order: overview and payment, steps 1 and 2. */
export const checkoutMessages = bundle({ de, en, fr })
