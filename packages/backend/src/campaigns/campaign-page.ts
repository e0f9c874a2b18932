import { runsAt } from '@kiosk/domain/campaigns/campaign'
import { CampaignInput } from '@kiosk/domain/campaigns/campaign-input'
import { campaignPage as declared } from '@kiosk/domain/campaigns/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler } from '../http/handler.ts'
import { cleanCampaign } from './clean-campaign.ts'
import { campaignPageByKey } from './queries.ts'

export const campaignPage = defineHandler(declared, 'catalogue', async ({ ctx, input, visitor }) => {
  const previewed = visitor.preview?.campaign
  if (previewed?.key === input.key) return cleanCampaign(previewed)
  const found = await campaignPageByKey(ctx.db, input.key)
  if (!found) throw new ApiError('not_found', 'key')
  const campaign = cleanCampaign(CampaignInput.parse(found.campaign))
  // Its codes are known on its first day, and its page says from which day it runs.
  return runsAt(campaign, ctx.now()) ? campaign : { ...campaign, offers: [], withoutOffer: undefined }
})
