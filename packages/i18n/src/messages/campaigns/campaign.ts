import de from '../../../../../messages/de/campaigns/campaign.json' with { type: 'json' }
import en from '../../../../../messages/en/campaigns/campaign.json' with { type: 'json' }
import fr from '../../../../../messages/fr/campaigns/campaign.json' with { type: 'json' }
import { bundle } from '../../translate.ts'

/** Texts of the layout of campaigns. */
export const campaignMessages = bundle({ de, en, fr })
