import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { CampaignInput } from '@kiosk/domain/campaigns/campaign-input'
import { parseDocument } from 'yaml'

export type ReadCampaign = { campaign: Campaign; errors: null } | { campaign: null; errors: string[] }

/** Parses a YAML or JSON file as a campaign, or returns every error with its path, like `words.fr.headline: …`. */
export function readCampaign(text: string): ReadCampaign {
  const document = parseDocument(text)
  if (document.errors.length > 0) return { campaign: null, errors: document.errors.map(({ message }) => message.split('\n')[0]!) }
  const read = CampaignInput.safeParse(document.toJS({ maxAliasCount: 100 }))
  if (read.success) return { campaign: read.data, errors: null }
  return { campaign: null, errors: read.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`) }
}
