import de from '../../../../../messages/de/campaigns/campaign.json' with { type: 'json' }
import en from '../../../../../messages/en/campaigns/campaign.json' with { type: 'json' }
import fr from '../../../../../messages/fr/campaigns/campaign.json' with { type: 'json' }
import { bundle } from '../../translate.ts'

/** What the layout of every campaign says itself. */
export const campaignMessages = bundle({ de, en, fr })
