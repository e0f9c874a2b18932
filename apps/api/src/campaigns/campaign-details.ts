import { campaignDetails as declared } from '@kiosk/domain/campaigns/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { detailsOf } from '../catalogue/issue-detail.ts'
import { serve } from '../endpoint.ts'
import { campaignByKey } from './queries.ts'

export const campaignDetails = serve(declared, 'catalogue', async (call) => {
  const { campaignKey, issue } = call.input
  const campaign = await campaignByKey(call.house.db, campaignKey)
  if (!campaign) throw new Refusal('not_found', 'campaignKey')
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

/** An issue's details in the campaign's words; where it has none, the issue's own stay. */
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
