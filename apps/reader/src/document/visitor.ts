import { isSharedDevice } from '@kiosk/domain/accounts/shared-device'
import { type Attribution, attributionIn } from '@kiosk/domain/campaigns/attribution'
import { isLanguage, type Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import { partnerConsent, variantOf } from '@kiosk/domain/page-variant'
import { YEAR_SECONDS } from '@kiosk/domain/time'

type Theme = 'light' | 'dark' | null
/** A visitor's preferences. `allowsPartner`: agreed to partner advertisements; `setCookie` stores the language of the address. */
export type Visitor = {
  language: Language
  theme: Theme
  cookie: string | null
  allowsPartner: boolean
  /** Other people use this device too. */
  shared: boolean
  /** The cookie consent was answered. */
  answered: boolean
  setCookie: string | null
  /** The attribution, which is carried by every link (ADR-0170). */
  attribution: Attribution
}

/**
 * Reads a visitor's preferences. The language is that of the cookie, else of `?lang=` (which also sets the cookie), else of
 * Accept-Language, else German (ADR-0170).
 */
export function visitorOf(
  request: Request,
  { publicUrl, operator }: { publicUrl: string; operator: Pick<Operator, 'advertisingPartner'> },
): Visitor {
  const cookie = request.headers.get('cookie')
  const { languageChosen, theme, consent, ...variant } = variantOf(
    { cookie, acceptLanguage: request.headers.get('accept-language') },
    null,
    partnerConsent(operator.advertisingPartner),
  )
  const requested = new URL(request.url).searchParams.get('lang')
  const language = !languageChosen && isLanguage(requested) ? requested : variant.language
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return {
    language,
    theme: theme === 'system' ? null : theme,
    cookie,
    attribution: attributionIn(request.url),
    shared: isSharedDevice(cookie),
    answered: consent.answered,
    allowsPartner: consent.answered && consent.ads !== null,
    setCookie:
      !languageChosen && isLanguage(requested)
        ? `language=${requested}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
        : null,
  }
}
