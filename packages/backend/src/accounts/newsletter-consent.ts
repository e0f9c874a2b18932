import type { Language } from '@kiosk/domain/locale'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { accountEmailMessages } from './emails/messages.ts'

/** Recorded when a registration does not ask for the newsletter. */
export const WITHOUT_NEWSLETTER = 'registration'
/** Version of the texts below: change it with them. */
const NEWSLETTER_WORDING_VERSION = '2026-11-23'

/** Returns the text shown with a newsletter consent: in the registration e-mail, beside the switch, or with the terms. */
export function newsletterWording(where: 'email' | 'switch' | 'terms', language: Language): string {
  const read = {
    email: [
      accountEmailMessages[language]['EMAIL.verification.NEWSLETTER'],
      accountEmailMessages[language]['EMAIL.verification.NEWSLETTER_BUTTON'],
    ],
    switch: [accountMessages[language]['ACCOUNT.newsletter'], accountMessages[language]['ACCOUNT.newsletter_HINT']],
    terms: [loginMessages[language]['REGISTRATION.NEWSLETTER'], loginMessages[language]['ACCEPT_TERMS.NEWSLETTER_HINT']],
  }[where]
  return `${NEWSLETTER_WORDING_VERSION} ${where} ${language}: ${read.join(' | ')}`
}
