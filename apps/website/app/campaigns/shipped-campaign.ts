import { pages } from '@kiosk/domain/addresses'
import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { CAMPAIGN_ALIASES, shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import type { Language } from '@kiosk/domain/locale'
import { ownCampaignTitles, shippedCampaignWords } from '@kiosk/languages/campaigns/shipped-words'
import { pageWords } from '@kiosk/languages/pages'

/** The campaign that an address shows: its first segment, or the one that it is another name of. */
export function campaignKeyOf(path: string): string {
  const key = /^\/([^/?]+)/.exec(path)?.[1]?.toLowerCase() ?? ''
  return CAMPAIGN_ALIASES[key] ?? key
}

/** Whether a campaign may be called so. */
export function isCampaignKey(key: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,59}$/.test(key)
}

/** A campaign that comes with the house, with its words. */
export function shippedCampaign(key: string): Campaign | null {
  const found = shippedCampaigns.find((each) => each.key === key)
  const said = shippedCampaignWords[key]
  if (!found || !said) return null
  const inLanguage = (language: Language) => {
    const [eyebrow, headline, promise] = said[language]
    return { title: titleOf(key, language), description: promise, eyebrow, headline, promise }
  }
  return { ...found, words: { de: inLanguage('de'), en: inLanguage('en'), fr: inLanguage('fr') } }
}

/** Every campaign that comes with the house. */
export function allShippedCampaigns(): Campaign[] {
  return shippedCampaigns.map(({ key }) => shippedCampaign(key)).filter((each) => each !== null)
}

function titleOf(key: string, language: Language): string {
  const page = Object.entries(pages).find(([, { path }]) => path.split('/')[1] === key)?.[0]
  const words: Record<string, string> = pageWords[language]
  return (page && words[`PAGE.${page}`]) ?? ownCampaignTitles[key]?.[language] ?? key
}
