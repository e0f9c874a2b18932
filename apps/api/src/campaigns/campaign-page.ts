import { CampaignInput } from '@kiosk/domain/campaigns/campaign-input'
import { campaignPage as declared } from '@kiosk/domain/campaigns/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { serve } from '../endpoint.ts'
import { cleanCampaign } from './clean-campaign.ts'
import { campaignPageByKey } from './queries.ts'

export const campaignPage = serve(declared, 'catalogue', async ({ house, input }) => {
  const found = await campaignPageByKey(house.db, input.key)
  if (!found) throw new Refusal('not_found', 'key')
  return cleanCampaign(CampaignInput.parse(found.campaign))
})
