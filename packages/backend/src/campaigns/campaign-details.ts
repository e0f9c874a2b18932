import { campaignDetails as declared } from '@kiosk/domain/campaigns/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { detailsOf } from '../catalogue/issue-detail.ts'
import { defineHandler } from '../http/handler.ts'
import { campaignByKey } from './queries.ts'

export const campaignDetails = defineHandler(declared, 'catalogue', async (call) => {
  const { campaignKey, issue } = call.input
  const campaign = await campaignByKey(call.ctx.db, campaignKey)
  if (!campaign) throw new ApiError('not_found', 'campaignKey')
  const own = {
    key: campaign.key,
    headline: campaign.headline,
    description: campaign.description,
    metaData: { title: campaign.meta_title, description: campaign.meta_description },
  }
  if (issue === undefined) return own
  const { details, readersReadIssues } = await detailsOf(issue, call)
  return { ...own, details: inWordsOf(own, details), readersReadIssues }
})

type Wording = { headline: string; description: string; metaData: { title: string; description: string } }

/** Returns an issue's details with the texts of the campaign; missing ones fall back to the issue's own. */
function inWordsOf<Details extends Wording>(campaign: Wording, details: Details): Details {
  return {
    ...details,
    headline: campaign.headline || details.headline,
    description: campaign.description || details.description,
    metaData: {
      title: campaign.metaData.title || details.metaData.title,
      description: campaign.metaData.description || details.metaData.description,
    },
  }
}
