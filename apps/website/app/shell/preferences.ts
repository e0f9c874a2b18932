import { isLanguage } from '@kiosk/domain/locale'
import { ownPath } from '@kiosk/domain/own-path'
import { partnerConsent } from '@kiosk/domain/page-variant'
import { type ActionFunctionArgs, redirect } from 'react-router'
import { rememberedFor365Days } from './cookies.ts'
import { requestContext } from './request-context.ts'

/** Saves a choice of language, theme or consent in a cookie and redirects back to the page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { operator, publicUrl, identityProviders } = requestContext(context)
  const form = await request.formData()
  const headers = new Headers()
  const remember = (name: Parameters<typeof rememberedFor365Days>[0], value: string) =>
    headers.append('set-cookie', rememberedFor365Days(name, value, publicUrl))
  const { language, theme, consent } = Object.fromEntries(form)
  if (isLanguage(language)) remember('language', language)
  if (theme === 'light' || theme === 'dark' || theme === 'system') remember('theme', theme)
  if (consent === 'all' || consent === 'necessary' || consent === 'chosen') {
    remember('consent', '1')
    // Consent that nobody was asked for is not given: providers may be configured later.
    if (identityProviders.length > 0)
      remember('consent_social', consent === 'all' || (consent === 'chosen' && form.get('social') === '1') ? '1' : '0')
    // Only forms that ask about the partner contain an answer; an older dialog or that of a social login does not.
    const requested = consent !== 'chosen' || form.get('asked') === 'ads'
    const partner = partnerConsent(operator.advertisingPartner)
    if (partner !== null && requested)
      remember('consent_ads', consent === 'all' || (consent === 'chosen' && form.get('ads') === '1') ? partner : '0')
  }
  const back = new URL(ownPath(String(form.get('back') ?? '')) ?? '/', publicUrl)
  // The choice overrides the address from now on; ?lang= would mislead readers who share the URL.
  if (isLanguage(language)) back.searchParams.delete('lang')
  return redirect(back.pathname + back.search + back.hash, { status: 303, headers })
}

export function loader() {
  return redirect('/')
}
