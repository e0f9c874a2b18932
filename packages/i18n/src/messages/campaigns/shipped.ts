import de from '../../../../../messages/de/campaigns/shipped.json' with { type: 'json' }
import en from '../../../../../messages/en/campaigns/shipped.json' with { type: 'json' }
import fr from '../../../../../messages/fr/campaigns/shipped.json' with { type: 'json' }
import { bundle } from '../../translate.ts'

/** Texts of the shipped campaigns by their keys. */
export const shippedCampaignMessages = bundle({ de, en, fr })
