import { type Trace, traceIn } from '@kiosk/domain/campaigns/trace'
import { isLanguage, type Language, preferredLanguage } from '@kiosk/domain/locale'

export type Theme = 'light' | 'dark' | null
/** How a visitor likes a document; `allowsPartner`: agreed to advertisements of another house; `setCookie` remembers a language chosen by the address. */
export type Visitor = {
  language: Language
  theme: Theme
  cookie: string | null
  allowsPartner: boolean
  setCookie: string | null
  /** Where the visitor came from: travels with every link (decision 2). */
  trace: Trace
}

const YEAR = 365 * 24 * 60 * 60

/** Language by cookie, else `?lang=` (which also sets the cookie), else Accept-Language, else German (decision 1). */
export function visitorOf(request: Request, publicUrl: string): Visitor {
  const cookie = request.headers.get('cookie')
  const kept = cookieNamed(cookie, 'language')
  const asked = new URL(request.url).searchParams.get('lang')
  const language = isLanguage(kept) ? kept : isLanguage(asked) ? asked : preferredLanguage(request.headers.get('accept-language'))
  const theme = cookieNamed(cookie, 'theme')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return {
    language,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    cookie,
    trace: traceIn(request.url),
    allowsPartner: cookieNamed(cookie, 'consent') === '1' && cookieNamed(cookie, 'consent_ads') === '1',
    setCookie:
      !isLanguage(kept) && isLanguage(asked) ? `language=${asked}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}` : null,
  }
}

function cookieNamed(header: string | null, name: string): string | null {
  for (const each of (header ?? '').split(';')) {
    const [key, value] = each.trim().split(/=(.*)/s)
    if (key === name && value !== undefined) return value
  }
  return null
}
