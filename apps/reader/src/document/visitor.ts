import { bringsSession } from '@kiosk/domain/accounts/session-cookie'
import { isSharedDevice } from '@kiosk/domain/accounts/shared-device'
import { type Trace, traceIn } from '@kiosk/domain/campaigns/trace'
import { isLanguage, type Language } from '@kiosk/domain/locale'
import { variantOf } from '@kiosk/domain/page-variant'

export type Theme = 'light' | 'dark' | null
/** How a visitor likes a document; `allowsPartner`: agreed to advertisements of another house; `setCookie` remembers a language chosen by the address. */
export type Visitor = {
  language: Language
  theme: Theme
  cookie: string | null
  allowsPartner: boolean
  /** Others use this device too. */
  shared: boolean
  /** The question about cookies was answered. */
  answered: boolean
  setCookie: string | null
  /** Where the visitor came from: travels with every link (decision 2). */
  trace: Trace
}

const YEAR = 365 * 24 * 60 * 60

/** Language by cookie, else `?lang=` (which also sets the cookie), else Accept-Language, else German (decision 1). */
export function visitorOf(request: Request, publicUrl: string): Visitor {
  const cookie = request.headers.get('cookie')
  const { languageChosen, theme, consent, ...variant } = variantOf(
    { cookie, acceptLanguage: request.headers.get('accept-language') },
    null,
  )
  const asked = new URL(request.url).searchParams.get('lang')
  const language = !languageChosen && isLanguage(asked) ? asked : variant.language
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return {
    language,
    theme: theme === 'system' ? null : theme,
    cookie,
    trace: traceIn(request.url),
    shared: isSharedDevice(cookie),
    answered: consent.answered,
    allowsPartner: consent.answered && consent.ads,
    setCookie: !languageChosen && isLanguage(asked) ? `language=${asked}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}` : null,
  }
}

/**
 * Whether reading may leave anything in the browser (places, downloads, the worker): of an account on its own device, or
 * after the question about cookies was answered; never on a shared device.
 */
export function keepsReading({ shared, answered, cookie }: Pick<Visitor, 'shared' | 'answered' | 'cookie'>): boolean {
  return !shared && (answered || bringsSession(cookie))
}
