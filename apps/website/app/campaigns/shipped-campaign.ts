import { pages } from '@kiosk/domain/addresses'
import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import type { Language } from '@kiosk/domain/locale'
import { ownCampaignTitles, shippedCampaignTexts } from '@kiosk/i18n/campaigns/shipped-texts'
import { pageMessages } from '@kiosk/i18n/messages/pages'

/** Returns a shipped campaign with its messages; null if there is none. */
export function shippedCampaign(key: string): Campaign | null {
  const found = shippedCampaigns.find((each) => each.key === key)
  const texts = shippedCampaignTexts[key]
  if (!found || !texts) return null
  const inLanguage = (language: Language) => {
    const [eyebrow, headline, promise] = texts[language]
    return { title: titleOf(key, language), description: promise, eyebrow, headline, promise }
  }
  return { ...found, words: { de: inLanguage('de'), en: inLanguage('en'), fr: inLanguage('fr') } }
}

function titleOf(key: string, language: Language): string {
  const page = Object.entries(pages).find(([, { path }]) => path.split('/')[1] === key)?.[0]
  const words: Record<string, string> = pageMessages[language]
  return (page && words[`PAGE.${page}`]) ?? ownCampaignTitles[key]?.[language] ?? key
}
