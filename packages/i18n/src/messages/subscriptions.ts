import de from '../../../../messages/de/subscriptions.json' with { type: 'json' }
import en from '../../../../messages/en/subscriptions.json' with { type: 'json' }
import fr from '../../../../messages/fr/subscriptions.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Tiers and prices, and the shell of the promo code page. */
export const subscriptionMessages = bundle({ de, en, fr })
