import de from '../../../../messages/de/desk-offers.json' with { type: 'json' }
import en from '../../../../messages/en/desk-offers.json' with { type: 'json' }
import fr from '../../../../messages/fr/desk-offers.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** Offers and content at the operator's desk. */
export const deskOffersMessages = bundle({ de, en, fr })
