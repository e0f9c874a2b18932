import type { Campaign, CampaignWords } from '@kiosk/domain/campaigns/campaign'
import { cleanDocument } from '../content/clean-document.ts'

/** Sanitises the HTML of a campaign: applied on write and on render. */
export function cleanCampaign(campaign: Campaign): Campaign {
  const { de, en, fr } = campaign.words
  return { ...campaign, words: { de: clean(de), en: clean(en), fr: clean(fr) } }
}

function clean(words: CampaignWords): CampaignWords {
  if (!words.facts) return words
  return { ...words, facts: words.facts.map(({ title, contentHTML }) => ({ title, contentHTML: cleanDocument(contentHTML) })) }
}
