import { pages } from '@kiosk/domain/addresses'
import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { shippedCampaigns } from '@kiosk/domain/campaigns/shipped-campaigns'
import type { Language } from '@kiosk/domain/locale'
import { shippedCampaignMessages } from '@kiosk/i18n/messages/campaigns/shipped'
import { pageMessages } from '@kiosk/i18n/messages/pages'

/** Returns a shipped campaign with its messages; null if there is none. */
export function shippedCampaign(key: string): Campaign | null {
  const found = shippedCampaigns.find((each) => each.key === key)
  if (!found) return null
  const inLanguage = (language: Language) => {
    const promise = textOf(key, 'PROMISE', language)!
    const [eyebrow, headline] = [textOf(key, 'EYEBROW', language)!, textOf(key, 'HEADLINE', language)!]
    return { title: titleOf(key, language), description: promise, eyebrow, headline, promise }
  }
  return { ...found, words: { de: inLanguage('de'), en: inLanguage('en'), fr: inLanguage('fr') } }
}

function textOf(key: string, name: string, language: Language): string | undefined {
  const messages: Record<string, string> = shippedCampaignMessages[language]
  return messages[`SHIPPED_CAMPAIGN.${key}.${name}`]
}

/** Pages in the table have their title there. */
function titleOf(key: string, language: Language): string {
  const page = Object.entries(pages).find(([, { path }]) => path.split('/')[1] === key)?.[0]
  const words: Record<string, string> = pageMessages[language]
  return (page && words[`PAGE.${page}`]) ?? textOf(key, 'TITLE', language) ?? key
}
