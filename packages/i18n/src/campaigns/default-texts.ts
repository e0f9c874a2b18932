import type { CampaignWords } from '@kiosk/domain/campaigns/campaign'
import type { Language } from '@kiosk/domain/locale'
import type { Plan } from '@kiosk/domain/subscriptions/plans'
import { defaultCampaignMessages } from '../messages/campaigns/default.ts'
import { t } from '../translate.ts'

type Lists = Required<Pick<CampaignWords, 'steps' | 'facts' | 'ratings' | 'quotes' | 'smallPrint'>>
type Texts = { [Key in keyof Lists]: NonNullable<Lists[Key]> }

const STEPS = [1, 2, 3]
const FACTS = [1, 2, 3, 4, 5, 6]
/** Reading aloud, which only PREMIUM includes. */
const FACT_OF_PREMIUM = 5
/** Stars of the ratings in their order. */
const STARS = [5, 5, 4, 5, 4, 5]
const QUOTES = [1, 2]

/** Returns texts of a campaign that does not replace them, for an offer of this tier. */
export function defaultCampaignTexts(language: Language, tier: Plan['tier']): Texts {
  const messages: Record<string, string> = defaultCampaignMessages[language]
  const say = (name: string) => t(messages, `CAMPAIGN_DEFAULT.${name}`, { tier }, language)
  /** What is different with MAGZ has a message of its own. */
  const sayOfTier = (name: string) => say(tier === 'MAGZ' && `CAMPAIGN_DEFAULT.${name}_MAGZ` in messages ? `${name}_MAGZ` : name)
  return {
    steps: STEPS.map((step) => ({ title: sayOfTier(`STEP_${step}`), text: sayOfTier(`STEP_${step}_BODY`) })),
    facts: FACTS.filter((fact) => tier === 'PREMIUM' || fact !== FACT_OF_PREMIUM).map((fact) => ({
      title: sayOfTier(`FACT_${fact}`),
      contentHTML: sayOfTier(`FACT_${fact}_BODY`),
    })),
    ratings: STARS.map((stars, index) => ({
      name: say(`RATING_${index + 1}_NAME`),
      stars,
      content: say(`RATING_${index + 1}`),
    })),
    quotes: QUOTES.map((id) => ({ id, testmonial: say(`QUOTE_${id}`), reference: say(`QUOTE_${id}_SOURCE`) })),
    smallPrint: say('SMALL_PRINT'),
  }
}
