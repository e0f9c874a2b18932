import de from '../../../../messages/de/my-subscription.json' with { type: 'json' }
import en from '../../../../messages/en/my-subscription.json' with { type: 'json' }
import fr from '../../../../messages/fr/my-subscription.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The reader's own subscription, and the offer for new readers. */
export const mySubscriptionMessages = bundle({ de, en, fr })
