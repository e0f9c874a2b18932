import type { Language } from '@kiosk/domain/locale'
import { accountWords } from './account.ts'
import { entryWords } from './accounts.ts'
import { letterWords } from './letters.ts'

/** Changes with the words below. */
export const NEWSLETTER_WORDING_VERSION = '2026-11-22'

/** What somebody read who ordered the newsletter: in the email of the registration, by the switch, or with the terms. */
export function newsletterWording(where: 'email' | 'switch' | 'terms', language: Language): string {
  const read = {
    email: [
      letterWords[language]['LETTER.verification.NEWSLETTER'],
      letterWords[language]['LETTER.verification.NEWSLETTER_BUTTON'],
    ],
    switch: [accountWords[language]['ACCOUNT.newsletter'], accountWords[language]['ACCOUNT.newsletter_HINT']],
    terms: [entryWords[language]['REGISTRATION.NEWSLETTER'], entryWords[language]['ACCEPT_TERMS.NEWSLETTER_HINT']],
  }[where]
  return `${NEWSLETTER_WORDING_VERSION} ${where} ${language}: ${read.join(' | ')}`
}
