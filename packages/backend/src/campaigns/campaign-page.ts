import { runsAt } from '@kiosk/domain/campaigns/campaign'
import { CampaignInput } from '@kiosk/domain/campaigns/campaign-input'
import { campaignPage as declared } from '@kiosk/domain/campaigns/endpoints'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler } from '../http/handler.ts'
import { cleanCampaign } from './clean-campaign.ts'
import { campaignPageByKey, endedAt } from './queries.ts'

export const campaignPage = defineHandler(declared, 'catalogue', async ({ ctx, input, visitor }) => {
  const previewed = visitor.preview?.campaign
  if (previewed?.key === input.key) return cleanCampaign(previewed)
  const found = await campaignPageByKey(ctx.db, input.key)
  if (!found) throw new ApiError('not_found', 'key')
  const campaign = cleanCampaign(CampaignInput.parse(found.campaign))
  const at = endedAt(found)
  // Its codes are known on its first day, and its page says from which day it runs, or that it is over.
  if (!at && runsAt(campaign, ctx.now())) return campaign
  const ended = at && { from: undefined, until: addDays(dayInVienna(at), -1) }
  return { ...campaign, ...ended, offers: [], withoutOffer: undefined }
})
