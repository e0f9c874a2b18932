import de from '../../../../messages/de/price-change.json' with { type: 'json' }
import en from '../../../../messages/en/price-change.json' with { type: 'json' }
import fr from '../../../../messages/fr/price-change.json' with { type: 'json' }
import { bundle } from '../translate.ts'

/** The page about a new price, to which its e-mail links. */
export const priceChangeMessages = bundle({ de, en, fr })
