import de from '../../../../../messages/de/campaigns/default.json' with { type: 'json' }
import en from '../../../../../messages/en/campaigns/default.json' with { type: 'json' }
import fr from '../../../../../messages/fr/campaigns/default.json' with { type: 'json' }
import { bundle } from '../../translate.ts'

/** Texts of campaigns that do not replace them. */
export const defaultCampaignMessages = bundle({ de, en, fr })
